extension Pixels {
  /// The picture in black and white with hard contrast, alpha unchanged.
  ///
  /// An analogue of Core Image's `CIPhotoEffectNoir`, whose exact curve is not published: Rec. 709
  /// luma of the samples as they are (gamma encoded), then the curve 3y² − 2y³, which keeps black,
  /// middle grey and white where they are and steepens what lies between. O(pixels).
  public func noir() -> Pixels {
    var samples = bytes
    for index in stride(from: 0, to: samples.count, by: 4) {
      let red = Int(samples[index])
      let green = Int(samples[index + 1])
      let blue = Int(samples[index + 2])
      // 0.2126, 0.7152, 0.0722 in 256ths.
      let grey = noirCurve[(54 * red + 183 * green + 19 * blue) >> 8]
      samples[index] = grey
      samples[index + 1] = grey
      samples[index + 2] = grey
    }
    return Pixels(width: width, height: height, bytes: samples)
  }
}

private let noirCurve: [UInt8] = (0...255).map { luma in
  let y = Double(luma) / 255
  return UInt8((y * y * (3 - 2 * y) * 255).rounded())
}
