/// How wide text will be, estimated from the usual proportions of sans-serif letters.
///
/// The reader's font is not known, so the estimate is generous.
enum TextWidth {
  /// The width of a line in pixels at a font size.
  static func of(_ text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + proportion($1) } * size
  }

  private static func proportion(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", "!", "|", "'", ".", ",", ":", ";": 0.31
    case "f", "t", "r", " ", "(", ")", "[", "]", "-", "/": 0.4
    case "m", "w", "M", "W", "%", "@": 0.92
    case "A"..."Z": 0.7
    case "\u{1100}"...: 1.05
    default: 0.6
    }
  }

  /// Text on lines no wider than a width, broken at spaces and inside names like `ActorCache`;
  /// what does not fit the last line ends in an ellipsis.
  static func wrap(_ text: String, size: Double, width: Double, lines limit: Int) -> [String] {
    var lines: [String] = []
    for piece in pieces(of: Markdown.singleLine(text)) {
      if let last = lines.last, of(last + trimmedEnd(piece), size: size) <= width {
        lines[lines.count - 1] = last + piece
      } else {
        lines.append(piece)
      }
    }
    lines = lines.map(trimmedEnd)
    let isCut = lines.count > limit
    lines = Array(lines.prefix(limit))
    return lines.enumerated().map { index, line in
      let isLast = isCut && index == limit - 1
      return clip(isLast ? line + "…" : line, size: size, width: width)
    }
  }

  /// Words with the space after them; a name's capitals begin pieces of their own.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var previous: Character = " "
    for character in text {
      let startsWord = previous == " " && character != " "
      // `QoS` is no name of two parts.
      let isLong = (pieces.last?.count ?? 0) > 2
      let startsPart =
        character.isUppercase && isLong && (previous.isLowercase || previous == ".")
      if pieces.isEmpty || startsWord || startsPart {
        pieces.append(String(character))
      } else {
        pieces[pieces.count - 1].append(character)
      }
      previous = character
    }
    return pieces
  }

  private static func clip(_ line: String, size: Double, width: Double) -> String {
    guard of(line, size: size) > width else { return line }
    var clipped = line.hasSuffix("…") ? String(line.dropLast()) : line
    while !clipped.isEmpty, of(clipped + "…", size: size) > width { clipped.removeLast() }
    return clipped + "…"
  }

  private static func trimmedEnd(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
