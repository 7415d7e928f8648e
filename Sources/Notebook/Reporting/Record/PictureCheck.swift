import Foundation

extension PictureSheet {
  /// What is wrong with the description itself.
  var problem: String? {
    guard !cells.isEmpty else { return "\(id) has no cells" }
    if let cell = duplicate(in: cells.map(\.id)) { return "two cells of \(id) are '\(cell)'" }
    let sides = 1...4096
    guard sides.contains(shown.width), sides.contains(shown.height) else {
      return "the pictures of \(id) are shown at \(shown.width) × \(shown.height)"
    }
    guard (1...64).contains(times) else { return "\(id) magnifies \(times) times" }
    guard (0..<shown.width).contains(part.x), (0..<shown.height).contains(part.y),
      (1...shown.width - part.x).contains(part.width),
      (1...shown.height - part.y).contains(part.height)
    else { return "the part that \(id) magnifies lies outside its pictures" }
    guard (1...100).contains(columns) else { return "\(id) has \(columns) columns" }
    // A page would scale it down, and nothing in it would be at 100 %.
    return width > PlotFrame.width
      ? "\(id) would be \(Numbers.trimmed(width, places: 0)) pixels wide, more than a page: give "
        + "it fewer columns or a smaller part" : nil
  }
}

extension ExperimentRecord {
  /// What is wrong with the pictures.
  var pictureProblem: String? {
    let places = pictures.map { [$0.sheet, $0.cell] }
    if let place = duplicate(in: places) {
      return "the picture \(place.joined(separator: "/")) is there twice"
    }
    return firstProblem(in: pictures) { picture in
      let name = "the picture \(picture.sheet)/\(picture.cell)"
      guard let sheet = description.pictures.first(where: { $0.id == picture.sheet }) else {
        return "\(name) is of a sheet that is not described"
      }
      guard sheet.cells.contains(where: { $0.id == picture.cell }) else {
        return "\(name) has a cell that is not described"
      }
      return picture.problem.map { "\(name) \($0)" }
    }
  }
}

extension PictureRecord {
  /// Larger ones would make a report that no page shows.
  static let mostBytes = 1_000_000

  /// What is wrong with it, to follow its name.
  fileprivate var problem: String? {
    let sides = 1...65_535
    guard sides.contains(width), sides.contains(height) else {
      return "has \(width) × \(height) pixels"
    }
    guard let bytes = Data(base64Encoded: data) else { return "is no base 64" }
    guard bytes.count <= Self.mostBytes else {
      return "has \(Numbers.count(bytes.count)) bytes, more than \(Numbers.count(Self.mostBytes))"
    }
    return format.begins(bytes) ? nil : "does not begin as \(format.rawValue) does"
  }
}

extension PictureRecord.Format {
  /// Whether bytes begin as a file of this format does.
  fileprivate func begins(_ bytes: Data) -> Bool {
    switch self {
    case .webp:
      bytes.starts(with: Data("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Data("WEBP".utf8))
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    }
  }
}
