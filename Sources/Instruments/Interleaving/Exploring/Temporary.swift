import Evidence
final class DepthFirst: Strategy {
  var needsAccesses: Bool { false }
  private var prefix: [(choice: Int, fan: Int)] = []
  private var depth = 0
  func choose(_ options: [ProcessID]) -> Int? {
    defer { depth += 1 }
    if depth < prefix.count { return min(prefix[depth].choice, options.count - 1) }
    prefix.append((0, options.count)); return 0
  }
  func finish(_ run: borrowing Run) -> Bool {
    while let last = prefix.last, last.choice + 1 >= last.fan { prefix.removeLast() }
    if prefix.isEmpty { return false }
    prefix[prefix.count - 1].choice += 1; depth = 0; return true
  }
}
final class Replay: Strategy {
  var needsAccesses: Bool { false }
  let pick: (Int) -> Int
  init(choosing: @escaping (Int) -> Int) { pick = choosing }
  func choose(_ options: [ProcessID]) -> Int? { options.count > 1 ? pick(options.count) : 0 }
  func finish(_ run: borrowing Run) -> Bool { false }
}
func makeStrategy(_ options: ExplorationOptions) -> any Strategy { DepthFirst() }
