@testable import Interleaving

/// What distinguishes a trace from others: equal for schedules that order every two dependent steps
/// alike, and distinct for others but for a chance of about 2⁻¹²⁸ a pair.
struct TraceFingerprint: Hashable {
  fileprivate(set) var bits: UInt128 = 0
}

/// Takes the fingerprints of recorded runs, one after another, without allocating anew.
///
/// A step is hashed over who took it, the hash of that process's step before, of its cause, and of
/// the steps it depends on directly; the trace is the sum over its steps. A process is named by its
/// parent and its index among that parent's children that took a step, since its number depends on
/// who else was started in between; so two runs that end early, by a deadlock or a limit, are taken
/// for one where they differ only in which of several like children had begun.
struct TraceFingerprints {
  private var chains = AccessChains()
  private var steps: [UInt128] = []
  private var processes: [Process] = []

  private struct Process {
    /// The process that started it, -1 for none, -2 while it has not taken a step.
    var parent: ProcessID = -2
    var children: UInt128 = 0
    /// The hash of its last step; at first that of its name.
    var last: UInt128 = 0
  }

  /// The fingerprint of a run that was recorded with its accesses. O(accesses), a little more where
  /// many read what one then writes.
  mutating func fingerprint(of run: Run) -> TraceFingerprint {
    name(run.steps)
    chains.truncate(to: 0)
    steps.removeAll(keepingCapacity: true)
    var sum: UInt128 = 0
    for step in run.steps {
      let process = Int(step.process)
      var hash = processes[process].last &* 0xd1b5_4a32_d192_ed03_aef1_7502_108e_f2d9
      if step.cause >= 0, Int(step.cause) < steps.count {
        hash &+= steps[Int(step.cause)] &* 0x9fb2_1c65_1e98_df25_c13f_a9a9_02a6_328f
      }
      for access in step.accesses {
        let predecessors = predecessors(of: access)
        if predecessors != 0 { hash &+= mix(predecessors) }
        chains.append(access, of: Int32(truncatingIfNeeded: steps.count))
      }
      hash = mix(hash)
      processes[process].last = hash
      steps.append(hash)
      sum &+= hash
    }
    return TraceFingerprint(bits: sum)
  }

  private mutating func name(_ run: [RecordedStep]) {
    processes.removeAll(keepingCapacity: true)
    for step in run {
      let process = Int(step.process)
      while processes.count <= process { processes.append(Process()) }
      guard processes[process].parent == -2 else { continue }
      processes[process].parent = step.cause < 0 ? -1 : run[Int(step.cause)].process
    }
    // In order of their numbers, since a parent has a lower one than its children.
    for process in processes.indices {
      let parent = Int(processes[process].parent)
      if parent == -1 { processes[process].last = mix(UInt128(process) &+ 1) }
      guard parent >= 0 else { continue }
      processes[parent].children &+= 1
      processes[process].last = mix(mix(processes[parent].last) &+ processes[parent].children)
    }
  }

  /// The sum over what an access depends on directly, so that reads may have come in any order.
  private func predecessors(of access: RecordedStep.Access) -> UInt128 {
    var sum: UInt128 = 0
    var link = chains.head(of: access.object)
    if !access.isWrite { link = chains.lastWrite(from: link) }
    while link >= 0 {
      let found = chains.links[Int(link)]
      if Int(found.step) < steps.count { sum &+= steps[Int(found.step)] }
      if found.isWrite { break }
      link = found.previous
    }
    return sum
  }

  /// A bijection of 128 bits without visible structure: two rounds of multiply and shift.
  @inline(__always)
  private func mix(_ value: UInt128) -> UInt128 {
    var bits = (value ^ (value &>> 67)) &* 0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9
    bits = (bits ^ (bits &>> 59)) &* 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835
    return bits ^ (bits &>> 64)
  }
}
