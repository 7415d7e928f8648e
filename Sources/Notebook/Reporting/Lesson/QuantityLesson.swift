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
    [
      "## The figures: \(Markdown.text(table.title))",
      try report.prose.fill(table.summary, in: "summary of \(table.id)"),
      Markdown.table(
        ["What", "Declared before the run", "Here, the median", "All values", "Limit"],
        table.quantities.map(row)),
    ]
  }

  private func row(_ quantity: Quantity) -> [String] {
    let opening = [
      Markdown.text(quantity.title), quantity.limits.map(Markdown.text) ?? "no limit",
    ]
    guard let reading = report.record.reading(of: quantity), let median = reading.median else {
      return opening + ["not available here", "—", "—"]
    }
    let isMet = quantity.isMet(by: median).map { $0 ? "✓ met" : "**▲ not met**" }
    return opening + [Markdown.text(quantity.told(median)), range(reading, quantity), isMet ?? "—"]
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
