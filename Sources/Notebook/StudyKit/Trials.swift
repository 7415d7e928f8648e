import Evidence

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
