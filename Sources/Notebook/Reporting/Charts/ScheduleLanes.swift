/// Where the tasks of a schedule stand: side by side, or one below another where they are many.
struct ScheduleLanes: Equatable {
  /// The picture's width, in pixels.
  let width: Double
  /// The left edge and the width of each task's cards.
  let lefts: [Double]
  let cardWidth: Double
  /// Whether all tasks share one lane, with their names beside it.
  let isShared: Bool

  static let margin = 28.0
  /// The right edge of the step numbers.
  static let numberRight = 64.0
  /// Where names stand beside a shared lane, and how wide they may be.
  static let nameLeft = 80.0
  static let nameWidth = 180.0
  private static let gap = 24.0
  private static let least = 176.0

  /// Lanes for so many tasks.
  init(tasks: Int) {
    let left = Self.nameLeft
    isShared = tasks > 6
    if isShared {
      width = PlotFrame.width
      let shared = left + Self.nameWidth + 12
      lefts = Array(repeating: shared, count: tasks)
      cardWidth = width - Self.margin - shared
    } else {
      let count = Double(max(1, tasks))
      let room = PlotFrame.width - Self.margin - left
      let share = max(Self.least, (room - Self.gap * (count - 1)) / count)
      width = left + share * count + Self.gap * (count - 1) + Self.margin
      lefts = (0..<tasks).map { left + Double($0) * (share + Self.gap) }
      cardWidth = share
    }
  }

  /// The right edge of all that is drawn.
  var right: Double { width - Self.margin }
}
