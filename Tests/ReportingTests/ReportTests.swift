import Foundation
import Testing

@testable import Reporting

@Suite struct GoldenTests {
  @Test func `a study is drawn as it was approved, byte for byte`() throws {
    let files = try ReportSet([Fixture.record, Fixture.hostile]).files()
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      try Golden.expect(text, at: path)
    }
    #expect(try Golden.paths() == files.keys.sorted())
  }
}
