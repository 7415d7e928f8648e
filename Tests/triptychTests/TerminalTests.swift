import Foundation
import Testing

/// What is written to a terminal and only there.
@Suite struct TerminalTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private func run(
    columns: UInt16 = 80, environment: [String: String] = [:], mode: String = "normal"
  ) async throws -> String {
    let terminal = try Terminal(columns: columns)
    let usual = ["TERM": "xterm", "NO_COLOR": ""]
    let result = try await Program.run(
      stage.experiment(), ["--profile", "quick"], mode: mode, in: stage,
      environment: usual.merging(environment) { $1 },
      streams: .init(output: terminal.end, errors: terminal.end))
    #expect(result.status == (mode == "normal" ? 0 : 1))
    // The result's last line comes last: then all has been read.
    return try await eventually("the result is read") {
      terminal.text.contains("quick (not evidence)") ? terminal.text : nil
    }
  }

  @Test func `progress rewrites one line and leaves none`() async throws {
    let text = try await run()
    #expect(text.contains("\u{1B}[2K0 %"))
    let beforeResult = text.components(separatedBy: "01-Ordering: Does").first
    #expect(beforeResult?.hasSuffix("\r\u{1B}[2K") == true)
    #expect(text.contains("\u{1B}[1mIt was in order"))
  }

  @Test func `NO_COLOR takes the emphasis, not the progress`() async throws {
    let text = try await run(environment: ["NO_COLOR": "1"], mode: "forbidden")
    #expect(!text.contains("\u{1B}[1m"))
    #expect(!text.contains("\u{1B}[31m"))
    #expect(text.contains("\u{1B}[2K"))
  }

  @Test func `a dumb terminal gets plain lines`() async throws {
    let text = try await run(environment: ["TERM": "dumb"])
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("0 %"))
  }

  @Test(arguments: [0, 1, 7] as [UInt16])
  func `a terminal without a width, or hardly any, is no trouble`(columns: UInt16) async throws {
    #expect(try await run(columns: columns).contains("\u{1B}[2K"))
  }
}
