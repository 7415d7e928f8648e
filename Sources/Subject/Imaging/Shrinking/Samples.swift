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
    let pixels = UnsafeRawPointer(bytes)
    switch (light, hasAlpha) {
    case (.gamma, false):
      for index in 0..<count {
        samples[index] = vector(pixels, at: index)
      }
    case (.gamma, true):
      for index in 0..<count {
        samples[index] = premultiplied(vector(pixels, at: index))
      }
    case (.linear, _):
      SRGB.linear.withUnsafeBufferPointer { linear in
        for index in 0..<count {
          let red = linear[Int(bytes[4 * index])]
          let green = linear[Int(bytes[4 * index + 1])]
          let blue = linear[Int(bytes[4 * index + 2])]
          let alpha = Float(bytes[4 * index + 3])
          samples[index] = premultiplied(SIMD4(red, green, blue, hasAlpha ? alpha : 255))
        }
      }
    }
  }

  /// Rounds and clamps the pixels of a row.
  func narrow(
    _ samples: UnsafePointer<SIMD4<Float>>, at start: Int, count: Int,
    into bytes: UnsafeMutablePointer<UInt8>, at byteStart: Int
  ) {
    let samples = samples + start
    let bytes = bytes + byteStart
    for index in 0..<count {
      var sample = samples[index]
      if hasAlpha {
        guard sample.w >= 0.5 else {
          for lane in 0..<4 { bytes[4 * index + lane] = 0 }
          continue
        }
        // Lobes may lift alpha over 255: colour is divided by it as it is, which keeps a plain
        // colour plain.
        let alpha = sample.w
        sample *= 255 / alpha
        sample.w = alpha
      } else {
        sample.w = 255
      }
      if light == .linear {
        for lane in 0..<3 { bytes[4 * index + lane] = SRGB.encoded(sample[lane]) }
        bytes[4 * index + 3] = UInt8(min(max(sample.w + 0.5, 0), 255))
      } else {
        let rounded = (sample + 0.5).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
        for lane in 0..<4 { bytes[4 * index + lane] = UInt8(rounded[lane]) }
      }
    }
  }
}

@inline(__always)
private func vector(_ pixels: UnsafeRawPointer, at index: Int) -> SIMD4<Float> {
  let bytes = pixels.loadUnaligned(fromByteOffset: 4 * index, as: SIMD4<UInt8>.self)
  return SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: bytes))
}

@inline(__always)
private func premultiplied(_ sample: SIMD4<Float>) -> SIMD4<Float> {
  let opacity = sample.w * (1 / 255)
  return sample * SIMD4(opacity, opacity, opacity, 1)
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
