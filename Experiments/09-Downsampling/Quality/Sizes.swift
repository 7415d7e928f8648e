import Evidence
import Imaging
import Reporting

/// What the cell's long side has on the screen that is looked at.
let nativeSide = cell().maxPixelSize

/// Long sides around it, the file's own last.
let sides = [1, 2, 4, 8, 12, 16, 24, 36].map { $0 * nativeSide / 12 } + [2_560]

/// What a picture's size buys.
let sizesTable = QuantityTable(
  id: "sizes", title: "Quality against memory",
  summary: "`\(Photograph.hero.rawValue)` kept at sizes below, at and above the "
    + "\(nativeSide) pixels that the cell has on a screen of scale \(usualScale), and seen there. "
    + "The last column looks closer: the picture is magnified to twice the cell, and held against "
    + "the photograph magnified as far; \(2 * nativeSide) pixels are exactly that size, so that "
    + "nothing is lost there by resizing again.",
  corner: "long side kept",
  rows: sides.map { .init(id: "\($0)", title: $0 == nativeSide ? "\($0), the cell's" : "\($0)") },
  columns: [
    .init(id: "kept", title: "kept", unit: "kB"),
    .init(id: "held", title: "pictures in \(budget / 1_000_000) MB", unit: ""),
  ] + Likeness.columns + [
    .init(id: "closer", title: "SSIM, magnified twice", unit: "", places: 4)
  ],
  chart: .tradeOff(x: "kept", y: "ssim"))

/// Makes the picture at every size, and looks at it in the cell and closer.
func sizeReadings(_ album: Album) throws(ImagingError) -> [Reading] {
  let file = album[.hero]
  let original = try file.decoded().pixels
  let best = original.resized(to: file.info.size.fitted(within: nativeSide))
  let closer = original.resized(to: file.info.size.fitted(within: 2 * nativeSide))
  var readings: [Reading] = []
  for side in sides {
    let picture = try file.thumbnail(ThumbnailOptions(maxPixelSize: side)).pixels
    let seen = Likeness(picture, against: best)
    let values = [
      ("kept", Double(picture.byteCount) / 1e3), ("held", Double(budget / picture.byteCount)),
      ("psnr", seen.decibels), ("ssim", seen.structure),
      ("closer", Likeness(picture, against: closer).structure),
    ]
    readings += values.map { Reading(sizesTable.cell("\(side)", $0.0), [$0.1]) }
  }
  return readings
}
