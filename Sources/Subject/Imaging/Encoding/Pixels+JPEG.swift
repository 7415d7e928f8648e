import CJPEG
public import Foundation

extension Pixels {
  /// The picture as a JPEG of a quality from 1 to 100, baseline unless asked for in passes.
  ///
  /// Colour is kept at full resolution (4:4:4) at 100, and at half of it both ways (4:2:0) below.
  /// JPEG has no alpha: what is transparent is laid over white. A side may be 65,500 pixels long.
  /// The ICC profile is embedded as it is; the samples are taken to be in it already.
  ///
  /// - Precondition: `quality` goes from 1 to 100.
  public func jpeg(
    quality: Int, isProgressive: Bool = false, colorProfile: Data? = nil
  ) throws(ImagingError) -> Data {
    precondition((1...100).contains(quality), "JPEG quality goes from 1 to 100")
    let source = try nameToWrite(as: .jpeg, longestSide: 65_500)
    let profile = [UInt8](colorProfile ?? Data())
    guard profile.count <= mostProfileBytes else {
      throw .unsupported(
        source: source, feature: "a colour profile of over \(mostProfileBytes) bytes")
    }
    var encoding = profile.withUnsafeBufferPointer { profile in
      cjpeg_encode(
        bytesOverWhite(), Int32(width), Int32(height),
        CJPEGEncodingOptions(
          quality: Int32(quality), progressive: isProgressive, profile: profile.baseAddress,
          profile_count: profile.count))
    }
    guard encoding.status != CJPEG_OUT_OF_MEMORY else { throw .outOfMemory(source: source) }
    guard let data = encoding.data else {
      let message = withUnsafeBytes(of: &encoding.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw .unsupported(source: source, feature: message)
    }
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

/// A profile is cut into at most 255 segments, each of 65,533 bytes less 14 that number it (ICC.1,
/// annex B.4).
private let mostProfileBytes = 255 * 65_519
