import Evidence

/// What no run can have measured, or what contradicts the description, of one benchmark.
struct MeasurementCheck {
  /// From a millionth of a nanosecond to 11 days: a logarithmic axis shows all of it.
  private static let nanoseconds = 1e-6...1e15
  /// Whatever it is, a billionfold difference is none that pairs of epochs can show.
  private static let ratios = 1e-9...1e9
  private static let counts = 0...1_000_000_000_000

  let benchmark: Benchmark
  let result: BenchmarkResult

  /// The first problem, a clause; `nil` where there is none.
  var problem: String? {
    let name = benchmark.id
    guard result.baseline == benchmark.baseline else {
      return "\(name) was held against '\(result.baseline)', not '\(benchmark.baseline)'"
    }
    guard result[result.baseline] != nil else {
      return "\(name) did not measure its baseline '\(result.baseline)'"
    }
    guard (1...1_000_000).contains(result.processes) else {
      return "\(name) ran in \(result.processes) processes"
    }
    guard result.confidence > 0, result.confidence < 1 else {
      return "\(name) is confident to \(result.confidence)"
    }
    return problem(of: result.twin, in: "the A/A twin of \(name)")
      ?? problem(of: result.timer, in: "the timer of \(name)")
      ?? problem(of: result.warnings, in: name)
      ?? firstProblem(in: result.rows, problem)
  }

  private func problem(of row: MeasuredRow) -> String? {
    let name = "\(row.row) of \(benchmark.id)"
    guard benchmark.rows.contains(where: { $0.id == row.row }) else {
      return "\(benchmark.id) measured the row '\(row.row)', which is not described"
    }
    guard result.rows.count(where: { $0.row == row.row }) == 1 else {
      return "\(name) is there twice"
    }
    let isBaseline = row.row == result.baseline
    guard isBaseline == (row.ratio == nil), isBaseline == (row.separation == nil) else {
      let fault = isBaseline ? "is the baseline but has" : "lacks"
      return "\(name) \(fault) a ratio or a verdict"
    }
    guard Self.counts.contains(row.rounds), Self.counts.contains(row.discarded) else {
      return "\(name) has \(row.rounds) rounds and \(row.discarded) discarded"
    }
    for count in [row.switches ?? 0, row.allocations ?? 0] where !(0...1e9).contains(count) {
      return "\(name) has \(count) switches or allocations per operation"
    }
    return problem(of: row.nanoseconds, in: Self.nanoseconds, "\(name) took", unit: "ns")
      ?? problem(of: row.quartiles, in: Self.nanoseconds, "\(name) took", unit: "ns")
      ?? row.ratio.flatMap { problem(of: $0, in: name) }
      ?? problem(of: row.service, in: name) ?? problem(of: row.response, in: name)
      ?? problem(of: row.warnings, in: name)
  }

  private func problem(of ratio: Ratio, in place: String) -> String? {
    guard ratio.processes.count <= result.processes else {
      return "\(place) has ratios of \(ratio.processes.count) processes, \(result.processes) ran"
    }
    let told = "the ratio of \(place) is"
    return problem(of: ratio.estimate, in: Self.ratios, told)
      ?? problem(of: ratio.interval, in: Self.ratios, told)
      ?? problem(of: ratio.signTest, in: Self.ratios, told)
      ?? firstProblem(in: ratio.processes) { problem(of: $0, in: Self.ratios, told) }
  }

  private func problem(of response: [ResponseTimes], in place: String) -> String? {
    if let load = duplicate(in: response.map(\.load)) {
      return "\(place) was asked at a load of \(load) twice"
    }
    return firstProblem(in: response) { times in
      problem(of: times.load, in: 1e-3...1, "\(place) was asked at a load of")
        ?? problem(of: times.quantiles, in: place)
    }
  }

  /// Percentiles by rising share, none below the one before.
  private func problem(of quantiles: [Quantile], in place: String) -> String? {
    for (lower, upper) in zip(quantiles, quantiles.dropFirst()) {
      guard lower.share < upper.share, lower.value <= upper.value else {
        return "the percentiles of \(place) do not rise"
      }
    }
    return firstProblem(in: quantiles) { quantile in
      problem(of: quantile.share, in: 0...1, "a percentile of \(place) is at")
        ?? problem(of: quantile.value, in: 0...1e15, "a percentile of \(place) is", unit: "ns")
    }
  }

