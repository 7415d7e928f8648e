import Foundation
import Testing

@testable import Imaging

@Suite struct CancellationTests {
  @Test(arguments: [0, 1, 100, 678])
  func `a JPEG stops within sixteen rows`(row: Int) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Photo.path("hero.jpg")))
    let stop = Stop()
    if row == 0 { stop.call() }
    var sink = RowCounter { if $0 == row { stop.call() } }
    #expect(throws: ImagingError.cancelled(source: "the rows")) {
      try rows(of: data, eighths: 8, options: stop.options, into: &sink)
    }
    #expect(sink.rows.count >= row && sink.rows.count <= row + 16)
    #expect(row > 0 || sink.rows.isEmpty)
  }

  @Test func `a progressive JPEG stops while its scans are read, before any row`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Photo.path("cat.jpg")))
    let stop = Stop()
    var questionsBeforeRows = 0
    var sink = RowCounter { if $0 == 1 { questionsBeforeRows = stop.questions } }
    _ = try rows(of: data, eighths: 8, options: stop.options, into: &sink)
    // Several scans of 300 rows, in each of which every 16 rows are a question.
    #expect(questionsBeforeRows > 100)

    for question in [1, 2, questionsBeforeRows / 2, questionsBeforeRows] {
      let stop = Stop(atQuestion: question)
      var sink = RowCounter()
      #expect(throws: ImagingError.cancelled(source: "the rows")) {
        try rows(of: data, eighths: 8, options: stop.options, into: &sink)
      }
      #expect(sink.rows.isEmpty)
      #expect(stop.questions == question, "a yes is not asked for twice")
    }
  }

  // A row of macroblocks is sixteen; the last rows come with what filters have held back.
  @Test(arguments: ["hero.webp", "coffee.webp", "cat.jpg", "rocket.jpg", "deep-field.jpg"])
  func `about sixteen rows of a WebP come between two questions`(name: String) throws {
    let photo = URL(fileURLWithPath: Photo.path(name))
    let data =
      try name.hasSuffix("webp")
      ? Data(contentsOf: photo) : Pixels(contentsOf: photo.path).webP(quality: 80)
    try data.bytes.withUnsafeBytes { bytes in
      let file = try WebPFile(bytes, name: name)
      let frame = try file.firstFrame(name: name)
      let samples = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: 4 * frame.size.pixelCount)
      defer { samples.deallocate() }
      let place = RGBAPlace(samples: samples, stride: 4 * frame.size.width, size: frame.size)
      var decoder = try WebPFrameDecoder(frame, to: place, name: name)
      var isDone = false
      while !isDone {
        let before = decoder.rowCount
        isDone = try decoder.decodePiece()
        #expect(decoder.rowCount - before < 32)
      }
      #expect(decoder.rowCount == frame.size.height)
    }
  }

  @Test(arguments: [false, true])
  func `a WebP is given up at the first yes`(isLossless: Bool) throws {
    let picture = try Pixels(contentsOf: Photo.path("deep-field.jpg"))
    let data = try isLossless ? picture.webPLossless() : picture.webP(quality: 80)
    let all = Stop()
    _ = try ImageSource(data).decoded(all.options)
    #expect(all.questions > picture.height / 16)
    for question in [1, 2, all.questions] {
      let stop = Stop(atQuestion: question)
      #expect(throws: ImagingError.cancelled(source: "the image data")) {
        try ImageSource(data).decoded(stop.options)
      }
      #expect(stop.questions == question)
    }
  }

  @Test func `a WebP that is there may be given up while it is filtered`() throws {
    let source = try ImageSource(contentsOf: Photo.path("coffee.webp"))
    let (decoding, all) = (Stop(), Stop())
    _ = try source.decoded(decoding.options)
    func thumbnail(_ stop: Stop) throws -> DecodedImage {
      try source.thumbnail(
        ThumbnailOptions(maxPixelSize: 200, decoding: .full, options: stop.options))
    }
    _ = try thumbnail(all)
    #expect(all.questions >= decoding.questions + source.info.size.height / 16)
    for question in [decoding.questions + 1, all.questions] {
      let stop = Stop(atQuestion: question)
      #expect(throws: ImagingError.cancelled(source: Photo.path("coffee.webp"))) {
        try thumbnail(stop)
      }
      #expect(stop.questions == question)
    }
  }

  @Test(arguments: ["cat.jpg", "coffee.webp"])
  func `nobody need ask: the calling task's cancellation counts`(name: String) async {
    let path = Photo.path(name)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try Pixels(contentsOf: path)
    }
    await #expect(throws: ImagingError.cancelled(source: path)) { try await task.value }
  }

  @Test(arguments: ["cat.jpg", "coffee.webp"])
  func `lenient or not, a cancelled decoding gives no part of the picture`(name: String) throws {
    var options = Stop(atQuestion: 3).options
    options.isLenient = true
    let source = try ImageSource(contentsOf: Photo.path(name))
    #expect(throws: ImagingError.cancelled(source: Photo.path(name))) {
      try source.decoded(options)
    }
  }
}
