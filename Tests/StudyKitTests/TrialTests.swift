import Evidence
import Reporting
import Testing

@testable import StudyKit

@Suite struct TrialSeedTests {
  @Test func `every trial has a seed of its own that follows from the run's`() {
    let seeds = (1...1_000).map { trialSeed(run: 7, trial: $0) }
    #expect(Set(seeds).count == 1_000)
    #expect(seeds == (1...1_000).map { trialSeed(run: 7, trial: $0) })
    #expect(trialSeed(run: 8, trial: 1) != seeds[0])
  }

  @Test func `a trial's seed is the first number of the generator of its part`() {
    var generator = SeededGenerator(seed: 7, part: "trial 3")
    #expect(trialSeed(run: 7, trial: 3) == generator.next())
  }
}

@Suite struct AddingUpTests {
  let declared = [
    variant(column: "LockedCache", [:]), variant(column: "ActorCache", [:]),
    variant(row: "firing", column: "LockedCache", [:]),
  ]

  @Test func `tallies of one variant are added, those of others kept apart`() throws {
    let trials = [
      [variant(column: "LockedCache", ["in order": 3])],
      [
        variant(column: "LockedCache", ["in order": 4, "lost": 1]),
        variant(column: "ActorCache", ["in order": 9]),
      ],
    ]
    let sum = try addedUp(trials, as: declared)
    #expect(sum.map(\.column) == ["LockedCache", "ActorCache"])
    #expect(sum.map(\.tally.counts) == [["in order": 7, "lost": 1], ["in order": 9]])
  }

  @Test func `the declared order rules, whatever came first; what did not run is left out`() throws
  {
    let trial = [
      variant(row: "firing", column: "LockedCache", [:]), variant(column: "LockedCache", [:]),
    ]
    let sum = try addedUp([trial], as: declared)
    #expect(sum.map(\.row) == ["awaiting", "firing"])
  }

  @Test func `a prediction other than the declared one is an internal error`() {
    var changed = variant(column: "LockedCache", [:])
    changed.prediction = Prediction([.init("in order", .interesting, "changed")])
    #expect(throws: InternalError.self) { try addedUp([[changed]], as: declared) }
  }

  @Test func `a variant that was not declared, or comes twice, is an internal error`() {
    let strange = [variant(column: "Strange", [:])]
    let twice = [variant(column: "LockedCache", [:]), variant(column: "LockedCache", [:])]
    let name = "store-read/awaiting"
    #expect(
      throws: InternalError(
        description: "a trial reported \(name)/Strange, which was not declared")
    ) { try addedUp([strange], as: declared) }
    #expect(throws: InternalError(description: "a trial reported \(name)/LockedCache twice")) {
      try addedUp([twice], as: declared)
    }
  }
}

@Suite struct AddingUpMeasurementsTests {
  /// An experiment that pools by handing on what it was given.
  private func experiment(pools: Bool = true) -> Experiment {
    var description = sampleDescription
    description.benchmarks = [
      sampleBenchmark,
      Benchmark(
        id: "miss", title: "", summary: "", listing: "", baseline: "lock",
        rows: sampleBenchmark.rows),
    ]
    description.quantities = [sampleQuantities]
    description.pictures = [sampleSheet]
    return Experiment(
      description: description, quotedFiles: [], trialLength: { _ in .zero },
      trial: { _ in Observations() }, pool: pools ? pool : nil,
      conclude: { _ in Conclusion(headline: "", verdicts: [:], fields: [:], traits: []) })
  }

  @Test func `samples are pooled by benchmark, in the order of trials, rows as declared`() throws {
    let trials = [
      Observations(
        benchmarks: [
          sampleTimes(["lock": [1], "actor": [2]], benchmark: "miss"),
          sampleTimes(["actor": [2], "lock": [1]]),
        ]),
      Observations(benchmarks: [sampleTimes(["lock": [3], "actor": [4]])]),
    ]
    let found = try experiment().addedUp(trials, seed: 7)
    #expect(found.benchmarks.map(\.benchmark) == ["hit", "miss"])
    #expect(found.benchmark("hit")?.processes == 2)
    #expect(found.benchmark("hit")?.rows.map(\.row) == ["lock", "actor"])
    #expect(found.benchmark("hit")?["lock"]?.nanoseconds == 3)
    #expect(found.benchmark("miss")?["lock"]?.nanoseconds == 1)
    #expect(found.benchmark("none") == nil)
  }

  @Test func `every benchmark is pooled by a seed of its own that follows from the run's`() throws {
    let trials = [
      Observations(
        benchmarks: [
          sampleTimes(["lock": [1]]), sampleTimes(["lock": [1]], benchmark: "miss"),
        ])
    ]
    func seeds(_ seed: UInt64) throws -> [Double] {
      try experiment().addedUp(trials, seed: seed).benchmarks.map(\.twin.estimate)
    }
    #expect(try seeds(7) == seeds(7))
    #expect(Set(try seeds(7) + seeds(8)).count == 4)
  }

  @Test func `readings of one quantity follow one another, quantities as declared`() throws {
    let trials = [
      Observations(readings: [Reading("depth", [1, 2]), Reading("width", [9])]),
      Observations(readings: [Reading("depth", []), Reading("depth", [3])]),
    ]
    let found = try experiment().addedUp(trials, seed: 7)
    #expect(found.readings == [Reading("width", [9]), Reading("depth", [1, 2, 3])])
    #expect(found.reading("depth")?.values == [1, 2, 3])
  }

