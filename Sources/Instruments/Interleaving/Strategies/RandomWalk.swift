import Evidence

/// Each option equally likely, at every step.
final class RandomWalk: Strategy {
  private var generator: SeededGenerator
  /// As it was when the schedule began.
  private var beginning: SeededGenerator
  private var schedulesLeft: Int

  /// Draws so many schedules, at least one, which all follow from the seed.
  init(seed: UInt64, schedules: Int) {
    generator = SeededGenerator(seed: seed)
    beginning = generator
    schedulesLeft = schedules
  }

  func choose(_ options: UnsafeBufferPointer<ProcessID>, after run: Run) -> Int? {
    Int.random(in: 0..<options.count, using: &generator)
  }

  func restart() { generator = beginning }

  func finish(_ run: Run) -> Bool {
    beginning = generator
    schedulesLeft -= 1
    return schedulesLeft > 0
  }
}
