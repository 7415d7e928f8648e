import Evidence
import Imaging
import Reporting
import StudyKit

/// How a picture's size suits a cell that is to show all of it.
enum Fit: String, CaseIterable, Sendable {
  case fits
  case small = "too small"
  case large = "sticks out"

  /// Holds a size against a cell on a screen of scale 1: a side may be rounded.
  init(_ picture: Pixels, in cell: ScreenCell) {
    let across = Double(picture.width) / cell.width
    let down = Double(picture.height) / cell.height
    let pixel = 1 / min(cell.width, cell.height)
    switch max(across, down) {
    case ..<(1 - pixel): self = .small
    case ...(1 + pixel): self = .fits
    default: self = .large
    }
  }

  var meaning: String {
    switch self {
    case .fits: "The picture touches the cell on two sides and is within it."
    case .small: "The screen has to enlarge it, or leaves the cell partly empty."
    case .large: "More pixels than the cell has, made and kept for nothing."
    }
  }
}

/// A way to the size of a picture for a cell.
enum FitRule: String, CaseIterable, Sendable {
  case renderer, thumbnail, fitted

  var summary: String {
    switch self {
    case .renderer: "the larger side of the picture becomes the cell's width"
    case .thumbnail: "the larger side becomes the larger of the cell's"
    case .fitted: "the cure: both sides are held against the cell's"
    }
  }

  // lesson: fit-rules
  /// A picture made for a cell by this rule.
  func picture(of file: ImageSource, for cell: ScreenCell) throws(ImagingError) -> Pixels {
    switch self {
    case .renderer: return try Path.renderer.picture(of: file, for: cell)
    case .thumbnail: return try Path.thumbnail.picture(of: file, for: cell)
    case .fitted:
      let size = file.info.size
      let factor = min(
        cell.width * cell.scale / Double(size.width), cell.height * cell.scale / Double(size.height)
      )
      let limit = max(1, Int((Double(size.longSide) * factor).rounded()))
      return try file.thumbnail(ThumbnailOptions(maxPixelSize: limit)).pixels
    }
  }
  // lesson: end
}

/// A picture in a cell, with what each published rule leads to.
private struct Setting {
  let id: String
  let title: String
  let isPortrait: Bool
  let width: Double
  let height: Double
  let renderer: Fit
  let thumbnail: Fit

  func predicted(_ rule: FitRule) -> Fit {
    switch rule {
    case .renderer: renderer
    case .thumbnail: thumbnail
    case .fitted: .fits
    }
  }

  static let all = [
    Setting(
      id: "square-landscape", title: "landscape in a square cell", isPortrait: false, width: 156,
      height: 156, renderer: .fits, thumbnail: .fits),
    Setting(
      id: "square-portrait", title: "portrait in a square cell", isPortrait: true, width: 156,
      height: 156, renderer: .fits, thumbnail: .fits),
    Setting(
      id: "tall-landscape", title: "landscape in a tall cell", isPortrait: false, width: 104,
      height: 156, renderer: .fits, thumbnail: .large),
    Setting(
      id: "tall-portrait", title: "portrait in a tall cell", isPortrait: true, width: 104,
      height: 156, renderer: .small, thumbnail: .fits),
    Setting(
      id: "wide-landscape", title: "landscape in a wide cell", isPortrait: false, width: 156,
      height: 104, renderer: .fits, thumbnail: .fits),
    Setting(
      id: "wide-portrait", title: "portrait in a wide cell", isPortrait: true, width: 156,
      height: 104, renderer: .large, thumbnail: .large),
  ]
}

/// Which size does each published rule choose?
let fitProgram = Program(
  id: "fits", title: "Does the size that a rule chooses fit the cell?",
  summary: "A photograph of 3:2, lying and standing, for cells of 156×156, 104×156 and 156×104 "
    + "points, on a screen of scale 1, where points are pixels and only the rules differ. The cell "
    + "is to show all of the picture. For a picture that is taller than wide the published "
    + "renderer takes the cell's *width* for its height; the limit given to ImageIO is the larger "
    + "side of the cell, whichever side of the picture that bounds.",
  listing: """
    let rendered = cell.renderedSize(of: file.info.size)
    let limited = file.info.size.fitted(within: cell.publishedMaxPixelSize)
    """,
  rows: Setting.all.map {
    .init(
      id: $0.id, title: $0.title,
      summary: "\(Int($0.width))×\(Int($0.height)) points.")
  },
  columns: FitRule.allCases.map { .init(id: $0.rawValue, summary: $0.summary) },
  expectedPhrase: Fit.fits.rawValue,
  question: "In which cells do the two published rules part ways?",
  axes: .init(row: "Picture and cell", column: "Rule"))

/// Every picture by every rule, with what is predicted.
let fitVariants = Setting.all.flatMap { setting in
  FitRule.allCases.map { fitVariant(setting, $0) }
}

private func fitVariant(
  _ setting: Setting, _ rule: FitRule, _ tally: Tally = Tally()
) -> VariantRecord {
  VariantRecord(
    program: fitProgram.id, row: setting.id, column: rule.rawValue, callerExecutor: "global pool",
    prediction: Prediction(
      Fit.allCases.map { fit in
        let isPredicted = fit == setting.predicted(rule)
        let grade: Grade = !isPredicted ? .forbidden : fit == .fits ? .expected : .interesting
        return .init(fit.rawValue, grade, fit.meaning)
      }), tally: tally)
}

/// Makes every picture by every rule.
func runFits(_ album: Album, _ context: TrialContext) throws(ImagingError) -> [VariantRecord] {
  let landscape = album[.coffee]
  let portrait = try album.portrait()
  var variants: [VariantRecord] = []
  for setting in Setting.all {
    let cell = ScreenCell(width: setting.width, height: setting.height, scale: 1)
    for rule in FitRule.allCases where context.includes(rule.rawValue) {
      let picture = try rule.picture(of: setting.isPortrait ? portrait : landscape, for: cell)
      variants.append(
        fitVariant(setting, rule, Tally([Fit(picture, in: cell).rawValue: 1])))
    }
  }
  return variants
}
