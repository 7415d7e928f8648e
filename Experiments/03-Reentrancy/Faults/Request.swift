/// One request, which a download and a cancel both want to answer; in two ways: the first looks and
/// marks in two sections.
final class Request: @unchecked Sendable {  // `isAnswered` and `handler` only when `guarded`
  private var isAnswered = false
  private var handler: (@Sendable (String) -> Void)?
  private let guarded: any Section

  init(_ guarded: any Section, handler: @escaping @Sendable (String) -> Void) {
    self.guarded = guarded
    self.handler = handler
  }

  // lesson: look-then-mark
  func answer(_ answer: String) {
    let (isAnswered, handler) = guarded { (self.isAnswered, self.handler) }
    guard !isAnswered else { return }
    handler?(answer)
    guarded { self.isAnswered = true }
  }
  // lesson: end

  // lesson: take-the-handler
  func answerOnce(_ answer: String) {
    let handler = guarded {
      defer { self.handler = nil }
      return self.handler
    }
    handler?(answer)  // whoever took it answers
  }
  // lesson: end
}

/// The same as an actor, whose answer is something to be awaited: a decoder, a log.
actor RequestActor {
  private var isAnswered = false
  private nonisolated let executor: any SerialExecutor
  private let handler: @Sendable (String) async -> Void

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(on executor: any SerialExecutor, handler: @escaping @Sendable (String) async -> Void) {
    self.executor = executor
    self.handler = handler
  }

  func answer(_ answer: String) async {
    guard !isAnswered else { return }
    await handler(answer)
    isAnswered = true
  }

  func answerOnce(_ answer: String) async {
    guard !isAnswered else { return }
    isAnswered = true  // before the await, not after it
    await handler(answer)
  }
}
