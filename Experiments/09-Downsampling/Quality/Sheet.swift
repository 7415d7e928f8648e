import Imaging
import Reporting

/// The pictures, for the eye.
let sheet = PictureSheet(
  id: "side-by-side", title: "The same cell, four times",
  summary: "What a cell of \(Int(cellSide)) points shows on a screen of scale \(usualScale): "
    + "\(nativeSide) pixels across, drawn here at 100 %, and below each a part magnified. Look at "
    + "the cat's eyes and at the smallest stars. The thumbnail as published has one pixel for "
    + "\(usualScale * usualScale) of the screen.",
  shown: .init(width: nativeSide, height: 124),
  part: .init(x: 160, y: 26, width: 92, height: 46), times: 5, columns: 1,
  cells: [
    .init(id: "native", caption: "The whole photograph by Lanczos: the best this screen can show"),
    .init(
      id: Path.thumbnail.rawValue,
      caption: "Thumbnail as published: {webp-screens/thumbnail-3/kept}, "
        + "{webp-screens/thumbnail-3/psnr}, SSIM {webp-screens/thumbnail-3/ssim}"),
    .init(
      id: Path.scaled.rawValue,
      caption: "Thumbnail × scale: {webp-screens/scaled-3/kept}, {webp-screens/scaled-3/psnr}, "
        + "SSIM {webp-screens/scaled-3/ssim}"),
    .init(
      id: Path.renderer.rawValue,
      caption: "Renderer: {webp-screens/renderer-3/kept}, the first by construction, since its "
        + "stand-in is that filter"),
  ])

/// Makes the sheet's pictures, each as it is kept, without loss.
func sheetPictures(_ album: Album) throws(ImagingError) -> [PictureRecord] {
  let file = album[.hero]
  let native = file.info.size.fitted(within: nativeSide)
  var pictures = [("native", try file.decoded().pixels.resized(to: native))]
  for path in [Path.thumbnail, .scaled, .renderer] {
    pictures.append((path.rawValue, try path.picture(of: file, for: cell())))
  }
  return try pictures.map { cell, picture throws(ImagingError) in
    PictureRecord(
      sheet: sheet.id, cell: cell, width: picture.width, height: picture.height, format: .webp,
      bytes: try picture.webPLossless())
  }
}
