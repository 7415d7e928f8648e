import Evidence
import Testing

@testable import Reporting

@Suite struct PlotTests {
  private static func measured(
    _ change: (inout ExperimentRecord) -> Void = { _ in }
  ) throws -> MeasuredBenchmark {
    var record = MeasuredFixture.record
    change(&record)
    return try #require(MeasuredBenchmark(record.description.benchmarks[0], of: record))
  }

  /// Thirty rows from a third of the baseline to 400 times it.
  private static func many() throws -> MeasuredBenchmark {
    try measured { record in
      for index in 0..<22 {
        let ratio = 0.3 * Double(index * index + 1)
        record.description.benchmarks[0].rows.append(
          .init(
            id: "x\(index)", title: "thousandth hit of a process that has hit before \(index)",
            summary: "", callerExecutor: "main actor", prediction: nil))
        record.benchmarks[0].rows.append(
          MeasuredFixture.measured(
            "x\(index)", ratio * 53, MeasuredFixture.ratio(ratio, ratio / 2, ratio * 2), .slower,
            service: [ratio * 53, ratio * 99, ratio * 2000]))
      }
    }
  }

  /// All points of a picture's shapes, circles by their outermost ones.
  private func points(_ svg: SVG) -> [(x: Double, y: Double)] {
    func value(_ element: SVG.Element, _ name: String) -> Double? {
      element.attributes.first { $0.name == name }.flatMap { Double($0.value) }
    }
    return svg.elements.flatMap { element -> [(x: Double, y: Double)] in
      if let x = value(element, "cx"), let y = value(element, "cy"), let r = value(element, "r") {
        return [(x - r, y - r), (x + r, y + r)]
      }
      if let x = value(element, "x"), let y = value(element, "y") {
        return [
          (x, y), (x + (value(element, "width") ?? 0), y + (value(element, "height") ?? 0)),
        ]
      }
      let path = element.attributes.first { $0.name == "d" }?.value ?? ""
      return path.matches(of: #/[ML](-?[\d.]+) (-?[\d.]+)/#).compactMap { step in
        Double(step.output.1).flatMap { x in Double(step.output.2).map { (x, $0) } }
      }
    }
  }

  @Test func `nothing leaves the picture, with few rows or many`() throws {
    let few = try Self.measured {
      $0.benchmarks[0].rows.removeAll { $0.row != "lock" && $0.row != "sync" }
    }
    for measured in [few, try Self.measured(), try Self.many()] {
      for svg in [CostChart(measured).svg, TailChart(measured).svg] {
        for point in points(svg) {
          #expect((0...svg.width).contains(point.x) && (0...svg.height).contains(point.y))
        }
      }
    }
  }

  @Test func `every row's interval lies within its row, left of its numbers`() throws {
    let measured = try Self.many()
    let elements = CostChart(measured).svg.elements
    let tops = elements.filter { $0.attributes.contains(.init("class", "rule")) }
      .compactMap { $0.attributes.first { $0.name == "y" }.flatMap { Double($0.value) } }
    let whiskers = elements.filter { element in
      element.attributes.contains { $0.name == "class" && $0.value.hasPrefix("whisker") }
    }
    // The baseline, second from the top, has none.
    let rows = tops.indices.filter { $0 != 1 }
    try #require(tops.count == 30 && whiskers.count == rows.count)
    for (row, whisker) in zip(rows, whiskers) {
      var svg = CostChart(measured).svg
      svg.elements = [whisker]
      for point in points(svg) {
        #expect(point.y > tops[row] && point.y < (row + 1 < 30 ? tops[row + 1] : svg.height))
        #expect(point.x >= PlotFrame.axisLeft && point.x < PlotFrame.right - 200)
      }
    }
  }

  @Test func `a cost chart tells every row in words, and its doubts`() throws {
    let svg = CostChart(try Self.measured()).svg
    #expect(svg.summary.contains("NSLock: the baseline, 53.1 ns per operation"))
    #expect(svg.summary.contains("Mutex: 0.487× [0.481, 0.492], faster, 25.9 ns"))
    #expect(svg.summary.contains("173× [121, 240], slower, with a warning, 9.2 µs"))
    #expect(!svg.summary.contains("barrier queue"))
    #expect(svg.rendered.contains("class=\"mark slower hollow\""))
  }

