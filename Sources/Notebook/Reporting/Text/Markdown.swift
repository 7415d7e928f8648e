/// The few forms of GitHub's markdown that reports use.
///
/// Two kinds of text go in. *Data* (names, values) is escaped by ``text(_:)``, ``code(_:)`` or
/// ``html(_:)`` and shows as it is. *Prose* is markdown already; see ``Prose``.
enum Markdown {
  /// Data as plain text: no character of it is taken for markup.
  static func text(_ data: String) -> String {
    var escaped = ""
    for character in singleLine(data) {
      switch character {
      case "<": escaped += "&lt;"
      case "&": escaped += "&amp;"
      case "|": escaped += "&#124;"
      case "\\", "`", "*", "_", "[", "]", "~", "#", ">", "$": escaped += "\\\(character)"
      case "-", "+", "=": escaped += escaped.isEmpty ? "\\\(character)" : String(character)
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Data as a code span.
  ///
  /// What a code span cannot hold in a table goes into a `code` element, letter by letter.
  static func code(_ data: String) -> String {
    let line = singleLine(data)
    guard !line.isEmpty else { return "<code></code>" }
    let isPlain = !line.contains { "`|\\".contains($0) } && line.first != " " && line.last != " "
    if isPlain { return "`\(line)`" }
    let escaped = line.unicodeScalars.map { scalar in
      let isPunctuation =
        scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
        && scalar != " "
      return isPunctuation ? "&#\(scalar.value);" : String(scalar)
    }
    return "<code>\(escaped.joined())</code>"
  }

  /// Data inside an HTML element, where markdown is not read.
  static func html(_ data: String) -> String {
    var escaped = ""
    for character in singleLine(data) {
      switch character {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// A link; the label is markdown already, the target a path or an anchor.
  static func link(_ label: String, to target: String) -> String { "[\(label)](\(target))" }

  /// A path with everything but plain characters percent-encoded.
  static func path(_ path: String) -> String {
    path.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic
          || "0123456789-_./~+"
            .unicodeScalars.contains(scalar))
      if isPlain { return String(scalar) }
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }

  /// A fenced block, its fence longer than any in the text.
  static func fence(_ text: String, language: String) -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    let end = text.hasSuffix("\n") || text.isEmpty ? "" : "\n"
    return "\(fence)\(language)\n\(text)\(end)\(fence)"
  }

  /// Something folded away under a line of data.
  static func folded(_ summary: String, _ body: String) -> String {
    "<details>\n<summary>\(html(summary))</summary>\n\n\(body)\n\n</details>"
  }

  /// A bulleted list of markdown items.
  static func list(_ items: [String]) -> String {
    items.map { "- \(singleLine($0))" }.joined(separator: "\n")
  }

  /// A table of markdown cells.
  static func table(_ header: [String], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String {
      let padded = cells + Array(repeating: "", count: max(0, header.count - cells.count))
      return "| \(padded.map(cell).joined(separator: " | ")) |"
    }
    let rule = header.map { _ in "---" }.joined(separator: " | ")
    return ([line(header), "| \(rule) |"] + rows.map(line)).joined(separator: "\n")
  }

  /// Markdown that may stand in a table: one line, no bare pipe.
  private static func cell(_ markdown: String) -> String {
    var escaped = ""
    for character in singleLine(markdown) {
      if character == "|", escaped.last != "\\" { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }

  /// Text with its line breaks made spaces.
  static func singleLine(_ text: String) -> String {
    text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline)
      .joined(separator: " ")
  }
}