  @Test func `pictures are those of the first trial that made any, in the order declared`() throws {
    let trials = [
      Observations(),
      Observations(pictures: [samplePicture("after"), samplePicture("before")]),
      Observations(pictures: [samplePicture("before", bytes: 9)]),
    ]
    let found = try experiment().addedUp(trials, seed: 7)
    #expect(found.pictures == [samplePicture("before"), samplePicture("after")])
  }

  @Test(
    arguments: [
      (
        Observations(pictures: [samplePicture("during")]),
        "a trial reported the picture looks/during, which was not declared"
      ),
      (
        Observations(pictures: [samplePicture("before", sheet: "other")]),
        "a trial reported the picture other/before, which was not declared"
      ),
      (
        Observations(pictures: [samplePicture("after"), samplePicture("after")]),
        "a trial reported the picture looks/after twice"
      ),
      (
        Observations(benchmarks: [sampleTimes(["lock": [1]], benchmark: "other")]),
        "a trial reported other, which was not declared"
      ),
      (
        Observations(benchmarks: [sampleTimes(["lock": [1], "other": [1]])]),
        "a trial reported hit/other, which was not declared"
      ),
      (
        Observations(benchmarks: [sampleTimes(["actor": [1]])]),
        "a trial timed hit without its baseline"
      ),
      (
        Observations(benchmarks: [sampleTimes(["lock": [1]]), sampleTimes(["lock": [1]])]),
        "a trial reported hit twice"
      ),
      (
        Observations(benchmarks: [sampleTimes(["lock": [1], "bare": [1]])]),
        "trials timed different rows of hit"
      ),
      (
        Observations(readings: [Reading("height", [1])]),
        "a trial reported height, which was not declared"
      ),
    ])
  func `what was not declared, or does not fit, is an internal error`(
    odd: Observations, problem: String
  ) {
    let good = Observations(benchmarks: [sampleTimes(["lock": [1]])])
    #expect(throws: InternalError(description: problem)) {
      try experiment().addedUp([good, odd], seed: 7)
    }
  }

  @Test func `a sample held against another row than declared is an internal error`() {
    var sample = sampleTimes(["lock": [1], "actor": [2]])
    sample.baseline = "actor"
    #expect(throws: InternalError.self) {
      try experiment().addedUp([Observations(benchmarks: [sample])], seed: 7)
    }
  }

  @Test func `samples that nothing pools are an internal error`() {
    #expect(throws: InternalError(description: "nothing pools the samples of hit")) {
      try experiment(pools: false)
        .addedUp([Observations(benchmarks: [sampleTimes(["lock": [1]])])], seed: 7)
    }
  }
}

/// Hands on the last sample's first round, the number of samples and the seed, rows in any order.
@Sendable
private func pool(_ samples: [BenchmarkSample], seed: UInt64) -> BenchmarkResult {
  let none = Interval(1, 1)
  let rows = (samples.last?.rows ?? []).map {
    MeasuredRow(
      row: $0.row, nanoseconds: $0.nanoseconds[0], quartiles: none, ratio: nil, separation: nil,
      rounds: 1)
  }
  return BenchmarkResult(
    benchmark: samples[0].benchmark, baseline: "lock", processes: samples.count, confidence: 0.95,
    twin: Ratio(estimate: Double(seed % 1_000_003), interval: none, signTest: none, processes: []),
    timer: [], rows: rows.reversed(), warnings: [])
}

@Suite struct NarrowingTests {
  private func rows(of backends: [String]) -> [String] {
    TrialContext(profile: .quick, seed: 1, backends: backends, photos: "", report: { _, _ in })
      .rows(of: sampleBenchmark).map(\.id)
  }

  @Test func `rows of other backends do not run; the baseline and those of none always do`() {
    #expect(rows(of: []) == ["lock", "actor", "bare"])
    #expect(rows(of: ["ActorCache"]) == ["lock", "actor", "bare"])
    #expect(rows(of: ["QueueCache"]) == ["lock", "bare"])
  }

  @Test func `an experiment can be narrowed to the backends it times`() {
    var description = sampleDescription
    description.programs[0].columns = [.init(id: "QueueCache", summary: "a queue")]
    description.benchmarks = [sampleBenchmark]
    let experiment = Experiment(
      description: description, quotedFiles: [], trialLength: { _ in .zero },
      trial: { _ in Observations() },
      conclude: { _ in Conclusion(headline: "", verdicts: [:], fields: [:], traits: []) })
    #expect(experiment.backends == ["QueueCache", "LockedCache", "ActorCache"])
  }
}

@Suite struct RunStatusTests {
  @Test(
    arguments: [
      ([], RunStatus.fine), ([.fine, .fine], .fine), ([.fine, .failed, .fine], .failed),
      ([.failed, .unusable, .failed], .unusable), ([.fine, .undecided], .undecided),
      ([.undecided, .failed], .failed), ([.undecided, .unusable], .unusable),
    ] as [([RunStatus], RunStatus)])
  func `of several, 2 comes before 1 before 3 before 0`(statuses: [RunStatus], worst: RunStatus) {
    #expect(RunStatus.worst(of: statuses) == worst)
  }
}
