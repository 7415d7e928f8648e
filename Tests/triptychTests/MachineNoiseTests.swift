import Testing

@testable import triptych

@Suite struct MachineNoiseTests {
  /// A hundred repeats of which so many took longer by a share.
  private func noise(_ slow: Int, by share: Double, steal: Double? = 0) -> MachineNoise {
    let repeats = (0..<100).map { $0 < slow ? 1_000 * (1 + share) : 1_000 }
    return MachineNoise(repeats: repeats, steal: steal)
  }

  @Test func `a quiet machine is told in numbers, without a remark`() {
    let finding = noise(10, by: 0.052, steal: 0.004).finding
    #expect(
      finding.state
        == "steal 0.4 %; of 100 equal loops the slowest tenth took at least 5.2 % longer")
    #expect(finding.remark == nil)
    #expect(finding.remedy == nil)
  }

  @Test(
    arguments: [(9, 0.5, 0.0, false), (10, 0.5, 0, true), (0, 0, 0.02, false), (0, 0, 0.03, true)])
  func `a noisy one is remarked, and stays ready`(
    slow: Int, share: Double, steal: Double, isNoisy: Bool
  ) {
    let finding = noise(slow, by: share, steal: steal).finding
    #expect((finding.remark != nil) == isNoisy)
    #expect(finding.remedy == nil)
  }

  @Test func `a machine that does not tell of its host is not called quiet`() {
    #expect(noise(0, by: 0, steal: nil).finding.state.hasPrefix("steal not available here; "))
  }

  @Test func `the clock is told by its cost and its steps`() {
    let fast = DoctorCommand.Finding.clock(cost: 31.2, resolution: 1)
    #expect(fast.state == "read in 31.2 ns, in steps of 1.0 ns")
    #expect(fast.remark == nil)
    #expect(DoctorCommand.Finding.clock(cost: 900, resolution: 1_000).remark != nil)
  }
}
