import Evidence

/// How to read the figures of a benchmark, in plain words: no number in it that no run gave.
struct FigureGuide {
  private let measured: MeasuredBenchmark

  /// The guide to the figures of a benchmark.
  init(_ measured: MeasuredBenchmark) {
    self.measured = measured
  }

  /// The guide, folded away.
  var folded: String {
    Markdown.folded("Understanding these figures", Markdown.list(items))
  }

  private var items: [String] {
    let result = measured.result
    let baseline = Markdown.text(measured.baselineTitle)
    let confidence = Numbers.share(result.confidence)
    let costs = [
      "**A ratio** is a row's time over that of the baseline, *\(baseline)*: below 1 the row is "
        + "faster, above 1 slower. It is the median over all rounds of all processes.",
      "**Why pairs**: in every round each row is timed once, in changing order, and only times of "
        + "the same round are divided. What slows the machine for a while slows both, and their "
        + "ratio stays.",
      "**The interval** in brackets holds the true ratio of this machine with the stated "
        + "confidence, that of all rows at once with \(confidence). It comes from drawing "
        + "processes, then rounds, again and again from those measured (the bootstrap). The sign "
        + "test, which only counts the rounds that were above a ratio, is its cross-check.",
      "**The A/A twin** is the baseline measured a second time as if it were another row: its "
        + "interval, here \(Numbers.interval(of: result.twin)), shows what difference the "
        + "measurement makes out of none.",
      "**Not separated** does not mean equal. It means that the interval comes as near to 1 as the "
        + "same code may to itself, or does not clear that of the A/A twin in most processes: "
        + "nobody can say which is faster.",
      "**Per operation** is a median; between the numbers in brackets lies the middle half of all "
        + "epochs. It moves with the machine far more than the ratio does.",
      "**Switches** are context switches, the times a thread gave its processor up to wait. "
        + "**Allocations** are pieces of memory asked of the system.",
    ]
    let tails =
      "**Service and response time**: pNN is a percentile, the time that NN of 100 operations did "
      + "not exceed. Service time ignores the queue before an operation, as a single patient "
      + "caller does; response time includes it, as a person waiting for a picture does. A "
      + "percentile that too few operations support is not printed."
    return costs + (measured.rowsWithTails.isEmpty ? [] : [tails])
  }
}
