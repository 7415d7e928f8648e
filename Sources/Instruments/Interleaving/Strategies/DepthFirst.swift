/// Every schedule, one after another: at the last step that has another option, the next option.
final class DepthFirst: Strategy {
  @exclusivity(unchecked) private var path = ChoicePath()

  var differingStep: Int? { path.differingStep }

  func choose(_ options: UnsafeBufferPointer<ProcessID>, after run: Run) -> Int? {
    path.next(options: options.count, most: options.count - 1)
  }

  func restart() { path.restart() }

  func finish(_ run: Run) -> Bool { path.advance() }
}
