import Evidence
import Testing

@testable import Reporting

@Suite struct ScheduleChartTests {
  private static let charts = [
    ScheduleChart(ScheduleFixture.loads, caption: "Two callers of one loader."),
    ScheduleChart(ScheduleFixture.deadlock(tasks: 3)),
    ScheduleChart(ScheduleFixture.deadlock(tasks: 6)),
    ScheduleChart(ScheduleFixture.deadlock(tasks: 8)),
    ScheduleChart(ScheduleFixture.hostile), ScheduleChart(ScheduleFixture.livelock),
    ScheduleChart(ScheduleTrace(tasks: [], steps: [], outcome: "nothing")),
  ]

  @Test(arguments: [
    ("check-await-write", 0), ("deadlock", 1), ("deadlock-of-eight", 3), ("hostile", 4),
    ("livelock", 5), ("six", 2),
  ])
  func `a schedule is drawn as approved`(name: String, index: Int) throws {
    try Golden.expect(Self.charts[index].svg.rendered, at: "schedules/\(name).svg")
  }

  @Test(arguments: charts.indices)
  func `a schedule's picture is well-formed XML whatever its names hold`(_ index: Int) {
    let text = Self.charts[index].svg.rendered
    #expect(SVG.unclosed(in: text) == [])
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test(arguments: charts.indices)
  func `nothing leaves a schedule's picture, and no card covers another`(_ index: Int) {
    let svg = Self.charts[index].svg
    for element in svg.elements {
      for point in corners(of: element) {
        #expect((0...svg.width).contains(point.x) && (0...svg.height).contains(point.y))
      }
    }
    let cards = svg.elements.filter { isStyled($0, ["card", "delay", "stuck"]) }.map(corners)
    for (index, card) in cards.enumerated() {
      for other in cards[(index + 1)...] {
        let isApart =
          card[1].x <= other[0].x || other[1].x <= card[0].x || card[1].y <= other[0].y
          || other[1].y <= card[0].y
        #expect(isApart)
      }
    }
  }

  @Test func `every delay is a band, every switch without one an arrow`() {
    let elements = Self.charts[0].svg.elements
    #expect(elements.count { isStyled($0, ["delay"]) } == 1)
    #expect(elements.count { isStyled($0, ["delay-arrow"]) } == 1)
    #expect(elements.count { isStyled($0, ["switch"]) } == 1)
    let story = Self.charts[1].story
    #expect(story.rows.count { $0.cell?.isSwitch == true } == 6)
    #expect(Self.charts[1].svg.elements.count { isStyled($0, ["switch"]) } == 3)
  }

  @Test func `a task that has ended waits no more`() throws {
    let svg = Self.charts[0].svg
    let ends = svg.elements.filter { isStyled($0, ["waits"]) }.compactMap { line in
      line.attributes.last?.value.split(separator: " ").last.flatMap { Double($0) }
    }
    let cards = svg.elements.filter { isStyled($0, ["card"]) }.compactMap { corners(of: $0).last }
    // The second ends on the fourth card, the first on the sixth; the key has one of each too.
    try #require(cards.count == 7 && ends.count == 3)
    #expect(ends[0] == cards[5].y && ends[1] == cards[3].y)
  }

  @Test func `a schedule is told in words too`() {
    #expect(
      Self.charts[0].alternative == """
        2 loads, with 1 delay in 8 steps. Steps 1-2: first on loader reads cache = nil, suspends. \
        Delay: second runs though first could go on. Steps 3-4: second on loader reads cache = \
        nil, suspends. Step 5: second fetches a. Step 6: second on loader writes cache = A, ends. \
        Step 7: first fetches a. Step 8: first on loader writes cache = A, ends.
        """)
    #expect(
      Self.charts[1].summary.hasSuffix(
        "Nothing can go on: philosopher 0 waits for lock fork 1, held by philosopher 1; "
          + "philosopher 1 waits for lock fork 2, held by philosopher 2; "
          + "philosopher 2 waits for lock fork 0, held by philosopher 0."))
    #expect(Self.charts[5].summary.contains(". Steps 13 to 4997 left out. "))
  }

  private func isStyled(_ element: SVG.Element, _ styles: [String]) -> Bool {
    styles.contains { element.attributes.first == .init("class", $0) }
  }

  /// The upper left and the lower right corner of a rectangle, the points of a path, the place of
  /// a text.
  private func corners(of element: SVG.Element) -> [(x: Double, y: Double)] {
    func value(_ name: String) -> Double? {
      element.attributes.first { $0.name == name }.flatMap { Double($0.value) }
    }
    if let x = value("x"), let y = value("y") {
      return [(x, y), (x + (value("width") ?? 0), y + (value("height") ?? 0))]
    }
    let path = element.attributes.first { $0.name == "d" }?.value ?? ""
    return path.matches(of: #/[ML](-?[\d.]+) (-?[\d.]+)/#).compactMap { step in
      Double(step.output.1).flatMap { x in Double(step.output.2).map { (x, $0) } }
    }
  }
}
