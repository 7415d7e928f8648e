import Foundation
import Imaging
import StudyKit
import Testing

@testable import _0_Instruments

/// What 00-Instruments holds thumbnails against: the peers, the pictures and the reference.
@Suite struct ThumbnailPeerTests {
  private let photos: Photographs

  init() throws {
    photos = try Photographs(
      in: try #require(packageRoot()).appending(path: "Experiments/Photos").path)
  }

  // MARK: Peers

  /// A peer made of a line of shell.
  private func peer(
    _ script: String, patience: Duration = .seconds(600)
  ) throws -> PeerProcess {
    let program = PeerProgram(executable: Workshop.shell, arguments: ["-c", script])
    return try #require(program.start(patience: patience))
  }

  @Test func `a peer is asked again and again, a line at a time`() throws {
    let peer = try peer(#"while read -r line; do printf '%s\t7\n' "${#line}"; done"#)
    #expect(peer.name == "4")
    #expect(peer.time("a b.jpg", side: 156) == 16)
    #expect(peer.peak("a b.jpg", side: 156) == 16)
    let size = peer.pixels("a", side: 2, into: "b")
    #expect(size?.width == 12)
    #expect(size?.height == 7)
  }

  @Test(arguments: [
    #"printf 'error\tno thumbnail\n'"#, "echo nothing", "exit 0", "printf 12", "echo nan",
    "echo inf", "echo 0", "echo -1",
    "yes | tr -d '\\n'",
  ])
  func `an answer that is none gives no figure`(_ answer: String) throws {
    #expect(try peer("read -r line; \(answer)").time("a", side: 156) == nil)
  }

  @Test func `an answer that came too late is not taken for the next one`() throws {
    let peer = try peer(
      "read -r line; read -r line; echo 1; echo 2; read -r line",
      patience: .milliseconds(50))
    #expect(peer.time("a", side: 156) == nil)
    #expect(peer.time("a", side: 156) == nil)
  }

  @Test func `a peer that has failed to answer in time is not started again`() throws {
    let program = PeerProgram(
      executable: Workshop.shell, arguments: ["-c", "read -r line; read -r line"])
    #expect(program.start(patience: .milliseconds(50))?.name == nil)
    #expect(program.start() == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a peer that hangs ends with whoever asked it`() async throws {
    let pid: pid_t
    do {
      let peer = try peer("trap '' TERM; read -r line; echo $$; while :; do sleep 600; done")
      pid = try #require(peer.name.flatMap { pid_t($0) })
    }
    while kill(pid, 0) == 0 { await Task.yield() }
  }

  @Test(arguments: ThumbnailPeer.allCases)
  func `a peer that is installed makes thumbnails of both formats, and refuses the rest`(
    _ peer: ThumbnailPeer
  ) throws {
    let workshop = try #require(Workshop("test"))
    defer { workshop.remove() }
    guard let process = peer.program(in: workshop)?.start() else { return }
    #expect(process.name?.hasPrefix(peer.title) == true)
    let pictures = try ThumbnailPictures(from: photos, into: workshop.folder, mosaic: false)
    let output = workshop.folder.appending(path: "samples")
    for picture in pictures.all {
      let path = pictures.path(picture)
      let size = try #require(process.pixels(path, side: 156, into: output.path))
      #expect(size == (156, 41))
      #expect(try Data(contentsOf: output).count == 3 * 156 * 41)
      #expect(try #require(process.time(path, side: 156)) > 0)
    }
    #expect(process.time("/nowhere.jpg", side: 156) == nil)
    #expect(process.time(pictures.path(.hero), side: 0) == nil)
    #expect(process.pixels(pictures.path(.hero), side: 156, into: "/nowhere/samples") == nil)
    #expect(process.name != nil)
  }

  // MARK: Workshop

  @Test func `a workshop tells whether a program succeeded, and leaves nothing behind`() throws {
    let workshop = try #require(Workshop("test"))
    let made = workshop.folder.appending(path: "made")
    #expect(workshop.run(Workshop.shell, ["-c", "echo 1 > '\(made.path)'"], limit: 60))
    #expect(FileManager.default.fileExists(atPath: made.path))
    #expect(!workshop.run(Workshop.shell, ["-c", "exit 3"], limit: 60))
    #expect(!workshop.run(URL(filePath: "/nowhere"), [], limit: 60))
    workshop.remove()
    #expect(!FileManager.default.fileExists(atPath: workshop.folder.path))
  }

  @Test func `programs are found on the path in the order of their names`() {
    let found = Workshop.programs(named: ["sh", "no such program", "ls"]).map(\.lastPathComponent)
    #expect(Set(found) == ["sh", "ls"])
    #expect(found == found.sorted(by: >))
  }

  // MARK: Pictures

  @Test func `a mosaic is made of all photographs, and always the same`() throws {
    let size = PixelSize(width: 1_200, height: 500)
    let mosaic = try photos.mosaic(size)
    #expect(mosaic == (try photos.mosaic(size)))
    #expect(mosaic.width == 1_200 && mosaic.height == 500)
    let rows = mosaic.bytes.split(maxSplits: 0, omittingEmptySubsequences: false) { _ in false }
    #expect(Set(rows.joined()).count > 200)
  }

  @Test func `a folder without photographs gives no pictures`() throws {
    let none = try Photographs(in: "/nowhere")
    let pictures = try ThumbnailPictures(
      from: none, into: URL(filePath: "/nowhere"), mosaic: true)
    #expect(pictures.all.isEmpty)
  }
}
