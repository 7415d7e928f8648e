import Evidence
import Testing

@Suite struct ContradictionTests {
  private func ratio(_ lower: Double, _ upper: Double) -> Ratio {
    Ratio(
      estimate: (lower + upper) / 2, interval: Interval(lower, upper),
      signTest: Interval(0, 9), processes: [])
  }

  @Test func `ratios of two runs differ where no number lies in both intervals`() {
    #expect(ratio(1, 1.2).differs(from: ratio(1.3, 1.4)))
    #expect(ratio(1.3, 1.4).differs(from: ratio(1, 1.2)))
    #expect(!ratio(1, 1.3).differs(from: ratio(1.3, 1.4)))
    #expect(!ratio(1, 2).differs(from: ratio(1.3, 1.4)))
  }

  @Test func `only faster and slower contradict each other`() {
    for first in Separation.allCases {
      for second in Separation.allCases {
        let isContradiction = Set([first, second]) == [.faster, .slower]
        #expect(first.contradicts(second) == isContradiction, "\(first), \(second)")
      }
    }
  }
}
