/// How long files, lines and functions may be.
enum Lengths {
  static let lines = 300
  static let columns = 100
  static let functionLines = 70

  /// What is too long in a file, as sentences that begin with the line's number.
  static func faults(in text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var faults: [String] = []
    // A final newline ends the last line and begins none.
    let count = lines.last == "" ? lines.count - 1 : lines.count
    if count > Self.lines { faults.append("\(count) lines, over \(Self.lines)") }
    for (index, line) in lines.enumerated() where line.count > columns {
      faults.append("\(index + 1): \(line.count) columns, over \(columns)")
    }
    for function in functions(in: lines) where function.count > functionLines {
      faults.append(
        "\(function.lowerBound + 1): a function of \(function.count) lines, over \(functionLines)")
    }
    return faults
  }

  /// The functions of formatted Swift or C, as ranges of lines: from the declaration to the first
  /// closing brace at its indentation. The formatter, held by another test, makes that exact.
  static func functions(in lines: [Substring]) -> [ClosedRange<Int>] {
    lines.indices.compactMap { start in
      guard beginsFunction(lines[start]) else { return nil }
      let indentation = indentation(of: lines[start])
      for end in lines.indices[(start + 1)...] where !lines[end].isEmpty {
        let text = lines[end].drop { $0 == " " }
        if self.indentation(of: lines[end]) > indentation { continue }
        if self.indentation(of: lines[end]) < indentation { return nil }
        if text.hasPrefix("}") { return start...end }
        // A signature over several lines goes on with one of these; anything else is the next
        // declaration, and this one had no body or all of it on its line.
        guard [")", "{", "->", "where"].contains(where: text.hasPrefix) else { return nil }
      }
      return nil
    }
  }

  private static func beginsFunction(_ line: Substring) -> Bool {
    let swift = /^ *(?:[@\w()]+ )*(?:func |init[(?<]|deinit |subscript[(<]|var \w+:.*\{$)/
    let c = /^\w[\w *]*\**\w+\(/
    return line.firstMatch(of: swift) != nil || line.firstMatch(of: c) != nil
  }

  private static func indentation(of line: Substring) -> Int {
    line.prefix { $0 == " " }.count
  }
}
