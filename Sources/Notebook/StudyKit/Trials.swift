internal import Evidence
package import Reporting

/// The seed of one trial, from the run's seed and the trial's number, counted from 1.
package func trialSeed(run seed: UInt64, trial: Int) -> UInt64 {
  var generator = SeededGenerator(seed: seed, part: "trial \(trial)")
  return generator.next()
}

/// A fault in an experiment's own code, not in what it observes.
package struct InternalError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, a sentence.
  package let description: String
}

/// Adds up what several trials observed of the same variants, in the description's order.
///
/// Variants of programs, rows or columns that the description does not know come last, as observed.
/// - Throws: ``InternalError`` where two trials disagree on what they predicted, or one names a
///   variant twice: their tallies could not be added up.
package func addedUp(
  _ trials: [[VariantRecord]], as description: ExperimentDescription
) throws(InternalError) -> [VariantRecord] {
  var sums: [VariantName: VariantRecord] = [:]
  var order: [VariantName] = []
  for variants in trials {
    var seen: Set<VariantName> = []
    for variant in variants {
      let name = VariantName(variant)
      guard seen.insert(name).inserted else {
        throw InternalError(description: "a trial reported \(name) twice")
      }
      guard var sum = sums[name] else {
        sums[name] = variant
        order.append(name)
        continue
      }
      guard sum.prediction == variant.prediction, sum.callerExecutor == variant.callerExecutor
      else {
        throw InternalError(
          description: "two trials predicted \(name) differently; a prediction is written "
            + "before the run and cannot depend on it")
      }
      sum.tally.merge(variant.tally)
      sums[name] = sum
    }
  }
  let places = places(in: description)
  let sorted = order.enumerated().sorted { left, right in
    let (first, second) = (places[left.element] ?? .max, places[right.element] ?? .max)
    return first == second ? left.offset < right.offset : first < second
  }
  return sorted.compactMap { sums[$0.element] }
}

/// What tells variants of one experiment apart.
private struct VariantName: Hashable, CustomStringConvertible {
  let program: String
  let row: String
  let column: String

  init(program: String, row: String, column: String) {
    self.program = program
    self.row = row
    self.column = column
  }

  init(_ variant: VariantRecord) {
    self.init(program: variant.program, row: variant.row, column: variant.column)
  }

  var description: String { "\(program)/\(row)/\(column)" }
}

private func places(in description: ExperimentDescription) -> [VariantName: Int] {
  var places: [VariantName: Int] = [:]
  for program in description.programs {
    for row in program.rows {
      for column in program.columns {
        let name = VariantName(program: program.id, row: row.id, column: column.id)
        places[name] = places.count
      }
    }
  }
  return places
}
