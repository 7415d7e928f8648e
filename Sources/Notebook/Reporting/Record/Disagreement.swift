import Evidence

/// A measurement that did not come out as declared before the run: a result, not a failure, unless
/// asked for strictness.
package struct Disagreement: Equatable, Sendable {
  /// What sort of disagreement it is.
  package enum Kind: String, CaseIterable, Sendable {
    /// A row came out otherwise than predicted.
    case notAsPredicted = "not as predicted here"
    /// Something speaks against the measurement of a row that has a prediction.
    case undecided
    /// A quantity is outside the limits declared for it.
    case outsideLimits = "outside its limits"
  }

  /// What sort it is.
  package var kind: Kind
  /// What it is about: `hit/actor` for a row, the id for a quantity.
  package var subject: String
  /// One sentence without its stop: what was declared and what came out.
  package var text: String
}

extension ExperimentRecord {
  /// All that did not come out as declared, in the order of the report: rows of benchmarks, then
  /// quantities.
  package var disagreements: [Disagreement] {
    let rows = description.benchmarks.compactMap { MeasuredBenchmark($0, of: self) }.flatMap {
      benchmark in benchmark.rows.compactMap { $0.disagreement(in: benchmark.benchmark) }
    }
    let quantities = description.quantities.flatMap(\.quantities).compactMap { quantity in
      reading(of: quantity).flatMap(quantity.value).flatMap(quantity.disagreement)
    }
    return rows + quantities
  }

  /// What was read of a quantity; `nil` where nothing could be.
  func reading(of quantity: Quantity) -> Reading? {
    readings.first { $0.quantity == quantity.id && !$0.values.isEmpty }
  }
}

extension MeasuredBenchmark.Row {
  fileprivate func disagreement(in benchmark: Benchmark) -> Disagreement? {
    guard let prediction = described.prediction, let separation = measured.separation,
      let ratio = measured.ratio, let judgement, judgement != .asPredicted
    else { return nil }
    let predicted = "\(benchmark.title), \(described.title): predicted \(prediction.rawValue)"
    let came = "\(separation.rawValue), \(Numbers.ratio(ratio))"
    let subject = "\(benchmark.id)/\(described.id)"
    guard judgement == .undecided else {
      return Disagreement(
        kind: .notAsPredicted, subject: subject, text: "\(predicted), came out \(came)")
    }
    let causes = doubts.map(\.cause).joined(separator: "; ")
    return Disagreement(
      kind: .undecided, subject: subject, text: "\(predicted), undecided (\(came)): \(causes)")
  }
}

extension Quantity {
  fileprivate func disagreement(_ value: Double) -> Disagreement? {
    guard isMet(by: value) == false, let limits else { return nil }
    return Disagreement(
      kind: .outsideLimits, subject: id, text: "\(title): \(told(value)), declared \(limits)")
  }
}
