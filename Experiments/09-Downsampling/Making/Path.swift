import Imaging

/// A way from a file to the picture that a cell shows.
enum Path: String, CaseIterable, Sendable {
  /// Decoded in full and kept so; the screen makes it smaller.
  case original
  /// Decoded in full, then drawn smaller at the screen's scale.
  case renderer
  /// Made smaller while it is decoded, the cell's points taken for pixels.
  case thumbnail
  /// Made smaller while it is decoded, to the pixels that the cell has.
  case scaled

  /// What it is called in the report.
  var title: String {
    switch self {
    case .original: "original"
    case .renderer: "renderer"
    case .thumbnail: "thumbnail, as published"
    case .scaled: "thumbnail × scale"
    }
  }

  /// Whether what it makes is another on a screen of another scale.
  var dependsOnScale: Bool { self == .renderer || self == .scaled }
}

// lesson: paths
extension Path {
  /// The picture that is kept for a cell.
  func picture(of file: ImageSource, for cell: ScreenCell) throws(ImagingError) -> Pixels {
    switch self {
    case .original:
      try file.decoded().pixels
    case .renderer:
      try file.decoded().pixels.resized(to: cell.renderedSize(of: file.info.size))
    case .thumbnail:
      try file.thumbnail(ThumbnailOptions(maxPixelSize: cell.publishedMaxPixelSize)).pixels
    case .scaled:
      try file.thumbnail(ThumbnailOptions(maxPixelSize: cell.maxPixelSize)).pixels
    }
  }
}
// lesson: end

/// The side of the study's square cell, in points.
let cellSide = 156.0

/// The scales of screens.
let scales = [1, 2, 3]

/// The scale of the screen where only one is looked at.
let usualScale = 3

/// The study's cell on a screen of a scale.
func cell(scale: Int = usualScale) -> ScreenCell {
  ScreenCell(width: cellSide, height: cellSide, scale: Double(scale))
}
