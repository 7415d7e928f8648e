import Testing

@testable import triptych

@Suite struct FisherTests {
  /// From exact fractions in Python, with `a/n` the larger share and `K = a + b`: twice
  /// `sum(Fraction(comb(n, x) * comb(m, K - x), comb(n + m, K)) for x in range(a, min(K, n) + 1))`
  @Test(
    arguments: [
      ([3, 4, 1, 4], 0.4857142857142857), ([0, 10, 0, 10], 1), ([50, 100, 50, 100], 1),
      ([10, 10, 0, 10], 1.082508822446903e-05), ([12, 5_000, 0, 5_000], 0.00048506551855890997),
      ([1, 5_000, 0, 5_000], 1), ([2_937, 5_000, 1, 100], 3.9857480502764825e-36),
      ([126, 5_000, 86, 100], 3.590903451446789e-111),
      ([500, 1_000, 430, 1_000], 0.0019715180916844337),
      ([1, 1, 0, 100], 0.019801980198019802), ([0, 100, 1, 1], 0.019801980198019802),
    ] as [([Int], Double)])
  func `the chance is that of exact arithmetic`(counts: [Int], expected: Double) {
    let chance = chanceOfDifference(counts[0], of: counts[1], counts[2], of: counts[3])
    #expect(abs(chance - expected) <= 1e-9 * expected)
  }

  @Test func `it is the same whichever run comes first`() {
    for left in 0...12 {
      for right in 0...7 {
        let one = chanceOfDifference(left, of: 12, right, of: 7)
        let other = chanceOfDifference(right, of: 7, left, of: 12)
        #expect(abs(one - other) <= 1e-12 * one)
        #expect(0 < one && one <= 1)
      }
    }
  }

  @Test func `counts of a billion take no time and keep their meaning`() {
    let (half, more) = (500_000_000, 500_200_000)
    #expect(chanceOfDifference(half, of: 2 * half, half, of: 2 * half) == 1)
    // Nearly nine standard errors.
    #expect(chanceOfDifference(more, of: 2 * half, half, of: 2 * half) < 1e-15)
  }
}
