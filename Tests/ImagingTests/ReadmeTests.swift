import Foundation
import Imaging
import Testing

/// What the project's README shows of Imaging, as it stands there.
@Suite struct ReadmeTests {
  /// In a process of its own, whose folder is the one with the photograph.
  @Test func `the example makes a thumbnail of the size that it says`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      atPath: Photo.path("hero.jpg"), toPath: folder.appending(path: "photo.jpg").path)
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      try #require(FileManager.default.changeCurrentDirectoryPath(path))
      let size = try ImageSource(example()).info.size
      #expect(size == PixelSize(width: 468, height: 124))
    }
  }
}

private func example() throws -> Data {
  let source = try ImageSource(contentsOf: "photo.jpg")
  print(source.info.size, source.info.orientation)

  // A cell of 156 points on a screen of scale 3 wants pixels: 468.
  let thumbnail = try source.thumbnail(
    ThumbnailOptions(maxPixelSize: 156 * 3, appliesOrientation: true))
  print(thumbnail.pixels.size, thumbnail.path)
  let file = try thumbnail.pixels.jpeg(quality: 85, colorProfile: thumbnail.colorProfile)
  return file
}
