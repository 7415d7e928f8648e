/// Every schedule that passes over at most so many processes in all, depth first.
///
/// Emmi, Qadeer, Rakamarić, "Delay-Bounded Scheduling", POPL 2011.
final class DelayBounded: Strategy {
  private let delays: Int
  @exclusivity(unchecked) private var path = ChoicePath()
  @exclusivity(unchecked) private var left: Int

  var differingStep: Int? { path.differingStep }

  /// At most `delays` delays; 0 runs the one schedule without any.
  init(delays: Int) {
    self.delays = max(0, delays)
    left = self.delays
  }

  func choose(_ options: UnsafeBufferPointer<ProcessID>, after run: Run) -> Int? {
    let choice = path.next(options: options.count, most: min(left, options.count - 1))
    left -= choice
    return choice
  }

  func restart() {
    path.restart()
    left = delays
  }

  func finish(_ run: Run) -> Bool {
    left = delays
    return path.advance()
  }
}
