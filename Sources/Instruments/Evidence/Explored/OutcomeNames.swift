/// The names of all that came out of an exploration, as a set: compare it with the names expected.
///
/// It holds a name more for whatever spoils the answer, so that it equals no expected set then:
/// `undecided: …` where the search asked for was cut short, and one like `escaped: …` for each
/// finding. Its text, which a failed expectation shows, draws what is least expected and says how
/// to replay it.
public struct OutcomeNames: Sendable, Sequence, ExpressibleByArrayLiteral {
  /// The names, those of outcomes first, fewest delays first.
  private let names: [String]
  /// How the least expected outcomes came about, and how to replay them.
  private let drawings: [String]

  /// The names of an exploration.
  init(_ exploration: Exploration) {
    names = exploration.outcomes.map(\.name) + exploration.doubts
    drawings = exploration.leastExpected.map { exploration.drawing(of: $0, columns: 100) }
  }

  /// Names that are expected, in any order.
  public init(arrayLiteral names: String...) {
    self.names = names
    drawings = []
  }

  /// Goes through the names.
  public func makeIterator() -> IndexingIterator<[String]> { names.makeIterator() }

  /// Whether nothing came out that the others do not hold.
  public func isSubset(of others: OutcomeNames) -> Bool {
    Set(names).isSubset(of: others.names)
  }
}

extension OutcomeNames: Equatable {
  /// Whether both hold the same names.
  public static func == (left: OutcomeNames, right: OutcomeNames) -> Bool {
    Set(left.names) == Set(right.names)
  }
}

extension OutcomeNames: CustomStringConvertible, CustomReflectable {
  /// The names, then the drawings of those least expected, each with the line that replays it,
  /// which stands alone so that it can be pasted from a failed expectation.
  public var description: String {
    names.description + drawings.map { "\n\n\($0)\n" }.joined()
  }

  /// The names alone: drawings are for people.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: names, displayStyle: .set) }
}

extension Exploration {
  /// The names of what came out, and of what makes that less than the whole answer.
  public var outcomeNames: OutcomeNames { OutcomeNames(self) }

  /// What spoils the answer, as names that no program's outcome has.
  fileprivate var doubts: [String] {
    let kinds = findings.map { "\($0.kind.name): \($0.message)" }
    guard case .bounded(let why) = coverage, options.strategy.endsByItself else { return kinds }
    return ["undecided: \(why)"] + kinds
  }
}

extension SearchStrategy {
  /// Whether being cut short leaves less than was asked for: how many schedules a random strategy
  /// draws is no promise.
  fileprivate var endsByItself: Bool {
    if case .delayBounded = self { return true }
    return isExhaustive
  }
}
