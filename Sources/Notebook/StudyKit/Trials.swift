import Evidence
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

/// Adds up what several trials observed of the same variants, in the order declared.
///
/// - Throws: ``InternalError`` where a trial observed what was not declared, predicted it otherwise
///   than declared, or names a variant twice: a prediction is written before the run.
package func addedUp(
  _ trials: [[VariantRecord]], as declared: [VariantRecord]
) throws(InternalError) -> [VariantRecord] {
  var sums: [VariantName: VariantRecord] = [:]
  var observed: Set<VariantName> = []
  for variant in declared { sums[VariantName(variant)] = variant }
  for variants in trials {
    var seen: Set<VariantName> = []
    for variant in variants {
      let name = VariantName(variant)
      guard seen.insert(name).inserted else {
        throw InternalError(description: "a trial reported \(name) twice")
      }
      guard var sum = sums[name] else {
        throw InternalError(description: "a trial reported \(name), which was not declared")
      }
      guard sum.prediction == variant.prediction, sum.callerExecutor == variant.callerExecutor
      else {
        throw InternalError(
          description: "a trial predicted \(name) differently from what was declared")
      }
      sum.tally.merge(variant.tally)
      sums[name] = sum
      observed.insert(name)
    }
  }
  return declared.map(VariantName.init).filter(observed.contains).compactMap { sums[$0] }
}

/// What tells variants of one experiment apart.
private struct VariantName: Hashable, CustomStringConvertible {
  let program: String
  let row: String
  let column: String

  init(_ variant: VariantRecord) {
    program = variant.program
    row = variant.row
    column = variant.column
  }

  var description: String { "\(program)/\(row)/\(column)" }
}
