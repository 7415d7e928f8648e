/// The choices of one schedule, and the next schedule in depth-first order.
///
/// A schedule costs no allocation once the deepest has been seen.
struct ChoicePath {
  private struct Choice {
    var taken: Int32
    var most: Int32
    var options: Int32
  }

  private var choices: [Choice] = []
  private var depth = 0

  /// The first step at which there were not as many options as when it was first reached.
  private(set) var differingStep: Int?

  /// The next choice, from 0 through `most`: the one noted, or 0 beyond the noted ones. O(1).
  @inline(__always)
  mutating func next(options: Int, most: Int) -> Int {
    let step = depth
    depth += 1
    guard step < choices.count else {
      choices.append(
        Choice(
          taken: 0, most: Int32(truncatingIfNeeded: most),
          options: Int32(truncatingIfNeeded: options)))
      return 0
    }
    let choice = choices[step]
    guard choice.options == Int32(truncatingIfNeeded: options) else { return differ(at: step) }
    return Int(choice.taken)
  }

  /// Begins the same schedule anew.
  mutating func restart() { depth = 0 }

  /// Moves on to the next schedule; returns whether there is one.
  mutating func advance() -> Bool {
    if depth < choices.count { _ = differ(at: depth) }
    if differingStep != nil { return false }
    while let last = choices.last, last.taken >= last.most { choices.removeLast() }
    guard !choices.isEmpty else { return false }
    choices[choices.count - 1].taken += 1
    depth = 0
    return true
  }

  @inline(never)
  private mutating func differ(at step: Int) -> Int {
    differingStep = differingStep ?? step
    return 0
  }
}
