import Evidence
import Foundation
import Testing

@testable import Reporting

@Suite struct PictureTests {
  private func chart(
    _ change: (inout ExperimentRecord) -> Void = { _ in }
  ) throws -> PictureChart {
    var record = try GridFixture.record()
    change(&record)
    return try #require(try PictureChart(record.description.pictures[0], of: record))
  }

  @Test func `every picture is embedded once and drawn twice`() throws {
    let record = try GridFixture.record()
    let text = try chart().svg.rendered
    #expect(text.ranges(of: "<image ").count == 3)
    for picture in record.pictures.prefix(2) {
      let uri = "data:image/\(picture.format.rawValue);base64,\(picture.data)"
      #expect(text.contains("href=\"\(uri)\""))
    }
    for index in [1, 2, 4] {
      #expect(text.ranges(of: "href=\"#picture-\(index)\"").count == 2)
    }
    #expect(!text.contains("href=\"http") && text.contains("image-rendering: pixelated"))
  }

  @Test func `captions have their fields filled, and escape what XML would read`() throws {
    let svg = try chart().svg
    #expect(svg.summary.hasPrefix("half the pixels: PSNR 25 dB: 78 × 21 pixels. "))
    #expect(svg.rendered.contains("all &lt;pixels&gt; of the"))
    #expect(try GridFixture.record().report().contains("Look at the edges, at 25 dB."))
  }

  @Test func `a picture that was not made leaves its place empty and says so`() throws {
    let svg = try chart().svg
    #expect(svg.elements.count { $0.text == "not available here" } == 1)
    #expect(svg.summary.contains("by a tool that is not here: not available here."))
  }

  @Test func `a sheet without any picture is not drawn, and said not to have been run`() throws {
    var record = try GridFixture.record()
    record.pictures = []
    #expect(try PictureChart(GridFixture.sheet, of: record) == nil)
    #expect(try record.report().contains("*Not run here.*"))
  }

  @Test func `nothing leaves the sheet, whatever its columns`() throws {
    for columns in 1...3 {
      let svg = try chart { $0.description.pictures[0].columns = columns }.svg
      for element in svg.elements where element.name == "use" || element.name == "rect" {
        func value(_ name: String) -> Double {
          element.attributes.first { $0.name == name }.flatMap { Double($0.value) } ?? 0
        }
        let (width, height) = element.name == "use" ? (156, 41) : (value("width"), value("height"))
        #expect(value("x") >= 0 && value("x") + width <= svg.width)
        #expect(value("y") >= 0 && value("y") + height <= svg.height)
      }
    }
  }

