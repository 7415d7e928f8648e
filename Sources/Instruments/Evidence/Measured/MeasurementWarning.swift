/// What speaks against a measurement, in numbers, and what to do about it.
public enum MeasurementWarning: Codable, Equatable, Sendable {
  /// The machine gave this part of its time to other guests.
  case steal(share: Double)
  /// Other programs kept so many processors busy, so that threads took longer to wake.
  case crowded(processors: Double)
  /// The threads got less processor than the work needs: processor time over wall time.
  case starved(processorShare: Double)
  /// The discard rule left only some of the rounds, so all of them were counted.
  case preempted(undisturbed: Int, of: Int)
  /// The ratio moved by this factor between the first and the last third of the rounds.
  case drift(factor: Double)
  /// The baseline measured against itself came to this factor, so no ratio to it can be believed.
  case baselineStrays(factor: Double)
  /// Bootstrap and sign test disagree on whether it differs from the baseline.
  case intervalsDisagree

  /// What was seen, a clause.
  public var cause: String {
    switch self {
    case .steal(let share): "other guests of the machine took \(percent(share)) of its time"
    case .crowded(let processors): "other programs kept \(tenths(processors)) processors busy"
    case .starved(let share): "it got \(percent(share)) of the processor time it could use"
    case .preempted(let undisturbed, let all):
      "only \(undisturbed) of \(all) rounds ran undisturbed, so all were counted"
    case .drift(let factor): "the ratio moved by \(percent(abs(factor - 1))) during the run"
    case .baselineStrays(let factor):
      "the baseline measured against itself came to \(hundredths(factor)) times: nothing here can "
        + "be compared"
    case .intervalsDisagree: "bootstrap and sign test disagree"
    }
  }

  /// What to do, a clause.
  public var remedy: String {
    switch self {
    case .steal: "run on a machine of your own, or at a quieter hour"
    case .crowded, .starved, .preempted, .baselineStrays: "end other programs and run again"
    case .drift: "let the machine settle, or run a longer profile"
    case .intervalsDisagree: "run a longer profile"
    }
  }

  private func percent(_ share: Double) -> String { "\(tenths(share * 100)) %" }

  private func hundredths(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
  }

  private func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
