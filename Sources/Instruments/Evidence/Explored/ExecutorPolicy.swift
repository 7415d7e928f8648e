/// The order in which an explored executor takes the jobs that wait for it.
public enum ExecutorPolicy: String, Codable, CaseIterable, Sendable {
  /// By priority, and in order of arrival within one priority: what the runtime's default actors
  /// do with jobs that arrive while the actor is busy.
  case defaultActor = "default-actor"
  /// In order of arrival, whatever the priority: what the main actor and an actor on a serial queue
  /// do.
  case fifo
  /// In any order: all that SE-0392 promises of a serial executor.
  case unordered
}
