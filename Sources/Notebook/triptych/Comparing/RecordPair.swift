import Evidence
import Reporting

/// What two runs say of one experiment.
struct RecordPair {
  let old: ExperimentRecord
  let new: ExperimentRecord

  var name: String { new.description.name }

  /// Every claim that both judge; `nil` where they agree.
  var verdicts: [VerdictDifference?] {
    new.description.claims.compactMap { claim -> VerdictDifference?? in
      guard let before = old.conclusion.verdicts[claim.id],
        let after = new.conclusion.verdicts[claim.id]
      else { return nil }
      guard before != after else { return .some(nil) }
      return VerdictDifference(experiment: name, claim: claim.id, old: before, new: after)
    }
  }

  /// Every row that both held against the same baseline; `nil` where the intervals overlap.
  var rows: [RowDifference?] {
    new.benchmarks.flatMap { after -> [RowDifference?] in
      guard let before = old.benchmarks.first(where: { $0.benchmark == after.benchmark }),
        before.baseline == after.baseline
      else { return [] }
      return after.rows.compactMap { row in
        guard let old = RowDifference.Side(row.row, of: before),
          let new = RowDifference.Side(row.row, of: after)
        else { return nil }
        guard old.ratio.differs(from: new.ratio) else { return .some(nil) }
        return RowDifference(
          experiment: name, benchmark: after.benchmark, row: row.row, old: old, new: new)
      }
    }
  }

  /// Benchmarks that the two held against different rows.
  var rebased: [String] {
    new.benchmarks.filter { after in
      old.benchmarks.contains {
        $0.benchmark == after.benchmark && $0.baseline != after.baseline
      }
    }.map(\.benchmark)
  }

  /// Every quantity that both read and held against limits; `nil` where they agree.
  var quantities: [QuantityDifference?] {
    let before = old.description.quantities.flatMap(\.quantities)
    return new.description.quantities.flatMap(\.quantities).compactMap {
      quantity -> QuantityDifference?? in
      guard let was = before.first(where: { $0.id == quantity.id }),
        let old = old.median(of: quantity), let new = new.median(of: quantity),
        let wasMet = was.isMet(by: old), let isMet = quantity.isMet(by: new)
      else { return nil }
      guard wasMet != isMet else { return .some(nil) }
      return QuantityDifference(
        experiment: name, quantity: quantity, old: old, new: new, isMet: isMet)
    }
  }

  /// Every variant that both observed.
  var outcomes: [VariantPair] {
    new.variants.compactMap { after in
      let before = old.variants.first {
        $0.program == after.program && $0.row == after.row && $0.column == after.column
      }
      guard let before, before.tally.total > 0, after.tally.total > 0 else { return nil }
      return VariantPair(experiment: name, old: before, new: after)
    }
  }
}

/// What two runs say of one variant.
struct VariantPair {
  let experiment: String
  let old: VariantRecord
  let new: VariantRecord

  /// Every outcome that one of them saw, with both shares.
  var shares: [OutcomeDifference] {
    let names = Set(old.tally.counts.keys).union(new.tally.counts.keys).sorted()
    return names.map { name in
      OutcomeDifference(
        experiment: experiment, program: new.program, row: new.row, column: new.column,
        outcome: name, grade: new.prediction.grade(of: name),
        old: .init(count: old.tally[name], total: old.tally.total),
        new: .init(count: new.tally[name], total: new.tally.total))
    }.filter { $0.old.count + $0.new.count > 0 }
  }

  /// The commonest outcome that one run saw and the other never did, if chance alone leaves it out
  /// so rarely. What failed in one run only differs however seldom it was seen.
  ///
  /// Shares of what both saw are not compared: the repetitions of one process share the state of
  /// the machine, whose load moves them further than any test of independent draws allows for.
  func difference(beyond limit: Double) -> OutcomeDifference? {
    shares.filter { $0.wasSeenOnce && ($0.failedOnce || $0.chance < limit) }
      .max { $0.weight < $1.weight }
  }

  /// How many outcomes were seen in one run only, and yet not beyond chance.
  func faint(beyond limit: Double) -> Int {
    shares.count { $0.wasSeenOnce && !$0.failedOnce && $0.chance >= limit }
  }
}

extension OutcomeDifference {
  fileprivate var wasSeenOnce: Bool { (old.count == 0) != (new.count == 0) }
  fileprivate var failedOnce: Bool { wasSeenOnce && grade.failsExperiment }

  fileprivate var chance: Double {
    chanceOfDifference(old.count, of: old.total, new.count, of: new.total)
  }

  fileprivate var weight: (Int, Double) { (failedOnce ? 1 : 0, distance) }
}

extension RowDifference.Side {
  /// A row's ratio; `nil` for the baseline, and for a row that was not measured.
  fileprivate init?(_ id: String, of result: BenchmarkResult) {
    guard let row = result[id], let ratio = row.ratio, let separation = row.separation else {
      return nil
    }
    let warnings = row.warnings + (result[result.baseline]?.warnings ?? []) + result.warnings
    self.init(ratio: ratio, separation: separation, isWarned: !warnings.isEmpty)
  }
}

extension ExperimentRecord {
  fileprivate func median(of quantity: Quantity) -> Double? {
    readings.first { $0.quantity == quantity.id }.flatMap(quantity.value)
  }
}
