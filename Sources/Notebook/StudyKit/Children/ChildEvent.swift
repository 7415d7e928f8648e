package import Foundation
package import Reporting

/// What a child process tells its parent: one line of JSON each.
package enum ChildEvent: Equatable, Sendable {
  /// What it is, when asked to describe itself.
  case description(ExperimentSummary)
  /// It runs, and expects to take this long.
  case started(seconds: Double)
  /// How far it is, from 0 to 1, and what it is at.
  case progress(fraction: Double, label: String)
  /// What a trial observed.
  case observations(Observations)
  /// What a probe read.
  case values([Double])
  /// What an exploration found.
  case exploration(ExplorationRecord)
  /// What an experiment found.
  case record(ExperimentRecord)
  /// Something went wrong; what, in a sentence.
  case failure(String)

  /// The format that this code writes and reads.
  package static let currentVersion = 3

  /// The event as a line, its end included.
  package func line() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// What a line of a child's output is.
  package enum Line: Equatable, Sendable {
    /// An event.
    case event(ChildEvent)
    /// An event of another format, written by a binary of another build.
    case otherVersion(Int)
    /// Something that the child's code printed.
    case stray
  }

  /// Reads a line of a child's output.
  package static func read(_ line: some StringProtocol) -> Line {
    let data = Data(line.utf8)
    let decoder = JSONDecoder()
    if let event = try? decoder.decode(ChildEvent.self, from: data) { return .event(event) }
    guard let version = try? decoder.decode(Version.self, from: data).version,
      version != currentVersion
    else { return .stray }
    return .otherVersion(version)
  }

  private struct Version: Codable {
    /// Required, so that JSON which merely has a version is no event.
    let event: String
    let version: Int
  }
}

/// An event is one flat object: `{"event":"progress","fraction":0.5,"label":"…","version":2}`.
extension ChildEvent: Codable {
  private enum Key: CodingKey {
    case version, event, seconds, fraction, label, description, observations, values,
      exploration, record, message
  }

  private enum Name: String, Codable {
    case description, started, progress, observations, values, exploration, record,
      failure
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    let version = try fields.decode(Int.self, forKey: .version)
    guard version == Self.currentVersion else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: fields, debugDescription: "version \(version) is another format")
    }
    self =
      switch try fields.decode(Name.self, forKey: .event) {
      case .description:
        .description(try fields.decode(ExperimentSummary.self, forKey: .description))
      case .started: .started(seconds: try fields.decode(Double.self, forKey: .seconds))
      case .progress:
        .progress(
          fraction: try fields.decode(Double.self, forKey: .fraction),
          label: try fields.decode(String.self, forKey: .label))
      case .observations:
        .observations(try fields.decode(Observations.self, forKey: .observations))
      case .values: .values(try fields.decode([Double].self, forKey: .values))
      case .exploration:
        .exploration(try fields.decode(ExplorationRecord.self, forKey: .exploration))
      case .record: .record(try fields.decode(ExperimentRecord.self, forKey: .record))
      case .failure: .failure(try fields.decode(String.self, forKey: .message))
      }
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(Self.currentVersion, forKey: .version)
    try fields.encode(name, forKey: .event)
    switch self {
    case .description(let summary): try fields.encode(summary, forKey: .description)
    case .started(let seconds): try fields.encode(seconds, forKey: .seconds)
    case .progress(let fraction, let label):
      // JSON has no infinity; a trial that divides by zero is not to lose its event.
      try fields.encode(fraction.isFinite ? fraction : 0, forKey: .fraction)
      try fields.encode(label, forKey: .label)
    case .observations(let found): try fields.encode(found, forKey: .observations)
    case .values(let values): try fields.encode(values, forKey: .values)
    case .exploration(let found): try fields.encode(found, forKey: .exploration)
    case .record(let record): try fields.encode(record, forKey: .record)
    case .failure(let message): try fields.encode(message, forKey: .message)
    }
  }

  private var name: Name {
    switch self {
    case .description: .description
    case .started: .started
    case .progress: .progress
    case .observations: .observations
    case .values: .values
    case .exploration: .exploration
    case .record: .record
    case .failure: .failure
    }
  }
}
