/// What every cache is made of, whatever keeps it safe: its limits and its clock.
public struct CacheConfiguration: Sendable {
  /// How much the cache may hold.
  public var limits: CacheLimits
  /// The time since some fixed instant; read only for entries that expire.
  public var now: @Sendable () -> Duration

  /// Limits, and the clock that entries expire by: the continuous one unless told otherwise.
  public init(limits: CacheLimits, clock: some Clock<Duration> = ContinuousClock()) {
    self.limits = limits
    now = elapsed(on: clock)
  }
}

/// Reads a clock as the time since this call.
private func elapsed<C: Clock<Duration>>(on clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
