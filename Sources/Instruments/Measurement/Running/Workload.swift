/// Code that is to be timed: a loop around one operation.
///
/// The loop is the caller's own, so that nothing stands between two operations but what the caller
/// wrote. Give each its own function and keep it out of line (`@inline(never)`), so that all are
/// laid out alike. Sink what an operation returns in ``blackHole(_:)``, inside the loop where it
/// awaits: then every await must come back before the next, whatever the optimiser finds.
public struct Workload: Sendable {
  /// The row's id.
  public let name: String
  let loop: Loop

  enum Loop: Sendable {
    case synchronous(@Sendable (Int) -> Void)
    case asynchronous(@concurrent @Sendable (Int) async -> Void)
    case onMainActor(@MainActor @Sendable (Int) async -> Void)
  }

  /// A loop that never suspends; it is given the number of operations and runs wherever the
  /// measurement does.
  public static func synchronous(
    _ name: String, _ loop: @escaping @Sendable (Int) -> Void
  ) -> Workload {
    Workload(name: name, loop: .synchronous(loop))
  }

  /// A loop that awaits on the global pool; it is given the number of operations.
  public static func asynchronous(
    _ name: String, _ loop: @escaping @concurrent @Sendable (Int) async -> Void
  ) -> Workload {
    Workload(name: name, loop: .asynchronous(loop))
  }

  /// A loop that awaits on the main actor; it is given the number of operations. Measure it from
  /// there.
  public static func onMainActor(
    _ name: String, _ loop: @escaping @MainActor @Sendable (Int) async -> Void
  ) -> Workload {
    Workload(name: name, loop: .onMainActor(loop))
  }

  /// Runs the loop.
  func callAsFunction(_ operations: Int) async {
    switch loop {
    case .synchronous(let loop): loop(operations)
    case .asynchronous(let loop): await loop(operations)
    case .onMainActor(let loop): await loop(operations)
    }
  }
}