  private func problem(of warnings: [MeasurementWarning], in place: String) -> String? {
    firstProblem(in: warnings) { warning in
      let told = "a warning of \(place) says"
      return switch warning {
      case .steal(let share): problem(of: share, in: 0...1, told)
      case .crowded(let processors): problem(of: processors, in: 0...1e6, told)
      case .starved(let share): problem(of: share, in: 0...1e6, told)
      case .drift(let factor), .baselineStrays(let factor):
        problem(of: factor, in: Self.ratios, told)
      case .preempted(let undisturbed, let all):
        (0...max(0, all)).contains(undisturbed) ? nil : "\(told) \(undisturbed) of \(all) rounds"
      case .intervalsDisagree: nil
      }
    }
  }

  private func problem(
    of interval: Interval, in range: ClosedRange<Double>, _ told: String, unit: String = ""
  ) -> String? {
    guard !(interval.upper < interval.lower) else {
      return "\(told) from \(interval.lower) to \(interval.upper)"
    }
    return problem(of: interval.lower, in: range, told, unit: unit)
      ?? problem(of: interval.upper, in: range, told, unit: unit)
  }

  /// A number that is not finite is in no range.
  private func problem(
    of number: Double, in range: ClosedRange<Double>, _ told: String, unit: String = ""
  ) -> String? {
    range.contains(number) ? nil : "\(told) \(number)\(unit.isEmpty ? "" : " ")\(unit)"
  }
}

extension ExperimentRecord {
  /// What is wrong with what was timed.
  var benchmarkProblem: String? {
    if let id = duplicate(in: benchmarks.map(\.benchmark)) {
      return "the benchmark \(id) is there twice"
    }
    return firstProblem(in: benchmarks) { result in
      guard let benchmark = description.benchmarks.first(where: { $0.id == result.benchmark })
      else { return "the benchmark '\(result.benchmark)' was run, which is not described" }
      return MeasurementCheck(benchmark: benchmark, result: result).problem
    }
  }

  /// What is wrong with what was read off.
  var readingProblem: String? {
    let quantities = Set(description.quantities.flatMap(\.quantities).map(\.id))
    if let id = duplicate(in: readings.map(\.quantity)) { return "\(id) was read twice" }
    return firstProblem(in: readings) { reading in
      guard quantities.contains(reading.quantity) else {
        return "'\(reading.quantity)' was read, which is not described"
      }
      return reading.values.first { !Quantity.values.contains($0) }.map {
        "\(reading.quantity) was read as \($0)"
      }
    }
  }
}

extension Benchmark {
  /// What is wrong with the description itself.
  var problem: String? {
    if let row = duplicate(in: rows.map(\.id)) { return "two rows of \(id) are '\(row)'" }
    guard !rows.contains(where: { $0.id == BenchmarkSample.twin }) else {
      return "a row of \(id) is called '\(BenchmarkSample.twin)', as the instrument's own is"
    }
    guard let baseline = rows.first(where: { $0.id == baseline }) else {
      return "the baseline of \(id) is '\(baseline)', which is none of its rows"
    }
    return baseline.prediction.map {
      "the baseline of \(id) is predicted to be \($0.rawValue) against itself"
    }
  }
}

extension Quantity {
  /// The values that any quantity may have.
  fileprivate static let values = -1e15...1e15

  /// What is wrong with the description itself.
  var problem: String? {
    guard (0...9).contains(places) else { return "\(id) is printed with \(places) decimals" }
    let limits = [atLeast, atMost].compactMap { $0 }
    if let limit = limits.first(where: { !Self.values.contains($0) }) {
      return "the limit of \(id) is \(limit)"
    }
    return limits.count == 2 && limits[0] > limits[1]
      ? "\(id) is to be at least \(limits[0]) and at most \(limits[1])" : nil
  }
}
