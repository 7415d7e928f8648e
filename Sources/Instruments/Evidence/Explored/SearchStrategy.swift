/// How the schedules of an explored program are chosen.
public enum SearchStrategy: Codable, Equatable, Sendable {
  /// Every schedule, one after another.
  case depthFirst
  /// One schedule for each way in which dependent steps can be ordered: source sets without
  /// wake-up trees (Abdulla, Aronis, Jonsson, Sagonas, "Source Sets", JACM 2017). Relative to the
  /// sharing that is declared; a seeded sample of ordinary schedules runs beside it.
  case sourceDPOR
  /// Every schedule that departs at most so often from running the first task until it waits
  /// (Emmi, Qadeer, Rakamarić, "Delay-Bounded Scheduling", POPL 2011).
  case delayBounded(delays: Int)
  /// Random priorities with random points of change, which finds a bug of the given depth with a
  /// known probability (Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with
  /// Probabilistic Guarantees of Finding Bugs", ASPLOS 2010).
  case pct(depth: Int)
  /// Each runnable step equally likely, at every step.
  case randomWalk

  /// The strategy's name on a command line.
  public var name: String {
    switch self {
    case .depthFirst: "depth-first"
    case .sourceDPOR: "source-dpor"
    case .delayBounded: "delay-bounded"
    case .pct: "pct"
    case .randomWalk: "random-walk"
    }
  }

  /// Whether it ends by itself once it has been everywhere, so that an exploration can be complete.
  public var isExhaustive: Bool { self == .depthFirst || self == .sourceDPOR }
}
