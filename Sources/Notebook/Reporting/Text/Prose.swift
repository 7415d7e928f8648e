/// Fills the fields of a record's prose.
///
/// Prose is markdown without HTML. A field is a name in braces, `{name}`. Its value is data: it
/// shows as it is, whatever characters it holds. In a code span only braces that hold nothing but
/// a name are a field, so that `` `Task { }` `` may be written.
struct Prose {
  /// The record that the prose belongs to.
  let record: String
  /// The values by name.
  let fields: [String: String]

  /// The prose and fields of a record.
  init(of record: ExperimentRecord) {
    self.record = record.description.name
    fields = record.conclusion.fields
  }

  /// The text with its fields filled and with nothing that would be read as HTML.
  ///
  /// `place` says where the text belongs, for the error.
  func fill(_ text: String, in place: String) throws -> String {
    var filled = ""
    var rest = Substring(text)
    while let character = rest.first {
      switch character {
      case "`":
        let ticks = rest.prefix { $0 == "`" }
        rest = rest.dropFirst(ticks.count)
        if let (code, after) = split(rest, atRunOf: ticks.count) {
          filled += ticks + (try fillCode(code, in: place)) + ticks
          rest = after
        } else {
          filled += String(repeating: "\\`", count: ticks.count)
        }
      case "{":
        let name = rest.dropFirst().prefix { $0 != "}" }
        let isClosed = name.endIndex < rest.endIndex
        guard isClosed, isFieldName(name), let value = fields[String(name)] else {
          throw unknown(name, in: place)
        }
        filled += Markdown.text(value)
        rest = rest.dropFirst(name.count + 2)
      case "}": throw unknown("}", in: place)
      default:
        filled += character == "<" ? "&lt;" : character == "&" ? "&amp;" : String(character)
        rest = rest.dropFirst()
      }
    }
    return filled
  }

  /// The content of a code span with its fields filled.
  private func fillCode(_ code: Substring, in place: String) throws -> String {
    var filled = ""
    var rest = code
    while let character = rest.first {
      let name = rest.dropFirst().prefix { $0 != "}" }
      guard character == "{", name.endIndex < rest.endIndex, isFieldName(name) else {
        filled.append(character)
        rest = rest.dropFirst()
        continue
      }
      guard let value = fields[String(name)] else { throw unknown(name, in: place) }
      filled += value.filter { $0 != "`" }
      rest = rest.dropFirst(name.count + 2)
    }
    return filled
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
