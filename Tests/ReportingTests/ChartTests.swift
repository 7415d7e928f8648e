import Evidence
import Foundation
import Testing

@testable import Reporting

@Suite struct ChartTests {
  @Test func `a chart is well-formed XML whatever its names hold`() throws {
    var record = Fixture.hostile
    record.description.programs[0].title = "]]> <!-- & \u{0}\u{1b} \"'"
    record.description.programs[0].rows[0].title = "<a>&amp;"
    let text = MatrixChart(ProgramMatrix(record.description.programs[0], of: record)).svg.rendered
    #expect(SVG.unclosed(in: text) == [])
    #expect(text.contains("&lt;a&gt;&amp;amp;"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }

  @Test func `a chart tells its title and every cell in words`() {
    let svg = MatrixChart(ProgramMatrix(Fixture.program, of: Fixture.record)).svg
    #expect(svg.rendered.contains("<title id=\"title\">Store A, update it to A′, read it</title>"))
    #expect(svg.summary.contains("each call awaited: LockedCache always in order"))
    #expect(svg.summary.contains("LockedCache not run"))
    #expect(svg.summary.contains("ActorCache 6 of 5,000 not in order"))
  }

  @Test func `nothing leaves the picture, and no cell covers another`() {
    let columns = [1, 3, 5, 9, 12]
    for count in columns {
      let svg = wide(columns: count).svg
      #expect(svg.width >= 900)
      let cells = svg.elements.filter { $0.name == "g" }.compactMap { frame($0.children[0]) }
      #expect(cells.count == count * 2)
      for (index, cell) in cells.enumerated() {
        #expect(cell.x >= 0 && cell.x + cell.width <= svg.width)
        #expect(cell.y >= 0 && cell.y + cell.height <= svg.height)
        for other in cells[(index + 1)...] {
          let isApart =
            cell.x + cell.width <= other.x || other.x + other.width <= cell.x
            || cell.y + cell.height <= other.y || other.y + other.height <= cell.y
          #expect(isApart)
        }
      }
    }
  }

  @Test func `a rate too small to see still has a bar, and its number`() throws {
    var chart = wide(columns: 3)
    let variant = VariantRecord(
      program: "p", row: "r", column: "c", callerExecutor: "",
      prediction: Fixture.orders,
      tally: Tally(["store, update, read": 99_999, "update, store, read": 1]))
    chart.cells[0][0] = Observation(variant)
    let cell = try #require(chart.svg.elements.first { $0.name == "g" })
    let bar = try #require(
      cell.children.first { $0.attributes.contains(.init("class", "bar-interesting")) })
    #expect(frame(bar)?.width == 3)
    #expect(cell.children.contains { $0.text == "< 0.01 %" })
    #expect(cell.children.contains { $0.text == "1 of 100,000" })
  }

  @Test func `a long name breaks at its capitals and never runs over`() {
    #expect(
      TextWidth.wrap("ExecutorActorCache", size: 14, width: 92, lines: 3)
        == ["Executor", "ActorCache"])
    for line in TextWidth.wrap(
      String(repeating: "w", count: 90) + " and more", size: 14, width: 92, lines: 2)
    {
      #expect(TextWidth.of(line, size: 14) <= 92)
    }
    #expect(TextWidth.wrap("", size: 14, width: 92, lines: 2) == [])
  }

  private func wide(columns: Int) -> MatrixChart {
    var record = Fixture.record
    var program = Fixture.program
    program.columns = (0..<columns).map {
      .init(id: "ExecutorActorCache\($0)", summary: "actor on an injected queue")
    }
    program.rows = Array(program.rows.prefix(2))
    record.description.programs = [program]
    return MatrixChart(ProgramMatrix(program, of: record))
  }

  private func frame(_ element: SVG.Element) -> Frame? {
    func value(_ name: String) -> Double? {
      element.attributes.first { $0.name == name }.flatMap { Double($0.value) }
    }
    guard let x = value("x"), let y = value("y"), let width = value("width"),
      let height = value("height")
    else { return nil }
    return Frame(x: x, y: y, width: width, height: height)
  }
}
