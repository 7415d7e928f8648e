/// Fills the fields of a record's prose.
///
/// Prose is markdown without HTML. A field is a name in braces, `{name}`. Its value is data: it
/// shows as it is, whatever characters it holds. In a code span only braces that hold nothing but
/// a name are a field, so that `` `Task { }` `` may be written. A field that the conclusion does
/// not fill is an error. A sentence with a field that was not run says nothing and is left out.
package struct Prose {
  /// The record that the prose belongs to.
  let record: String
  /// The values by name.
  let fields: [String: String]

  /// The prose and fields of a record.
  package init(of record: ExperimentRecord) {
    self.record = record.description.name
    fields = record.conclusion.fields
  }

  /// The text with its fields filled and with nothing that would be read as HTML.
  ///
  /// `place` says where the text belongs, for the error.
  func fill(_ text: String, in place: String) throws -> String {
    try pieces(ofSeen: text, in: place).map { piece in
      switch piece {
      case .prose(let text):
        String(text.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))
      case .value(let value): Markdown.text(value)
      case .code(let text): String(text)
      case .codeValue(let value): value.filter { $0 != "`" }
      case .strayTicks(let ticks): String(repeating: "\\`", count: ticks.count)
      }
    }.joined()
  }

  /// The text with its fields filled, for a terminal: markup and values stay as they are.
  package func plain(_ text: String, in place: String) throws -> String {
    try pieces(ofSeen: text, in: place).map { piece in
      switch piece {
      case .prose(let text), .code(let text), .strayTicks(let text): String(text)
      case .value(let value), .codeValue(let value): value
      }
    }.joined()
  }

  /// Whether a text has fields and none of them was run, so that it has nothing to say.
  func isUnseen(_ text: String, in place: String) throws -> Bool {
    let values = try pieces(of: text, in: place).compactMap(\.value)
    return !values.isEmpty && values.allSatisfy { $0 == Conclusion.notRun }
  }

  /// The parts of those sentences that have no field which was not run.
  private func pieces(ofSeen text: String, in place: String) throws -> [Piece] {
    try sentences(of: text).flatMap { sentence in
      let pieces = try pieces(of: sentence, in: place)
      return pieces.contains { $0.value == Conclusion.notRun } ? [] : pieces
    }
  }

  /// A text cut after each stop that a space and the beginning of a sentence follow, outside code.
  private func sentences(of text: String) -> [String] {
    var sentences = [""]
    var isCode = false
    var last: (Character, Character) = (" ", " ")
    for character in text {
      let begins = character.isUppercase || "`*{“(".contains(character)
      if begins, !isCode, last.1 == " ", ".?!".contains(last.0) { sentences.append("") }
      if character == "`" { isCode.toggle() }
      sentences[sentences.count - 1].append(character)
      last = (last.1, character)
    }
    return sentences
  }

  /// A part of a text, whose form depends on where it goes.
  private enum Piece {
    case prose(Substring)
    case value(String)
    /// A part of a code span, its backticks included.
    case code(Substring)
    case codeValue(String)
    /// Backticks that open no code span.
    case strayTicks(Substring)

    var value: String? {
      switch self {
      case .value(let value), .codeValue(let value): value
      case .prose, .code, .strayTicks: nil
      }
    }
  }

  private func pieces(of text: String, in place: String) throws -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let character = rest.first {
      switch character {
      case "`":
        let ticks = rest.prefix { $0 == "`" }
        rest = rest.dropFirst(ticks.count)
        if let (code, after) = split(rest, atRunOf: ticks.count) {
          pieces += [.code(ticks)] + (try codePieces(of: code, in: place)) + [.code(ticks)]
          rest = after
        } else {
          pieces.append(.strayTicks(ticks))
        }
      case "{":
        let name = rest.dropFirst().prefix { $0 != "}" }
        let isClosed = name.endIndex < rest.endIndex
        guard isClosed, isFieldName(name), let value = fields[String(name)] else {
          throw unknown(name, in: place)
        }
        pieces.append(.value(value))
        rest = rest.dropFirst(name.count + 2)
      case "}": throw unknown("}", in: place)
      default:
        let prose = rest.prefix { !"`{}".contains($0) }
        pieces.append(.prose(prose))
        rest = rest[prose.endIndex...]
      }
    }
    return pieces
  }

  /// The parts of a code span's content.
  private func codePieces(of code: Substring, in place: String) throws -> [Piece] {
    var pieces: [Piece] = []
    var rest = code
    while !rest.isEmpty {
      let name = rest.first == "{" ? rest.dropFirst().prefix { $0 != "}" } : ""
      if isFieldName(name), name.endIndex < rest.endIndex {
        guard let value = fields[String(name)] else { throw unknown(name, in: place) }
        pieces.append(.codeValue(value))
        rest = rest.dropFirst(name.count + 2)
      } else {
        let next = rest.dropFirst().firstIndex(of: "{") ?? rest.endIndex
        pieces.append(.code(rest[..<next]))
        rest = rest[next...]
      }
    }
    return pieces
  }

  /// What lies before the next run of exactly `count` backticks, and what after it.
  private func split(_ text: Substring, atRunOf count: Int) -> (Substring, Substring)? {
    var rest = text
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == count { return (text[..<start], text[run.endIndex...]) }
      rest = text[run.endIndex...]
    }
    return nil
  }

  private func isFieldName(_ name: Substring) -> Bool {
    guard let first = name.first, first.isLetter else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
  }

  private func unknown(_ name: Substring, in place: String) -> ReportingError {
    .unknownField(record: record, field: String(name), place: place)
  }
}
