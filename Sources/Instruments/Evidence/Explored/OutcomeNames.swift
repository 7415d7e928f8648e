import Foundation

/// The names of all that came out of an exploration, as a set: compare it with the names expected.
///
/// It holds a name more for whatever spoils the answer, so that it equals no expected set then:
/// `undecided: …` where the search asked for was cut short, and one like `escaped: …` for each
/// finding. Its text, which a failed expectation shows, draws what the comparison did not expect
/// and says how to replay it.
public struct OutcomeNames: Sendable, Sequence, ExpressibleByArrayLiteral {
  /// The names, those of outcomes first, fewest delays first.
  private let names: [String]
  /// What came out; `nil` for names that are expected.
  private let exploration: Exploration?
  /// What it was last compared with.
  private let expectation = Expectation()

  /// The names of an exploration.
  init(_ exploration: Exploration) {
    names = exploration.outcomes.map(\.name) + exploration.doubts
    self.exploration = exploration
  }

  /// Names that are expected, in any order.
  public init(arrayLiteral names: String...) {
    self.names = names
    exploration = nil
  }

  /// How many names there are.
  public var count: Int { names.count }

  /// Goes through the names.
  public func makeIterator() -> IndexingIterator<[String]> { names.makeIterator() }

  /// Whether nothing came out that the others do not hold.
  public func isSubset(of others: OutcomeNames) -> Bool {
    Set(names).isSubset(of: others.names)
  }
}

extension OutcomeNames: Equatable {
  /// Whether both hold the same names.
  ///
  /// What came out remembers what it was compared with, so that its text can draw the rest: a test
  /// asks for that text after the comparison has failed.
  public static func == (left: OutcomeNames, right: OutcomeNames) -> Bool {
    left.expectation.note(right.names)
    right.expectation.note(left.names)
    return Set(left.names) == Set(right.names)
  }

  /// The names that were expected, if any were.
  ///
  /// `@unchecked Sendable`: guarded by the lock.
  private final class Expectation: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String]?

    func note(_ names: [String]) { lock.withLock { self.names = names } }

    var last: [String]? { lock.withLock { names } }
  }
}

extension OutcomeNames: CustomStringConvertible, CustomReflectable {
  /// The names, then the drawings of at most two that were not expected, or of those least expected
  /// where nothing was compared, each with the line that replays it, which stands alone so that it
  /// can be pasted from a failed expectation.
  public var description: String {
    guard let exploration else { return names.description }
    let expected = expectation.last
    let drawn =
      expected.map { expected in
        exploration.outcomes.filter { !expected.contains($0.name) }.prefix(2)
      } ?? exploration.leastExpected
    let drawings = drawn.map { "\n\n\(exploration.drawing(of: $0, columns: 100))\n" }
    return names.description + drawings.joined()
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
