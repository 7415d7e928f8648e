import CWebP

func decodeWebP(
  _ bytes: UnsafeRawBufferPointer, source: String, limits: DecodingLimits
) throws(ImagingError) -> Pixels {
  // libwebp decodes what it finds and may not notice that the last bytes are missing.
  let claimed = claimedLength(of: bytes)
  guard claimed <= bytes.count else {
    throw .damaged(source: source, reason: "\(bytes.count) bytes of \(claimed)")
  }
  let data = bytes.bindMemory(to: UInt8.self).baseAddress
  var config = WebPDecoderConfig()
  guard WebPInitDecoderConfig(&config) != 0 else {
    throw .unsupported(source: source, feature: "another version of libwebp than built for")
  }
  try check(WebPGetFeatures(data, bytes.count, &config.input), source: source)
  guard config.input.has_animation == 0 else {
    throw .unsupported(source: source, feature: "animation")
  }
  let width = Int(config.input.width)
  let height = Int(config.input.height)
  try limits.check(width: width, height: height, source: source)

  var status = VP8_STATUS_OK
  let count = 4 * width * height
  let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    config.output.colorspace = MODE_RGBA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = buffer.baseAddress
    config.output.u.RGBA.stride = Int32(4 * width)
    config.output.u.RGBA.size = count
    status = WebPDecode(data, bytes.count, &config)
    initializedCount = status == VP8_STATUS_OK ? count : 0
  }
  try check(status, source: source)
  return Pixels(width: width, height: height, bytes: samples)
}

/// The file's length by its RIFF header: a little-endian size at byte 4, itself and the tag before
/// it not counted.
private func claimedLength(of bytes: UnsafeRawBufferPointer) -> Int {
  8 + Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
}

private func check(_ status: VP8StatusCode, source: String) throws(ImagingError) {
  switch status {
  case VP8_STATUS_OK: return
  case VP8_STATUS_OUT_OF_MEMORY: throw .outOfMemory(source: source)
  case VP8_STATUS_UNSUPPORTED_FEATURE:
    throw .unsupported(source: source, feature: "a WebP feature that libwebp does not decode")
  case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
    throw .damaged(source: source, reason: "WebP data ends too early")
  default:
    throw .damaged(source: source, reason: "WebP bitstream error, status \(status.rawValue)")
  }
}
