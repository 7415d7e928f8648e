import Evidence

extension Explorer {
  /// Schedules up to which a full search is followed by a reduced one, to tell its traces.
  static let mostToReduce = 5_000

  /// Holds a finished search against another kind: what either cannot see by itself.
  func crossCheck() {
    guard stop == nil, findings.isEmpty else { return }
    switch options.strategy {
    case .depthFirst where schedules <= Self.mostToReduce && !hasBrokenOff: countTraces()
    case .sourceDPOR: sample()
    case .depthFirst, .delayBounded, .pct, .randomWalk: break
    }
  }

  /// Traces are what the reduced search runs, provided that it loses no outcome: else steps share
  /// what is not declared, and traces that are told apart by what is declared mean nothing.
  private func countTraces() {
    let reduced = search(by: .sourceDPOR)
    guard reduced.stop == nil, reduced.findings.isEmpty,
      Set(reduced.seen.keys) == Set(seen.keys)
    else { return }
    traces = reduced.schedules
  }

  /// Schedules at random beside a reduced search: what they show and it does not, hangs on sharing
  /// that is not declared.
  private func sample() {
    if !hasBrokenOff { traces = schedules }
    var limits = options.limits
    limits.sample = min(limits.sample, max(100, schedules))
    guard limits.sample > 0 else { return }
    let sampled = search(by: .randomWalk, limits)
    for (name, entry) in sampled.seen where seen[name] == nil {
      add(name, entry)
      if !hasBrokenOff { undeclared.insert(name) }
    }
  }

  private func search(
    by strategy: SearchStrategy, _ limits: ExplorationLimits? = nil
  ) -> Explorer {
    var options = options
    options.strategy = strategy
    options.limits = limits ?? options.limits
    let other = Explorer(
      program, options,
      strategy: strategy.strategy(seed: options.seed, limits: options.limits), onProgress: { _ in })
    other.run()
    return other
  }

  static func undeclaredSharing(_ name: String) -> String {
    "Of schedules at random one came to “\(name)”, which the reduced search lacks: steps share "
      + "something that is neither an executor, a lock, a queue nor a variable of the world’s. "
      + "Declare it, or search depth first."
  }
}
