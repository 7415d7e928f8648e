import CMeasurement

/// How often threads of this process gave their processor up to wait, or had it taken away.
///
/// From `getrusage`, which counts as perf's software event does.
struct SwitchCount {
  var voluntary: Int
  var involuntary: Int

  /// Counts since the process began.
  static var now: SwitchCount {
    let counts = measurement_switches()
    return SwitchCount(voluntary: Int(counts.voluntary), involuntary: Int(counts.involuntary))
  }

  static func - (later: SwitchCount, earlier: SwitchCount) -> SwitchCount {
    SwitchCount(
      voluntary: later.voluntary - earlier.voluntary,
      involuntary: later.involuntary - earlier.involuntary)
  }
}
