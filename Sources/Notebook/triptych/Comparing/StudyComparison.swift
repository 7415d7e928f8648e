import Evidence
import Reporting

/// Two runs of the same experiments, held against each other: an old one and a new one.
struct StudyComparison: Codable, Equatable {
  /// The experiments that both ran.
  var experiments: [String] = []
  /// Why the two are less alike than their names say, a phrase each.
  var remarks: [String] = []
  /// Claims whose verdicts differ.
  var verdicts = Part<VerdictDifference>()
  /// Measured rows whose ratios differ beyond the noise, the largest difference first.
  var rows = Part<RowDifference>()
  /// Quantities within their limits in one run only.
  var quantities = Part<QuantityDifference>()
  /// Counted variants with an outcome that one run only saw, beyond chance or to its failure; those
  /// first, then the commonest.
  var variants = Part<OutcomeDifference>()
  /// Outcomes seen in one run only, too seldom to tell that from chance.
  var faint = 0

  /// One kind of thing compared.
  struct Part<Difference: Codable & Equatable>: Codable, Equatable {
    /// How many both runs have.
    var compared = 0
    /// Those that differ.
    var differences: [Difference] = []
  }

  /// Whether anything differs beyond the noise.
  var differs: Bool {
    !(verdicts.differences.isEmpty && rows.differences.isEmpty && quantities.differences.isEmpty
      && variants.differences.isEmpty)
  }

  /// Compares what both runs have; nothing else is told but for a remark.
  init(_ old: [ExperimentRecord], _ new: [ExperimentRecord]) {
    let pairs = old.compactMap { old in
      new.first { $0.description.name == old.description.name }.map {
        RecordPair(old: old, new: $0)
      }
    }
    experiments = pairs.map(\.name)
    remarks = Self.remarks(on: pairs, of: old, new)
    for pair in pairs {
      verdicts.add(pair.verdicts)
      rows.add(pair.rows)
      quantities.add(pair.quantities)
    }
    let outcomes = pairs.flatMap(\.outcomes)
    // Bonferroni: that any of them all differs by mere chance has this chance together.
    let limit = 0.05 / Double(max(1, outcomes.reduce(0) { $0 + $1.shares.count }))
    variants.compared = outcomes.count
    variants.differences = outcomes.compactMap { $0.difference(beyond: limit) }
    faint = outcomes.reduce(0) { $0 + $1.faint(beyond: limit) }
    rows.differences.sort { $0.factor > $1.factor }
    variants.differences.sort {
      ($0.grade.failsExperiment ? 1 : 0, $0.distance)
        > ($1.grade.failsExperiment ? 1 : 0, $1.distance)
    }
  }
}

extension StudyComparison.Part {
  /// Adds what was compared of one experiment; `nil` is a pair that does not differ.
  fileprivate mutating func add(_ pairs: [Difference?]) {
    compared += pairs.count
    differences += pairs.compactMap(\.self)
  }
}

/// A claim on which two runs disagree.
struct VerdictDifference: Codable, Equatable {
  var experiment: String
  var claim: String
  var old: Verdict
  var new: Verdict
}

/// A row whose intervals of the two runs have nothing in common.
struct RowDifference: Codable, Equatable {
  var experiment: String
  var benchmark: String
  var row: String
  var old: Side
  var new: Side

  /// One run's ratio to the baseline.
  struct Side: Codable, Equatable {
    var ratio: Ratio
    var separation: Separation
    /// Whether something speaks against the figure: against the row, its baseline or the whole.
    var isWarned: Bool
  }

  /// How many times one ratio is the other, at least 1.
  var factor: Double {
    max(old.ratio.estimate / new.ratio.estimate, new.ratio.estimate / old.ratio.estimate)
  }

  /// Whether it is faster than the baseline in one run and slower in the other.
  var isReversed: Bool { old.separation.contradicts(new.separation) }
}

/// A quantity within its limits in one run only.
struct QuantityDifference: Codable, Equatable {
  var experiment: String
  var quantity: Quantity
  /// The median of the old run's readings.
  var old: Double
  /// The median of the new run's readings.
  var new: Double
  /// Whether it is the new run that is within the limits.
  var isMet: Bool
}

/// The outcome of a variant that moved most.
struct OutcomeDifference: Codable, Equatable {
  var experiment: String
  var program: String
  var row: String
  var column: String
  var outcome: String
  var grade: Grade
  var old: Part
  var new: Part

  /// How often one run saw it.
  struct Part: Codable, Equatable {
    var count: Int
    var total: Int

    var share: Double { Double(count) / Double(total) }
  }

  /// By how much the shares differ, from 0 to 1.
  var distance: Double { abs(old.share - new.share) }
}
