import Evidence
import Measurement
import Reporting

/// One row of a benchmark, described and ready to be made.
struct Row: Sendable {
  let described: Benchmark.Row
  let workload: @Sendable (Shelf) -> Workload

  /// A row whose loop never suspends.
  static func synchronous(
    _ id: String, _ title: String, _ summary: String, backend: String? = nil,
    on executor: String, expect prediction: Separation?,
    _ loop: @escaping @Sendable (Shelf, Int) -> Void
  ) -> Row {
    Row(
      described: .init(
        id: id, title: title, summary: summary, backend: backend, callerExecutor: executor,
        prediction: prediction),
      workload: { shelf in .synchronous(id) { loop(shelf, $0) } })
  }

  /// A row awaited by a task on the pool.
  static func onPool(
    _ id: String, _ title: String, _ summary: String, backend: String? = nil,
    on executor: String = "global pool", expect prediction: Separation?,
    _ loop: @escaping @concurrent @Sendable (Shelf, Int) async -> Void
  ) -> Row {
    Row(
      described: .init(
        id: id, title: title, summary: summary, backend: backend, callerExecutor: executor,
        prediction: prediction),
      workload: { shelf in .asynchronous(id) { await loop(shelf, $0) } })
  }

  /// A row driven from the main actor, on the main thread.
  static func onMain(
    _ id: String, _ title: String, _ summary: String, backend: String? = nil,
    expect prediction: Separation?,
    _ loop: @escaping @MainActor @Sendable (Shelf, Int) async -> Void
  ) -> Row {
    Row(
      described: .init(
        id: id, title: title, summary: summary, backend: backend, callerExecutor: "main actor",
        prediction: prediction),
      workload: { shelf in .onMainActor(id) { await loop(shelf, $0) } })
  }
}
