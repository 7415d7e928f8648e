import Imaging

@testable import _9_Downsampling

// The listings of 09-Downsampling as code that compiles; a test holds them against the lesson.
// Nothing here is called.

private func fitListing(_ file: ImageSource, _ cell: ScreenCell) -> [PixelSize] {
  // lesson: fits
  let rendered = cell.renderedSize(of: file.info.size)
  let limited = file.info.size.fitted(within: cell.publishedMaxPixelSize)
  // lesson: end
  return [rendered, limited]
}

private func factorListing(_ file: ImageSource, _ n: Int, _ isTurned: Bool) throws -> DecodedImage {
  // lesson: factors
  let limit = max(file.info.size.width, file.info.size.height) / n
  let thumbnail = try file.thumbnail(
    ThumbnailOptions(maxPixelSize: limit, appliesOrientation: isTurned))
  // lesson: end
  return thumbnail
}

private func timedListing(_ path: Path, _ file: ImageSource, _ cell: ScreenCell) throws -> Int {
  // lesson: timed
  let picture = try path.picture(of: file, for: cell)
  let printed = try picture.jpeg(quality: 100).count
  // lesson: end
  return printed
}

private func madeListing(_ path: Path, _ file: ImageSource, _ cell: ScreenCell) throws -> Pixels {
  // lesson: made
  let picture = try path.picture(of: file, for: cell)
  // lesson: end
  return picture
}
