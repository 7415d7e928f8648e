import Evidence
import Interleaving
import Testing

@Suite struct ReplayTests {
  @Test(arguments: Programs.all.map(\.name))
  func `every id that is printed replays`(_ name: String) async throws {
    let program = try #require(Programs.named(name))
    let found = try await program.explore(Programs.options)
    #expect(!found.outcomes.isEmpty)
    for outcome in found.outcomes {
      let again = try await program.explore(Programs.replaying(outcome.schedule))
      #expect(again.names == [outcome.name])
      #expect(again.outcomes.first?.trace == outcome.trace)
      #expect(again.outcomes.first?.delays == outcome.delays)
    }
    for finding in found.findings {
      let id = try #require(finding.schedule)
      let again = try await program.explore(Programs.replaying(id))
      #expect(again.kinds == [finding.kind])
    }
  }

  @Test(arguments: Programs.all.map(\.name))
  func `every id replays in a fresh process`(_ name: String) async throws {
    let found = try await #require(Programs.named(name)).explore(Programs.options)
    let expected = found.outcomes.map { [$0.schedule, $0.name] }
    await #expect(processExitsWith: .success) {
      [name = name as String, expected = expected as [[String]]] in
      let program = try #require(Programs.named(name))
      for pair in expected {
        let again = try await program.explore(Programs.replaying(pair[0]))
        #expect(again.names == [pair[1]])
      }
    }
  }

  @Test func `an id is read however it was pasted`() async throws {
    let found = try await Programs.all[0].explore()
    let first = try #require(found.outcomes.first)
    let pasted = ExplorationOptions(schedule: " \(first.schedule.uppercased())\n")
    #expect(try await Programs.all[0].explore(pasted).names == [first.name])
  }

  @Test(arguments: ["", "abc", "k3v92xd-4hq7", "k3v92xi-4hq7-m2p8", "k3v92xd-4hq7-m2p8-1", "-é-"])
  func `what is no id is refused`(_ id: String) async throws {
    await #expect(throws: ExplorationError.malformedSchedule(id)) {
      try await Programs.all[0].explore(ExplorationOptions(schedule: id))
    }
  }

  @Test func `an id of another program is refused by name`() async throws {
    let found = try await Programs.all[0].explore()
    let id = try #require(found.outcomes.first?.schedule)
    let other = Programs.all[1]
    let refusal = ExplorationError.scheduleOfAnotherProgram(id, program: other.name)
    await #expect(throws: refusal) {
      try await other.explore(ExplorationOptions(schedule: id))
    }
    #expect("\(refusal)".contains(other.name))
  }

  @Test func `an id of another build is refused`() async throws {
    let found = try await Programs.all[0].explore()
    var id = try Array(#require(found.outcomes.first?.schedule))
    id[4] = id[4] == "0" ? "1" : "0"
    do {
      _ = try await Programs.all[0].explore(ExplorationOptions(schedule: String(id)))
      Issue.record("it was taken")
    } catch ExplorationError.scheduleOfAnotherBuild(let text, let own) {
      #expect(text == String(id))
      #expect(own.contains("Swift"))
    }
  }

  @Test func `a program that has changed under its name is caught`() async throws {
    let old = ExploredProgram("changing") { world in
      for name in ["a", "b"] { world.task(name) { await Task.yield() } }
    }
    let new = ExploredProgram("changing") { world in
      for name in ["a", "b", "c"] { world.task(name) { await Task.yield() } }
    }
    let renamed = ExploredProgram("changing") { world in
      for name in ["a", "x"] { world.task(name) { await Task.yield() } }
    }
    let id = try await #require(old.explore().outcomes.first?.schedule)
    for program in [new, renamed] {
      do {
        _ = try await program.explore(ExplorationOptions(schedule: id))
        Issue.record("it was taken")
      } catch ExplorationError.scheduleRanOtherwise(let text, let detail) {
        #expect(text == id)
        #expect(detail.contains("it came out as “finished”"))
      }
    }
  }

  @Test func `an id tells its policy, and runs under it`() async throws {
    let program = ExploredProgram("priorities") { world in
      let cell = Cell(world.serialExecutor("cell"))
      world.task("low", priority: .low) { await cell.append("l") }
      world.task("high", priority: .high) { await cell.append("h") }
      world.outcome { await cell.text }
    }
    for policy in ExecutorPolicy.allCases {
      let found = try await program.explore(ExplorationOptions(policy: policy))
      for outcome in found.outcomes {
        let again = try await program.explore(ExplorationOptions(schedule: outcome.schedule))
        #expect(again.options.policy == policy)
        #expect(again.outcomes.first?.trace == outcome.trace)
      }
    }
  }
}

/// Programs that come out in every way there is.
enum Programs {
  static let options = ExplorationOptions(
    limits: ExplorationLimits(schedules: 400, steps: 60, stall: .milliseconds(150)))

  /// The limits are part of an outcome such as *no end within 60 steps*.
  static func replaying(_ id: String) -> ExplorationOptions {
    ExplorationOptions(limits: options.limits, schedule: id)
  }

  static func named(_ name: String) -> ExploredProgram? { all.first { $0.name == name } }

  static let all = [
    ExploredProgram("orders") { world in
      let cell = Cell(world.serialExecutor("cell"))
      for name in ["a", "b", "c"] { world.task(name) { await cell.append(name) } }
      world.outcome { await cell.text }
    },
    ExploredProgram("locks") { world in
      let (one, other) = (world.lock("A"), world.lock("B"))
      world.thread("first") { one.withLock { other.withLock {} } }
      world.thread("second") { other.withLock { one.withLock {} } }
    },
    ExploredProgram("lost wake-up") { world in
      let waiter = Waiter(world.serialExecutor("waiter"))
      world.task("waits") { await waiter.wait() }
      world.task("wakes") { await waiter.wake() }
    },
    ExploredProgram("no end") { world in
      world.task("polls") { while true { await Task.yield() } }
      world.task("ends") { await Task.yield() }
    },
    ExploredProgram("no thread's end") { world in
      let lock = world.lock("lock")
      world.thread("polls") { while true { lock.withLock {} } }
    },
    ExploredProgram("traps") { world in
      let slate = Slate()
      world.task("first") { slate.number = 1 }
      world.task("second") {
        await Task.yield()
        precondition(slate.number == 0)
      }
    },
    ExploredProgram("children and timers") { world in
      let (clock, slate) = (world.clock, Slate())
      world.task("parent") {
        await withTaskGroup(of: Int.self) { group in
          for number in 0..<2 {
            group.addTask {
              try? await clock.sleep(for: .seconds(number))
              return number
            }
          }
          for await number in group { slate.text += "\(number)" }
        }
      }
      world.cancel("parent")
      world.outcome { slate.text }
    },
  ]
}

/// Forgets whoever wakes it before it waits.
private actor Waiter {
  nonisolated let executor: any SerialExecutor
  private var continuation: CheckedContinuation<Void, Never>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: any SerialExecutor) { self.executor = executor }

  func wait() async { await withCheckedContinuation { continuation = $0 } }

  func wake() {
    continuation?.resume()
    continuation = nil
  }
}
