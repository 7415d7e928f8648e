extension ExperimentReport {
  /// One part of what was observed, by the id of what it shows.
  private typealias Lesson = (id: String, parts: [String])

  /// What was observed, that which leads before the rest.
  func lessons() throws -> [String] {
    let description = record.description
    let explorations = ExplorationLesson(in: self)
    let programs: [Lesson] = try description.programs.map {
      ($0.id, try ProgramLesson($0, in: self).parts() + explorations.parts(of: $0))
    }
    let quantities: [Lesson] = try description.quantities.map {
      ($0.id, try QuantityLesson($0, in: self).parts())
    }
    let pictures: [Lesson] = try description.pictures.map {
      ($0.id, try PictureLesson($0, in: self).parts())
    }
    let all: [Lesson] =
      try programs + [("", explorations.parts())] + benchmarks() + quantities + pictures
    let leading = description.leads.compactMap { id in all.first { $0.id == id } }
    let others = all.filter { !description.leads.contains($0.id) }
    return (leading + others).flatMap(\.parts)
  }

  /// The lessons on what was timed, the first to be read of which explains how to read the figures.
  private func benchmarks() throws -> [Lesson] {
    let description = record.description
    let benchmarks = description.benchmarks
    let leading = description.leads.compactMap { id in benchmarks.first { $0.id == id } }
    let first = (leading + benchmarks).first { MeasuredBenchmark($0, of: record) != nil }?.id
    return try benchmarks.map {
      ($0.id, try BenchmarkLesson($0, in: self, explainsFigures: $0.id == first).parts())
    }
  }
}
