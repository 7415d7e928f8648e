import Evidence
import Foundation
import Imaging
import Measurement
import Reporting
import StudyKit

/// Thumbnails by scaled decoding, held against a full decode of ours and against two libraries.
let thumbnailCheck = Check(
  name: "the thumbnails",
  tables: [thumbnailTable, peerTable, peakTable, everyPhotographTable],
  benchmarks: ThumbnailPicture.allCases.map(\.benchmark)
) { context in
  guard let workshop = Workshop("thumbnails") else { return Observations() }
  defer { workshop.remove() }
  let photos = try Photographs(in: context.photos)
  let pictures = try ThumbnailPictures(
    from: photos, into: workshop.folder, mosaic: context.profile != .quick)
  var peers: [ThumbnailPeer: PeerProgram] = [:]
  for peer in ThumbnailPeer.allCases { peers[peer] = peer.program(in: workshop) }
  var observed = try await timeThumbnails(pictures, peers, context)
  observed.readings += try await weighThumbnails(pictures, peers, context)
  // The same in every process, so once is enough.
  if context.trial == 1 { observed.readings += try scoreThumbnails(pictures, peers) }
  observed.readings += try await timeEveryPhotograph(photos, context)
  return observed
}

private let pictureRows = ThumbnailPicture.allCases.map {
  QuantityGrid.Header(id: $0.rawValue, title: $0.title)
}

let thumbnailTable = QuantityTable(
  id: "thumbnails", title: "a thumbnail beside a full decode",
  summary: "Thumbnails of at most \(ThumbnailPicture.side) pixels a side. Time and peak memory are "
    + "those of scaled decoding over those of decoding all of the picture and filtering it, by us "
    + "as well: time beside the faster such way, which filters rows as they come and never holds "
    + "the picture; memory beside the usual one, which does. What a thumbnail ought to be is "
    + "computed in double precision from the whole picture, by Lanczos3; PSNR and SSIM tell how "
    + "close scaled decoding comes.",
  corner: "picture", rows: pictureRows,
  columns: [
    .init(id: "time", title: "time over a full decode’s", unit: "", places: 2),
    .init(id: "memory", title: "peak memory over a full decode’s", unit: "", places: 3),
    .init(id: "psnr", title: "PSNR", unit: "dB", places: 1),
    .init(id: "ssim", title: "SSIM", unit: "", places: 4),
  ],
  cell: { picture, column, quantity in
    var quantity = quantity
    switch (column, ThumbnailPicture(rawValue: picture)) {
    case ("time", .hero): quantity.atMost = 0.55
    case ("time", .mosaic): quantity.atMost = 0.35
    case ("time", .webP): quantity.atMost = 0.9
    case ("memory", .hero): quantity.atMost = 0.25
    case ("memory", .mosaic): quantity.atMost = 0.05
    case ("memory", .webP): quantity.atMost = 0.3
    case ("memory", .progressive): quantity.atMost = 0.6
    case ("psnr", .webP): quantity.atLeast = 48
    case ("psnr", _): quantity.atLeast = 50
    case ("ssim", .hero): quantity.atLeast = 0.999
    default: break
    }
    return quantity
  })

let peerTable = QuantityTable(
  id: "peers", title: "a thumbnail beside those of libvips and Pillow",
  summary: "Ours over theirs, of the same file to the same size; of quality, how much closer ours "
    + "comes. Libvips keeps whole rows only where a side comes out fractional, so its thumbnail, "
    + "and Pillow’s, is held against several parts of the picture that it may show, and the best "
    + "score counts.",
  corner: "picture", rows: pictureRows,
  columns: ThumbnailPeer.allCases.flatMap { peer in
    [
      .init(
        id: "time-\(peer)", title: "time over \(peer.title)’s", unit: "", places: 2, atMost: 1),
      .init(
        id: "memory-\(peer)", title: "peak memory over \(peer.title)’s", unit: "", places: 2,
        atMost: 1),
      .init(
        id: "psnr-\(peer)", title: "PSNR above \(peer.title)’s", unit: "dB", places: 1,
        atLeast: 0),
    ]
  },
  cell: { picture, column, quantity in
    guard picture == ThumbnailPicture.progressive.rawValue else { return quantity }
    var quantity = quantity
    // All passes have to be read by whoever decodes any of it: no more than a tie was declared.
    quantity.atMost = column.hasPrefix("time") ? 1.05 : nil
    quantity.atLeast = nil
    return quantity
  })