  @Test func `separation is told by shape as well as by colour`() throws {
    let svg = CostChart(try Self.measured()).svg
    func shapes(_ style: String) -> Set<String> {
      let marks = svg.elements.filter { $0.attributes.first == .init("class", "mark \(style)") }
      return Set(
        marks.map { mark in
          let path = mark.attributes.last?.value ?? ""
          let heights = path.matches(of: #/[ML][\d.]+ ([\d.]+)/#).map { String($0.output.1) }
          return mark.name + (heights.count == 3 ? heights[1] > heights[0] ? "up" : "down" : "")
        })
    }
    #expect(shapes("slower") == ["pathup"])
    #expect(shapes("faster") == ["pathdown"])
    #expect(shapes("same") == ["circle"])
  }

  @Test func `a tail chart says where too little was timed, and what the clock took`() throws {
    let svg = TailChart(try Self.measured()).svg
    #expect(
      svg.summary.hasPrefix(
        "The clock and an empty call: p50 31.0 ns, p99 44.0 ns, p99.9 60.0 ns. "))
    #expect(svg.summary.contains("Mutex: p50 61.0 ns, p99 70.0 ns, p99.9 too few samples"))
    #expect(svg.elements.count { $0.text == "too few" } == 1)
    let blind = TailChart(try Self.measured { $0.benchmarks[0].timer = [] }).svg
    #expect(!blind.rendered.contains("class=\"noise\"") && !blind.summary.contains("clock"))
  }

  @Test func `a quick look says in both pictures that it is none`() throws {
    let quick = try Self.measured { $0.run.isEvidence = false }
    for svg in [CostChart(quick).svg, TailChart(quick).svg] {
      #expect(svg.rendered.contains("Quick look only: not evidence."))
    }
    #expect(!CostChart(try Self.measured()).svg.rendered.contains("not evidence"))
  }

  @Test func `the highlight of a benchmark is its chart with these rows alone`() throws {
    let chart = try #require(HighlightChart.all(of: [MeasuredFixture.record]).first)
    #expect(chart.path == "charts/02-HitCost.svg")
    #expect(chart.alternative.hasPrefix("An actor is not slow; leaving the main actor is. NSLock"))
    #expect(!chart.svg.rendered.contains("queue.sync"))
    var record = MeasuredFixture.record
    record.description.highlight?.rows = ["barrier"]
    #expect(HighlightChart.all(of: [record]).isEmpty)
    record.benchmarks = []
    #expect(HighlightChart.all(of: [record]).isEmpty)
  }

  @Test(
    arguments: [
      ([1, 8.6], [1, 2, 5]), ([0.49, 170], [1, 3, 10, 30, 100]), ([1, 1], [0.9, 1, 1.1, 1.2]),
      ([1, 1e8], [1, 100, 10_000, 1_000_000, 100_000_000]), ([0.97, 1.3], [1, 1.1, 1.2, 1.3]),
    ] as [([Double], [Double])])
  func `ticks are round numbers with room between them`(_ shown: [Double], _ expected: [Double]) {
    let axis = LogAxis(showing: shown, least: 1.5, left: 0, right: 380)
    let ticks = axis.ticks(width: 60)
    #expect(ticks.map { Numbers.tick(ratio: $0) } == expected.map { Numbers.tick(ratio: $0) })
    let places = ticks.map(axis.position)
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 > 30 })
  }

  @Test func `equal factors are equal steps, and nothing lies off the axis`() {
    let axis = LogAxis(showing: [1, 100], left: 100, right: 300)
    let (one, ten) = (axis.position(of: 1), axis.position(of: 10))
    #expect(abs((ten - one) - (axis.position(of: 100) - ten)) < 1e-9)
    #expect(axis.position(of: 0) == 100 && axis.position(of: 1e9) == 300)
    #expect(axis.position(of: -1) == 100 && axis.position(of: 1) > 100)
    let empty = LogAxis(showing: [], left: 0, right: 10)
    #expect(empty.lower < 1 && empty.upper > 1)
  }
}
