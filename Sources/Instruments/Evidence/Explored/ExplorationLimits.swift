/// Where an exploration stops.
public struct ExplorationLimits: Codable, Equatable, Sendable {
  /// Schedules at most; a random strategy runs as many, up to ``sample``, and then has ended.
  public var schedules: Int
  /// Steps of one schedule at most: beyond, its outcome is a step limit.
  public var steps: Int
  /// Wall time in all, at most.
  public var time: Duration
  /// How long one step may block or spin before it is given up.
  public var stall: Duration
  /// Threads that may be given up, each stuck in a step or stopped by a trap, before the
  /// exploration ends.
  public var abandonedThreads: Int
  /// Schedules that a random strategy runs, or that run at random beside a reduced search.
  public var sample: Int

  /// The limits, each as wide as suits a test of a second or so unless told otherwise.
  public init(
    schedules: Int = 1_000_000, steps: Int = 10_000, time: Duration = .seconds(30),
    stall: Duration = .seconds(2), abandonedThreads: Int = 3, sample: Int = 1_000
  ) {
    self.schedules = max(1, schedules)
    self.steps = max(1, steps)
    self.time = time
    self.stall = stall
    self.abandonedThreads = max(1, abandonedThreads)
    self.sample = max(0, sample)
  }
}

/// What an exploration is asked to do.
public struct ExplorationOptions: Codable, Equatable, Sendable {
  /// How schedules are chosen.
  public var strategy: SearchStrategy
  /// The order of executors that do not name one of their own.
  public var policy: ExecutorPolicy
  /// What everything random follows from.
  public var seed: UInt64
  /// Where it stops.
  public var limits: ExplorationLimits
  /// A schedule to replay instead of exploring, by its id.
  public var schedule: String?

  /// Depth first, under the default actor's policy, unless told otherwise.
  public init(
    strategy: SearchStrategy = .depthFirst, policy: ExecutorPolicy = .defaultActor,
    seed: UInt64 = 1, limits: ExplorationLimits = ExplorationLimits(), schedule: String? = nil
  ) {
    self.strategy = strategy
    self.policy = policy
    self.seed = seed
    self.limits = limits
    self.schedule = schedule
  }
}
