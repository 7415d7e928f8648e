import Foundation

/// A probe that did not do what it was started for.
package struct ProbeError: Error, Equatable, CustomStringConvertible {
  /// What became of it, a sentence.
  package let description: String
}

extension TrialContext {
  /// Runs a probe of this experiment in a fresh process, told what this trial is told, and returns
  /// what it read.
  ///
  /// Throws a `UsageError` where its input cannot be used, else a ``ProbeError``.
  package func probe(_ name: String) async throws -> [Double] {
    var values: [Double]?
    var complaint: String?
    let termination = await start(name, stoppedBy: nil) { event in
      switch event {
      case .values(let read): values = read
      case .failure(let message): complaint = message
      default: break
      }
    }
    if let values, termination.reason == .exited(0) { return values }
    if let complaint, termination.reason == .exited(RunStatus.unusable.rawValue) {
      throw UsageError(complaint)
    }
    throw ProbeError(
      description:
        "probe \(name) \(termination.diagnosis(complaint: complaint, limit: probeLimit))")
  }

  /// Does something while probes run beside it, each in a process of its own, to load the machine.
  ///
  /// `body` begins once all of them have told that they run, and they are stopped at its end: what
  /// they read is lost. Throws a ``ProbeError`` where one came to an end before.
  package func during<Value: Sendable>(
    _ name: String, count: Int, _ body: () async throws -> Value
  ) async throws -> Value {
    let stop = Interruption()
    // An element for each that starts; there are no more once one has ended.
    let (starts, feed) = AsyncStream.makeStream(of: Void.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      defer { stop.interrupt(by: SIGTERM) }
      for _ in 0..<count {
        group.addTask {
          defer { feed.finish() }
          var complaint: String?
          let termination = await start(name, stoppedBy: stop) { event in
            switch event {
            case .started: feed.yield()
            case .failure(let message): complaint = message
            default: break
            }
          }
          guard termination.reason == .interrupted else {
            let what = termination.diagnosis(complaint: complaint, limit: probeLimit)
            throw ProbeError(description: "probe \(name) \(what), while it was to keep running")
          }
        }
      }
      var running = 0
      var heard = starts.makeAsyncIterator()
      while running < count, await heard.next() != nil { running += 1 }
      guard running == count else {
        stop.interrupt(by: SIGTERM)
        try await group.waitForAll()
        throw CancellationError()
      }
      let value = try await body()
      stop.interrupt(by: SIGTERM)
      try await group.waitForAll()
      return value
    }
  }

  func start(
    _ name: String, stoppedBy interruption: Interruption?, receive: (ChildEvent) -> Void
  ) async -> ChildProcess.Termination {
    var request = RunRequest()
    request.profile = profile
    request.seed = seed
    request.backends = backends
    request.photos = photos
    let child = ChildProcess(
      executable: executable, arguments: ["--probe", name] + request.arguments, limit: probeLimit)
    return await child.run(stoppedBy: interruption) { message in
      switch message {
      case .event(let event): receive(event)
      case .line(let line): _ = writeAll(Data("\(line)\n".utf8), to: STDERR_FILENO)
      }
    }
  }
}
