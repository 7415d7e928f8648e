import Evidence
import Foundation
import Reporting
import StudyKit

// An experiment for the tests of the harness. It misbehaves as FIXTURE_MODE says, "crash" in every
// trial or "crash:2" in the second only; else as its own name does, linked as "02-crash".

let environment = ProcessInfo.processInfo.environment
let name = URL(filePath: CommandLine.arguments[0]).lastPathComponent

let mode: String = {
  guard let asked = environment["FIXTURE_MODE"] else { return name.components(separatedBy: "-")[1] }
  let parts = asked.split(separator: ":").map(String.init)
  let trial = CommandLine.arguments.firstIndex(of: "--trial").map { CommandLine.arguments[$0 + 1] }
  return parts.count < 2 || parts[1] == trial ? parts[0] : "normal"
}()

/// The stated length: short where a test waits for it to be stopped, else more than any machine
/// needs.
let length: Duration = ["hang", "stuck"].contains(mode) ? .milliseconds(10) : .seconds(3_600)

/// A cache on the main actor: it can only be asked while the harness leaves the main queue free.
@MainActor final class MainCache {
  private var value = "A"
  func read() -> String { value }
}

// lesson: prediction
let prediction = Prediction([
  .init("in order", .expected, "calls take effect as made"),
  .init("overtaken", .interesting, "a later call came first"),
  .init("lost", .forbidden, "a call had no effect"),
])
// lesson: end

@concurrent
func runTrial(_ context: TrialContext) async throws -> Observations {
  context.report(0, "warming up")
  switch mode {
  case "crash":
    let empty: [Int] = []
    print("about to crash")
    _ = empty[context.profile.trials]
  case "throw": throw CocoaError(.fileNoSuchFile)
  case "hang": blockForEver()
  case "stray": print("a stray line")
  case "slow":
    complain("slow trial \(getpid()) of \(getppid())")
    try await Task.sleep(for: .seconds(3_600))
  case "loaded":
    try await context.during("idle", count: 2) {
      complain("slow trial \(getpid()) of \(getppid())")
      try await Task.sleep(for: .seconds(3_600))
    }
  case "quiet": exit(0)
  default: break
  }
  let read = await MainCache().read()
  context.report(0.5, isOnMainThread() ? "on the main thread" : "off the main thread")
  context.report(0.6, await mainActorThread())
  let outcome =
    switch mode {
    case "forbidden": "lost"
    case "unknown": "never heard of"
    default: "in order"
    }
  let variants = declared.filter { context.includes($0.column) }.map { variant in
    var variant = variant
    variant.tally = Tally([outcome: 9])
    variant.tally.record(read == "A" ? "in order" : "lost")
    return variant
  }
  return Observations(
    variants: variants, benchmarks: [sample(for: context, surprising: mode == "surprise")],
    readings: [try await reading(in: context)])
}

/// Reads its quantity here, or by a probe beside which others run.
@concurrent
func reading(in context: TrialContext) async throws -> Reading {
  switch mode {
  case "surprise": Reading("depth", [12])
  case "probed":
    Reading(
      "depth", try await context.during("idle", count: 2) { try await context.probe("depth") })
  case "unloaded": Reading("depth", try await context.during("no such", count: 2) { [0] })
  case "lost-probe": Reading("depth", try await context.probe("crash"))
  default: Reading("depth", [7])
  }
}

let probes: [String: Experiment.Probe] = [
  "depth": { context in
    complain("depth probe \(getpid())")
    return [7, Double(context.seed % 2)]
  },
  "idle": { _ in
    complain("idle probe \(getpid())")
    try await Task.sleep(for: .seconds(3_600))
    return []
  },
  "crash": { context in
    let empty: [Double] = []
    return [empty[context.profile.trials]]
  },
]

let declared = ["LockedCache", "ActorCache"].map { column in
  VariantRecord(
    program: "store-read", row: "awaiting", column: column, callerExecutor: "global pool",
    prediction: prediction, tally: Tally())
}

/// Whether this is the main thread, on which no trial should run: the one that entered `main`.
func isOnMainThread() -> Bool {
  #if canImport(Darwin)
    pthread_main_np() == 1
  #else
    // "PID/task/TID": the kernel gives the first thread the number of the process.
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
      == "\(getpid())/task/\(getpid())"
  #endif
}

/// Where code isolated to the main actor runs.
@MainActor func mainActorThread() -> String {
  "main actor " + (isOnMainThread() ? "on the main thread" : "on another thread")
}

/// Says something on the standard error.
func complain(_ text: String) {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
}

/// A deadlock: a thread that waits for something nobody will do.
func blockForEver() {
  DispatchSemaphore(value: 0).wait()
}

let open = mode == "open"
let description = ExperimentDescription(
  name: name,
  question: "Does the harness do what it says?", minutes: 1,
  claims: [
    TestedClaim(
      id: "C1",
      paragraphs: [
        .reproduced: "Seen {count} times.", .refuted: "Not so.", .depends: "It depends.",
        .open: "Cannot be said.",
      ])
  ],
  programs: [
    Program(
      id: "store-read", title: "Store, then read", summary: "It stores and reads.",
      listing: "store(A)\nread()",
      rows: [.init(id: "awaiting", title: "awaiting each call", summary: "One after another.")],
      columns: [
        .init(id: "LockedCache", summary: "a lock"), .init(id: "ActorCache", summary: "an actor"),
      ],
      expectedPhrase: "in order")
  ],
  benchmarks: [benchmark], quantities: [depths],
  why: [.text("Because."), .source("prediction")], cures: [],
  tryIt: Exercise(change: "none", predict: "nothing", command: "none", answer: "nothing"),
  doesNotShow: [], method: [])

runExperiment(
  Experiment(
    description: description, variants: declared,
    quotedFiles: ["Tests/Fixtures/fixture-experiment/main.swift"],
    trialLength: { _ in
      // Only a run asks on its way to the trials; whoever describes itself must come to an end.
      if mode == "stuck", !CommandLine.arguments.contains("--describe") { blockForEver() }
      return length
    },
    trial: runTrial, probes: probes, explorable: explorable,
    tools: { [RunConditions.Fact("A peer", "Peer 1.2")] }, pool: pool,
    conclude: { findings in
      let count = findings.variants.reduce(0) { $0 + $1.expectedCount }
      return Conclusion(
        headline: "It was in order {count} times.",
        verdicts: ["C1": open ? .open : .reproduced], fields: ["count": "\(count)"], traits: [])
    }))
