package import Evidence

extension ExperimentDescription {
  /// Everything measured as fields for prose, ``Conclusion/notRun`` where it was not.
  ///
  /// A row gives `{benchmark/row}`, its ratio with its interval (`2.91 [2.80, 3.02]`), and under it
  /// `/ns`, `/switches`, `/allocations` and `/verdict`. A quantity gives `{id}`, what stands for
  /// its readings, with its unit.
  package func measuredFields(
    _ benchmarks: [BenchmarkResult], _ readings: [Reading]
  ) -> [String: String] {
    var fields: [String: String] = [:]
    for benchmark in self.benchmarks {
      let result = benchmarks.first { $0.benchmark == benchmark.id }
      for row in benchmark.rows {
        let measured = result?[row.id]
        let name = "\(benchmark.id)/\(row.id)"
        for (part, tell) in Self.parts {
          fields[name + part] = measured.map(tell) ?? Conclusion.notRun
        }
      }
    }
    for quantity in quantities.flatMap(\.quantities) {
      let reading = readings.first { $0.quantity == quantity.id }
      fields[quantity.id] = reading.flatMap(quantity.value).map(quantity.told) ?? Conclusion.notRun
    }
    return fields
  }

  private static let parts: [(name: String, tell: @Sendable (MeasuredRow) -> String)] = [
    // Without its sign, to stand before "times".
    ("", { $0.ratio.map { Numbers.ratio($0).replacing("×", with: "") } ?? "1" }),
    ("/ns", { Numbers.nanoseconds($0.nanoseconds) }),
    ("/switches", { $0.switches.map(Numbers.perOperation) ?? "uncounted" }),
    ("/allocations", { $0.allocations.map(Numbers.perOperation) ?? "uncounted" }),
    ("/verdict", { $0.separation?.rawValue ?? "the baseline" }),
  ]
}
