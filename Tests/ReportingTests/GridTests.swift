import Evidence
import Foundation
import Testing

@testable import Reporting

@Suite struct GridTests {
  private func report(_ change: (inout ExperimentRecord) -> Void = { _ in }) throws -> String {
    var record = try GridFixture.record()
    change(&record)
    let report = try record.report()
    #expect(try Markdown.problems(in: report) == [])
    return report
  }

  @Test func `grids and pictures are drawn as they were approved, byte for byte`() throws {
    let record = try GridFixture.record()
    var files = try ReportSet([record]).files()
    files["README.md"] = nil
    files["record.json"] = String(decoding: try RecordFile.encode(record), as: UTF8.self)
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      try Golden.expect(text, at: "grids/\(path)")
      if path.hasSuffix(".svg") { #expect(SVG.unclosed(in: text) == [], "\(path)") }
    }
    #expect(
      files.keys.sorted() == [
        "09-Downsampling.md", "charts/09-Downsampling-memory.svg",
        "charts/09-Downsampling-sharpness.svg", "charts/09-Downsampling-times.svg", "record.json",
      ])
  }

  @Test func `a grid's quantities are named by table, row and column`() {
    let times = GridFixture.times
    #expect(times.quantities.count == 11)
    #expect(times.quantities[0].id == "times/whole/decode")
    #expect(
      times.quantities[0].title == "Where the time goes: whole picture, then shrunk, decode")
    #expect(times.quantity("scaled", "decode")?.atMost == 5)
    #expect(times.quantity("thumbnail", "encode") == nil)
    #expect(times.cell("whole", "decode") == "times/whole/decode")
  }

  @Test func `a matrix has the unit of a column in its head, else in its cells`() throws {
    let text = try report()
    #expect(text.contains("| path | decode, ms | shrink, ms | encode, ms |"))
    #expect(text.contains("| path | peak memory, MB | PSNR, dB | a&#124;b |"))
    #expect(text.contains("| 24.6 | 99.0<br>≥ 50.0 ✓ | 12 kB |"))
  }

  @Test func `what is not declared, and what was not read, are told apart`() throws {
    let text = try report()
    #expect(text.contains("| thumbnail of the file | 0.10 | 0.05 | — |"))
    #expect(
      text.contains("| drawn by a renderer, as published | 24.20 | 2.00 | not available here"))
    #expect(text.contains("| not available here | not available here<br>≥ 50.0 | not available"))
    #expect(text.contains("— nothing to read"))
  }

  @Test func `a cell that misses its limit says so, and never looks like the limit`() throws {
    let text = try report()
    #expect(text.contains("| **5.004**<br>≤ 5.00 **▲** |"))
    #expect(text.contains("| **48.0**<br>≥ 50.0 **▲** |"))
    #expect(text.contains("> Of what was measured: 2 outside its limits."))
  }

  @Test func `a limit of two ends is told in a cell as both`() {
    let quantity = Quantity(id: "q", title: "q", unit: "ms", places: 1, atLeast: 1.9, atMost: 2.1)
    #expect(quantity.shortLimits == "1.9 to 2.1")
    #expect(Quantity(id: "q", title: "q", unit: "ms").shortLimits == nil)
    #expect(quantity.figure(2.1004) == "2.1004" && quantity.told(2) == "2.0 ms")
  }

  @Test func `a cell read several times shows its median; all values are folded away`() throws {
    let text = try report()
    #expect(text.contains("of several values: the median"))
    #expect(text.contains("<summary>All values: from the"))
    #expect(text.contains("| 23.90 to 26.00 (3) | 3.20 |"))
    let once = try report { record in
      record.readings = record.readings.map { Reading($0.quantity, Array($0.values.prefix(1))) }
    }
    #expect(!once.contains("All values") && !once.contains("of several values"))
  }

  @Test func `a grid of which nothing was read has no picture`() throws {
    var record = try GridFixture.record()
    record.readings = []
    record.pictures = []
    #expect(try ReportSet([record]).files().keys.sorted() == ["09-Downsampling.md", "README.md"])
    #expect(!(try record.report().contains("charts/")))
  }

  @Test func `cells are fields, and missed limits disagreements, as other quantities are`() throws {
    let record = try GridFixture.record()
    let fields = record.description.measuredFields([], record.readings)
    #expect(fields["times/whole/decode"] == "24.10 ms")
    #expect(fields["times/draw/encode"] == Conclusion.notRun)
    #expect(
      record.disagreements.map(\.text) == [
        "Where the time goes: scaled while it is decoded, decode: 5.004 ms, declared at most "
          + "5.00 ms",
        "Quality against memory: drawn by a renderer, as published, PSNR: 48.0 dB, declared at "
          + "least 50.0 dB",
      ])
  }

  @Test func `a record with grids and pictures is read back as it was, one without has no key`()
    throws
  {
    let record = try GridFixture.record()
    let data = try RecordFile.encode(record)
    #expect(try RecordFile.decode(data, path: "x") == record)
    let plain = String(decoding: try RecordFile.encode(MeasuredFixture.record), as: UTF8.self)
    for key in ["\"pictures\"", "\"grid\""] {
      #expect(!plain.contains(key) && String(decoding: data, as: UTF8.self).contains(key))
    }
  }
}

