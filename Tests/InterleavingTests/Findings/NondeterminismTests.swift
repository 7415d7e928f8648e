import Evidence
import Interleaving
import Testing

@Suite struct NondeterminismTests {
  private let limits = ExplorationLimits(schedules: 200)

  @Test func `iterating a set of strings is found out`() async throws {
    let kept = Kept()
    let found = try await explore(limits: limits) { world in
      let slate = Slate()
      // The order follows from where a set's storage lies: never twice in one place.
      let names = Set((0..<8).map { "name \($0)" })
      kept.all.append(names)
      for name in names { world.task(name) { slate.text += name } }
      world.outcome { slate.text }
    }
    try expectNondeterminism(found)
  }

  @Test func `keys made of object identifiers are found out`() async throws {
    let kept = Kept()
    let found = try await explore(limits: limits) { world in
      let slate = Slate()
      let objects = (0..<8).map { _ in Slate() }
      kept.all.append(objects)
      let order = Dictionary(
        uniqueKeysWithValues: objects.enumerated().map { (ObjectIdentifier($1), $0) })
      for (_, index) in order { world.task("task \(index)") { slate.text += "\(index)" } }
      world.outcome { slate.text }
    }
    try expectNondeterminism(found)
  }

  @Test func `a global kept between schedules is found out`() async throws {
    let kept = Slate()
    let found = try await explore { world in
      kept.number += 1
      let yields = kept.number.isMultiple(of: 2)
      world.task("subject") { if yields { await Task.yield() } }
      world.task("other") {}
    }
    try expectNondeterminism(found)
  }

  @Test func `randomness is found out, and harms nothing`() async throws {
    // A source of its own, so that the test does the same every time.
    let random = Slate()
    random.number = 1
    for round in 0..<20 {
      let found = try await explore("\(round)") { world in
        for name in ["a", "b", "c"] {
          world.task(name) {
            random.number = random.number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            for _ in 0..<(UInt64(bitPattern: Int64(random.number)) >> 62) { await Task.yield() }
          }
        }
      }
      try expectNondeterminism(found)
    }
  }

  @Test func `an outcome that differs with the same steps is found out`() async throws {
    let kept = Slate()
    let found = try await explore { world in
      kept.number += 1
      let number = kept.number
      world.task("subject") {}
      world.outcome { "\(number)" }
    }
    try expectNondeterminism(found)
  }

  private func expectNondeterminism(_ found: Exploration) throws {
    let finding = try #require(found.findings.first)
    guard case .nondeterministic = finding.kind else {
      Issue.record("found \(finding.kind) instead")
      return
    }
    #expect(finding.message.contains("order of a Set"))
    #expect(!found.isComplete)
  }
}

/// Whatever is to stay where it is.
private final class Kept: @unchecked Sendable {  // used by one schedule at a time
  var all: [Any] = []
}
