import Evidence
import Foundation
import Testing

@testable import Stress

struct StressTests {
  @Test func `a run repeats as often as it is told and counts every outcome`() async {
    let tally = await stress(StressLimits(repetitions: 100, time: .seconds(600)), seed: 1) {
      $0.index.isMultiple(of: 4) ? "fourth" : "other"
    }
    #expect(tally == Tally(["fourth": 25, "other": 75]))
  }

  @Test func `a run whose time is up before it begins still runs once`() async {
    let tally = await stress(StressLimits(repetitions: 100, time: .zero), seed: 1) { _ in "ran" }
    #expect(tally == Tally(["ran": 1]))
  }

  @Test(arguments: [Duration.seconds(1e18), .init(secondsComponent: .max, attosecondsComponent: 0)])
  func `a time without end is no trouble`(time: Duration) async {
    let tally = await stress(StressLimits(repetitions: 2, time: time), seed: 1) { _ in
      let latch = Latch(1)
      Thread.detachNewThread { latch.countDown() }
      return latch.wait(atMost: time) ? "down" : "up"
    }
    #expect(tally == Tally(["down": 2]))
  }

  #if os(Linux)
    // The thread sanitizer dies itself where nothing can be mapped.
    @Test(.enabled(if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer"))
    func `bodies for which there are no threads end the process with a message`() async throws {
      let result = try await #require(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in
          Thread.detachNewThread {
            var limit = rlimit(rlim_cur: 1, rlim_max: 1)
            setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            let repetition = Repetition(seed: 1)
            repetition.together(Array(repeating: {}, count: 2))
            exit(0)
          }
        }
      }
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains("no thread"), "\(message)")
    }
  #endif

  @Test func `the body runs on one thread, and not on the cooperative pool`() async {
    let tally = await stress(StressLimits(repetitions: 3, time: .seconds(600)), seed: 1) { _ in
      // A pool thread that blocked here could starve the task it waits for.
      let done = Latch(1)
      Task.detached { done.countDown() }
      done.wait()
      return "\(pthread_self())"
    }
    #expect(tally.counts.values.sorted() == [3])
  }

  @Test func `bodies run together meet, each on a thread of its own`() async {
    let tally = await stress(StressLimits(repetitions: 20, time: .seconds(600)), seed: 1) {
      // Each waits for all three: run one after another they would never end.
      let met = Latch(3)
      $0.together(
        Array(
          repeating: {
            met.countDown()
            met.wait()
          }, count: 3))
      return "met"
    }
    #expect(tally == Tally(["met": 20]))
  }
}

struct GateTests {
  @Test func `a gate lets those who wait and those who come later through`() async {
    let gate = Gate()
    let through = Latch(2)
    for _ in 1...2 {
      Thread.detachNewThread {
        gate.wait()
        through.countDown()
      }
    }
    #expect(!through.wait(atMost: .zero))
    gate.open()
    await onThread {
      through.wait()
      gate.wait()
    }
  }

  @Test func `a latch that is down says so without waiting`() {
    let latch = Latch(1)
    #expect(!latch.wait(atMost: .zero))
    latch.countDown()
    latch.countDown()
    #expect(latch.wait(atMost: .zero))
  }
}

struct ThreadExecutorTests {
  @Test func `jobs run in order on one thread, which may block while the pool goes on`() async {
    let executor = ThreadExecutor()
    let gate = Gate()
    let log = Log()
    let blocked = Task(executorPreference: executor) {
      gate.wait()
      log.add("first", pthread_self())
    }
    let second = Task(executorPreference: executor) { log.add("second", pthread_self()) }
    // The pool is free: this task opens the gate that the executor's thread is blocked at.
    await Task.detached { gate.open() }.value
    await blocked.value
    await second.value
    #expect(log.names == ["first", "second"])
    #expect(Set(log.threads).count == 1)
  }

  @Test func `an actor held by a task that prefers it does not hold the pool`() async {
    actor Counter {
      var count = 0
      func hold(_ gate: Gate, _ held: Latch) {
        held.countDown()
        gate.wait()
        count += 1
      }
    }
    let counter = Counter()
    let executor = ThreadExecutor()
    let gate = Gate()
    let held = Latch(1)
    let holder = Task(executorPreference: executor) { await counter.hold(gate, held) }
    await onThread { held.wait() }
    await Task.detached { gate.open() }.value
    await holder.value
    #expect(await counter.count == 1)
  }
}

/// Does what may block on a thread of its own: the pool has few, and all tests share them.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}

private final class Log: @unchecked Sendable {  // `lock` guards the rest
  private let lock = NSLock()
  private var lines: [(String, pthread_t)] = []
  func add(_ name: String, _ thread: pthread_t) { lock.withLock { lines.append((name, thread)) } }
  var names: [String] { lock.withLock { lines.map(\.0) } }
  var threads: [pthread_t] { lock.withLock { lines.map(\.1) } }
}
