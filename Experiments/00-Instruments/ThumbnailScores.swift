import Evidence
import Foundation
import Imaging
import Reporting

/// Scores every picture's thumbnails, ours and the peers', against what they ought to be.
func scoreThumbnails(
  _ pictures: ThumbnailPictures, _ peers: [ThumbnailPeer: PeerProgram]
) throws -> [Reading] {
  let running = peers.compactMapValues { $0.start() }
  var readings: [Reading] = []
  for picture in pictures.all {
    let file = try Data(contentsOf: URL(filePath: pictures.path(picture)))
    let ours = try ThumbnailWay.scaled.thumbnail(of: file, side: ThumbnailPicture.side)
    let whole = try ImageSource(file).decoded().pixels
    let reference = LanczosReference(of: whole, width: ours.width)
    let wanted = reference.samples(height: ours.height)
    let score = decibels(ours.colours, from: wanted)
    readings += [
      Reading(thumbnailTable.cell(picture.rawValue, "psnr"), score),
      Reading(
        thumbnailTable.cell(picture.rawValue, "ssim"),
        Pixels.structuralSimilarity(
          ours, Pixels(wanted, width: ours.width, height: ours.height))),
    ]
    let output = pictures.folder.appending(path: "samples").path
    for (peer, process) in running {
      // Of another peer, or of another picture.
      try? FileManager.default.removeItem(atPath: output)
      guard
        let size = process.pixels(
          pictures.path(picture), side: ThumbnailPicture.side, into: output),
        size == (ours.width, ours.height),
        let theirs = try? Data(contentsOf: URL(filePath: output)),
        theirs.count == 3 * size.width * size.height
      else { continue }
      let samples = theirs.map(Double.init)
      let best = parts(of: whole, in: size).map {
        decibels(samples, from: reference.samples(height: size.height, of: $0))
      }.max()
      readings.append(
        Reading(peerTable.cell(picture.rawValue, "psnr-\(peer)"), best.map { score - $0 }))
    }
  }
  return readings
}

/// The rows of a picture that a thumbnail may show: all; all that the decoder delivers, which
/// rounds up to eighths; and as many as whole rows of the thumbnail take at the scale of its
/// columns, from the top or from the middle.
private func parts(of whole: Pixels, in size: (width: Int, height: Int)) -> [ClosedRange<Double>] {
  let height = Double(whole.height)
  let kept = Double(size.height * whole.width) / Double(size.width)
  return [
    0...height, 0...Double((whole.height + 7) / 8 * 8), 0...kept,
    (height - kept) / 2...(height + kept) / 2,
  ]
}

extension Pixels {
  /// Red, green and blue of every pixel.
  fileprivate var colours: [Double] {
    bytes.indices.filter { $0 % 4 != 3 }.map { Double(bytes[$0]) }
  }

  /// An opaque picture of red, green and blue, rounded.
  fileprivate init(_ colours: [Double], width: Int, height: Int) {
    var bytes = [UInt8](repeating: 255, count: 4 * width * height)
    for (index, sample) in colours.enumerated() {
      bytes[index / 3 * 4 + index % 3] = UInt8(sample.rounded())
    }
    self.init(width: width, height: height, bytes: bytes)
  }
}
