/// What a source must not say, and what to say instead.
enum BannedCalls {
  struct Ban: Sendable {
    let pattern: @Sendable () -> Regex<Substring>
    let applies: @Sendable (_ file: String, _ text: String) -> Bool
    let remedy: String
  }

  // Each pattern has an escape in its middle, so that none matches its own source. A word begins
  // after `\W`, since `\b` follows Unicode and sees none in `Synchronization.Mutex`.
  static let bans: [Ban] = [
    Ban(
      pattern: { /\.data\(for:/ },
      applies: { _, text in text.contains("URLSession") },
      remedy: "use a delegate or a download task: this one holds the whole body in memory"),
    Ban(
      pattern: { /fatalError\("TODO/ }, applies: { _, _ in true },
      remedy: "finish it, or throw an error that says what is missing"),
    Ban(
      pattern: { /(?:^|[^.\w])print\(/ },
      applies: { file, _ in
        file.hasPrefix("Sources/") && !file.hasPrefix("Sources/Notebook/triptych/")
      },
      remedy: "return the text: what a library prints cannot be tested or redirected"),
    Ban(
      pattern: { /(?:^|\W)Mutex\s*[<(]/ },
      applies: { file, _ in !file.hasSuffix("/MutexCache.swift") },
      remedy: "use NSLock: the thread sanitizer reports a correct Mutex as a race"),
    Ban(
      pattern: { /(?:^|\W)try\s*!/ }, applies: { _, _ in true },
      remedy: "throw the error on, or handle it"),
  ]

  /// What a file says that is banned, as sentences that begin with the line's number.
  static func faults(inText text: String, of file: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let bans = bans.filter { $0.applies(file, text) }
    return lines.enumerated().flatMap { index, line in
      let code = withoutComment(line)
      var faults = bans.filter { code.contains($0.pattern()) }.map(\.remedy)
      if code.contains(/@unchecked\s+Sendable/), !hasReason(lines, at: index) {
        faults.append("say why it is @" + "unchecked, on this line or the one before")
      }
      return faults.map { "\(index + 1): \($0)" }
    }
  }

  /// A comment on the line itself, or one on the line before that names the attribute.
  private static func hasReason(_ lines: [Substring], at index: Int) -> Bool {
    if withoutComment(lines[index]).count + 5 < lines[index].count { return true }
    guard index > 0 else { return false }
    let before = lines[index - 1].drop { $0 == " " }
    return before.hasPrefix("//") && before.contains("@" + "unchecked")
  }

  /// The line up to `//`, unless that is part of an address in a string.
  private static func withoutComment(_ line: Substring) -> Substring {
    guard let comment = line.firstRange(of: /(?:^|[^:])\/\//) else { return line }
    return line[..<comment.lowerBound]
  }
}
