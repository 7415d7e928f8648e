/// Why an exploration could not begin.
public enum ExplorationError: Error, Equatable, CustomStringConvertible {
  /// The runtime is not one that can be explored.
  case unsupportedRuntime(String)
  /// The text is no schedule id.
  case malformedSchedule(String)
  /// The schedule is one of another program.
  case scheduleOfAnotherProgram(String, program: String)
  /// The schedule was made by another build.
  case scheduleOfAnotherBuild(String, own: String)
  /// The schedule ran, and not as when its id was made.
  case scheduleRanOtherwise(String, detail: String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .unsupportedRuntime(let fault): fault
    case .malformedSchedule(let id):
      "\(id) is no schedule id; they look like k3v92xd-4hq7-m2p8, as printed with each outcome"
    case .scheduleOfAnotherProgram(let id, let program):
      "the schedule \(id) is one of another program than \(program): give the id to the program "
        + "that printed it"
    case .scheduleOfAnotherBuild(let id, let own):
      "the schedule \(id) was made by another toolchain or build mode; this is \(own): explore "
        + "again, or use the build that printed it"
    case .scheduleRanOtherwise(let id, let detail):
      "the schedule \(id) does not run as it did when its id was printed: \(detail). Either the "
        + "program has changed since, or it is not deterministic: the usual causes are the order "
        + "of a Set or Dictionary, keys made of ObjectIdentifier, globals kept between schedules, "
        + "and randomness"
    }
  }
}
