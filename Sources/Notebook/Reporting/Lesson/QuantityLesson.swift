import Evidence

/// The part of a report that shows one table of quantities beside their limits.
struct QuantityLesson {
  private let table: QuantityTable
  private let report: ExperimentReport

  /// Readies one table of a report.
  init(_ table: QuantityTable, in report: ExperimentReport) {
    self.table = table
    self.report = report
  }

  /// The paragraphs and the table, in order.
  func parts() throws -> [String] {
    if let measured = MeasuredGrid(table, of: report.record) {
      return try GridLesson(table, measured, in: report).parts()
    }
    return [
      "## The figures: \(Markdown.text(table.title))",
      try report.prose.fill(table.summary, in: "summary of \(table.id)"),
      Markdown.table(
        ["What", "Declared before the run", "Here", "All values", "Limit"],
        table.quantities.map(row)),
    ]
  }

  private func row(_ quantity: Quantity) -> [String] {
    let opening = [
      Markdown.text(quantity.title), quantity.limits.map(Markdown.text) ?? "no limit",
    ]
    guard let reading = report.record.reading(of: quantity), let value = quantity.value(of: reading)
    else {
      return opening + ["not available here", "—", "—"]
    }
    let isMet = quantity.isMet(by: value).map { $0 ? "✓ met" : "**▲ not met**" }
    let told = Markdown.text(quantity.told(value)) + note(reading, quantity)
    return opening + [told, range(reading, quantity), isMet ?? "—"]
  }

  /// What of several values it is.
  private func note(_ reading: Reading, _ quantity: Quantity) -> String {
    reading.values.count > 1 ? ", the \(quantity.summary.rawValue)" : ""
  }

  /// Between which ends all values lie, and how many there are.
  private func range(_ reading: Reading, _ quantity: Quantity) -> String {
    guard let lowest = reading.values.min(), let highest = reading.values.max(),
      reading.values.count > 1
    else { return "1 value" }
    let ends = Markdown.text(quantity.told(lowest, to: highest))
    return "\(ends) (\(Numbers.count(reading.values.count)) values)"
  }
}
