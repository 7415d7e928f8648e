import Evidence
import Foundation
import Reporting
import Testing

@testable import StudyKit

@Suite struct ChildEventTests {
  @Test(
    arguments: [
      .started(seconds: 1.5), .progress(fraction: 0.25, label: "a \"label\"\nof two lines"),
      .observations(
        Observations(
          variants: [variant(column: "LockedCache", ["in order": 3])],
          benchmarks: [sampleTimes(["lock": [1, 2], "actor": [3, 4]])],
          readings: [Reading("depth", [7])], pictures: [samplePicture("before")])),
      .values([0.5, -1e300]), .exploration(sampleExploration()),
      .record(sampleRecord([variant(column: "LockedCache", ["in order": 3])])),
      .failure("it went wrong"), .description(ExperimentSummary(sampleExperiment)),
    ] as [ChildEvent])
  func `an event comes back from its line unchanged, on one line`(event: ChildEvent) throws {
    let line = String(decoding: try event.line(), as: UTF8.self)
    #expect(line.hasSuffix("\n"))
    #expect(line.dropLast().allSatisfy { !$0.isNewline })
    #expect(ChildEvent.read(line.dropLast()) == .event(event))
  }

  @Test func `the format is flat and says its version`() throws {
    let line = try ChildEvent.progress(fraction: 0.5, label: "x").line()
    #expect(
      String(decoding: line, as: UTF8.self)
        == #"{"event":"progress","fraction":0.5,"label":"x","version":3}"# + "\n")
  }

  @Test func `observations without pictures say nothing of them`() throws {
    let line = try ChildEvent.observations(Observations()).line()
    #expect(!String(decoding: line, as: UTF8.self).contains("pictures"))
  }

  @Test func `a fraction that JSON cannot hold is sent as none`() throws {
    let line = String(
      decoding: try ChildEvent.progress(fraction: .nan, label: "x").line(), as: UTF8.self)
    #expect(ChildEvent.read(line.dropLast()) == .event(.progress(fraction: 0, label: "x")))
  }

  @Test func `a result that JSON cannot hold is sent as a failure`() throws {
    let pipe = Pipe()
    try EventChannel(descriptor: pipe.fileHandleForWriting.fileDescriptor)
      .send(.values([.infinity]))
    try pipe.fileHandleForWriting.close()
    let text = String(
      decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    guard case .event(.failure(let message)) = ChildEvent.read(text.dropLast()) else {
      Issue.record("no failure: \(text)")
      return
    }
    #expect(message.contains("not finite"))
  }

  @Test(arguments: [
    "", "hello", "{}", "[1]", #"{"version":1}"#, #"{"version":3}"#, #"{"event":"progress"}"#,
    #"{"event":"progress","version":3}"#, #"{"event":"no such","version":3}"#,
    #"{"event":"failure","message":"#,
  ])
  func `whatever is no event is a stray line`(line: String) {
    #expect(ChildEvent.read(line) == .stray)
  }

  @Test func `an event of another version is recognised as such`() {
    #expect(ChildEvent.read(#"{"event":"anything","version":9}"#) == .otherVersion(9))
  }
}

@Suite struct ChildLifeTests {
  private func life(_ inputs: ChildLife.Input...) -> (actions: [ChildLife.Action], life: ChildLife)
  {
    var life = ChildLife()
    return (inputs.map { life.react(to: $0) }, life)
  }

  @Test func `it is left once it has ended and both streams have`() {
    let (actions, life) = life(.closed, .ended(.exited(0)), .closed)
    #expect(actions == [.nothing, .nothing, .leave])
    #expect(life.termination == .init(reason: .exited(0), lastWords: []))
  }

  @Test func `events and stray lines are handed on in order`() throws {
    let event = ChildEvent.started(seconds: 1)
    let line = String(decoding: try event.line().dropLast(), as: UTF8.self)
    let (actions, _) = life(.output("stray"), .output(line), .errorOutput("warning"))
    #expect(
      actions == [.receive(.line("stray")), .receive(.event(event)), .receive(.line("warning"))])
  }

  @Test func `a late child is stopped and counts as hung`() {
    let (actions, life) = life(.late, .ended(.crashed(signal: SIGKILL)))
    #expect(actions == [.stop, .leave])
    #expect(life.termination.reason == .hung)
  }

  @Test func `a late child stays hung if we are interrupted next`() {
    let (actions, life) = life(.late, .interrupted, .ended(.crashed(signal: SIGKILL)))
    #expect(actions == [.stop, .stop, .leave])
    #expect(life.termination.reason == .hung)
  }

  @Test func `an interruption stops it`() {
    let (actions, life) = life(.interrupted, .ended(.crashed(signal: SIGKILL)))
    #expect(actions == [.stop, .leave])
    #expect(life.termination.reason == .interrupted)
  }

  @Test func `one that ended is not waited for when something holds its streams open`() {
    let (actions, life) = life(.ended(.exited(0)), .closed, .late)
    #expect(actions == [.nothing, .nothing, .leave])
    #expect(life.termination.reason == .exited(0))
  }

  @Test func `one that was killed and never heard of again is left`() {
    let (actions, life) = life(.late, .unheard)
    #expect(actions == [.stop, .leave])
    #expect(life.termination.reason == .hung)
  }

  @Test func `its last words are few and hold no bare addresses`() {
    var life = ChildLife()
    for number in 1...20 { _ = life.react(to: .errorOutput("line \(number)")) }
    for line in [
      "x.swift:1: Fatal error: Index out of range", "Current stack trace:",
      "0    libswiftCore.so                    0x00007feb6595f130 swift_reportError + 33",
      "15   libc.so.6                          0x00007feb6434e8ec <unavailable> + 1087724",
    ] { _ = life.react(to: .errorOutput(line)) }
    #expect(life.termination.lastWords.count == 6)
    #expect(life.termination.lastWords.first == "line 16")
    #expect(life.termination.lastWords.last == "x.swift:1: Fatal error: Index out of range")
  }

  @Test func `a child of another build is told to be built again`() {
    let (actions, _) = life(.output(#"{"event":"started","version":9}"#))
    #expect(
      actions == [
        .receive(.event(.failure("it speaks version 9 of the events; build it again")))
      ])
  }
}
