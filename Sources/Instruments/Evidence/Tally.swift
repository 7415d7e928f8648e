/// How often each outcome was observed.
public struct Tally: Codable, Equatable, Sendable {
  /// Observations by outcome name.
  public private(set) var counts: [String: Int]

  /// A tally of the given counts, empty unless told otherwise.
  public init(_ counts: [String: Int] = [:]) {
    self.counts = counts
  }

  /// All observations.
  public var total: Int { counts.values.reduce(0, +) }

  /// The observations of one outcome, 0 where it was never seen.
  public subscript(name: String) -> Int { counts[name, default: 0] }

  /// Adds one observation.
  public mutating func record(_ name: String) {
    counts[name, default: 0] += 1
  }

  /// Adds the observations of another tally.
  public mutating func merge(_ other: Tally) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// One line of a graded tally.
  public struct Line: Equatable, Sendable {
    /// The outcome's name.
    public let name: String
    /// Its grade under the prediction.
    public let grade: Grade
    /// Why it matters; empty for an unknown outcome.
    public let meaning: String
    /// How often it was seen, 0 included.
    public let count: Int
  }

  /// Every declared outcome in its declared order, zeros too, then the unknown ones by name.
  public func lines(against prediction: Prediction) -> [Line] {
    let declared = prediction.outcomes.map {
      Line(name: $0.name, grade: $0.grade, meaning: $0.meaning, count: self[$0.name])
    }
    let names = Set(prediction.outcomes.map(\.name))
    let unknown = counts.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
    return declared
      + unknown.map { Line(name: $0.key, grade: .unknown, meaning: "", count: $0.value) }
  }

  /// Observations of one grade under the prediction.
  public func count(_ grade: Grade, against prediction: Prediction) -> Int {
    counts.reduce(0) { $0 + (prediction.grade(of: $1.key) == grade ? $1.value : 0) }
  }

  /// Observations that fail the experiment: forbidden or unknown.
  public func failures(against prediction: Prediction) -> Int {
    Grade.allCases.filter(\.failsExperiment).reduce(0) { $0 + count($1, against: prediction) }
  }
}
