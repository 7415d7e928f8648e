@testable import Reporting

extension Markdown {
  /// What is wrong with the shape of a text: tables with rows of different lengths, code or
  /// folds left open.
  static func problems(in text: String) throws -> [String] {
    var problems: [String] = []
    var fence: Substring?
    var columns: Int?
    var folds = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if line == open { fence = nil }
        continue
      }
      if ticks.count >= 3 {
        fence = ticks
        continue
      }
      if line == "<details>" { folds += 1 }
      if line == "</details>" { folds -= 1 }
      guard line.hasPrefix("|") else {
        columns = nil
        continue
      }
      let count = cells(of: line)
      if let columns, columns != count {
        problems.append("line \(index + 1) has \(count) cells, its table \(columns)")
      }
      columns = columns ?? count
    }
    if fence != nil { problems.append("a fence is left open") }
    if folds != 0 { problems.append("\(folds) folds are left open") }
    return problems
  }

  /// The cells of a table's row: pieces between pipes that no backslash escapes.
  private static func cells(of line: Substring) -> Int {
    var pipes = 0
    var isEscaped = false
    for character in line {
      if character == "|", !isEscaped { pipes += 1 }
      isEscaped = character == "\\" && !isEscaped
    }
    return pipes - 1
  }

  /// The targets of all links and pictures outside code.
  static func targets(in text: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n").flatMap { line -> [String] in
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode else { return [] }
      return line.matches(of: #/[^\\]\]\(([^)]+)\)/#).map { String($0.output.1) }
    }
  }

  /// The anchors that a text defines: headings and marked places.
  static func anchors(in text: String) -> Set<String> {
    let marked = text.matches(of: #/<a id="([^"]+)">/#).map { String($0.output.1) }
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" || $0 == " " }.lowercased()
        .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .split(separator: " ", omittingEmptySubsequences: false).joined(separator: "-")
    }
    return Set(marked + headings)
  }
}

extension SVG {
  /// Elements opened and not closed in the order of nesting.
  static func unclosed(in xml: String) -> [String] {
    var open: [String] = []
    for tag in xml.matches(of: #/<(/?)([a-zA-Z]+)(?:\s+[a-z:A-Z-]+="[^"<]*")*\s*(/?)>/#) {
      let name = String(tag.output.2)
      if tag.output.1 == "/" {
        if open.last == name { open.removeLast() } else { open.append("/\(name)") }
      } else if tag.output.3.isEmpty {
        open.append(name)
      }
    }
    let tags = xml.matches(of: #/</#).count
    let known = xml.matches(of: #/<(/?)([a-zA-Z]+)(?:\s+[a-z:A-Z-]+="[^"<]*")*\s*(/?)>/#).count
    return tags == known ? open : open + ["\(tags - known) stray <"]
  }
}
