/// Finds how many operations make an epoch.
struct Batch {
  /// What is deleted by the optimiser, or costs nothing, is not tried more often than this.
  static let most = 1 << 40

  private let target: Double
  private var passes = 0
  /// Operations to try next, and those to use once it is settled.
  private(set) var operations = 1

  /// A batch that is to last `target` nanoseconds.
  init(target: Double) {
    self.target = target
  }

  /// Whether two trials in a row lasted about as long as they should, or cannot.
  var isSettled: Bool { passes == 2 }

  /// Learns how long the operations took.
  mutating func took(_ nanoseconds: Double) {
    let isClose = (target / 2...target * 2).contains(nanoseconds)
    let isAtEnd =
      nanoseconds < target ? operations == Self.most : operations == 1
    guard !isClose, !isAtEnd else {
      passes += 1
      return
    }
    passes = 0
    // A first, cold trial says little, so no step is larger than tenfold.
    let factor = min(max(target / max(nanoseconds, 1), 0.1), 10)
    operations = Int(min(max(1, Double(operations) * factor), Double(Self.most)))
  }
}
