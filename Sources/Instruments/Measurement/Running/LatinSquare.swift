import Evidence

/// Orders for rounds: in every block of as many rounds as there are rows, each row stands once in
/// each place.
///
/// So no row profits from what runs before it more than another does. The cyclic square is
/// shuffled anew for every block, by rows, columns and symbols, so that neighbours change too.
struct LatinSquare {
  private let size: Int
  private var generator: SeededGenerator
  private var block: [[Int]] = []

  /// Orders of `size` rows.
  init(size: Int, seed: UInt64) {
    self.size = size
    generator = SeededGenerator(seed: seed, part: "rounds")
  }

  /// The order of the next round.
  mutating func next() -> [Int] {
    if block.isEmpty {
      let symbols = (0..<size).shuffled(using: &generator)
      let columns = (0..<size).shuffled(using: &generator)
      block = (0..<size).shuffled(using: &generator).map { row in
        columns.map { symbols[($0 + row) % size] }
      }
    }
    return block.removeLast()
  }
}
