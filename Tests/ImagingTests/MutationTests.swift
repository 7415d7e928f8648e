import Foundation
import Imaging
import Measurement
import Testing

/// Damaged files by the thousand: a picture or an error, and nothing else.
///
/// `TRIPTYCH_MUTATIONS` says how many of each format; the first of them are always the same.
@Suite(.timeLimit(.minutes(60))) struct MutationTests {
  /// In a process of its own: a crash is a failed test, and nobody else's memory is weighed.
  @Test(arguments: ImageFormat.allCases)
  func `a damaged file is a picture or an error, within its limits`(
    format: ImageFormat
  ) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).number")
    defer { try? FileManager.default.removeItem(at: file) }
    let result = await #expect(processExitsWith: .success) {
      [name = format.rawValue as String, path = file.path as String] in
      let format = try #require(ImageFormat(rawValue: name))
      let mutator = Mutator(format: format, files: try MutationMaterial.files(format))
      for number in 0..<mutationCount {
        try "\(number)".write(toFile: path, atomically: false, encoding: .utf8)
        await Torture(data: mutator.mutant(number), name: "\(format.rawValue) mutant \(number)")
          .endure()
      }
    }
    if result == nil {
      let last = (try? String(contentsOf: file, encoding: .utf8)) ?? "none"
      Issue.record("the last \(format.rawValue) mutant was number \(last)")
    }
  }

  @Test(arguments: ImageFormat.allCases)
  func `mutants are the same each time, and few are alike`(format: ImageFormat) throws {
    let mutator = Mutator(format: format, files: try MutationMaterial.files(format))
    let mutants = (0..<40).map(mutator.mutant)
    #expect(mutants == (0..<40).map(mutator.mutant))
    #expect(Set(mutants).count > 35)
  }

  @Test(arguments: ImageFormat.allCases)
  func `what is damaged was whole`(format: ImageFormat) throws {
    for (index, file) in try MutationMaterial.files(format).enumerated() {
      #expect(PartedFile(file, format: format).data == file, "\(format.rawValue) \(index)")
      _ = try Pixels(decoding: file, source: "\(format.rawValue) \(index)")
    }
  }
}

private let mutationCount =
  ProcessInfo.processInfo.environment["TRIPTYCH_MUTATIONS"].flatMap { Int($0) } ?? 100

/// One file, put through everything that reads it.
private struct Torture {
  let data: Data
  let name: String

  private static let limits = DecodingLimits(pixels: 4_000_000, scans: 200, memory: 64 << 20)
  /// What is read and kept beside what the limit is for: headers, metadata, tables, and the test's.
  private static let slack = 1 << 20

  func endure() async {
    let source = await outcome("inspected") { () throws(ImagingError) in
      try ImageSource(data, name: name, limits: Self.limits)
    }
    guard let source else { return }
    #expect(source.info.size.pixelCount <= Self.limits.pixels, "\(name)")
    let strict = await decoded(source, isLenient: false)
    let lenient = await decoded(source, isLenient: true)
    if let strict {
      #expect(strict.pixels == lenient?.pixels, "\(name) is another picture when read leniently")
      #expect(strict.warningCount == 0 && !strict.isPartial, "\(name)")
    }
    await makeThumbnail(of: source, .scaled(), isLenient: true)
    await makeThumbnail(of: source, .full, isLenient: false)
  }

  private func decoded(_ source: ImageSource, isLenient: Bool) async -> DecodedImage? {
    let image = await outcome("decoded") { () throws(ImagingError) in
      try source.decoded(DecodingOptions(isLenient: isLenient))
    }
    if let pixels = image?.pixels {
      #expect(PixelSize(width: pixels.width, height: pixels.height) == source.info.size, "\(name)")
    }
    return image
  }

  private func makeThumbnail(
    of source: ImageSource, _ decoding: ThumbnailOptions.Decoding, isLenient: Bool
  ) async {
    let image = await outcome("made a thumbnail of") { () throws(ImagingError) in
      try source.thumbnail(
        ThumbnailOptions(
          maxPixelSize: 20, decoding: decoding, appliesOrientation: true,
          options: DecodingOptions(isLenient: isLenient)))
    }
    guard let pixels = image?.pixels else { return }
    let size = PixelSize(width: pixels.width, height: pixels.height)
    #expect(size == source.info.uprightSize.fitted(within: 20), "\(name)")
  }

  /// What was made, or `nil` for an error that such a file may be answered with.
  private func outcome<Success>(
    _ what: String, of body: () throws(ImagingError) -> Success
  ) async -> Success? {
    var outcome: Success?
    let peak = await AllocationCount.peakBytes {
      do throws(ImagingError) {
        outcome = try body()
      } catch {
        check(error)
      }
    }
    if let peak, peak > Self.limits.memory + Self.slack {
      Issue.record("\(name), \(what), took \(peak) bytes")
    }
    return outcome
  }

  private func check(_ error: ImagingError) {
    switch error {
    case .unreadable, .fileTooLarge, .outOfMemory, .cancelled:
      Issue.record("\(name) is answered with: \(error)")
    default: break
    }
  }
}
