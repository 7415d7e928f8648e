import Evidence
import Reporting

/// What a run timed and read off: a table for each benchmark and each table of quantities, every
/// one after an empty line.
func measuredLines(of record: ExperimentRecord, columns: Int?) -> [String] {
  let timed = record.description.benchmarks.flatMap { benchmark -> [String] in
    guard let result = record.benchmarks.first(where: { $0.benchmark == benchmark.id }) else {
      return []
    }
    return [""] + lines(of: result, as: benchmark, columns: columns)
  }
  let read = record.description.quantities.flatMap { table in
    [""] + lines(of: table, in: record, columns: columns)
  }
  let shown = record.description.pictures.compactMap { sheet -> String? in
    let count = record.pictures.count { $0.sheet == sheet.id }
    return count == 0
      ? nil : "\(sheet.title): \(count.counted("picture")), to be seen in the report"
  }
  return timed + read + (shown.isEmpty ? [] : [""] + shown)
}

private func lines(
  of result: BenchmarkResult, as benchmark: Benchmark, columns: Int?
) -> [String] {
  let rows = benchmark.rows.compactMap { row in result[row.id].map { (row.title, $0) } }
  let countsAllocations = rows.contains { $0.1.allocations != nil }
  var table = TextTable()
  table.add(
    ["", "time over baseline's", "verdict", "per operation", "switches"]
      + (countsAllocations ? ["allocations"] : []))
  for (title, row) in rows {
    let allocations = row.allocations.map(Numbers.perOperation) ?? "-"
    table.add(
      [
        title, row.ratio.map(Numbers.ratio) ?? "1, the baseline", row.separation?.rawValue ?? "-",
        Numbers.nanoseconds(row.nanoseconds), row.switches.map(Numbers.perOperation) ?? "-",
      ] + (countsAllocations ? [allocations] : []))
  }
  table.add([BenchmarkSample.twin, Numbers.ratio(result.twin)])
  let processes = result.processes == 1 ? "1 process" : "\(result.processes) processes"
  let confidence = "all intervals at once with \(Numbers.share(result.confidence)) confidence"
  var lines = ["\(benchmark.title) (\(processes); \(confidence))"]
  lines += table.lines(within: columns.map { $0 - 2 }).map { "  \($0)" }
  if !countsAllocations { lines.append("  Allocations are not available here.") }
  let warnings =
    result.warnings.map { (place: "all rows", warning: $0) }
    + rows.flatMap { title, row in row.warnings.map { (place: title, warning: $0) } }
  // One sentence for all that the same thing mends: a busy machine warns of every row.
  for remedy in distinct(warnings.map(\.warning.remedy)) {
    let causes = warnings.filter { $0.warning.remedy == remedy }
      .map { "\($0.place): \($0.warning.cause)" }
    lines += hanging(
      "Warning, \(causes.joined(separator: "; ")). To mend it, \(remedy).", by: 2,
      columns: min(columns ?? 100, 100))
  }
  return lines
}

private func lines(
  of table: QuantityTable, in record: ExperimentRecord, columns: Int?
) -> [String] {
  if let measured = MeasuredGrid(table, of: record) {
    return lines(of: measured, titled: table.title, columns: columns)
  }
  var text = TextTable()
  text.add(["", "here", "all values", "declared", "limit"])
  for quantity in table.quantities {
    let values = record.readings.first { $0.quantity == quantity.id }?.values ?? []
    let declared = quantity.limits ?? "no limit"
    guard let value = quantity.value(of: Reading(quantity.id, values)), let lowest = values.min(),
      let highest = values.max()
    else {
      text.add([quantity.title, "not available here", "-", declared, "-"])
      continue
    }
    let all =
      values.count == 1
      ? "1 value" : "\(quantity.told(lowest, to: highest)) (\(values.count) values)"
    let isMet = quantity.isMet(by: value).map { $0 ? "met" : "not met" }
    text.add([quantity.title, quantity.told(value), all, declared, isMet ?? "-"])
  }
  return [table.title] + text.lines(within: columns.map { $0 - 2 }).map { "  \($0)" }
}

/// A grid as a matrix, each value beside the limit it is held against.
private func lines(
  of measured: MeasuredGrid, titled title: String, columns: Int?
) -> [String] {
  let grid = measured.grid
  var text = TextTable()
  text.add([grid.corner] + grid.columns.indices.map(measured.head))
  for (index, row) in grid.rows.enumerated() {
    let cells = grid.columns.indices.map { column -> String in
      guard let cell = measured.cell(index, column) else { return "-" }
      guard let value = cell.value, let told = measured.told(index, column) else {
        return "not available here"
      }
      guard let limits = cell.quantity.shortLimits else { return told }
      return cell.quantity.isMet(by: value) == true
        ? "\(told) (\(limits))" : "\(told) (not \(limits))"
    }
    text.add([row.title] + cells)
  }
  return [title] + text.lines(within: columns.map { $0 - 2 }).map { "  \($0)" }
}
