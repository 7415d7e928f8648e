/// At what size a codec is asked for a picture that is to be made smaller.
///
/// A codec that shrinks is fast and coarse: it takes means of squares. So it has to leave the
/// filter a margin, some times the size wanted; the more, the better the picture and the less is
/// saved. What the margins are worth is measured by 09-Downsampling.
struct CodecPlan: Equatable {
  var scale: DecodingPath.CodecScale
  var size: PixelSize

  /// Plans the way from a stored picture to one of size `target`.
  init(from info: ImageInfo, to target: PixelSize, _ wanted: ThumbnailOptions) {
    self.init(scale: .full, size: info.size)
    // A codec takes the mean of samples as stored, which is not the mean of their light.
    guard case .scaled(let margin) = wanted.decoding, wanted.light == .gamma else { return }
    precondition(margin >= 1, "a codec leaves the filter at least the thumbnail's size")
    let reduction = info.size.reduction(to: target)
    switch info.format {
    case .jpeg:
      // The other eighths have no fast transform.
      guard let eighths = [1, 2, 4].first(where: { reduction * Double($0) / 8 >= margin }) else {
        return
      }
      scale = .eighths(eighths)
      size = info.size.atEighths(eighths)
    case .webP:
      // Its rescaler does not weigh colour by alpha; and where it is left little to do, its own
      // work costs more than it saves.
      guard !info.hasAlpha, !info.isAnimated, reduction >= 1.5 * margin else { return }
      scale = .rescaled
      size = PixelSize(
        width: Int((Double(target.width) * margin).rounded()),
        height: Int((Double(target.height) * margin).rounded()))
    }
  }

  private init(scale: DecodingPath.CodecScale, size: PixelSize) {
    self.scale = scale
    self.size = size
  }

  /// Eighths of the stored size that a JPEG is decoded at.
  var eighths: Int {
    guard case .eighths(let eighths) = scale else { return 8 }
    return eighths
  }

  /// How much of the delivered size is picture: the last row and column of eighths are rounded up.
  func extent(of stored: PixelSize) -> Extent {
    guard case .eighths(let eighths) = scale else {
      return Extent(width: Double(size.width), height: Double(size.height))
    }
    return Extent(
      width: Double(stored.width * eighths) / 8, height: Double(stored.height * eighths) / 8)
  }
}

extension PixelSize {
  /// How many times smaller a target is, along the side where that is least.
  fileprivate func reduction(to target: PixelSize) -> Double {
    min(
      Double(width) / Double(target.width), Double(height) / Double(target.height))
  }
}
