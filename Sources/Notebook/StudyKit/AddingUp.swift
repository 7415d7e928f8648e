import Evidence
import Reporting

extension Experiment {
  /// Adds up what several trials observed, each part in its declared order and without what did not
  /// run.
  ///
  /// Throws ``InternalError`` where a trial observed what was not declared: a prediction is written
  /// before the run.
  package func addedUp(
    _ trials: [Observations], seed: UInt64
  ) throws(InternalError) -> Findings {
    Findings(
      variants: try StudyKit.addedUp(trials.map(\.variants), as: variants),
      benchmarks: try pooled(trials.map(\.benchmarks), seed: seed),
      readings: try joined(trials.map(\.readings)),
      pictures: try kept(trials.map(\.pictures)))
  }

  /// The samples of all trials, pooled by benchmark.
  private func pooled(
    _ trials: [[BenchmarkSample]], seed: UInt64
  ) throws(InternalError) -> [BenchmarkResult] {
    for samples in trials { try check(samples) }
    var results: [BenchmarkResult] = []
    for benchmark in description.benchmarks {
      let samples = trials.joined().filter { $0.benchmark == benchmark.id }
      guard let first = samples.first else { continue }
      guard samples.allSatisfy({ Set($0.rows.map(\.row)) == Set(first.rows.map(\.row)) }) else {
        throw InternalError(description: "trials timed different rows of \(benchmark.id)")
      }
      guard let pool else {
        throw InternalError(description: "nothing pools the samples of \(benchmark.id)")
      }
      var generator = SeededGenerator(seed: seed, part: "benchmark \(benchmark.id)")
      var result = pool(samples, generator.next())
      result.rows = benchmark.rows.compactMap { result[$0.id] }
      results.append(result)
    }
    return results
  }

  private func check(_ samples: [BenchmarkSample]) throws(InternalError) {
    var seen: Set<String> = []
    for sample in samples {
      let name = sample.benchmark
      guard seen.insert(name).inserted else {
        throw InternalError(description: "a trial reported \(name) twice")
      }
      guard let declared = description.benchmarks.first(where: { $0.id == name }) else {
        throw InternalError(description: "a trial reported \(name), which was not declared")
      }
      guard sample.baseline == declared.baseline else {
        throw InternalError(
          description: "a trial held \(name) against \(sample.baseline), not against what was "
            + "declared")
      }
      try check(sample.rows.map(\.row), of: declared)
    }
  }

  private func check(_ rows: [String], of benchmark: Benchmark) throws(InternalError) {
    let known = Set(benchmark.rows.map(\.id)).union([BenchmarkSample.twin])
    var seen: Set<String> = []
    for row in rows {
      let name = "\(benchmark.id)/\(row)"
      guard seen.insert(row).inserted else {
        throw InternalError(description: "a trial reported \(name) twice")
      }
      guard known.contains(row) else {
        throw InternalError(description: "a trial reported \(name), which was not declared")
      }
    }
    guard seen.contains(benchmark.baseline) else {
      throw InternalError(description: "a trial timed \(benchmark.id) without its baseline")
    }
  }

  /// The readings of all trials, one after another by quantity.
  private func joined(_ trials: [[Reading]]) throws(InternalError) -> [Reading] {
    var values: [String: [Double]] = [:]
    for reading in trials.joined() { values[reading.quantity, default: []] += reading.values }
    let declared = description.quantities.flatMap(\.quantities).map(\.id)
    if let name = values.keys.filter({ !declared.contains($0) }).min() {
      throw InternalError(description: "a trial reported \(name), which was not declared")
    }
    return declared.compactMap { name in values[name].map { Reading(name, $0) } }
  }

  /// The pictures of the first trial that made any: all trials make the same.
  private func kept(_ trials: [[PictureRecord]]) throws(InternalError) -> [PictureRecord] {
    let places = description.pictures.flatMap { sheet in sheet.cells.map { [sheet.id, $0.id] } }
    for pictures in trials {
      var seen: Set<[String]> = []
      for picture in pictures {
        let place = [picture.sheet, picture.cell]
        let name = "the picture \(picture.sheet)/\(picture.cell)"
        guard places.contains(place) else {
          throw InternalError(description: "a trial reported \(name), which was not declared")
        }
        guard seen.insert(place).inserted else {
          throw InternalError(description: "a trial reported \(name) twice")
        }
      }
    }
    let first = trials.first { !$0.isEmpty } ?? []
    return places.compactMap { place in first.first { [$0.sheet, $0.cell] == place } }
  }
}

/// Adds up what several trials observed of the same variants, in the order declared.
///
/// - Throws: ``InternalError`` where a trial observed what was not declared, predicted it otherwise
///   than declared, or names a variant twice: a prediction is written before the run.
func addedUp(
  _ trials: [[VariantRecord]], as declared: [VariantRecord]
) throws(InternalError) -> [VariantRecord] {
  var sums: [VariantName: VariantRecord] = [:]
  var observed: Set<VariantName> = []
  for variant in declared { sums[variant.name] = variant }
  for variants in trials {
    var seen: Set<VariantName> = []
    for variant in variants {
      let name = variant.name
      guard seen.insert(name).inserted else {
        throw InternalError(description: "a trial reported \(name) twice")
      }
      guard var sum = sums[name] else {
        throw InternalError(description: "a trial reported \(name), which was not declared")
      }
      guard sum.prediction == variant.prediction, sum.callerExecutor == variant.callerExecutor
      else {
        throw InternalError(
          description: "a trial predicted \(name) differently from what was declared")
      }
      sum.tally.merge(variant.tally)
      sums[name] = sum
      observed.insert(name)
    }
  }
  return declared.map(\.name).filter(observed.contains).compactMap { sums[$0] }
}
