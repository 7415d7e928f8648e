#if os(Linux)
  import Dispatch
  import Evidence
  import Foundation
  import Interleaving
  import Testing

  @Suite struct DispatchGroupTests {
    @Test func `a group notifies once all its blocks are done`() async throws {
      let found = try await explore { world in
        let (group, order) = (DispatchGroup(), Order())
        world.thread("thread") {
          DispatchQueue.global().async(group: group) { order.text += "a" }
          DispatchQueue.global().async(group: group) { order.text += "b" }
          group.notify(queue: .main) { order.text += "!" }
        }
        world.outcome { order.text }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["ab!", "ba!"])
      #expect(found.isComplete)
    }

    @Test func `a group can be waited for without blocking for real`() async throws {
      let found = try await explore { world in
        let (group, order) = (DispatchGroup(), Order())
        group.enter()
        world.thread("first") {
          group.wait()
          order.text += "w"
        }
        world.thread("second") {
          order.text += "l"
          group.leave()
        }
        world.outcome { order.text }
      }
      #expect(found.outcomes.map(\.name) == ["lw"])
      #expect(found.isComplete)
    }

    @Test func `a group that nobody leaves is a deadlock`() async throws {
      let found = try await explore { world in
        let group = DispatchGroup()
        world.thread("thread") {
          group.enter()
          group.wait()
        }
      }
      #expect(found.outcomes.map(\.name) == ["deadlock"])
      #expect(found["deadlock"]?.trace.waits.map(\.reason) == ["a group that 1 has not left"])
    }

    @Test func `a delayed block comes when its moment on the world's clock may pass`()
      async throws
    {
      for (timers, outcomes) in [
        (World.Timers.anyTime, ["12x", "1x2", "x12"]), (.whenIdle, ["x12"]),
      ] {
        let found = try await explore { world in
          world.timers = timers
          let queue = DispatchQueue(label: "queue")
          let order = Order()
          let start = DispatchTime.now()
          queue.asyncAfter(deadline: start + 2) { order.text += "2" }
          queue.asyncAfter(deadline: .now() + .seconds(1)) {
            order.text += "1"
            #expect(DispatchTime.now() >= start + 1)
          }
          world.thread("thread") { queue.async { order.text += "x" } }
          world.outcome { order.text }
        }
        #expect(Set(found.outcomes.map(\.name)) == Set(outcomes))
        #expect(found.isComplete)
      }
    }

    @Test func `calls that are left to Dispatch are findings that name who called`()
      async throws
    {
      let found = try await explore { world in
        world.thread("thread") { DispatchQueue.concurrentPerform(iterations: 2) { _ in } }
      }
      #expect(found.findings.map(\.kind) == [.escaped])
      #expect(found.findings.first?.message.contains("thread called dispatch_apply") == true)
    }

    @Test func `who waits for a work item is found as blocked`() async throws {
      let limits = ExplorationLimits(stall: .milliseconds(200), abandonedThreads: 1)
      let found = try await explore(limits: limits) { world in
        let queue = DispatchQueue(label: "queue")
        world.thread("thread") {
          let item = DispatchWorkItem {}
          queue.async(execute: item)
          item.wait()
        }
      }
      #expect(found.findings.map(\.kind) == [.blocked])
      #expect(found.findings.first?.message.hasPrefix("thread blocked") == true)
    }

    @Test func `a queue that targets another is a finding`() async throws {
      let found = try await explore { world in
        let target = DispatchQueue(label: "target")
        let queue = DispatchQueue(label: "front", target: target)
        world.thread("thread") { queue.sync {} }
      }
      #expect(found.findings.map(\.kind) == [.escaped])
      #expect(found.findings.first?.message.contains("front, which targets") == true)
    }
  }
#endif
