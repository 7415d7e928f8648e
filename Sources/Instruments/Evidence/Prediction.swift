/// What an experiment says may happen, written before it runs.
public struct Prediction: Codable, Equatable, Sendable {
  /// One outcome with its grade.
  public struct Outcome: Codable, Equatable, Sendable {
    /// The outcome as the program reports it: an order, a value, a count.
    public let name: String
    /// What observing it would mean for the prediction.
    public let grade: Grade
    /// One sentence on why it matters.
    public let meaning: String

    /// Declares an outcome.
    public init(_ name: String, _ grade: Grade, _ meaning: String) {
      self.name = name
      self.grade = grade
      self.meaning = meaning
    }
  }

  /// The declared outcomes, in the order reports print them.
  public let outcomes: [Outcome]

  /// Declares the outcomes of one variant.
  ///
  /// - Precondition: no name is declared twice, and none is declared `unknown`.
  public init(_ outcomes: [Outcome]) {
    precondition(
      Set(outcomes.map(\.name)).count == outcomes.count, "an outcome is declared twice")
    precondition(!outcomes.contains { $0.grade == .unknown }, "unknown cannot be declared")
    self.outcomes = outcomes
  }

  /// The grade of an outcome: `unknown` where it was not declared. O(declared outcomes).
  public func grade(of name: String) -> Grade {
    outcomes.first { $0.name == name }?.grade ?? .unknown
  }
}