let peakTable = QuantityTable(
  id: "thumbnail-peaks", title: "the memory of one thumbnail",
  summary: "The most that was resident while one thumbnail was made, above what was before, in a "
    + "fresh process that had made one of a small picture.",
  corner: "picture", rows: pictureRows,
  columns: PeakRow.allCases.map { .init(id: $0.rawValue, title: $0.title, unit: "MiB", places: 2) },
  cell: { picture, column, quantity in
    var quantity = quantity
    if picture == ThumbnailPicture.mosaic.rawValue, column == PeakRow.scaled.rawValue {
      quantity.atMost = 8
    }
    return quantity
  })

let everyPhotographTable = QuantityTable(
  id: "every-photograph", title: "scaled decoding where there is little to gain",
  summary: "Every photograph is made as small as \(sides.map(String.init).joined(separator: ", ")) "
    + "pixels, both ways in turns, neither holding the picture. Given is processor time, which "
    + "others on the machine hardly lengthen: the largest ratio of all is the noisiest of all. It "
    + "tells whether scaled decoding is ever the slower way.",
  quantities: [
    Quantity(
      id: "scaled-at-worst", title: "scaled over a full decode, at worst", unit: "", places: 2,
      atMost: 1.1),
    Quantity(id: "thumbnails-timed", title: "photographs and sizes", unit: ""),
  ])

/// The longest sides of every photograph's thumbnails: a cell of 156 points on three screens.
let sides = [156, 312, 468]

extension ThumbnailPicture {
  var benchmark: Benchmark {
    Benchmark(
      id: "thumbnail-\(rawValue)", title: "A thumbnail of a \(title)",
      summary: "One operation makes one thumbnail of at most \(Self.side) pixels a side, from the "
        + "file’s bytes in memory to samples in memory. \(what) Each library runs in a process of "
        + "its own, which is warm, and times itself. Where one is not installed its row is not "
        + "run.",
      listing: """
        let source = try ImageSource(file)
        return try source.thumbnail(
          ThumbnailOptions(maxPixelSize: 156, options: DecodingOptions(usesSecondThread: true)))
        """,
      baseline: "scaled",
      rows: [
        .init(
          id: "scaled", title: "Imaging (ours), scaled decoding",
          summary: "The codec shrinks while it decodes.",
          callerExecutor: "global pool", prediction: nil),
        .init(
          id: "full", title: "Imaging (ours), a full decode",
          summary: "The whole picture is decoded, then filtered; by us, too.",
          callerExecutor: "global pool", prediction: self == .progressive ? nil : .slower),
      ]
        + ThumbnailPeer.allCases.map { peer in
          .init(
            id: peer.rawValue, title: peer.title, summary: peer.summary,
            callerExecutor: "its own process", prediction: self == .progressive ? nil : .slower)
        },
      question: "Four ways from one file to one thumbnail. Which takes longest, and by how much?")
  }

  private var what: String {
    switch self {
    case .hero: "The file is `hero.jpg`."
    case .mosaic:
      "The file has 24 megapixels, pieces of the photographs in an order that a seed gives, at "
        + "quality 85 and with colour at half its resolution (4:2:0)."
    case .webP:
      "The file is `hero.webp`, whose decoder can scale, but has to predict first. Here and in "
        + "libvips a second thread may help; whether the system gives it a core of its own is luck."
    case .progressive: "The file is `hero.jpg` written anew in several passes."
    }
  }
}

extension ThumbnailPeer {
  fileprivate var summary: String {
    switch self {
    case .libvips: "`vips_thumbnail_buffer`, its cache of operations off."
    case .pillow: "`Image.thumbnail` with Lanczos."
    }
  }
}
