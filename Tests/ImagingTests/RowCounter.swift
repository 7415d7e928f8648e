import Foundation
import Synchronization

@testable import Imaging

/// Keeps the rows that a codec delivers, and says when there are so many.
struct RowCounter: RowSink {
  private(set) var rows: [[UInt8]] = []
  var onRow: (_ count: Int) -> Void = { _ in }

  mutating func take(_ row: UnsafeBufferPointer<UInt8>) {
    rows.append(Array(row))
    onRow(rows.count)
  }
}

/// Answers whether to stop, and counts how often it is asked.
final class Stop: Sendable {
  private let asked = Atomic(0)
  private let isDue = Atomic(false)
  private let yesAt: Int

  /// Says yes from the given question on, or once told to.
  init(atQuestion question: Int = .max) { yesAt = question }

  var questions: Int { asked.load(ordering: .relaxed) }

  func call() { isDue.store(true, ordering: .relaxed) }

  var options: DecodingOptions {
    DecodingOptions { [self] in
      let question = asked.add(1, ordering: .relaxed).newValue
      return question >= yesAt || isDue.load(ordering: .relaxed)
    }
  }
}

/// Decodes a JPEG at so many eighths into rows.
func rows(
  of data: Data, eighths: Int, limits: DecodingLimits = .standard,
  options: DecodingOptions = DecodingOptions(), into sink: inout RowCounter
) throws(ImagingError) -> Int {
  try data.bytes.withUnsafeBytes { (bytes) throws(ImagingError) in
    try decodeJPEG(
      bytes, name: "the rows", limits: limits, options: options, eighths: eighths, into: &sink)
  }
}
