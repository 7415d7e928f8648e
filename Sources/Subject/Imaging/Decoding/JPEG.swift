import CJPEG

func decodeJPEG(
  _ bytes: UnsafeRawBufferPointer, source: String, limits: DecodingLimits
) throws(ImagingError) -> Pixels {
  let data = bytes.bindMemory(to: UInt8.self).baseAddress
  guard let decoder = cjpeg_decoder_create(data, bytes.count, Int32(clamping: limits.scans)) else {
    throw .outOfMemory(source: source)
  }
  defer { cjpeg_decoder_destroy(decoder) }

  func check(_ status: CJPEGStatus) throws(ImagingError) {
    let message = String(cString: cjpeg_decoder_message(decoder))
    try throwIfFailed(status, message, source: source, scanLimit: limits.scans)
  }
  var width: Int32 = 0
  var height: Int32 = 0
  try check(cjpeg_decoder_read_header(decoder, &width, &height))
  try limits.check(width: Int(width), height: Int(height), source: source)

  var status = CJPEG_OK
  let count = 4 * Int(width) * Int(height)
  let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    guard let rgba = buffer.baseAddress else { return }
    status = cjpeg_decoder_read_pixels(decoder, rgba)
    initializedCount = status == CJPEG_OK ? count : 0
  }
  try check(status)
  return Pixels(width: Int(width), height: Int(height), bytes: samples)
}

private func throwIfFailed(
  _ status: CJPEGStatus, _ message: String, source: String, scanLimit: Int = 0
) throws(ImagingError) {
  switch status {
  case CJPEG_OK: return
  case CJPEG_UNSUPPORTED: throw .unsupported(source: source, feature: message)
  case CJPEG_TOO_MANY_SCANS: throw .tooManyScans(source: source, limit: scanLimit)
  case CJPEG_OUT_OF_MEMORY: throw .outOfMemory(source: source)
  default: throw .damaged(source: source, reason: message)
  }
}
