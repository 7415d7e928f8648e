import Evidence
import Foundation
import Imaging
import Measurement
import Reporting
import StudyKit

/// Times every picture's thumbnails in rounds: scaled, full, and each peer that is there.
@concurrent
func timeThumbnails(
  _ pictures: ThumbnailPictures, _ peers: [ThumbnailPeer: PeerProgram], _ context: TrialContext
) async throws -> Observations {
  let running = peers.compactMapValues { $0.start() }
  var observed = Observations()
  for picture in pictures.all {
    let path = pictures.path(picture)
    let file = try Data(contentsOf: URL(filePath: path))
    var rows = [ThumbnailWay.scaled, .full].map { way in
      ToldRow(id: way.rawValue, batch: 1) {
        try timeThumbnail(of: file, side: ThumbnailPicture.side, way)
      }
    }
    for peer in ThumbnailPeer.allCases {
      guard let process = running[peer] else { continue }
      rows.append(
        ToldRow(id: peer.rawValue, batch: 1) {
          process.time(path, side: ThumbnailPicture.side)
        })
    }
    let rounds = context.profile.thumbnailRounds(of: picture)
    guard
      let sample = try await timeInRounds(
        rows, of: picture.benchmark, rounds: rounds, seed: context.seed)
    else { continue }
    let result = BenchmarkResult(pooling: [sample], seed: context.seed)
    // The benchmark's ratios turned round: how many times as long ours took.
    func ours(over row: String) -> Double? { result[row]?.ratio.map { 1 / $0.estimate } }
    observed.benchmarks.append(sample)
    observed.readings.append(
      Reading(thumbnailTable.cell(picture.rawValue, "time"), ours(over: "full")))
    for peer in ThumbnailPeer.allCases {
      observed.readings.append(
        Reading(peerTable.cell(picture.rawValue, "time-\(peer)"), ours(over: peer.rawValue)))
    }
  }
  return observed
}

/// Our ways from a file to a thumbnail.
enum ThumbnailWay: String, CaseIterable, Sendable {
  /// The codec shrinks while it decodes.
  case scaled
  /// All is decoded, and filtered while it comes.
  case full
  /// All is decoded into memory, and filtered then.
  case whole

  /// Makes one thumbnail from a file's bytes.
  @inline(never)
  func thumbnail(of file: Data, side: Int) throws -> Pixels {
    let source = try ImageSource(file)
    // As the peers do: libvips asks libwebp for it.
    let options = DecodingOptions(usesSecondThread: true)
    var wanted = ThumbnailOptions(maxPixelSize: side, options: options)
    switch self {
    case .scaled: break
    case .full: wanted.decoding = .full
    case .whole:
      let size = source.info.size.fitted(within: side)
      return try source.decoded(options).pixels.resized(to: size)
    }
    return try source.thumbnail(wanted).pixels
  }
}

/// Nanoseconds that one thumbnail takes.
private func timeThumbnail(
  of file: Data, side: Int, _ way: ThumbnailWay, by clock: () -> UInt64 = { nanosecondsNow() }
) throws -> Double {
  let start = clock()
  let made = try way.thumbnail(of: file, side: side)
  let end = clock()
  withExtendedLifetime(made) {}
  return Double(max(1, end - start))
}

/// Times every photograph's thumbnails both ways, in turns, and takes the largest ratio.
@concurrent
func timeEveryPhotograph(
  _ photos: Photographs, _ context: TrialContext
) async throws -> [Reading] {
  var ratios: [Double] = []
  for photo in photos.all {
    for side in sides {
      var ofRounds: [Double] = []
      for round in 0...context.profile.photographRounds {
        let ways: [ThumbnailWay] =
          round.isMultiple(of: 2) ? [.scaled, .full] : [.full, .scaled]
        var times: [ThumbnailWay: Double] = [:]
        for way in ways {
          times[way] = try timeThumbnail(
            of: photo.data, side: side, way, by: { processorNanosecondsNow() })
        }
        // What comes first finds cold caches.
        guard round > 0, let scaled = times[.scaled], let full = times[.full] else { continue }
        ofRounds.append(scaled / full)
      }
      ratios.append(ofRounds.middle)
    }
  }
  return [
    Reading("scaled-at-worst", ratios.max()),
    Reading("thumbnails-timed", ratios.isEmpty ? nil : Double(ratios.count)),
  ]
}

extension Profile {
  /// Rounds of a picture's thumbnails; the large one takes a third of a second.
  fileprivate func thumbnailRounds(of picture: ThumbnailPicture) -> Int {
    switch self {
    case .quick: 3
    case .standard: picture == .mosaic ? 3 : 10
    case .full: picture == .mosaic ? 4 : 20
    }
  }

  fileprivate var photographRounds: Int { self == .quick ? 1 : 9 }
}
