import Evidence

extension SearchStrategy {
  /// The strategy itself; a random one follows from the seed and ends after the limits' sample.
  func strategy(seed: UInt64, limits: ExplorationLimits) -> any Strategy {
    let sample = min(limits.sample, limits.schedules)
    return switch self {
    case .depthFirst: DepthFirst()
    case .sourceDPOR: SourceDPOR()
    case .delayBounded(let delays): DelayBounded(delays: delays)
    // A schedule has no more points at which to change than steps.
    case .pct(let depth): PCT(depth: min(depth, limits.steps), seed: seed, schedules: sample)
    case .randomWalk: RandomWalk(seed: seed, schedules: sample)
    }
  }
}
