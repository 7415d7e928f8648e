/// Text on a grid of equal letters, as terminals show it.
extension String {
  /// On one line and without control characters, so that what a program says cannot break a
  /// drawing.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: text += "\u{FFFD}"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }

  /// Its beginning, where it is longer than a limit, and an ellipsis.
  func clipped(to limit: Int) -> String { count > limit ? prefix(limit - 1) + "…" : self }

  /// How many letters wide it is; those of East Asian scripts and pictures count twice.
  var gridWidth: Int { reduce(0) { $0 + $1.gridWidth } }

  /// Filled up with spaces.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - gridWidth))
  }

  /// Without spaces at its end.
  var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// On lines no wider than a width of 4 at least: broken at spaces; a word that is too long by
  /// itself between its parts, like `Image` and `Loader`, and at last anywhere. All lines but the
  /// first begin with an indent.
  func wrapped(to width: Int, indent: String = "") -> [String] {
    var lines: [String] = []
    var line = ""
    var room: Int { width - (lines.isEmpty ? 0 : indent.gridWidth) }
    func end() {
      lines.append((lines.isEmpty ? "" : indent) + line.trimmedEnd)
      line = ""
    }
    for word in split(separator: " ").map(String.init) {
      let joined = line.isEmpty ? word : "\(line) \(word)"
      if joined.gridWidth <= room {
        line = joined
        continue
      }
      let isWhole = word.gridWidth <= width - indent.gridWidth
      if !line.isEmpty {
        if isWhole || line.gridWidth + 5 > room { end() } else { line += " " }
      }
      for part in isWhole ? [word] : word.parts {
        if !line.isEmpty && (line + part).gridWidth > room { end() }
        for letter in part {
          if line.gridWidth + letter.gridWidth > room { end() }
          line.append(letter)
        }
      }
    }
    if !line.isEmpty || lines.isEmpty { end() }
    return lines
  }

  /// The parts of a name: each begins at a capital after a small letter, or ends in punctuation.
  private var parts: [String] {
    var parts: [String] = []
    var previous: Character?
    for letter in self {
      let isNew = previous.map { last in
        (letter.isUppercase && last.isLowercase) || "._/-:,".contains(last)
      }
      if isNew ?? true { parts.append("") }
      parts[parts.count - 1].append(letter)
      previous = letter
    }
    return parts
  }
}

extension Character {
  fileprivate var gridWidth: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension Int {
  /// With its thousands set apart: `5,000`.
  package var grouped: String {
    let digits = Array(String(magnitude))
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// A count of things: `1 step`, `5,000 steps`.
  package func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