@Suite struct GridChartTests {
  private func measured(
    _ table: QuantityTable, _ change: (inout ExperimentRecord) -> Void = { _ in }
  ) throws -> MeasuredGrid {
    var record = try GridFixture.record()
    change(&record)
    return try #require(MeasuredGrid(table, of: record))
  }

  private func bars(_ change: (inout ExperimentRecord) -> Void = { _ in }) throws -> StackedBarChart
  {
    StackedBarChart(
      try measured(GridFixture.times, change), title: "times", isEvidence: true)
  }

  private func tradeOff(
    _ change: (inout ExperimentRecord) -> Void = { _ in }
  ) throws -> TradeOffChart {
    try #require(
      TradeOffChart(
        try measured(GridFixture.memory, change), x: "peak", y: "psnr", title: "trade",
        isEvidence: true))
  }

  private func value(_ element: SVG.Element, _ name: String) -> Double {
    element.attributes.first { $0.name == name }.flatMap { Double($0.value) } ?? .nan
  }

  @Test func `segments follow one another, as long as their values, and the sum is told`() throws {
    let svg = try bars().svg
    let bar = svg.elements.filter {
      $0.name == "rect" && $0.attributes[0].value.hasPrefix("segment-")
    }
    // Three rows of two or three segments, one of two, and the key.
    try #require(bar.count == 3 + 3 + 2 + 2 + 3)
    let first = bar.prefix(3).map { (left: value($0, "x"), width: value($0, "width")) }
    #expect(first[0].left == PlotFrame.axisLeft)
    for (one, next) in zip(first, first.dropFirst()) {
      #expect(abs(one.left + one.width + 1 - next.left) < 0.02)
    }
    // 24.1 ms and 41 ms, both with a seam of a pixel.
    #expect(abs((first[0].width + 1) / (first[2].width + 1) - 24.1 / 41) < 0.001)
    #expect(svg.elements.contains { $0.text == "68.30 ms" })
    #expect(svg.elements.contains { $0.text == "decode 24.10 · shrink 3.20 · encode 41.00" })
  }

  @Test func `a bar that lacks a segment says so; one that was never to have it does not`() throws {
    let chart = try bars()
    #expect(chart.rows.map(\.missing) == [[], [], [2], []])
    #expect(chart.svg.elements.count { $0.text == "without encode" } == 1)
    #expect(
      chart.summary.contains(
        "published: 26.20 ms, without encode, of it decode 24.20, shrink 2.00."))
  }

  @Test func `a row of which nothing was read has no bar`() throws {
    let chart = try bars { $0.readings.removeAll { $0.quantity.hasPrefix("times/draw") } }
    #expect(chart.rows.count == 3)
  }

  @Test func `bars of several values say what stands for them, and nothing of one value`() throws {
    var table = GridFixture.times
    for index in table.quantities.indices { table.quantities[index].summary = .greatest }
    func notes(_ change: (inout ExperimentRecord) -> Void) throws -> String {
      StackedBarChart(try measured(table, change), title: "times", isEvidence: true).svg.rendered
    }
    #expect(try notes { _ in }.contains("Of several values: the greatest."))
    let once = try notes { record in
      record.readings = record.readings.map { Reading($0.quantity, Array($0.values.prefix(1))) }
    }
    #expect(!once.contains("Of several values"))
  }

  @Test func `every segment has a pattern of its own`() throws {
    let defs = try #require(try bars().svg.elements.first { $0.name == "defs" })
    let patterns = defs.children.map { pattern -> String in
      let own = pattern.attributes.dropFirst().map(\.value)
      let marks = pattern.children.dropFirst().map { "\($0.name) \($0.attributes.map(\.value))" }
      return "\(own) \(marks)"
    }
    #expect(patterns.count == StackedBarChart.mostSegments)
    #expect(Set(patterns).count == patterns.count)
  }

  @Test func `bars of nothing at all are drawn without a length`() throws {
    let chart = try bars { record in
      record.readings = record.readings.map { Reading($0.quantity, $0.values.map { _ in 0 }) }
    }
    #expect(!chart.svg.rendered.contains("nan") && !chart.svg.rendered.contains("inf"))
  }

  @Test func `the axis of a trade-off is logarithmic where values differ tenfold`() throws {
    #expect(try tradeOff().isLogarithmic)
    let near = try tradeOff { $0.readings[14] = Reading("memory/scaled/peak", [5]) }
    #expect(!near.isLogarithmic)
    let none = try tradeOff { $0.readings[14] = Reading("memory/scaled/peak", [0]) }
    #expect(!none.isLogarithmic)
  }

  @Test func `a row that lacks one of the two numbers is named, not drawn`() throws {
    let chart = try tradeOff()
    #expect(chart.points.map(\.name).count == 3)
    #expect(chart.absent == ["thumbnail of the file"])
    #expect(chart.summary.contains("scaled while it is decoded: 1.1 MB, 51.3 dB."))
    #expect(chart.summary.hasSuffix("thumbnail of the file: not available here."))
    #expect(
      chart.svg.elements.contains { $0.text == "Not available here: thumbnail of the file." })
  }

  @Test func `a quick look says so in both pictures`() throws {
    var record = try GridFixture.record()
    record.run.isEvidence = false
    for table in record.description.quantities {
      let chart = try #require(GridChart(table, of: record))
      #expect(chart.svg.rendered.contains("Quick look only: not evidence."))
    }
  }

  @Test func `the highlight of a grid is its picture with these rows alone`() throws {
    var record = try GridFixture.record()
    record.description.highlight = Highlight(
      title: "Scaling beats all", program: "times", rows: ["scaled", "whole"], columns: [])
    let chart = try #require(HighlightChart.all(of: [record]).first)
    #expect(chart.path == "charts/09-Downsampling.svg")
    #expect(chart.alternative.hasPrefix("Scaling beats all. scaled while it is decoded: 5.79 ms"))
    #expect(!chart.svg.rendered.contains("published"))
    record.readings = []
    #expect(HighlightChart.all(of: [record]).isEmpty)
  }

  @Test func `names of points that crowd cover neither one another nor a point`() {
    let points = (0..<12).map { (index: Int) -> (x: Double, y: Double) in
      let (row, column) = (index / 4, index % 4)
      return (x: 300 + 9 * Double(column), y: 200 + 9 * Double(row))
    }
    let names = points.indices.map { "a name of some length \($0)" }
    let labels = PointLabels(names, at: points, in: Frame(x: 0, y: 0, width: 900, height: 400))
    let frames =
      labels.texts.map { text -> Frame in
        let width = PointLabels.width(text.text ?? "")
        let parts = ["name": 0.0, "name-back": 1, "name-over": 0.5]
        let part = text.attributes.first.flatMap { parts[$0.value] } ?? .nan
        return Frame(
          x: value(text, "x") - part * width, y: value(text, "y") - 12.5, width: width, height: 16)
      } + points.map { Frame(x: $0.x - 8, y: $0.y - 8, width: 16, height: 16) }
    #expect(frames.count == 24 && !labels.ties.isEmpty)
    for (index, frame) in frames.prefix(12).enumerated() {
      for other in frames.dropFirst(index + 1) {
        let gaps: [Double] = [
          other.x - frame.x - frame.width, frame.x - other.x - other.width,
          other.y - frame.y - frame.height, frame.y - other.y - other.height,
        ]
        #expect(gaps.contains { $0 >= -0.01 }, "\(frame) meets \(other)")
      }
    }
  }

  @Test func `ticks of a linear axis are round and lie on it, whichever way it runs`() {
    let up = LinearAxis(showing: [48, 99], start: 400, end: 20)
    #expect(up.ticks(width: 48) == [50, 60, 70, 80, 90, 100])
    #expect(up.position(of: 99) < up.position(of: 48))
    let right = LinearAxis(to: 68.3, start: 0, end: 460)
    #expect(right.ticks(width: 62) == [0, 10, 20, 30, 40, 50, 60])
    #expect(right.position(of: 0) == 0 && right.position(of: 68.3) == 460)
    for axis in [
      LinearAxis(to: 0, start: 0, end: 1), LinearAxis(showing: [], start: 0, end: 1),
      LinearAxis(showing: [7, 7], start: 0, end: 1),
    ] {
      #expect(axis.upper > axis.lower && (0...1).contains(axis.position(of: axis.lower)))
    }
  }
}
