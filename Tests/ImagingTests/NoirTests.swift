import Imaging
import Testing

@Suite struct NoirTests {
  @Test func `noir is grey, keeps alpha and the size`() throws {
    let badge = try Pixels(contentsOf: Photo.path("badge-alpha.webp"))
    let noir = badge.noir()
    #expect(noir.width == badge.width && noir.height == badge.height)
    #expect(noir.channel(0) == noir.channel(1) && noir.channel(1) == noir.channel(2))
    #expect(noir.channel(3) == badge.channel(3))
    #expect(noir != badge)
  }

  @Test func `noir keeps order, black, middle grey and white, and steepens the middle`() {
    let ramp = Pixels(
      width: 256, height: 1, bytes: (0...255).flatMap { [$0, $0, $0, 255] as [UInt8] })
    let curve = ramp.noir().channel(0).map(Int.init)
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(curve[0] == 0 && curve[255] == 255)
    #expect(abs(curve[127] - 127) <= 1 && abs(curve[128] - 128) <= 1)
    #expect(curve[64] < 50 && curve[192] > 205)
  }

  @Test func `green counts most and blue least, as the eye has it`() {
    let primaries = Pixels(
      width: 3, height: 1, bytes: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])
    let grey = primaries.noir().channel(0)
    #expect(grey[1] > grey[0] && grey[0] > grey[2])
  }
}
