import Evidence

/// Numbers in place of long answers, where a table holds many of them.
struct AnswerKey {
  private let names: [String]

  /// No numbers: every answer under its own name.
  init() { names = [] }

  /// Numbers for the answers of a group of explorations, in the order in which they are declared,
  /// unless the names are few and short.
  init(of group: ExplorationGroup) {
    let all = distinct(group.explorations.flatMap { $0.outcomes.map(\.name) })
    let letters = all.reduce(0) { $0 + $1.count }
    names = group.explorations.count > 2 && letters > 40 ? all : []
  }

  /// What an answer is called in a table.
  func name(_ answer: String) -> String {
    names.firstIndex(of: answer).map { "\($0 + 1)" } ?? Markdown.code(answer)
  }

  /// The same with its grade: `▲2` or ▲ `read, update, store`.
  func name(_ answer: String, _ grade: Grade?) -> String {
    guard let grade else { return name(answer) }
    return grade.sign + (names.contains(answer) ? "" : " ") + name(answer)
  }

  /// What the numbers mean, a line each; nothing where there are none.
  var legend: [String] {
    guard !names.isEmpty else { return [] }
    return [names.enumerated().map { "\($0 + 1). \(Markdown.code($1))" }.joined(separator: "\n")]
  }
}
