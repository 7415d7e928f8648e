import Evidence

/// The process of highest random priority, which falls below all others at random steps.
///
/// For a bug of depth `d` among `n` processes and `k` steps, each schedule finds it with a
/// probability of at least 1 / (n·k^(d−1)). Burckhardt, Kothari, Musuvathi, Nagarakatte,
/// "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010. The paper
/// is told `k`; here it is the longest schedule so far, and the first one, without points of
/// change, is run to learn it.
final class PCT: Strategy {
  private let depth: Int
  @exclusivity(unchecked) private var generator: SeededGenerator
  /// As it was when the schedule began, its points of change drawn.
  private var beginning: SeededGenerator
  private var schedulesLeft: Int
  @exclusivity(unchecked) private var longest = 0

  /// By process; 0 until it appears. Small ones, below ``depth``, were given at a point of change.
  @exclusivity(unchecked) private var priorities: [UInt64] = []
  /// The steps, counted from 1, after which whoever took them falls; the `i`-th to priority `i`.
  @exclusivity(unchecked) private var changes: [Int] = []
  @exclusivity(unchecked) private var step = 0

  /// Looks for bugs that take `depth` orderings, at least one, in so many schedules.
  init(depth: Int, seed: UInt64, schedules: Int) {
    self.depth = max(1, depth)
    generator = SeededGenerator(seed: seed)
    beginning = generator
    schedulesLeft = schedules
  }

  func choose(_ options: UnsafeBufferPointer<ProcessID>, after run: Run) -> Int? {
    step += 1
    var choice = 0
    var highest: UInt64 = 0
    for index in options.indices {
      let priority = priority(of: Int(options[index]))
      if priority > highest { (choice, highest) = (index, priority) }
    }
    for index in changes.indices where changes[index] == step {
      priorities[Int(options[choice])] = UInt64(index + 1)
    }
    return choice
  }

  func restart() {
    step = 0
    priorities.removeAll(keepingCapacity: true)
    generator = beginning
  }

  func finish(_ run: Run) -> Bool {
    longest = max(longest, step)
    step = 0
    priorities.removeAll(keepingCapacity: true)
    changes.removeAll(keepingCapacity: true)
    if longest > 0 {
      for _ in 1..<depth { changes.append(Int.random(in: 1...longest, using: &generator)) }
    }
    beginning = generator
    schedulesLeft -= 1
    return schedulesLeft > 0
  }

  /// Drawn when the process first appears, with the highest bit set and so above those of all
  /// points of change. Two are alike with a chance too small to matter; then the first option wins.
  private func priority(of process: Int) -> UInt64 {
    while priorities.count <= process { priorities.append(0) }
    if priorities[process] == 0 { priorities[process] = generator.next() | 1 << 63 }
    return priorities[process]
  }
}
