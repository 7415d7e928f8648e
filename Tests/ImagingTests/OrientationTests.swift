import Imaging
import Testing

extension Pixels {
  /// A picture of letters, a row a word: each pixel's red is its letter, its alpha not 255.
  fileprivate init(_ rows: String) {
    let rows = rows.split(separator: "/")
    self.init(
      width: rows[0].utf8.count, height: rows.count,
      bytes: rows.flatMap { $0.utf8.flatMap { [$0, $0 &+ 1, $0 &+ 2, $0 &+ 3] } })
  }
}

@Suite struct OrientationTests {
  @Test(
    arguments: zip(
      Orientation.allCases,
      [
        "abc/def", "cba/fed", "fed/cba", "def/abc", "ad/be/cf", "da/eb/fc", "fc/eb/da", "cf/be/ad",
      ]))
  func `each of the eight orientations stands upright`(
    orientation: Orientation, upright: String
  ) {
    #expect(Pixels("abc/def").oriented(orientation) == Pixels(upright))
  }

  @Test func `the eight are those of EXIF, in its order`() {
    #expect(Orientation.allCases.map(\.rawValue) == Array(1...8))
  }

  @Test(arguments: Orientation.allCases)
  func `an orientation and its opposite leave a picture as it was`(orientation: Orientation) {
    let opposite: Orientation =
      switch orientation {
      case .right: .left
      case .left: .right
      default: orientation
      }
    let picture = Pixels.speckle(7, 5, hasAlpha: true)
    let turned = picture.oriented(orientation)
    #expect(turned.oriented(opposite) == picture)
    #expect((turned == picture) == (orientation == .up))
  }

  @Test(arguments: Orientation.allCases)
  func `lines and dots turn too`(orientation: Orientation) {
    let dot = Pixels.speckle(1, 1)
    #expect(dot.oriented(orientation) == dot)
    let line = Pixels.speckle(9, 1).oriented(orientation)
    #expect(line.width == (orientation.swapsSides ? 1 : 9))
    #expect(Set(line.channel(0)) == Set(Pixels.speckle(9, 1).channel(0)))
  }
}
