import Foundation

extension ImageSource {
  /// A smaller picture, with ImageIO's semantics: never enlarged, turned only when asked, sized
  /// after turning.
  ///
  /// Of a JPEG no more than a few rows are held beside the thumbnail, of a progressive one its
  /// coefficients as well; of a WebP what the decoder delivers. Throws as ``decoded(_:)`` does.
  public func thumbnail(_ wanted: ThumbnailOptions) throws(ImagingError) -> DecodedImage {
    let isTurned = wanted.appliesOrientation && info.orientation.swapsSides
    let upright = (isTurned ? info.size.turned : info.size).fitted(within: wanted.maxPixelSize)
    // Turned last, when there are fewest pixels, into a copy.
    guard wanted.appliesOrientation, info.orientation != .up else {
      return try shrunk(to: upright, wanted)
    }
    guard 8 * upright.pixelCount <= limits.memory else {
      throw .overMemoryLimit(source: name, limit: limits.memory)
    }
    var image = try shrunk(to: isTurned ? upright.turned : upright, wanted)
    image.pixels = image.pixels.oriented(info.orientation)
    return image
  }

  private func shrunk(
    to target: PixelSize, _ wanted: ThumbnailOptions
  ) throws(ImagingError) -> DecodedImage {
    guard target != info.size else { return try decoded(wanted.options) }
    let plan = CodecPlan(from: info, to: target, wanted)
    let extent = plan.extent(of: info.size)
    let memory = Resampler.memory(decoded: plan.size, extent: extent, target: target)
    guard memory <= limits.memory else {
      throw .overMemoryLimit(source: name, limit: limits.memory)
    }
    var resampler = Resampler(
      decoded: plan.size, extent: extent, target: target, hasAlpha: info.hasAlpha,
      light: wanted.light, areMeans: plan.scale != .full)
    let warningCount = try decode(plan, wanted.options, heldByteCount: memory, into: &resampler)
    return DecodedImage(
      pixels: Pixels(width: target.width, height: target.height, bytes: resampler.pixels),
      path: DecodingPath(
        scale: plan.scale, decodedSize: plan.size,
        filtered: resampler.isFiltering ? wanted.light : nil),
      warningCount: warningCount, colorProfile: colorProfile)
  }

  /// Decodes into the resampler and returns how many warnings there were.
  private func decode(
    _ plan: CodecPlan, _ options: DecodingOptions, heldByteCount: Int,
    into resampler: inout Resampler
  ) throws(ImagingError) -> Int {
    try data.bytes.withUnsafeBytes { (bytes) throws(ImagingError) in
      switch info.format {
      case .jpeg:
        return try decodeJPEG(
          bytes, name: name, limits: limits, options: options, eighths: plan.eighths,
          heldByteCount: heldByteCount, into: &resampler)
      case .webP:
        let (picture, warningCount) = try decodeWebP(
          bytes, name: name, limits: limits, options: options,
          scaledTo: plan.scale == .rescaled ? plan.size : nil, heldByteCount: heldByteCount)
        guard resampler.takeAll(of: picture, unless: options.isCancelled) else {
          throw ImagingError.cancelled(source: name)
        }
        return warningCount
      }
    }
  }
}
