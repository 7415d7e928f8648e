import Evidence
import Imaging
import Reporting
import StudyKit

/// How near the sides of a thumbnail come to the picture's own divided by n.
enum Sides: String, CaseIterable, Sendable {
  case exact
  case withinOne = "within a pixel"
  case withinTwo = "within two pixels"
  case lying = "lying on its side"
  case wrong

  /// Holds a thumbnail against what it should be once it stands upright.
  init(_ thumbnail: Pixels, of upright: PixelSize, by n: Int) {
    func error(_ size: PixelSize) -> Double {
      max(
        abs(Double(thumbnail.width) - Double(size.width) / Double(n)),
        abs(Double(thumbnail.height) - Double(size.height) / Double(n)))
    }
    switch error(upright) {
    case 0: self = .exact
    case ..<1: self = .withinOne
    case ..<2: self = .withinTwo
    default: self = error(upright.turned) < 2 ? .lying : .wrong
    }
  }

  var meaning: String {
    switch self {
    case .exact: "Both sides are those of the picture divided by n."
    case .withinOne: "A side had to be rounded to whole pixels."
    case .withinTwo:
      "The limit was rounded down to whole pixels, and the short side rounded after that once more."
    case .lying: "Sides of the right length, changed over: the picture is not upright."
    case .wrong: "The rule does not divide by n."
    }
  }
}

/// The factors that are tried.
let factors = Array(2...16)

/// A photograph for the rule to be tried on.
private enum Subject: String, CaseIterable {
  case deepField = "deep-field"
  case rocket, coffee, cat, hero, badge, portrait
  case lying

  var title: String {
    switch self {
    case .portrait: "a portrait, stored upright"
    case .lying: "a portrait, stored lying (orientation 6)"
    default: rawValue
    }
  }

  func file(_ album: Album) throws(ImagingError) -> ImageSource {
    switch self {
    case .deepField: album[.deepField]
    case .rocket: album[.rocket]
    case .coffee: album[.coffee]
    case .cat: album[.cat]
    case .hero: album[.heroJPEG]
    case .badge: album[.badge]
    case .portrait: try album.portrait()
    case .lying: try album.lying()
    }
  }
}

/// To shrink by n, pass max(width, height) / n.
let factorProgram = Program(
  id: "factors", title: "Does max(width, height) / n shrink by n?",
  summary: "A thumbnail is made with the larger side divided by n, in whole pixels, for every n "
    + "from \(factors[0]) to \(factors[factors.count - 1]). Are its sides the picture's divided by "
    + "n? As published nothing is turned; a picture as it stands upright is what a person expects.",
  listing: """
    let limit = max(file.info.size.width, file.info.size.height) / n
    let thumbnail = try file.thumbnail(
      ThumbnailOptions(maxPixelSize: limit, appliesOrientation: isTurned))
    """,
  rows: Subject.allCases.map {
    .init(id: $0.rawValue, title: $0.title, summary: "Shrunk by every n in turn.")
  },
  columns: Division.allCases.map { .init(id: $0.rawValue, summary: $0.summary) },
  expectedPhrase: "within a pixel",
  question: "For which picture does the rule fail, and would another divisor mend it?",
  axes: .init(row: "Picture", column: "How it is divided"))

/// A way to divide by n.
private enum Division: String, CaseIterable {
  case stored, upright, rounded

  var summary: String {
    switch self {
    case .stored: "as published: not turned"
    case .upright: "turned as the file says"
    case .rounded: "turned, and the limit rounded instead of cut"
    }
  }

  func thumbnail(of file: ImageSource, by n: Int) throws(ImagingError) -> Pixels {
    let side = file.info.size.longSide
    return try file.thumbnail(
      ThumbnailOptions(
        maxPixelSize: self == .rounded ? (2 * side + n) / (2 * n) : side / n,
        appliesOrientation: self != .stored)
    ).pixels
  }
}

private func prediction(_ subject: Subject, _ division: Division) -> Prediction {
  let liesDown = subject == .lying && division == .stored
  return Prediction(
    Sides.allCases.map { sides in
      let grade: Grade =
        switch sides {
        case .exact, .withinOne: liesDown ? .forbidden : .expected
        case .withinTwo: liesDown || division == .rounded ? .forbidden : .interesting
        case .lying: liesDown ? .interesting : .forbidden
        case .wrong: .forbidden
        }
      return .init(sides.rawValue, grade, sides.meaning)
    })
}

/// Every picture, divided in every way, with what is predicted.
let factorVariants = Subject.allCases.flatMap { subject in
  Division.allCases.map { factorVariant(subject, $0) }
}

private func factorVariant(
  _ subject: Subject, _ division: Division, _ tally: Tally = Tally()
) -> VariantRecord {
  VariantRecord(
    program: factorProgram.id, row: subject.rawValue, column: division.rawValue,
    callerExecutor: "global pool", prediction: prediction(subject, division), tally: tally)
}

/// Shrinks every picture by every factor.
func runFactors(_ album: Album, _ context: TrialContext) throws(ImagingError) -> [VariantRecord] {
  var variants: [VariantRecord] = []
  for subject in Subject.allCases {
    let file = try subject.file(album)
    for division in Division.allCases where context.includes(division.rawValue) {
      var tally = Tally()
      for n in factors {
        let thumbnail = try division.thumbnail(of: file, by: n)
        tally.record(Sides(thumbnail, of: file.info.uprightSize, by: n).rawValue)
      }
      variants.append(factorVariant(subject, division, tally))
    }
  }
  return variants
}
