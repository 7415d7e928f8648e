import Evidence
import Imaging
import Measurement
import Reporting

/// A benchmark of all paths over one file, with the encode of the result or without.
struct Timed: Sendable {
  let photograph: Photograph
  let isEncoded: Bool

  static let all = [
    Timed(photograph: .hero, isEncoded: true), Timed(photograph: .hero, isEncoded: false),
    Timed(photograph: .heroJPEG, isEncoded: true), Timed(photograph: .heroJPEG, isEncoded: false),
  ]

  /// WebP as published, which the claim is about.
  static let published = all[0]

  var benchmark: Benchmark {
    let format = photograph == .hero ? "WebP" : "JPEG"
    return Benchmark(
      id: id,
      title: isEncoded ? "\(format), as it was timed" : "\(format), without the encode",
      summary: isEncoded
        ? "From the \(format) file to the picture that a cell keeps, **and** on to that picture's "
          + "JPEG at quality 100, which the study made to print its size. The request, which was "
          + "timed as well, is left out."
        : "The same without the JPEG: what an application would do.",
      listing: isEncoded
        ? """
        let picture = try path.picture(of: file, for: cell)
        let printed = try picture.jpeg(quality: 100).count
        """
        : "let picture = try path.picture(of: file, for: cell)",
      baseline: Path.original.rawValue,
      rows: Path.allCases.map { path in
        Benchmark.Row(
          id: path.rawValue, title: path.title, summary: summary(of: path),
          callerExecutor: "global pool", prediction: prediction(for: path))
      },
      question: isEncoded
        ? "Order the paths. What share of the original's time is the JPEG that nobody sees?"
        : "Order the paths again, now that nothing is encoded.")
  }

  /// Its id: `webp-timed`.
  var id: String { "\(photograph == .hero ? "webp" : "jpeg")-\(isEncoded ? "timed" : "made")" }

  private func summary(of path: Path) -> String {
    switch path {
    case .original: "Decoded in full and kept so."
    case .renderer:
      "Decoded in full, then drawn by Lanczos at the published size times \(usualScale)."
    case .thumbnail: "Made smaller while decoding, to at most \(Int(cellSide)) pixels."
    case .scaled:
      "Made smaller while decoding, to at most \(Int(cellSide)) · \(usualScale) pixels."
    }
  }

  /// Drawing smaller is work on top of the decode, so without an encode to save it cannot pay. Of
  /// a WebP's decode the codec saves less than the two filters take, its own and Lanczos; of a
  /// JPEG's about as much.
  private func prediction(for path: Path) -> Separation? {
    switch path {
    case .original: nil
    case .renderer: isEncoded ? .faster : .slower
    case .thumbnail: .faster
    case .scaled: isEncoded ? .faster : photograph == .hero ? .slower : .notSeparated
    }
  }

  /// The loops that are timed.
  func workloads(_ album: Album) -> [Workload] {
    let file = album[photograph]
    let cell = cell()
    return Path.allCases.map { path in
      isEncoded
        ? .synchronous(path.rawValue) { makeAndEncode(path, of: file, for: cell, $0) }
        : .synchronous(path.rawValue) { make(path, of: file, for: cell, $0) }
    }
  }
}

@inline(never)
private func make(_ path: Path, of file: ImageSource, for cell: ScreenCell, _ operations: Int) {
  for _ in 0..<operations { blackHole(try? path.picture(of: file, for: cell)) }
}

// lesson: as-timed
@inline(never)
private func makeAndEncode(
  _ path: Path, of file: ImageSource, for cell: ScreenCell, _ operations: Int
) {
  for _ in 0..<operations {
    blackHole(try? path.picture(of: file, for: cell).jpeg(quality: 100))
  }
}
// lesson: end
