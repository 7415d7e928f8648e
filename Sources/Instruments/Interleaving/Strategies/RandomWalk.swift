import Evidence

/// Each option equally likely, at every step.
final class RandomWalk: Strategy {
  private var generator: SeededGenerator
  private var schedulesLeft: Int

  /// Draws so many schedules, at least one, which all follow from the seed.
  init(seed: UInt64, schedules: Int) {
    generator = SeededGenerator(seed: seed)
    schedulesLeft = schedules
  }

  func choose(_ options: UnsafeBufferPointer<ProcessID>, after run: Run) -> Int? {
    Int.random(in: 0..<options.count, using: &generator)
  }

  /// A schedule at random is as good as another.
  func restart() {}

  func finish(_ run: Run) -> Bool {
    schedulesLeft -= 1
    return schedulesLeft > 0
  }
}
