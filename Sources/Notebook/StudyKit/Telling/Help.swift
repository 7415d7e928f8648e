/// The help for a command: how to call it, what it does, its options.
package func helpText(usage: String, about: String, options: [CommandOption]) -> String {
  var table = TextTable()
  for option in options {
    guard let summary = option.summary else { continue }
    table.add([option.usage, summary])
  }
  var lines = ["usage: \(usage)", "", about]
  if !table.lines.isEmpty { lines += [""] + table.lines.map { "  \($0)" } }
  return lines.joined(separator: "\n")
}
