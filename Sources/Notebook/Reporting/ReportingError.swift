/// Why records could not be read or reports not be written.
package enum ReportingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A file or folder exists but cannot be read.
  case unreadable(path: String, reason: String)
  /// A file is no record, or only half of one.
  case damaged(path: String, reason: String)
  /// A record is of a format that this code does not read.
  case wrongVersion(path: String, found: Int, supported: Int)
  /// A record lies in a file of another name.
  case wrongName(path: String, name: String)
  /// There is no record to draw.
  case noRecords(path: String)
  /// A file cannot be written; what was there before is still there.
  case unwritable(path: String, reason: String)
  /// The parts of a record contradict one another, or hold what no run could.
  case inconsistent(record: String, problem: String)
  /// Prose names a field that the conclusion does not fill.
  case unknownField(record: String, field: String, place: String)
  /// A passage has no paragraph for the value of the field that it depends on.
  case missingChoice(record: String, field: String, value: String)
  /// Prose quotes a source that the record does not hold.
  case missingSource(record: String, name: String)
  /// A claim has no paragraph for the verdict it got.
  case missingParagraph(record: String, claim: String, verdict: String)
  /// A text to hold the verdicts lacks the marks, or has them twice or the wrong way round.
  case missingMarks(opening: String, closing: String)

  /// One sentence: what, where, and what to do.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "cannot read \(path) (\(reason)): make it readable, or name another reports folder"
    case .damaged(let path, let reason):
      "\(path) is damaged (\(reason)): delete it and run its experiment again"
    case .wrongVersion(let path, let found, let supported):
      "\(path) is of format \(found) but this build reads format \(supported): delete "
        + "it and run its experiment again, or use the build that wrote it"
    case .wrongName(let path, let name):
      "\(path) holds the record of \(name): rename it to \(name).json"
    case .noRecords(let path):
      "no records in \(path): run an experiment with that reports folder first"
    case .unwritable(let path, let reason):
      "cannot write \(path) (\(reason)): free space or permit writing there, then try again"
    case .inconsistent(let record, let problem):
      "the record of \(record) contradicts itself (\(problem)): correct the experiment and run "
        + "it again"
    case .unknownField(let record, let field, let place):
      "\(record) has no field named '\(field)' for its \(place): let the conclusion fill it, or "
        + "correct the prose"
    case .missingChoice(let record, let field, let value):
      "\(record) explains nothing for the value '\(value)' of its field '\(field)': write a "
        + "paragraph for it and run it again"
    case .missingSource(let record, let name):
      "\(record) quotes the source '\(name)' but its record has no such excerpt: check the lesson "
        + "marks and the quoted files, then run it again"
    case .missingParagraph(let record, let claim, let verdict):
      "\(record) has no paragraph for claim \(claim) with the verdict '\(verdict)': write one and "
        + "run it again"
    case .missingMarks(let opening, let closing):
      "the text has no single pair of lines \(opening) and \(closing): put them where the "
        + "verdicts belong"
    }
  }
}
