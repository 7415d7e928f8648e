import Testing

@testable import Measurement

@Suite struct LatinSquareTests {
  @Test(arguments: [1, 2, 7]) func `every row stands once in each place of a block`(size: Int) {
    var orders = LatinSquare(size: size, seed: 3)
    let block = (0..<size).map { _ in orders.next() }
    for order in block { #expect(order.sorted() == Array(0..<size)) }
    for place in 0..<size {
      #expect(block.map { $0[place] }.sorted() == Array(0..<size))
    }
  }

  @Test func `blocks differ, and follow from the seed`() {
    var first = LatinSquare(size: 6, seed: 3)
    var again = LatinSquare(size: 6, seed: 3)
    let blocks = (0..<2).map { _ in (0..<6).map { _ in first.next() } }
    let same = (0..<2).map { _ in (0..<6).map { _ in again.next() } }
    #expect(blocks == same)
    #expect(blocks[0] != blocks[1])
  }
}
