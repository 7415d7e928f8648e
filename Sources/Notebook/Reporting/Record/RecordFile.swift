import Foundation

/// A record as the bytes of its file.
enum RecordFile {
  /// The record as JSON: keys sorted, one a line, with an end of line at the end.
  static func encode(_ record: ExperimentRecord) throws -> Data {
    do {
      return Data((try prettyJSON(record) + "\n").utf8)
    } catch {
      throw ReportingError.inconsistent(
        record: record.description.name, problem: "it has no JSON form: \(reason(error))")
    }
  }

  /// The record in the bytes of a file; `path` is for the errors.
  static func decode(_ data: Data, path: String) throws -> ExperimentRecord {
    let decoder = JSONDecoder()
    do {
      let version = try decoder.decode(Version.self, from: data).version
      guard version == ExperimentRecord.currentVersion else {
        throw ReportingError.wrongVersion(
          path: path, found: version, supported: ExperimentRecord.currentVersion)
      }
      return try decoder.decode(ExperimentRecord.self, from: data)
    } catch let error as DecodingError {
      throw ReportingError.damaged(path: path, reason: reason(error))
    }
  }

  /// The one key that every format has.
  private struct Version: Decodable {
    let version: Int
  }

  /// What is wrong and at which key, in a few words.
  private static func reason(_ error: any Error) -> String {
    func at(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return path.isEmpty ? "the top" : path.joined(separator: ".")
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
      "no '\(key.stringValue)' at \(at(context))"
    case DecodingError.typeMismatch(_, let context): "another type expected at \(at(context))"
    case DecodingError.valueNotFound(_, let context): "no value at \(at(context))"
    case DecodingError.dataCorrupted(let context):
      context.codingPath.isEmpty ? "not JSON, or cut short" : "a wrong value at \(at(context))"
    case EncodingError.invalidValue(_, let context):
      "a number that is not finite, in \(context.codingPath.last?.stringValue ?? "it")"
    default: String(describing: error)
    }
  }
}
