import CJPEG

extension ImageInfo {
  /// Reads the header of a JPEG and holds it to the limits.
  init(
    ofJPEG bytes: UnsafeRawBufferPointer, name: String, limits: DecodingLimits
  ) throws(ImagingError) {
    let header = try readJPEGHeader(bytes, name: name, limits: limits)
    let metadata = JPEGMetadata(bytes)
    self.init(
      format: .jpeg, size: header.size, orientation: metadata.orientation,
      components: Int(header.components), precision: 8, isProgressive: header.is_progressive,
      hasAlpha: false, isAnimated: false, colorProfileByteCount: metadata.profileByteCount)
  }

  /// Reads the header of a WebP and holds it to the limits.
  init(
    ofWebP bytes: UnsafeRawBufferPointer, name: String, limits: DecodingLimits
  ) throws(ImagingError) {
    try checkChunkCount(of: bytes, name: name, limits: limits)
    let file = try WebPFile(bytes, name: name)
    let frame = try file.firstFrame(name: name)
    let canvas = file.canvas
    try limits.check(width: canvas.width, height: canvas.height, source: name)
    self.init(
      format: .webP, size: canvas,
      orientation: file.chunk("EXIF").map(Imaging.orientation(inEXIF:)) ?? .up, components: 3,
      precision: 8, isProgressive: false, hasAlpha: frame.hasAlpha || frame.size != canvas,
      isAnimated: file.isAnimated, colorProfileByteCount: file.chunk("ICCP")?.count ?? 0)
  }
}
