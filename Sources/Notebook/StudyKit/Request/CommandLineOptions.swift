import COptions
import Foundation

/// One long option of a command.
package struct CommandOption: Equatable, Sendable {
  /// How many values follow it.
  package enum Values: Equatable, Sendable {
    /// A flag.
    case none
    /// One value, called this in the help; the last one given counts.
    case one(String)
    /// Any number, called this: given again, separated by commas, or as the words that follow.
    case several(String)
  }

  /// The name without dashes.
  package let name: String
  /// What follows it.
  package let values: Values
  /// One line of help; `nil` keeps it out of the help.
  package let summary: String?

  /// Declares an option.
  package init(_ name: String, _ values: Values = .none, summary: String?) {
    self.name = name
    self.values = values
    self.summary = summary
  }

  /// The option as the help shows it: `--seed N`.
  package var usage: String {
    switch values {
    case .none: "--\(name)"
    case .one(let value): "--\(name) \(value)"
    case .several(let value): "--\(name) \(value)…"
    }
  }
}

/// A command line, read.
package struct ParsedCommandLine: Equatable, Sendable {
  /// Values by option name, in the order given; a flag has an empty list.
  package var values: [String: [String]] = [:]
  /// The words that belong to no option.
  package var operands: [String] = []

  /// Whether an option was given.
  package func has(_ name: String) -> Bool { values[name] != nil }

  /// The last value of an option.
  package func last(_ name: String) -> String? { values[name]?.last }
}

/// Reads a command line, the words after the command's name, by the C library's `getopt_long`.
///
/// Options may stand anywhere before `--` and may be shortened while they stay unambiguous.
package func parseCommandLine(
  _ words: [String], options: [CommandOption]
) throws(UsageError) -> ParsedCommandLine {
  var line = ParsedCommandLine()
  var open: CommandOption?
  for piece in try read(words, options: options) {
    switch piece {
    case .option(let option, let value):
      open = nil
      let values = try value.map { text throws(UsageError) in try checked(text, of: option) } ?? []
      line.values[option.name, default: []] += values
      if case .several = option.values { open = option }
    case .operand(let word):
      if let open {
        line.values[open.name, default: []] += try checked(word, of: open)
      } else {
        line.operands.append(word)
      }
    case .literal(let word):
      line.operands.append(word)
    }
  }
  return line
}

/// A piece of a command line.
private enum Piece {
  case option(CommandOption, value: String?)
  case operand(String)
  case literal(String)
}

private func checked(_ text: String, of option: CommandOption) throws(UsageError) -> [String] {
  // The C library takes whatever follows; another option there means that the value was forgotten.
  guard !text.isEmpty, !text.hasPrefix("--") else { throw missingValue(of: option) }
  guard case .several = option.values else { return [text] }
  let parts = text.split(separator: ",", omittingEmptySubsequences: true).map(String.init)
  guard !parts.isEmpty else { throw missingValue(of: option) }
  return parts
}

private func missingValue(of option: CommandOption) -> UsageError {
  UsageError("--\(option.name) has no value; write \(option.usage)")
}

private func read(
  _ words: [String], options: [CommandOption]
) throws(UsageError) -> [Piece] {
  // Words end at a zero byte in C, so one inside would silently cut a word short.
  guard !words.contains(where: { $0.utf8.contains(0) }) else {
    throw UsageError("an argument holds a zero byte; leave it out")
  }
  let argv = CStrings(["command"] + words)
  let names = CStrings(options.map(\.name))
  // Tokens point into these strings.
  defer { withExtendedLifetime((argv, names)) {} }
  let table = zip(options, names.pointers).map { option, name in
    coptions_option(name: name, takes_value: option.values == .none ? 0 : 1)
  }
  var tokens = [coptions_token](repeating: coptions_token(), count: words.count + 2)
  let count = coptions_parse(
    Int32(words.count + 1), argv.pointers, table, Int32(table.count), &tokens)
  guard count >= 0 else { throw UsageError("memory is short; try again") }
  var pieces: [Piece] = []
  for token in tokens.prefix(Int(count)) {
    pieces.append(try piece(token, words: words, options: options))
  }
  return pieces
}

private func piece(
  _ token: coptions_token, words: [String], options: [CommandOption]
) throws(UsageError) -> Piece {
  let text = token.text.map { String(cString: $0) }
  let option = token.option >= 0 ? options[Int(token.option)] : nil
  switch (token.kind, option) {
  case (COPTIONS_OPTION, let option?): return .option(option, value: text)
  case (COPTIONS_OPERAND, _): return .operand(text ?? "")
  case (COPTIONS_LITERAL, _): return .literal(text ?? "")
  case (COPTIONS_VALUE_MISSING, let option?): throw missingValue(of: option)
  case (COPTIONS_VALUE_REFUSED, let option?):
    throw UsageError("--\(option.name) takes no value; write \(option.usage)")
  default: throw unknown(text ?? "", options: options)
  }
}

private func unknown(_ word: String, options: [CommandOption]) -> UsageError {
  let written = String(word.prefix { $0 != "=" })
  let shown = options.filter { $0.summary != nil }.map { "--\($0.name)" }
  let meant = shown.filter { $0.hasPrefix(written) }
  guard written.count <= 2 || meant.count < 2 else {
    return UsageError("\(written) may be \(meant.joined(separator: " or ")); write it in full")
  }
  let hint = suggestion(for: written, among: shown)
  return UsageError("unknown option \(written)\(hint.isEmpty ? "; --help lists them" : hint)")
}

/// Strings as C has them, freed with this object.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }
}
