import Foundation

/// How bytes become the numbers that a filter averages, and numbers bytes: one vector a pixel, each
/// lane from 0 to 255.
///
/// Colour is multiplied by alpha on the way in, so that what is transparent lends no colour to what
/// it lies beside, and divided by it on the way out.
struct Samples {
  let hasAlpha: Bool
  let light: Light

  /// Widens the pixels of a row.
  func widen(
    _ bytes: UnsafePointer<UInt8>, count: Int, into samples: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    switch light {
    case .gamma:
      let pixels = UnsafeRawPointer(bytes)
      for index in 0..<count { samples[index] = vector(pixels + 4 &* index) }
    case .linear:
      SRGB.linear.withUnsafeBufferPointer { linear in
        for index in 0..<count {
          let pixel = bytes + 4 &* index
          samples[index] = SIMD4(
            linear[Int(pixel[0])], linear[Int(pixel[1])], linear[Int(pixel[2])], Float(pixel[3]))
        }
      }
    }
    guard hasAlpha else { return }
    // A pass of its own: together with the widening it is compiled lane by lane, at half the speed.
    for index in 0..<count { samples[index] = premultiplied(samples[index]) }
  }

  /// Rounds and clamps the pixels of a row.
  func narrow(
    _ samples: UnsafePointer<SIMD4<Float>>, at start: Int, count: Int,
    into bytes: UnsafeMutablePointer<UInt8>, at byteStart: Int
  ) {
    let samples = samples + start
    let pixels = UnsafeMutableRawPointer(bytes + byteStart)
    for index in 0..<count {
      let sample = hasAlpha ? unmultiplied(samples[index]) : samples[index]
      var pixel = rounded(sample)
      if light == .linear {
        for lane in 0..<3 { pixel[lane] = SRGB.encoded(sample[lane]) }
      }
      if !hasAlpha { pixel.w = 255 }
      pixels.storeBytes(of: pixel, toByteOffset: 4 &* index, as: SIMD4<UInt8>.self)
    }
  }
}

@inline(__always)
private func vector(_ pixel: UnsafeRawPointer) -> SIMD4<Float> {
  let bytes = pixel.loadUnaligned(as: SIMD4<UInt8>.self)
  return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
}

@inline(__always)
private func premultiplied(_ sample: SIMD4<Float>) -> SIMD4<Float> {
  // Alpha itself is multiplied by 1, in the same step.
  sample * (SIMD4(repeating: sample.w) * SIMD4(1 / 255, 1 / 255, 1 / 255, 0) + SIMD4(0, 0, 0, 1))
}

/// What is so clear that its alpha rounds to 0 has no colour.
///
/// Lobes may lift alpha over 255: colour is divided by it as it is, so that a plain colour stays
/// plain.
@inline(__always)
private func unmultiplied(_ sample: SIMD4<Float>) -> SIMD4<Float> {
  guard sample.w > 0.5 else { return .zero }
  var straight = sample * (255 / sample.w)
  straight.w = sample.w
  return straight
}

@inline(__always)
private func rounded(_ sample: SIMD4<Float>) -> SIMD4<UInt8> {
  var sample = sample
  sample.replace(with: 0, where: sample .< 0)
  sample.replace(with: 255, where: sample .> 255)
  // 2²³ more, and the lowest bits are the whole number nearest.
  return SIMD4(truncatingIfNeeded: unsafeBitCast(sample + 0x1p23, to: SIMD4<UInt32>.self))
}

/// The curve of sRGB (IEC 61966-2-1), by table.
enum SRGB {
  /// The light of each sample, from 0 to 255.
  static let linear: [Float] = (0...255).map { Float(255 * light(Double($0) / 255)) }

  /// Where each sample gives way to the next, in light from 0 to 255.
  private static let limits: [Float] = (0..<255).map {
    Float(255 * light((Double($0) + 0.5) / 255))
  }

  /// The sample nearest to a light from 0 to 255.
  static func encoded(_ light: Float) -> UInt8 {
    var sample = 0
    var step = 128
    while step > 0 {
      if light >= limits[sample + step - 1] { sample += step }
      step /= 2
    }
    return UInt8(sample)
  }

  private static func light(_ sample: Double) -> Double {
    sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
  }
}
