/// A sheet of pictures, each whole at the size it is shown and below it a part of it magnified.
///
/// Every picture is embedded once and drawn twice: what lies beside an SVG does not load where it
/// is shown as an image.
struct PictureChart {
  /// Where it lies in the reports folder.
  let path: String
  private let sheet: PictureSheet
  private let cells: [Cell]
  private let isEvidence: Bool

  /// One cell with what was made for it.
  private struct Cell {
    let caption: String
    /// `nil` where the run made none.
    let picture: PictureRecord?
  }

  /// The picture of a sheet; `nil` where none of its pictures was made.
  ///
  /// Throws ``ReportingError`` where a caption names a field that nothing fills.
  init?(_ sheet: PictureSheet, of record: ExperimentRecord) throws {
    let prose = Prose(of: record)
    cells = try sheet.cells.map { cell in
      Cell(
        caption: try prose.plain(cell.caption, in: "caption of \(sheet.id)/\(cell.id)"),
        picture: record.pictures.first { $0.sheet == sheet.id && $0.cell == cell.id })
    }
    guard cells.contains(where: { $0.picture != nil }) else { return nil }
    self.sheet = sheet
    isEvidence = record.run.isEvidence
    path = "charts/\(record.description.name)-\(sheet.id).svg"
  }

  /// The sheet in words, one clause a picture.
  var summary: String {
    let told = cells.map { "\($0.caption): \(Self.pixels($0.picture))" }
    return told.joined(separator: ". ") + "."
  }

  private static func pixels(_ picture: PictureRecord?) -> String {
    picture.map { "\($0.width) × \($0.height) pixels" } ?? "not available here"
  }

  // MARK: Places

  fileprivate static let margin = 28.0
  fileprivate static let gap = 24.0

  private var magnifiedHeight: Double { Double(sheet.part.height * sheet.times) }
  private var cellWidth: Double { sheet.cellWidth }
  private var captions: [[String]] {
    cells.map { TextWidth.wrap($0.caption, size: 14.2, width: cellWidth, lines: 5) }
  }

  // MARK: Drawing

  private var notes: [String] {
    let part = sheet.part
    let size = "\(sheet.shown.width) × \(sheet.shown.height)"
    return [
      "Above: the whole picture at 100 %, \(size) CSS pixels, whatever pixels it has. Below: "
        + "\(part.width) × \(part.height) of these, between the bars, \(sheet.times) times as "
        + "large."
    ] + (isEvidence ? [] : ["Quick look only: not evidence."])
  }

  /// The picture.
  var svg: SVG {
    let width = sheet.width
    let room = width - 2 * Self.margin
    let titles = TextWidth.wrap(sheet.title, size: 23.5, width: room, lines: 3)
    let notes = notes.flatMap { TextWidth.wrap($0, size: 13, width: room, lines: 5) }
    let noteTop = Self.margin + 14 + Double(titles.count) * 26
    var y = noteTop + Double(notes.count) * 18 + 14
    var drawn: [SVG.Element] = []
    let captions = captions
    for first in stride(from: 0, to: cells.count, by: sheet.columns) {
      let row = first..<min(first + sheet.columns, cells.count)
      let lines = captions[row].map(\.count).max() ?? 0
      for index in row {
        let x = Self.margin + Double(index - first) * (cellWidth + Self.gap)
        drawn += cell(index, captions[index], x: x, y: y, lines: lines)
      }
      y += height(lines: lines) + Self.gap
    }
    let height = y - Self.gap + Self.margin
    let ground = Frame(x: 0.5, y: 0.5, width: width - 1, height: height - 1)
    let heads =
      titles.enumerated().map {
        SVG.Element.text($1, x: Self.margin, y: 46 + Double($0) * 26, style: "title")
      }
      + notes.enumerated().map {
        SVG.Element.text($1, x: Self.margin, y: noteTop + Double($0) * 18, style: "note")
      }
    return SVG(
      width: width, height: height, title: sheet.title, summary: summary,
      style: ChartStyle.pictures,
      elements: [definitions, .rectangle(ground, radius: 10, style: "ground")] + heads + drawn)
  }

