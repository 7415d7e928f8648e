import Imaging
import Testing

@Suite struct SizeTests {
  @Test(arguments: [
    ((2560, 679), 156, (156, 41)),
    ((2725, 2225), 156, (156, 127)),
    ((550, 5), 80, (80, 1)),
    ((5920, 6736), 480, (422, 480)),
    ((1000, 4), 50, (50, 1)),
    ((1, 150), 128, (1, 128)),
    ((858, 1), 80, (80, 1)),
    ((3, 2), 1, (1, 1)),
    // A half is rounded up.
    ((4, 3), 2, (2, 2)),
    // Never enlarged.
    ((100, 50), 100, (100, 50)),
    ((100, 50), 101, (100, 50)),
    ((1, 1), 500, (1, 1)),
  ])
  func `the long side is the limit, the short side keeps the ratio`(
    size: (Int, Int), limit: Int, fitted: (Int, Int)
  ) {
    let thumbnail = PixelSize(width: size.0, height: size.1).fitted(within: limit)
    #expect(thumbnail == PixelSize(width: fitted.0, height: fitted.1))
  }

  @Test func `every limit is met to the pixel, by either side`() {
    let wide = PixelSize(width: 6736, height: 5920)
    for limit in 1...6736 {
      let fitted = wide.fitted(within: limit)
      #expect(fitted.width == limit)
      #expect(wide.turned.fitted(within: limit) == fitted.turned)
    }
  }

  @Test func `the largest sides and limits do not overflow`() {
    let largest = PixelSize(width: 65_535, height: 65_535)
    #expect(largest.fitted(within: .max) == largest)
    #expect(largest.fitted(within: 65_534) == PixelSize(width: 65_534, height: 65_534))
    #expect(largest.divided(by: .max) == PixelSize(width: 1, height: 1))
    #expect(largest.halved == PixelSize(width: 32_768, height: 32_768))
    let beyond = PixelSize(width: .max, height: 3)
    #expect(beyond.fitted(within: .max - 1) == PixelSize(width: .max - 1, height: 3))
    #expect(beyond.halved == PixelSize(width: 1 << 62, height: 2))
  }

  @Test func `n times smaller is the long side divided, and at least a pixel`() {
    let size = PixelSize(width: 2560, height: 679)
    #expect(size.divided(by: 1) == size)
    #expect(size.divided(by: 3) == PixelSize(width: 853, height: 226))
    #expect(size.divided(by: 16) == PixelSize(width: 160, height: 42))
    #expect(size.divided(by: 5000) == PixelSize(width: 1, height: 1))
  }

  @Test func `half a size is rounded, and at least a pixel`() {
    #expect(PixelSize(width: 640, height: 427).halved == PixelSize(width: 320, height: 214))
    #expect(PixelSize(width: 1, height: 2).halved == PixelSize(width: 1, height: 1))
  }

  @Test func `the renderer draws in the screen's pixels, the published limit is in points`() {
    let picture = PixelSize(width: 2560, height: 679)
    for (scale, drawn) in [(1.0, (156, 41)), (2, (312, 83)), (3, (468, 124))] {
      let cell = ScreenCell(width: 156, height: 120, scale: scale)
      #expect(cell.renderedSize(of: picture) == PixelSize(width: drawn.0, height: drawn.1))
      #expect(cell.publishedMaxPixelSize == 156)
      #expect(cell.maxPixelSize == 156 * Int(scale))
      #expect(picture.fitted(within: cell.maxPixelSize).width == drawn.0)
    }
  }

  @Test func `the renderer's rule gives a portrait picture the cell's width for its height`() {
    let cell = ScreenCell(width: 156, height: 300, scale: 2)
    let portrait = PixelSize(width: 400, height: 600)
    #expect(cell.renderedSize(of: portrait) == PixelSize(width: 208, height: 312))
    #expect(cell.publishedMaxPixelSize == 300)
    #expect(cell.maxPixelSize == 600)
    let square = PixelSize(width: 50, height: 50)
    #expect(cell.renderedSize(of: square) == PixelSize(width: 312, height: 312), "enlarged")
    let line = PixelSize(width: 1, height: 65_535)
    #expect(cell.renderedSize(of: line) == PixelSize(width: 1, height: 312))
  }

  @Test func `cells beyond all pictures do not overflow`() {
    let cell = ScreenCell(width: 1e300, height: 1, scale: 1e300)
    #expect(cell.maxPixelSize == 1 << 31)
    #expect(cell.publishedMaxPixelSize == 1 << 31)
    let size = PixelSize(width: 65_535, height: 1)
    #expect(cell.renderedSize(of: size).width == 1 << 31)
    #expect(ScreenCell(width: 0.1, height: 0.1, scale: 1).maxPixelSize == 1)
  }

  @Test func `the size of a picture to be turned is computed once it is turned`() {
    let stored = PixelSize(width: 1200, height: 1800)
    for orientation in Orientation.allCases {
      let upright = orientation.swapsSides ? stored.turned : stored
      let thumbnail = upright.fitted(within: 156)
      let lies = [.leftMirrored, .right, .rightMirrored, .left].contains(orientation)
      #expect(thumbnail == PixelSize(width: lies ? 156 : 104, height: lies ? 104 : 156))
      let picture = Pixels.speckle(2, 3).oriented(orientation)
      #expect((picture.width, picture.height) == (lies ? (3, 2) : (2, 3)))
    }
  }

  @Test(arguments: [0, -1])
  func `a limit or a divisor under 1 traps`(number: Int) async {
    await #expect(processExitsWith: .failure) { [number] in
      _ = PixelSize(width: 2, height: 2).fitted(within: number)
    }
    await #expect(processExitsWith: .failure) { [number] in
      _ = PixelSize(width: 2, height: 2).divided(by: number)
    }
  }

  @Test(arguments: [0, -3])
  func `a cell without a size traps`(length: Double) async {
    await #expect(processExitsWith: .failure) { [length] in
      _ = ScreenCell(width: length, height: 1, scale: 1)
    }
  }

  @Test func `a cell without an end traps`() async {
    // Not an argument: what is not finite does not reach the child.
    await #expect(processExitsWith: .failure) {
      _ = ScreenCell(width: 1, height: .infinity, scale: 1)
    }
  }
}