  @Test func `prose of sheets and captions must have its fields`() throws {
    for fault in 0..<2 {
      var record = try GridFixture.record()
      if fault == 0 {
        record.description.pictures[0].summary = "{gone}"
      } else {
        record.description.pictures[0].cells[1].caption = "{gone}"
      }
      let error = #expect(throws: ReportingError.self) { try ReportSet([record]).files() }
      guard case .unknownField(_, "gone", _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}

/// Grids and pictures that no run can have made, or that nobody described.
@Suite struct GridCheckTests {
  struct Fault: Sendable {
    let problem: String
    let change: @Sendable (inout ExperimentRecord) -> Void

    init(_ problem: String, _ change: @escaping @Sendable (inout ExperimentRecord) -> Void) {
      self.problem = problem
      self.change = change
    }

    /// A change of the grid of bars alone.
    static func grid(
      _ problem: String, _ change: @escaping @Sendable (inout QuantityGrid) -> Void
    ) -> Fault {
      Fault(problem) { record in
        guard var grid = record.description.quantities[0].grid else { return }
        change(&grid)
        record.description.quantities[0].grid = grid
      }
    }

    /// A change of the sheet alone.
    static func sheet(
      _ problem: String, _ change: @escaping @Sendable (inout PictureSheet) -> Void
    ) -> Fault {
      Fault(problem) { change(&$0.description.pictures[0]) }
    }

    /// A change of the first picture alone.
    static func picture(
      _ problem: String, _ change: @escaping @Sendable (inout PictureRecord) -> Void
    ) -> Fault {
      Fault(problem) { change(&$0.pictures[0]) }
    }
  }

  static let grids: [Fault] = [
    .grid("times has no rows") { $0.rows = [] }, .grid("times has no columns") { $0.columns = [] },
    .grid("two rows of times are 'whole'") { $0.rows[1].id = "whole" },
    .grid("two columns of times are 'decode'") { $0.columns[2].id = "decode" },
    .grid("'a/b' among the rows of times cannot be part of a name") { $0.rows[0].id = "a/b" },
    .grid("'times/whole/decode' is no cell of the grid times") { $0.rows.removeFirst() },
    .grid("times is drawn by its column 'gone', which it does not have") {
      $0.chart = .tradeOff(x: "decode", y: "gone")
    },
    .grid("the bars of times have 7 kinds of segments, 6 can be drawn") {
      $0.columns += (0..<4).map { .init(id: "more\($0)", title: "") }
    },
    Fault("the bars of memory add up 'MB' and 'dB'") {
      $0.description.quantities[1].grid?.chart = .stackedBars
    },
    Fault("the highlight shows 'gone', which times does not have") {
      $0.description.highlight = Highlight(
        title: "", program: "times", rows: ["gone"], columns: [])
    },
    Fault("the highlight shows 'memory', which is no program, no benchmark and no grid") {
      $0.description.quantities[1].grid?.chart = nil
      $0.description.highlight = Highlight(title: "", program: "memory", rows: [], columns: [])
    },
    Fault("times/whole/shrink is drawn as a length but was read below 0") {
      $0.readings[1].values = [-1]
    },
  ]

  static let sheets: [Fault] = [
    .sheet("picture sheet 'a b' cannot name a file") { $0.id = "a b" },
    .sheet("two parts would be drawn into 'times'") { $0.id = "times" },
    .sheet("sharpness has no cells") { $0.cells = [] },
    .sheet("two cells of sharpness are 'small'") { $0.cells[1].id = "small" },
    .sheet("the pictures of sharpness are shown at 0 × 41") { $0.shown.width = 0 },
    .sheet("sharpness magnifies 0 times") { $0.times = 0 },
    .sheet("the part that sharpness magnifies lies outside") { $0.part.x = 117 },
    .sheet("the part that sharpness magnifies lies outside") { $0.part.height = .max },
    .sheet("the part that sharpness magnifies lies outside") { $0.part.width = 0 },
    .sheet("sharpness has 0 columns") { $0.columns = 0 },
    .sheet("sharpness would be 928 pixels wide, more than a page") { $0.columns = 4 },
  ]

  static let pictures: [Fault] = [
    .picture("the picture gone/small is of a sheet that is not described") { $0.sheet = "gone" },
    .picture("the picture sharpness/gone has a cell that is not described") { $0.cell = "gone" },
    .picture("the picture sharpness/native is there twice") { $0.cell = "native" },
    .picture("sharpness/small has 0 × 21 pixels") { $0.width = 0 },
    .picture("sharpness/small is no base 64") { $0.data = String($0.data.dropLast()) },
    .picture("sharpness/small is no base 64") { $0.data += "\"/><script>" },
    .picture("sharpness/small does not begin as webp does") { $0.format = .webp },
    .picture("sharpness/small does not begin as jpeg does") { $0.data = "" },
    .picture("sharpness/small has 1,200,000 bytes, more than 1,000,000") {
      $0.data = String(repeating: "/9j/", count: 400_000)
    },
  ]

  @Test(arguments: grids + sheets + pictures)
  func `what no run can have made is an error that names it`(_ fault: Fault) throws {
    var record = try GridFixture.record()
    fault.change(&record)
    let error = #expect(throws: ReportingError.self) { try ReportSet([record]).files() }
    guard case .inconsistent("09-Downsampling", let problem) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.contains(fault.problem), "\(problem)")
  }
}
