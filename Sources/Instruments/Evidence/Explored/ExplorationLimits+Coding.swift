/// Times are written in seconds, which a reader of a record understands, and kept to the
/// nanosecond.
extension ExplorationLimits {
  private enum Key: CodingKey {
    case schedules, steps, timeSeconds, stallSeconds, abandonedThreads, sample
  }

  /// Reads the limits.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func time(_ key: Key) throws -> Duration {
      let seconds = try fields.decode(Double.self, forKey: key)
      guard (0...1e9).contains(seconds) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: fields, debugDescription: "\(seconds) seconds are no limit")
      }
      return .nanoseconds(Int64((seconds * 1e9).rounded()))
    }
    self.init(
      schedules: try fields.decode(Int.self, forKey: .schedules),
      steps: try fields.decode(Int.self, forKey: .steps),
      time: try time(.timeSeconds), stall: try time(.stallSeconds),
      abandonedThreads: try fields.decode(Int.self, forKey: .abandonedThreads),
      sample: try fields.decode(Int.self, forKey: .sample))
  }

  /// Writes the limits.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(schedules, forKey: .schedules)
    try fields.encode(steps, forKey: .steps)
    try fields.encode(time / .seconds(1), forKey: .timeSeconds)
    try fields.encode(stall / .seconds(1), forKey: .stallSeconds)
    try fields.encode(abandonedThreads, forKey: .abandonedThreads)
    try fields.encode(sample, forKey: .sample)
  }
}
