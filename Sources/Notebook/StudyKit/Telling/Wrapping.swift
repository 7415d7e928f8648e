/// Text broken into lines that are set in by so many columns, all but the first by two more.
package func hanging(_ text: String, by indentation: Int, columns: Int) -> [String] {
  let margin = String(repeating: " ", count: indentation)
  let lines = wrapped(text, columns: max(1, columns - indentation - 2))
  return lines.prefix(1).map { margin + $0 } + lines.dropFirst().map { margin + "  " + $0 }
}

/// Text broken between words into lines of at most `columns` characters, longer words apart.
package func wrapped(_ text: String, columns: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(whereSeparator: \.isWhitespace) {
    if let last = lines.last, last.count + 1 + word.count <= columns {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append(String(word))
    }
  }
  return lines
}
