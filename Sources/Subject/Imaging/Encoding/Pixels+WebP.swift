import CWebP
public import Foundation

extension Pixels {
  /// The picture as a lossy WebP of a quality from 0 to 100, its alpha kept exactly.
  ///
  /// Colour has half its resolution both ways, whatever the quality; under full transparency it is
  /// not kept. A side may be 16,383 pixels long. The ICC profile is embedded as it is; the samples
  /// are taken to be in it already.
  ///
  /// - Precondition: `quality` goes from 0 to 100.
  public func webP(quality: Int, colorProfile: Data? = nil) throws(ImagingError) -> Data {
    precondition((0...100).contains(quality), "WebP quality goes from 0 to 100")
    return try webP(colorProfile: colorProfile) { $0.quality = Float(quality) }
  }

  /// The picture as a lossless WebP: every sample as it is, under full transparency too.
  ///
  /// A side may be 16,383 pixels long. The ICC profile is embedded as it is; the samples are taken
  /// to be in it already.
  public func webPLossless(colorProfile: Data? = nil) throws(ImagingError) -> Data {
    try webP(colorProfile: colorProfile) {
      $0.lossless = 1
      $0.exact = 1
    }
  }

  private func webP(
    colorProfile: Data?, configure: (inout WebPConfig) -> Void
  ) throws(ImagingError) -> Data {
    let source = try nameToWrite(as: .webP, longestSide: Int(WEBP_MAX_DIMENSION))
    var config = WebPConfig()
    var picture = WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
      throw .unsupported(source: source, feature: "another version of libwebp than built for")
    }
    configure(&config)
    defer { WebPPictureFree(&picture) }
    picture.use_argb = config.lossless
    picture.width = Int32(width)
    picture.height = Int32(height)

    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    // The picture holds a pointer to the writer, good for as long as this closure runs.
    let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      return WebPPictureImportRGBA(&picture, bytes, Int32(4 * width)) != 0
        && WebPEncode(&config, &picture) != 0
    }
    let file = WebPData(bytes: UnsafePointer(writer.mem), size: writer.size)
    guard isEncoded else {
      WebPMemoryWriterClear(&writer)
      throw failure(picture.error_code, source: source)
    }
    guard let colorProfile, !colorProfile.isEmpty else { return Data(owning: file) }
    defer { WebPMemoryWriterClear(&writer) }
    return try embed(colorProfile, in: file, source: source)
  }
}

/// The same file in the extended format, with the profile in an ICCP chunk.
private func embed(
  _ colorProfile: Data, in file: WebPData, source: String
) throws(ImagingError) -> Data {
  var file = file
  guard let mux = WebPMuxCreate(&file, 0) else { throw .outOfMemory(source: source) }
  defer { WebPMuxDelete(mux) }
  var extended = WebPData()
  // The multiplexer keeps a copy of the chunk.
  let status = [UInt8](colorProfile).withUnsafeBufferPointer { profile in
    var chunk = WebPData(bytes: profile.baseAddress, size: profile.count)
    let status = WebPMuxSetChunk(mux, "ICCP", &chunk, 1)
    return status == WEBP_MUX_OK ? WebPMuxAssemble(mux, &extended) : status
  }
  guard status == WEBP_MUX_OK else { throw .outOfMemory(source: source) }
  return Data(owning: extended)
}

private func failure(_ code: WebPEncodingError, source: String) -> ImagingError {
  switch code {
  case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
    .outOfMemory(source: source)
  default:
    .unsupported(source: source, feature: "libwebp's encoder gave up, error \(code.rawValue)")
  }
}

extension Data {
  /// The bytes that libwebp allocated, freed as it asks when no longer needed.
  fileprivate init(owning bytes: WebPData) {
    guard let start = UnsafeMutableRawPointer(mutating: bytes.bytes) else {
      self = Data()
      return
    }
    self.init(
      bytesNoCopy: start, count: bytes.size, deallocator: .custom { start, _ in WebPFree(start) })
  }
}
