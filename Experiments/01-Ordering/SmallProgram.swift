import Caching
import Evidence
import Foundation
import Imaging
import Reporting
import Stress
import StudyKit

/// A program of a few calls that is made in many ways on every backend.
struct SmallProgram: Sendable {
  /// A short name without spaces.
  let id: String
  /// Its heading in the report.
  let title: String
  /// What it does, a paragraph.
  let summary: String
  /// The program as a reader would write it.
  let listing: String
  /// What its expected outcome is called in a cell.
  let phrase: String
  /// What a class votes on before it sees the outcome; `nil` for the usual question.
  let question: String?
  let callers: [Caller]
  /// What may come out where the calls are worth this much.
  let prediction: @Sendable (Promise) -> Prediction
  /// The calls of one repetition, each with its priority, and what to call what they leave behind.
  let calls: @Sendable (Pictures) -> Calls

  typealias Calls = (
    requests: [(Step.Request, TaskPriority)], outcome: @Sendable (Pixels?) -> String
  )

  init(
    id: String, title: String, summary: String, listing: String, phrase: String,
    question: String? = nil, callers: [Caller],
    prediction: @escaping @Sendable (Promise) -> Prediction,
    calls: @escaping @Sendable (Pictures) -> Calls
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.listing = listing
    self.phrase = phrase
    self.question = question
    self.callers = callers
    self.prediction = prediction
    self.calls = calls
  }
}

/// One program made in one way on one backend.
struct Variant: Sendable {
  let program: SmallProgram
  let caller: Caller
  let backend: Backend<Pixels>

  /// Every variant that exists, by program, then way of calling, then backend.
  static func all(of programs: [SmallProgram], on backends: [Backend<Pixels>]) -> [Variant] {
    programs.flatMap { program in
      program.callers.flatMap { caller in
        backends
          .filter { caller.mayBlock || $0.waiting != .blocked }
          .filter { caller.fits($0.cacheType) }
          .map { Variant(program: program, caller: caller, backend: $0) }
      }
    }
  }

  /// What is predicted of it; nothing is observed yet.
  var declared: VariantRecord {
    VariantRecord(
      program: program.id, row: caller.row.id, column: backend.name,
      callerExecutor: caller.executor,
      prediction: program.prediction(caller.promise(backend.waiting)), tally: Tally())
  }

  /// Repeats the program on one cache, with a key of its own each time, and counts the outcomes.
  func run(_ limits: StressLimits, seed: UInt64, pictures: Pictures) async -> VariantRecord {
    let executor = ThreadExecutor()
    let cache = backend.make(
      CacheConfiguration(limits: pictures.limits), taskExecutor: executor)
    let tally = await stress(limits, seed: seed) { repetition in
      let key = CacheKey("photograph \(repetition.index)")
      let (requests, outcome) = program.calls(pictures)
      let done = Latch(requests.count)
      let steps = requests.map { request, priority in
        Step(request: request, priority: priority, cache: cache, key: key, done: done.countDown)
      }
      let stage = RealThreads(repetition)
      let round = Round(cache: cache, steps: steps, isHeld: caller.isHeld, stage: stage)
      if caller.isHeld {
        holding(cache, from: executor) { caller.call(round) }
      } else {
        caller.call(round)
      }
      repetition = stage.repetition
      done.wait()
      return outcome(take(key, from: cache, on: executor))
    }
    var record = declared
    record.tally = tally
    return record
  }
}

/// What is kept under a key at the end of a repetition; removes it.
private func take(
  _ key: CacheKey, from cache: any ImageCache<Pixels>, on executor: ThreadExecutor
) -> Pixels? {
  let taken = Taken()
  let done = Latch(1)
  Task(executorPreference: executor) {
    taken.picture = await cache.value(for: key)
    await cache.remove(key)
    done.countDown()
  }
  done.wait()
  return taken.picture
}

private final class Taken: @unchecked Sendable {  // the latch orders write and read
  var picture: Pixels?
}
