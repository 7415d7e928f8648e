public import Evidence

/// One row held against the baseline: the ratio, and whether that is more than noise.
///
/// *Faster* or *slower* is said only if all of this holds, and *not separated* otherwise:
/// - the bootstrap interval of all processes together lies on one side of 1, by more than
///   ``Gates/difference``;
/// - in more than half of the processes the process's own interval does so on the same side, and
///   has nothing in common with that process's interval of the baseline against itself;
/// - the sign test's interval does so on the same side;
/// - the baseline does not stray from itself (``Gates/twin``).
public struct Comparison: Equatable, Sendable {
  /// How many times as long as the baseline it took.
  public let ratio: Ratio
  /// What may be said of that.
  public let separation: Separation
  /// Whether the bootstrap separates the two and the sign test does not bear it out.
  public let intervalsDisagree: Bool

  /// Compares times taken in the same rounds of one process.
  ///
  /// The three hold one time for each round, in any unit; the twin's are the baseline's own, taken
  /// a second time. `comparisons` are those that `confidence` is to hold for together (Bonferroni).
  /// The same seed gives the same result. O(10,000 × rounds).
  ///
  /// - Precondition: each holds as many times as the others, at least one, all positive and finite.
  public init(
    row: [Double], baseline: [Double], twin: [Double], confidence: Double = 0.95,
    among comparisons: Int = 1, seed: UInt64
  ) {
    self.init(
      row: row, baseline: baseline, twin: twin,
      by: Bootstrap(confidence: confidence, among: comparisons), seed: seed)
  }

  init(
    row: [Double], baseline: [Double], twin: [Double], by bootstrap: Bootstrap, seed: UInt64
  ) {
    func ratio(_ times: [Double], _ name: String) -> PairedRatio {
      PairedRatio(
        logRatios: [PairedRatio.logRatios(times, baseline)], by: bootstrap,
        using: SeededGenerator(seed: seed, part: name))
    }
    self.init(ratio(row, "row"), noise: ratio(twin, "twin"))
  }

  // lesson: verdict
  /// Judges a row by what the baseline differed from itself.
  init(_ row: PairedRatio, noise twin: PairedRatio) {
    ratio = row.ratio
    intervalsDisagree = row.intervalsDisagree
    let isSound = !row.intervalsDisagree && Gates.strays(twin) == nil
    separation = isSound && row.isBorneOut(beyond: twin) ? row.side : .notSeparated
  }
  // lesson: end
}

extension Bootstrap {
  /// One whose interval holds with a confidence together with those of other comparisons.
  init(confidence: Double, among comparisons: Int, replicates: Int = 10_000) {
    precondition(confidence > 0 && confidence < 1, "a confidence lies between 0 and 1")
    precondition(comparisons > 0, "there is nothing to compare")
    self.init(errorRate: (1 - confidence) / Double(comparisons), replicates: replicates)
  }
}
