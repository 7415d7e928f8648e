import Evidence

/// Which rounds of one process count for a row.
///
/// The rule, declared before any run: a round is discarded where the row's epoch or the baseline's
/// was preempted more than twice as often as the median of that row's own epochs, which is to say
/// at all where most were not. It looks at preemptions and never at times. Even so it may favour
/// a row whose operations are as long as the disturbances: then the baseline comes apart from its
/// twin as well, and ``Gates/twin`` tells. Where it would leave fewer than half of the rounds, all
/// are counted, and a warning says so: the rule is for rare disturbances, and what it picks from a
/// busy machine proves little.
struct CountedRounds {
  /// The rounds that count, rising.
  let rounds: [Int]
  /// Rounds that the rule left.
  let undisturbed: Int
  /// Rounds measured.
  let measured: Int

  init(row: RowSample, baseline: RowSample) {
    let disturbed = Self.disturbed(row).union(Self.disturbed(baseline))
    let all = row.nanoseconds.indices
    let left = all.filter { !disturbed.contains($0) }
    undisturbed = left.count
    measured = all.count
    rounds = 2 * left.count < all.count ? Array(all) : left
  }

  /// Whether the rule left too few rounds, so that all are counted.
  var isOverruled: Bool { rounds.count > undisturbed }

  private static func disturbed(_ row: RowSample) -> Set<Int> {
    // None where the system does not tell.
    guard !row.preemptions.isEmpty else { return [] }
    let most = 2 * RankedNumbers(row.preemptions.map(Double.init)).median
    return Set(row.preemptions.indices.filter { Double(row.preemptions[$0]) > most })
  }
}
