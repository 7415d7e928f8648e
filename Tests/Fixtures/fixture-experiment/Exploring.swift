import Evidence
import Foundation
import Reporting
import StudyKit

// What the fixture explores: results made up here, the same under every limit, or as FIXTURE_MODE
// says.

/// An id of another build.
struct StrangeSchedule: Error, CustomStringConvertible {
  let id: String
  var description: String { "the schedule \(id) is of another build: explore again" }
}

let explorable = [
  ExplorableProgram(
    name: "store-read/ActorCache", summary: "Stores and reads on an actor.",
    prediction: prediction,
    variant: VariantName(program: "store-read", row: "awaiting", column: "ActorCache"),
    policies: [.defaultActor, .fifo], studied: length,
    run: { options, progress in try await exploreStoring(options, progress) }),
  ExplorableProgram(
    name: "two-locks", summary: "Takes two locks in opposite order.", policies: [],
    run: { options, _ in
      exploration(
        "two-locks", options,
        [("done", 8, 0, "L1"), ("deadlock", 6, 1, "L2")].filter { _, _, _, id in
          options.schedule.map { $0 == id } ?? true
        })
    }),
]

@concurrent
func exploreStoring(
  _ options: ExplorationOptions, _ progress: @Sendable (ExplorationProgress) -> Void
) async throws -> Exploration {
  if let id = options.schedule, !["s2", "s3"].contains(id) { throw StrangeSchedule(id: id) }
  progress(ExplorationProgress(schedules: 1, outcomes: 1, fraction: 0.5))
  switch mode {
  case "crash-explored":
    let empty: [Int] = []
    print("about to crash")
    _ = empty[options.limits.steps]
  case "slow-explored":
    complain("slow trial \(getpid()) of \(getppid())")
    try await Task.sleep(for: .seconds(3_600))
  default: break
  }
  var found: [(String, Int, Int, String)] = [("in order", 20, 0, "s1"), ("overtaken", 8, 1, "s2")]
  if options.policy == .fifo { found.removeLast() }
  switch mode {
  case "impossible": found.removeAll { $0.0 == "in order" }
  case "explored-forbidden": found.append(("lost", 1, 2, "s3"))
  default: break
  }
  if let id = options.schedule { found.removeAll { $0.3 != id } }
  var result = exploration("store-read/ActorCache", options, found)
  if mode == "bounded" {
    result.coverage = .bounded("\(options.limits.schedules) schedules reached")
  }
  if mode == "escaped" {
    result.findings = [
      ExplorationFinding(.escaped, "A job came from a foreign thread.", schedule: "s2")
    ]
  }
  return result
}

/// A result of the given outcomes: name, schedules, delays and id.
func exploration(
  _ program: String, _ options: ExplorationOptions, _ found: [(String, Int, Int, String)]
) -> Exploration {
  Exploration(
    program: program, options: options,
    coverage: options.schedule.map { .bounded("schedule \($0) was replayed") }
      ?? .complete(relativeTo: ["jobs of the actor"]),
    schedules: found.reduce(0) { $0 + $1.1 }, traces: options.schedule == nil ? 12 : nil,
    steps: 340,
    outcomes: found.map { name, schedules, delays, id in
      Exploration.Outcome(
        name: name, schedules: schedules, delays: delays, schedule: id,
        trace: ScheduleTrace(
          tasks: ["writer", "reader"],
          steps: [
            .init(task: 1, place: "cache", options: 2, delays: delays, events: [.ends]),
            .init(task: 0, place: "cache", options: 1, delays: 0, events: [.ends]),
          ], outcome: name))
    }, findings: [], notes: ["Atomic: a job with its enqueues."])
}