  private func height(lines: Int) -> Double {
    Double(lines) * 17 + 6 + Double(sheet.shown.height) + 24 + magnifiedHeight
  }

  /// The pictures, each under a name, and what is cut out of them.
  private var definitions: SVG.Element {
    let images = cells.enumerated().compactMap { index, cell in
      cell.picture.map { picture in
        SVG.Element(
          name: "image",
          attributes: [
            .init("id", Self.name(index)), .init("width", Double(sheet.shown.width)),
            .init("height", Double(sheet.shown.height)), .init("preserveAspectRatio", "none"),
            .init("href", "data:image/\(picture.format.rawValue);base64,\(picture.data)"),
          ])
      }
    }
    let part = sheet.part
    let cut = SVG.Element.rectangle(
      Frame(
        x: Double(part.x), y: Double(part.y), width: Double(part.width),
        height: Double(part.height)), style: "cut")
    let clip = SVG.Element(name: "clipPath", attributes: [.init("id", "part")], children: [cut])
    return SVG.Element(name: "defs", attributes: [], children: [clip] + images)
  }

  private static func name(_ index: Int) -> String { "picture-\(index + 1)" }

  private func cell(
    _ index: Int, _ caption: [String], x: Double, y: Double, lines: Int
  ) -> [SVG.Element] {
    let top = y + Double(lines) * 17 + 6
    let below = top + Double(sheet.shown.height) + 24
    // Captions end on one line, beside each other above their pictures.
    let first = y + Double(lines - caption.count) * 17 + 13
    let words = caption.enumerated().map {
      SVG.Element.text($1, x: x, y: first + Double($0) * 17, style: "caption")
    }
    guard let picture = cells[index].picture else {
      let hole = Frame(
        x: x, y: top, width: Double(sheet.shown.width), height: Double(sheet.shown.height))
      return words + [
        .rectangle(hole, style: "hole"),
        .text(Self.pixels(nil), x: x, y: below - 8, style: "small"),
      ]
    }
    let times = SVG.number(Double(sheet.times))
    let (left, up) = (SVG.number(-Double(sheet.part.x)), SVG.number(-Double(sheet.part.y)))
    let place = "translate(\(SVG.number(x)) \(SVG.number(below)))"
    return words + bars(x: x, y: top) + [
      use(index, [.init("x", x), .init("y", top)]),
      .text(Self.pixels(picture), x: x, y: below - 8, style: "small"),
      SVG.Element(
        name: "g",
        attributes: [
          .init("class", "magnified"), .init("clip-path", "url(#part)"),
          .init("transform", "\(place) scale(\(times)) translate(\(left) \(up))"),
        ], children: [use(index, [])]),
    ]
  }

  private func use(_ index: Int, _ place: [SVG.Attribute]) -> SVG.Element {
    SVG.Element(name: "use", attributes: [.init("href", "#\(Self.name(index))")] + place)
  }

  /// Beside the picture and under it, where the magnified part lies: nothing is drawn on it.
  private func bars(x: Double, y: Double) -> [SVG.Element] {
    let part = sheet.part
    let side = Frame(x: x - 5, y: y + Double(part.y), width: 2, height: Double(part.height))
    let under = Frame(
      x: x + Double(part.x), y: y + Double(sheet.shown.height) + 3, width: Double(part.width),
      height: 2)
    return [side, under].map { .rectangle($0, style: "bar") }
  }
}

extension PictureSheet {
  /// How wide a cell is drawn: as its picture or its magnified part, with room for a caption.
  fileprivate var cellWidth: Double { Double(max(shown.width, part.width * times, 132)) }

  /// How wide the sheet is drawn.
  var width: Double {
    let cells = Double(columns) * cellWidth + Double(columns - 1) * PictureChart.gap
    return max(cells + 2 * PictureChart.margin, 440)
  }
}
