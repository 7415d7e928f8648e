import Foundation
import Measurement
import Testing

/// Each in a process of its own, in which nobody else allocates.
@Suite(.enabled(if: AllocationCount.isAvailable)) struct AllocatedBytesTests {
  @Test func `a block of 1 MB shows as 1 MB, touched or not`() async {
    await #expect(processExitsWith: .success) {
      let peak = await AllocationCount.peakBytes { allocate(1 << 20).deallocate() }
      #expect(isAbout(peak, 1 << 20))
    }
  }

  @Test func `freed blocks do not add up, those held at once do`() async {
    await #expect(processExitsWith: .success) {
      let inTurn = await AllocationCount.peakBytes {
        for _ in 0..<1_000 { allocate(1 << 20).deallocate() }
      }
      #expect(isAbout(inTurn, 1 << 20))
      let atOnce = await AllocationCount.peakBytes {
        let blocks = (0..<1_000).map { _ in allocate(10_000) }
        for block in blocks { block.deallocate() }
        allocate(1 << 20).deallocate()
      }
      #expect(isAbout(atOnce, 10_000_000))
    }
  }

  @Test func `memory from before does not count, and freeing it makes no room`() async {
    await #expect(processExitsWith: .success) {
      let old = allocate(10 << 20)
      let peak = await AllocationCount.peakBytes {
        let early = allocate(1 << 20)
        old.deallocate()
        allocate(1 << 20).deallocate()
        early.deallocate()
      }
      #expect(isAbout(peak, 2 << 20))
    }
  }

  @Test func `what is allocated and not freed is forgotten by the next count`() async {
    await #expect(processExitsWith: .success) {
      nonisolated(unsafe) var kept: UnsafeMutableRawPointer?
      _ = await AllocationCount.peakBytes { kept = allocate(10 << 20) }
      let peak = await AllocationCount.peakBytes {
        kept?.deallocate()
        allocate(1 << 20).deallocate()
      }
      #expect(isAbout(peak, 1 << 20))
    }
  }

  @Test(arguments: [1_000, 1 << 20])
  func `a block that grows counts once, at its last size`(size: Int) async {
    await #expect(processExitsWith: .success) { [size] in
      let peak = await AllocationCount.peakBytes {
        var block = malloc(size)
        for times in 2...8 { block = realloc(block, times * size) }
        block = realloc(block, size)
        free(block)
        allocate(4 * size).deallocate()
      }
      #expect(isAbout(peak, 8 * size))
    }
  }

  @Test func `a block that cannot be resized stays, one resized to nothing goes`() async {
    await #expect(processExitsWith: .success) {
      let peak = await AllocationCount.peakBytes {
        let block = malloc(1 << 20)
        // More than there is of addresses, and not known to the compiler.
        let failed = realloc(block, Int.max - Int(getpid()))
        allocate(1 << 20).deallocate()
        if failed == nil { free(block) }
        allocate(1 << 20).deallocate()
      }
      #expect(isAbout(peak, 2 << 20))
    }
  }

  @Test func `zeroed and aligned memory counts as any other`() async {
    await #expect(processExitsWith: .success) {
      let peak = await AllocationCount.peakBytes {
        let zeroed = calloc(1 << 10, 1 << 10)
        let page = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        let cacheLine = aligned_alloc(64, 1 << 20)
        free(cacheLine)
        page.deallocate()
        free(zeroed)
      }
      #expect(isAbout(peak, 3 << 20))
    }
  }

  @Test func `other threads count, and a block may be freed on another than it was made on`() async
  {
    await #expect(processExitsWith: .success) {
      let peak = await AllocationCount.peakBytes {
        await withTaskGroup { group in
          for _ in 0..<8 {
            group.addTask {
              for _ in 0..<1_000 { allocate(1_000).deallocate() }
            }
          }
        }
        let blocks = Blocks()
        for _ in 0..<4 { await onAnotherThread { blocks.list.append(allocate(1 << 20)) } }
        await onAnotherThread { blocks.list.forEach { $0.deallocate() } }
        allocate(1 << 20).deallocate()
      }
      #expect(isAbout(peak, 4 << 20))
    }
  }

  @Test func `more blocks than can be followed give no number rather than a wrong one`() async {
    await #expect(processExitsWith: .success) {
      let peak = await AllocationCount.peakBytes {
        let blocks = (0..<1_100_000).map { _ in allocate(16) }
        for block in blocks { block.deallocate() }
      }
      #expect(peak == nil)
      #expect(isAbout(await AllocationCount.peakBytes { allocate(1 << 20).deallocate() }, 1 << 20))
    }
  }

  @Test func `the body runs once whether or not there is a count`() async {
    await #expect(processExitsWith: .success) {
      var runs = 0
      _ = await AllocationCount.peakBytes { runs += 1 }
      _ = await AllocationCount.during { runs += 1 }
      #expect(runs == 2)
    }
  }
}

/// `@unchecked Sendable`: used from one thread at a time, each of which waits for the last.
private final class Blocks: @unchecked Sendable {
  var list: [UnsafeMutableRawPointer] = []
}

private func onAnotherThread(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { done in
    Thread.detachNewThread {
      body()
      done.resume()
    }
  }
}

/// A block that the optimiser cannot leave out.
@inline(never)
private func allocate(_ size: Int) -> UnsafeMutableRawPointer {
  UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
}

/// Whether a peak is a number of bytes and a little beside it: rounding, and what the test itself
/// and the runtime under it need.
private func isAbout(_ peak: Int?, _ bytes: Int) -> Bool {
  guard let peak else { return false }
  return (bytes...(bytes + bytes / 20 + 65_536)).contains(peak)
}
