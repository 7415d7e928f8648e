import Evidence
import Measurement
import Reporting

/// One row of a benchmark, described, with the loop that is timed.
struct Row: Sendable {
  let described: Benchmark.Row
  private let loop: Loop

  /// A loop around one hit on some cache of the shelf, by where it runs.
  enum Loop: Sendable {
    /// Never suspends, and runs wherever the benchmark is measured.
    case synchronous(@Sendable (Shelf, Int) -> Void)
    /// Awaited by a task on the pool.
    case onPool(@concurrent @Sendable (Shelf, Int) async -> Void)
    /// Awaited on the main actor, on the main thread.
    case onMain(@MainActor @Sendable (Shelf, Int) async -> Void)
  }

  init(
    _ id: String, _ title: String, _ summary: String, backend: String? = nil,
    on executor: String, expect prediction: Separation? = nil, _ loop: Loop
  ) {
    described = Benchmark.Row(
      id: id, title: title, summary: summary, backend: backend, callerExecutor: executor,
      prediction: prediction)
    self.loop = loop
  }

  func workload(on shelf: Shelf) -> Workload {
    switch loop {
    case .synchronous(let loop): .synchronous(described.id) { loop(shelf, $0) }
    case .onPool(let loop): .asynchronous(described.id) { await loop(shelf, $0) }
    case .onMain(let loop): .onMainActor(described.id) { await loop(shelf, $0) }
    }
  }
}
