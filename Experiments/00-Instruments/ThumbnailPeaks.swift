import Evidence
import Foundation
import Imaging
import Measurement
import Reporting
import StudyKit

/// Whose peaks are read: ours by all ways, and the peers'.
enum PeakRow: String, CaseIterable {
  case scaled, full, whole, libvips, pillow

  var title: String {
    switch self {
    case .scaled: "scaled decoding"
    case .full: "a full decode, row by row"
    case .whole: "a full decode, held"
    case .libvips: ThumbnailPeer.libvips.title
    case .pillow: ThumbnailPeer.pillow.title
    }
  }
}

/// Reads the peak of every picture's thumbnail, each in a fresh process.
@concurrent
func weighThumbnails(
  _ pictures: ThumbnailPictures, _ peers: [ThumbnailPeer: PeerProgram], _ context: TrialContext
) async throws -> [Reading] {
  // Probes find the pictures where they look for photographs.
  let context = TrialContext(
    profile: context.profile, trial: context.trial, seed: context.seed, backends: [],
    photos: pictures.folder.path, executable: context.executable, probeLimit: context.probeLimit,
    report: context.report)
  var readings: [Reading] = []
  for picture in pictures.all {
    var peaks: [PeakRow: Double] = [:]
    for row in PeakRow.allCases {
      let peak: Double?
      if let way = ThumbnailWay(rawValue: row.rawValue) {
        peak = try await context.probe(thumbnailProbe(picture, way)).first
      } else {
        peak = ThumbnailPeer(rawValue: row.rawValue).flatMap { peers[$0] }.flatMap {
          peakOfPeer($0, picture, in: pictures)
        }
      }
      // Memory comes in pages: where none was added there was room for less than one.
      peaks[row] = peak.map { max($0, 4_096) }
    }
    for row in PeakRow.allCases {
      readings.append(
        Reading(
          peakTable.cell(picture.rawValue, row.rawValue), peaks[row].map { $0 / 1_048_576 }))
    }
    func ours(over row: PeakRow) -> Double? {
      peaks[.scaled].flatMap { scaled in peaks[row].map { scaled / $0 } }
    }
    readings += [
      Reading(thumbnailTable.cell(picture.rawValue, "memory"), ours(over: .whole)),
      Reading(peerTable.cell(picture.rawValue, "memory-libvips"), ours(over: .libvips)),
      Reading(peerTable.cell(picture.rawValue, "memory-pillow"), ours(over: .pillow)),
    ]
  }
  return readings
}

private func peakOfPeer(
  _ program: PeerProgram, _ picture: ThumbnailPicture, in pictures: ThumbnailPictures
) -> Double? {
  let process = program.start()
  let small = pictures.folder.appending(path: picture.small).path
  guard process?.time(small, side: ThumbnailPicture.smallSide) != nil else { return nil }
  return process?.peak(pictures.path(picture), side: ThumbnailPicture.side)
}

func thumbnailProbe(_ picture: ThumbnailPicture, _ way: ThumbnailWay) -> String {
  "thumbnail-\(picture.rawValue)-\(way.rawValue)"
}

/// The probes of all pictures: each tells the bytes that were resident at most while its thumbnail
/// was made, above those before.
let thumbnailProbes: [String: Experiment.Probe] = Dictionary(
  uniqueKeysWithValues: ThumbnailPicture.allCases.flatMap { picture in
    ThumbnailWay.allCases.map { way in
      let probe: Experiment.Probe = { @concurrent @Sendable context in
        try readPeak(of: picture, way, in: context.photos)
      }
      return (thumbnailProbe(picture, way), probe)
    }
  })

private func readPeak(
  of picture: ThumbnailPicture, _ way: ThumbnailWay, in folder: String
) throws -> [Double] {
  let folder = URL(filePath: folder)
  let small = try Data(contentsOf: folder.appending(path: picture.small))
  let file = try Data(contentsOf: folder.appending(path: picture.file))
  // To read the peak takes memory, too, the first time.
  guard PeakMemory.bytes != nil else { return [] }
  blackHole(try way.thumbnail(of: small, side: ThumbnailPicture.smallSide).width)
  guard PeakMemory.reset(), let base = PeakMemory.bytes else { return [] }
  let made = try way.thumbnail(of: file, side: ThumbnailPicture.side)
  guard let peak = PeakMemory.bytes else { return [] }
  blackHole(made.width)
  return [Double(peak - base)]
}
