import Evidence

/// One cell of a matrix chart: a shape, a number, the counts behind it, and a bar.
struct MatrixCell {
  /// What was observed; `nil` where it was not run.
  let observation: Observation?
  /// What `in order` is called here.
  let expectedPhrase: String
  /// Where the cell lies.
  let frame: Frame

  /// Below this width the letters are smaller and the number loses its space.
  static let compactBelow = 120.0

  private var isCompact: Bool { frame.width < Self.compactBelow }
  private var inset: Double { isCompact ? 7 : 10 }
  private var inner: Double { frame.width - 2 * inset }
  private var left: Double { frame.x + inset }
  /// How far to the right of the shape's left edge the number begins.
  private var indent: Double { isCompact ? 21 : 25 }

  /// The cell as one group.
  var element: SVG.Element {
    guard let observation, let grade = observation.worst else { return absent }
    let (figure, style) = figure(observation, grade)
    let small = counts(observation, grade)
    return .group(
      style + (isCompact ? " compact" : "") + (grade == .forbidden ? " light" : ""),
      [.rectangle(frame, radius: 6, style: grade.rawValue)]
        + ChartStyle.mark(grade, x: left + 9, y: frame.y + 19)
        + [
          .text(figure, x: left + indent, y: frame.y + 25, style: "figure"),
          .text(small, x: left, y: frame.y + 43, style: "small"),
        ]
        + bar(observation, grade))
  }

  private var absent: SVG.Element {
    let text = observation == nil ? "not run" : "nothing seen"
    return .group(
      "cell",
      [
        .rectangle(frame, radius: 6, style: "none"),
        .text(text, x: frame.x + frame.width / 2, y: frame.y + 38, style: "absent"),
      ])
  }

  /// The expected phrase if all is as expected and it fits, else "always"; the share that was not
  /// as expected otherwise; and the group's style.
  private func figure(_ observation: Observation, _ grade: Grade) -> (String, String) {
    let room = inner - indent
    if grade == .expected {
      let fits = TextWidth.of(expectedPhrase, size: isCompact ? 13 : 14) <= room
      return (fits ? expectedPhrase : "always", "cell quiet")
    }
    let share = Numbers.percentage(observation.unexpected, of: observation.total)
    guard isCompact else { return (share, "cell") }
    let narrow = share.filter { $0 != " " }
    return (narrow, TextWidth.of(narrow, size: 15) <= room ? "cell" : "cell tight")
  }

  /// The counts behind the number, shorter where the cell is narrow.
  private func counts(_ observation: Observation, _ grade: Grade) -> String {
    let total = observation.total
    let forms: [String]
    switch grade {
    case .expected:
      forms = [Numbers.part(total, of: total), "all \(Numbers.count(total))"]
    case .interesting:
      let count = observation.unexpected
      let short = count == total ? "all \(Numbers.count(total))" : Numbers.count(count)
      forms = [Numbers.part(count, of: total), short]
    case .forbidden, .unknown:
      let count = observation[grade]
      forms = ["\(Numbers.part(count, of: total)) \(grade.rawValue)", grade.rawValue]
    }
    return forms.first { TextWidth.of($0, size: isCompact ? 11 : 11.5) <= inner } ?? forms[1]
  }

  /// The share not as expected; 3 pixels at least where there is any.
  private func bar(_ observation: Observation, _ grade: Grade) -> [SVG.Element] {
    var track = Frame(x: left, y: frame.y + 51, width: inner, height: 8)
    var elements: [SVG.Element] = [.rectangle(track, radius: 2, style: "track")]
    guard observation.unexpected > 0 else { return elements }
    let share = Double(observation.unexpected) / Double(observation.total)
    track.width = max(3, track.width * share)
    elements.append(.rectangle(track, radius: 2, style: "bar-\(grade.rawValue)"))
    return elements
  }
}
