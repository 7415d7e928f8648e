import Evidence
import Imaging
import Measurement
import Reporting
import StudyKit

/// What does it take to show a large picture in a small cell, and what is lost?
let downsampling = Experiment(
  description: description, variants: fitVariants + factorVariants,
  quotedFiles: [
    "Experiments/09-Downsampling/Making/Path.swift",
    "Experiments/09-Downsampling/Timing/Timed.swift",
    "Experiments/09-Downsampling/Quality/Likeness.swift",
    "Experiments/09-Downsampling/Scrolling/Feed.swift",
    "Experiments/09-Downsampling/Sides/FitRules.swift",
  ],
  trialLength: { $0.trialLength }, trial: runTrial,
  probes: Screens.all.reduce(into: feedProbes) { $0.merge($1.probes) { $1 } },
  pool: { BenchmarkResult(pooling: $0, seed: $1) }, conclude: conclude)

extension Profile {
  fileprivate var trialLength: Duration {
    switch self {
    case .quick: .seconds(10)
    case .standard: .seconds(25)
    case .full: .seconds(55)
    }
  }

  /// Rounds of a benchmark, an epoch of which is one picture.
  fileprivate var rounds: Int {
    switch self {
    case .quick: 3
    case .standard: 15
    case .full: 30
    }
  }

  /// Times that everything else is timed.
  fileprivate var repetitions: Int {
    switch self {
    case .quick: 1
    case .standard: 5
    case .full: 11
    }
  }
}

/// What a trial does, with its share of the time in hundredths.
private enum Stage: Int, CaseIterable {
  case timing = 50
  case parts = 8
  case screens = 17
  case feed = 20
  case sizes = 5

  /// Where it begins, from 0 to 1.
  var start: Double {
    Double(Self.allCases.prefix { $0 != self }.reduce(0) { $0 + $1.rawValue }) / 100
  }
  var share: Double { Double(rawValue) / 100 }
}

@concurrent
private func runTrial(_ context: TrialContext) async throws -> Observations {
  func report(_ stage: Stage, _ done: Double, _ label: String) {
    context.report(stage.start + stage.share * done, label)
  }
  let album = try Album(context.photos)
  let repetitions = context.profile.repetitions
  var observed = Observations()
  do {
    for (index, timed) in Timed.all.enumerated() {
      let benchmark = timed.benchmark
      observed.benchmarks.append(
        await measure(
          benchmark.id, timed.workloads(album), against: benchmark.baseline,
          plan: MeasurementPlan(
            rounds: context.profile.rounds, serviceSamples: 0, responseSamples: 0),
          seed: context.seed
        ) { report(.timing, (Double(index) + $0) / Double(Timed.all.count), benchmark.title) })
    }
    report(.parts, 0, partsTable.title)
    observed.readings += try partReadings(album, rounds: repetitions)
    for (index, screens) in Screens.all.enumerated() {
      report(.screens, Double(index) / Double(Screens.all.count), screens.table.title)
      observed.readings += try await screens.readings(album, context, rounds: repetitions)
    }
    observed.readings += try await feedReadings(context) { report(.feed, $0, feedTable.title) }
    report(.sizes, 0, marginTable.title)
    observed.readings += try await marginReadings(album, rounds: repetitions)
    // What comes out the same every time is made once.
    if context.trial == 1 {
      observed.readings += try sizeReadings(album)
      observed.pictures = try sheetPictures(album)
      observed.variants = try runFits(album, context) + runFactors(album, context)
    }
  } catch let error as ImagingError {
    throw UsageError("\(error)")
  }
  return observed
}
