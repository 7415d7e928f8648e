import Evidence
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

@Suite struct BatchTests {
  /// Settles a batch on operations that last as long as told, and counts the trials.
  private func settle(_ length: (Int) -> Double) -> (operations: Int, trials: Int) {
    var batch = Batch(target: 1_000_000)
    var trials = 0
    while !batch.isSettled, trials < 100 {
      batch.took(length(batch.operations))
      trials += 1
    }
    return (batch.operations, trials)
  }

  @Test(arguments: [0.3, 50, 12_345, 400_000])
  func `an epoch lasts about as long as asked, whatever an operation takes`(nanoseconds: Double) {
    let (operations, trials) = settle { Double($0) * nanoseconds }
    #expect((500_000...2_000_000).contains(Double(operations) * nanoseconds))
    #expect(trials < 12)
  }

  @Test func `an operation longer than an epoch is timed alone`() {
    #expect(settle { Double($0) * 9e9 } == (1, 2))
  }

  @Test func `what costs nothing ends all the same`() {
    let (operations, trials) = settle { _ in 0 }
    #expect(operations == Batch.most && trials < 20)
  }

  @Test func `two trials in a row must pass`() {
    var batch = Batch(target: 100)
    batch.took(100)
    #expect(!batch.isSettled)
    batch.took(10)
    batch.took(100)
    #expect(!batch.isSettled)
    batch.took(100)
    #expect(batch.isSettled)
  }
}

@Suite struct MomentTests {
  @Test func `moments rise, and lie as far apart as the rate says`() throws {
    var generator = SeededGenerator(seed: 5)
    let moments = Tails.moments(10_000, gap: 250, using: &generator)
    #expect(moments == moments.sorted())
    let last = try #require(moments.last)
    // The mean of 10,000 exponential gaps; the seed makes it exact.
    #expect(abs(Double(last) / 10_000 - 250) < 5)
  }
}
