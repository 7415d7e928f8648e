import CJPEG
public import Foundation

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

extension Pixels {
  /// The picture as a baseline JPEG of a quality from 1 to 100.
  ///
  /// Colour is kept at full resolution (4:4:4) at 100, and at half of it both ways (4:2:0) below.
  /// JPEG has no alpha: what is transparent is laid over white. A side may be 65,500 pixels long.
  public func jpeg(quality: Int) throws(ImagingError) -> Data {
    precondition((1...100).contains(quality), "JPEG quality goes from 1 to 100")
    let source = "the \(width)×\(height) picture to be written as JPEG"
    var encoding = cjpeg_encode(
      bytesOverWhite(), Int32(clamping: width), Int32(clamping: height), Int32(quality))
    let message = withUnsafeBytes(of: &encoding.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    try throwIfFailed(encoding.status, message, source: source)
    guard let data = encoding.data else { throw .outOfMemory(source: source) }
    return Data(bytesNoCopy: data, count: encoding.count, deallocator: .free)
  }

  private func bytesOverWhite() -> [UInt8] {
    var samples = bytes
    for alpha in stride(from: 3, to: samples.count, by: 4) where samples[alpha] != 255 {
      let opacity = Int(samples[alpha])
      for index in (alpha - 3)..<alpha {
        let mixed = Int(samples[index]) * opacity + 255 * (255 - opacity)
        samples[index] = UInt8((mixed + 127) / 255)
      }
      samples[alpha] = 255
    }
    return samples
  }
}
