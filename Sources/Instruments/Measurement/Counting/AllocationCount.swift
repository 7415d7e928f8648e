import CAllocations

/// Counts the allocations of the whole process, and the bytes they hold.
public enum AllocationCount {
  /// Whether they can be counted here: not under a sanitizer, and on Linux only.
  public static var isAvailable: Bool { allocations_available() }

  /// Allocations on all threads while the body runs; `nil` where they cannot be counted.
  ///
  /// The body runs in any case. One count at a time: a second would begin the first anew.
  public static func during(_ body: () async -> Void) async -> Int? {
    guard await follow(ALLOCATIONS_COUNTED, during: body) else { return nil }
    return Int(allocations_counted())
  }

  /// The most bytes that blocks allocated while the body runs held at once, on all threads; `nil`
  /// where they cannot be counted, or over about half a million of them lived at once.
  ///
  /// Exact, unlike resident memory: as `malloc` rounded each block, touched or not. Memory from
  /// before does not count, nor does its freeing make room; what is resized counts in whole, once.
  /// Memory mapped past `malloc` is not seen. The body runs in any case. One count at a time, of
  /// blocks or of bytes.
  public static func peakBytes(during body: () async -> Void) async -> Int? {
    guard await follow(ALLOCATIONS_WEIGHED, during: body) else { return nil }
    let bytes = Int(allocations_peak_bytes())
    return bytes < 0 ? nil : bytes
  }

  private static func follow(_ mode: AllocationsMode, during body: () async -> Void) async -> Bool {
    guard isAvailable, allocations_follow(mode) else {
      await body()
      return false
    }
    await body()
    return allocations_follow(ALLOCATIONS_OFF)
  }
}
