/// A loader that loads once: whoever asks for a key that is being loaded waits for the same load.
///
/// - *One load, one answer each.* A resident value is answered without a load. Every call is
///   answered exactly once: by the value, by the load's error, or by `CancellationError`. An error
///   goes to all who wait and is not kept; the next to ask loads anew.
/// - *Callers are counted.* A cancelled caller leaves at once, and the load goes on for the others.
///   With the last one it is cancelled and forgotten, or never starts. Who is cancelled before it
///   asks gets `CancellationError` and starts nothing, whether or not the value is resident.
/// - *Newer wins.* Storing a value answers those who wait by it and cancels their load. Removing
///   one while it is being loaded keeps the load's value for those who wait already and for nobody
///   else: it is not kept, and who asks later loads anew.
/// - *Most urgent first.* Of the loads that wait for a place, the one with the most urgent caller
///   starts next, the earliest among equals. Its task has that priority, raised where a more urgent
///   caller joins; it is not lowered again. A caller's priority is the one it asks with.
/// - *Loads may ask for other keys.* While one waits for another its place is free for others. If
///   it would wait for itself, directly or through others, asking throws ``LoaderError``. Both hold
///   for a load's task and its children, not for a detached task, and within one loader.
///
/// As with an ``ImageCache``, the `deinit` of a value must not call the loader.
public protocol CoalescingLoader<Value>: Sendable {
  /// What is loaded and kept: an image as a rule, but any value that may be shared.
  associatedtype Value: Sendable

  /// The value under a key: the one kept, or what its load makes, started now or under way.
  ///
  /// Throws what the load throws, `CancellationError` where the calling task is cancelled, or
  /// ``LoaderError``.
  func value(for key: CacheKey) async throws -> Value

  /// Keeps a value, newer than any load of its key, and answers those who wait for one.
  ///
  /// They are answered by it even where the limits refuse to keep it.
  func store(_ value: Value, for key: CacheKey) async

  /// Removes the value under a key, if any; what is being loaded for it is not kept.
  func remove(_ key: CacheKey) async

  /// Removes every value, pinned ones too; what is being loaded is not kept.
  func removeAll() async
}

/// Why a loader did not try to load.
public enum LoaderError: Error, Equatable {
  /// The load asked for what waits for that load itself, and would never have been answered.
  case waitsForItself(CacheKey)
}

extension LoaderError: CustomStringConvertible {
  /// One sentence for the author of the load.
  public var description: String {
    switch self {
    case .waitsForItself(let key):
      "the load of \(key) waits for the load that asks for it: ask for another key, or load it here"
    }
  }
}
