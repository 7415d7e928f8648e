package import Foundation
package import Reporting

/// A source that cannot be quoted.
package enum ExcerptError: Error, Equatable, CustomStringConvertible {
  /// The file is not there or no text.
  case unreadable(file: String)
  /// A mark has no end.
  case unclosed(name: String, file: String, line: Int)
  /// A mark opens inside another.
  case nested(name: String, file: String, line: Int)
  /// An end without a beginning.
  case unopened(file: String, line: Int)
  /// Two marks have one name.
  case duplicate(name: String, file: String, line: Int)
  /// The report quotes a lesson that no file holds.
  case missing(name: String)

  /// What is wrong and where.
  package var description: String {
    switch self {
    case .unreadable(let file):
      "\(file) is to be quoted but cannot be read; mend the experiment's quotedFiles"
    case .unclosed(let name, let file, let line):
      "\(file):\(line): lesson \(name) has no end; write // lesson: end after it"
    case .nested(let name, let file, let line):
      "\(file):\(line): lesson \(name) begins inside another; close that one first"
    case .unopened(let file, let line):
      "\(file):\(line): a lesson ends that never began; remove the mark"
    case .duplicate(let name, let file, let line):
      "\(file):\(line): there is a lesson \(name) already; give this one another name"
    case .missing(let name):
      "the description quotes lesson \(name), which no quoted file holds; mark it, or add its file"
    }
  }
}

/// Cuts every excerpt out of the files, in their order.
///
/// Files are paths from the root.
package func sourceExcerpts(
  from files: [String], under root: URL
) throws(ExcerptError) -> [SourceExcerpt] {
  var excerpts: [SourceExcerpt] = []
  for file in files {
    guard let text = try? String(contentsOf: root.appending(path: file), encoding: .utf8) else {
      throw .unreadable(file: file)
    }
    for excerpt in try cutExcerpts(from: text, file: file) {
      guard !excerpts.contains(where: { $0.name == excerpt.name }) else {
        throw .duplicate(name: excerpt.name, file: file, line: excerpt.line - 1)
      }
      excerpts.append(excerpt)
    }
  }
  return excerpts
}

/// Makes sure that every source a description quotes was cut.
package func checkQuotations(
  of description: ExperimentDescription, in excerpts: [SourceExcerpt]
) throws(ExcerptError) {
  for case .source(let name) in description.why
  where !excerpts.contains(where: { $0.name == name }) {
    throw .missing(name: name)
  }
}

/// Cuts the excerpts between `// lesson: NAME` and `// lesson: end` out of one text.
package func cutExcerpts(
  from text: String, file: String
) throws(ExcerptError) -> [SourceExcerpt] {
  var excerpts: [SourceExcerpt] = []
  var open: (name: String, line: Int, lines: [Substring])?
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  for (index, line) in lines.enumerated() {
    let number = index + 1
    guard let mark = lessonMark(in: line) else {
      open?.lines.append(line)
      continue
    }
    if mark == "end" {
      guard let closing = open else { throw .unopened(file: file, line: number) }
      excerpts.append(
        SourceExcerpt(
          name: closing.name, file: file, line: closing.line + 1, text: outdented(closing.lines)))
      open = nil
    } else {
      guard open == nil else { throw .nested(name: mark, file: file, line: number) }
      open = (mark, number, [])
    }
  }
  if let open { throw .unclosed(name: open.name, file: file, line: open.line) }
  return excerpts
}

/// The name in a line that is a lesson mark and nothing else.
private func lessonMark(in line: Substring) -> String? {
  let text = line.trimmingCharacters(in: .whitespaces)
  let prefix = "// lesson:"
  guard text.hasPrefix(prefix) else { return nil }
  let name = text.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces)
  return name.isEmpty ? nil : name
}

/// The lines without the indentation they all share; blank lines do not count.
private func outdented(_ lines: [Substring]) -> String {
  let written = lines.filter { !$0.allSatisfy(\.isWhitespace) }
  let shared = written.map { $0.prefix { $0 == " " }.count }.min() ?? 0
  return lines.map { $0.allSatisfy(\.isWhitespace) ? "" : $0.dropFirst(shared) }
    .joined(separator: "\n")
}
