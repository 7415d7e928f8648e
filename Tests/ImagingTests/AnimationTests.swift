import Foundation
import Imaging
import Testing

@Suite struct AnimationTests {
  private let first = Pixels.pattern(width: 20, height: 10) { x, _ in x < 5 ? 40 : 255 }
  private let second = Pixels.pattern(width: 40, height: 30)
  private let canvas = PixelSize(width: 40, height: 30)

  @Test func `of an animation the first frame is the picture, at its place on a clear canvas`()
    throws
  {
    let source = try ImageSource(
      animation(
        canvas, [(6, 4, 20, 10, first.webPLossless()), (0, 0, 40, 30, second.webPLossless())]))
    #expect(source.info.isAnimated && source.info.hasAlpha)
    #expect(source.info.size == canvas)
    let decoded = try source.decoded()
    #expect(decoded.warningCount == 0 && !decoded.isPartial)
    for y in 0..<30 {
      var row = [UInt8](repeating: 0, count: 160)
      if (4..<14).contains(y) { row.replaceSubrange(24..<104, with: first.row(y - 4)) }
      #expect(decoded.pixels.row(y) == row)
    }
  }

  @Test(arguments: [false, true])
  func `a first frame that covers the canvas decodes as it does alone`(isLossless: Bool) throws {
    let picture = try isLossless ? second.webPLossless() : second.webP(quality: 80)
    let other = try Pixels.pattern(width: 8, height: 8).webP(quality: 80)
    let source = try ImageSource(
      animation(canvas, [(0, 0, 40, 30, picture), (2, 2, 8, 8, other)]))
    #expect(source.info.isAnimated && !source.info.hasAlpha)
    #expect(try source.decoded().pixels == Pixels(decoding: picture))
  }

  @Test func `an animation cut in its first frame is an error, after it lenient that frame`()
    throws
  {
    let data = try animation(
      canvas, [(6, 4, 20, 10, first.webPLossless()), (0, 0, 40, 30, second.webPLossless())])
    #expect(throws: ImagingError.self) { try ImageSource(data.prefix(200)) }
    let source = try ImageSource(data.dropLast(20))
    #expect(throws: ImagingError.self) { try source.decoded() }
    let part = try source.decoded(DecodingOptions(isLenient: true))
    #expect(part.isPartial)
    #expect(try part.pixels == Pixels(decoding: data))
  }

  @Test func `a frame that reaches out of the canvas is refused`() throws {
    let data = try animation(canvas, [(22, 4, 20, 10, first.webPLossless())])
    #expect(throws: ImagingError.self) { try ImageSource(data) }
  }
}
