import CAllocations

/// Counts the allocations of the whole process.
public enum AllocationCount {
  /// Whether they can be counted here: not under a sanitizer, and on Linux only.
  public static var isAvailable: Bool { allocations_available() }

  /// Allocations on all threads while the body runs; `nil` where they cannot be counted.
  ///
  /// One count at a time: a second would begin the first anew.
  public static func during(_ body: () async -> Void) async -> Int? {
    guard isAvailable else { return nil }
    allocations_count(true)
    await body()
    allocations_count(false)
    return Int(allocations_counted())
  }
}
