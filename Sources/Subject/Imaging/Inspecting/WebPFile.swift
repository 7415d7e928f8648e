import CWebP
import Foundation

/// The chunks of a WebP file, of which some may be missing at its end.
///
/// libwebp's demuxer allocates a few bytes a chunk and keeps pointers into the file, which must
/// outlive this.
struct WebPFile: ~Copyable {
  /// The size of the picture, on which each frame of an animation is laid.
  let canvas: PixelSize
  /// Whether it is an animation, be it of one frame.
  let isAnimated: Bool
  private let demuxer: OpaquePointer

  /// Finds the chunks of a file that begins as a WebP does.
  init(_ bytes: UnsafeRawBufferPointer, name: String) throws(ImagingError) {
    var data = WebPData(
      bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
    var state = WEBP_DEMUX_PARSING_HEADER
    guard let demuxer = WebPDemuxPartial(&data, &state) else {
      let isShort = state == WEBP_DEMUX_PARSING_HEADER
      throw .damaged(
        source: name,
        reason: isShort ? "the WebP header ends too early" : "malformed WebP chunks")
    }
    let width = Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH))
    let height = Int(WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT))
    guard width > 0, height > 0 else {
      WebPDemuxDelete(demuxer)
      throw .damaged(source: name, reason: "the WebP header ends too early")
    }
    self.demuxer = demuxer
    canvas = PixelSize(width: width, height: height)
    isAnimated = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS) & ANIMATION_FLAG.rawValue != 0
  }

  deinit { WebPDemuxDelete(demuxer) }

  /// The first chunk of a four-letter name.
  func chunk(_ name: String) -> UnsafeRawBufferPointer? {
    var iterator = WebPChunkIterator()
    guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
    defer { WebPDemuxReleaseChunkIterator(&iterator) }
    return UnsafeRawBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size)
  }

  /// The picture, or the first of an animation; `name` is what an error calls the file.
  func firstFrame(name: String) throws(ImagingError) -> WebPFrame {
    var iterator = WebPIterator()
    guard WebPDemuxGetFrame(demuxer, 1, &iterator) != 0 else {
      throw .damaged(source: name, reason: "the WebP data ends before its first frame")
    }
    defer { WebPDemuxReleaseIterator(&iterator) }
    let frame = try WebPFrame(iterator, name: name)
    guard frame.x + frame.size.width <= canvas.width, frame.y + frame.size.height <= canvas.height
    else { throw .damaged(source: name, reason: "the WebP frame lies outside of its canvas") }
    return frame
  }
}

/// Refuses a file of so many chunks that what libwebp's demuxer keeps of them is over the limit:
/// 128 bytes at most of each, be it a frame.
func checkChunkCount(
  of bytes: UnsafeRawBufferPointer, name: String, limits: DecodingLimits
) throws(ImagingError) {
  var offset = 12
  var count = 0
  while offset + 8 <= bytes.count {
    let size = Int(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)))
    offset += 8 + size + size % 2
    count += 1
  }
  guard count <= 1000 || 128 * count <= limits.memory else {
    throw .overMemoryLimit(source: name, limit: limits.memory)
  }
}

/// A frame of a WebP file: its data, and where on the canvas it is laid.
struct WebPFrame {
  let x: Int
  let y: Int
  let size: PixelSize
  let hasAlpha: Bool
  let isLossless: Bool
  /// The chunk of the picture, with that of its alpha before it; maybe not all of it.
  let payload: UnsafeRawBufferPointer

  fileprivate init(_ iterator: WebPIterator, name: String) throws(ImagingError) {
    let fragment = iterator.fragment
    var features = WebPBitstreamFeatures()
    try checkWebP(WebPGetFeatures(fragment.bytes, fragment.size, &features), name: name)
    guard features.width > 0, features.height > 0 else {
      throw .damaged(source: name, reason: "a WebP frame without pixels")
    }
    x = Int(iterator.x_offset)
    y = Int(iterator.y_offset)
    size = PixelSize(width: Int(features.width), height: Int(features.height))
    hasAlpha = iterator.has_alpha != 0
    isLossless = features.format == 2
    payload = UnsafeRawBufferPointer(start: fragment.bytes, count: fragment.size)
  }
}

/// The ICC profile of a WebP file.
func webPColorProfile(in bytes: UnsafeRawBufferPointer) -> Data? {
  guard let file = try? WebPFile(bytes, name: "") else { return nil }
  return file.chunk("ICCP").map { Data($0) }
}

/// Throws what libwebp's answer says, unless it is that all is well.
func checkWebP(_ status: VP8StatusCode, name: String) throws(ImagingError) {
  switch status {
  case VP8_STATUS_OK: return
  case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory(source: name)
  case VP8_STATUS_UNSUPPORTED_FEATURE:
    throw .unsupported(source: name, feature: "a WebP feature that libwebp does not decode")
  case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
    throw .damaged(source: name, reason: "WebP data ends too early")
  default:
    throw .damaged(source: name, reason: "WebP bitstream error, status \(status.rawValue)")
  }
}
