/// One schedule again, by its choices.
final class Replay: Strategy {
  let needsAccesses: Bool
  private(set) var differingStep: Int?

  private var next: (_ options: Int) -> Int?
  private var step = 0

  /// Takes each choice from a function of the number of options, and 0 once it has no more.
  init(needsAccesses: Bool = false, next: @escaping (_ options: Int) -> Int?) {
    self.needsAccesses = needsAccesses
    self.next = next
  }

  /// Takes the choices of a list, and 0 after its end.
  convenience init(_ choices: [Int], needsAccesses: Bool = false) {
    var rest = choices[...]
    self.init(needsAccesses: needsAccesses) { _ in rest.popFirst() }
  }

  /// Takes the choices of another schedule from here on.
  func begin(next: @escaping (_ options: Int) -> Int?) {
    self.next = next
    step = 0
    differingStep = nil
  }

  func choose(_ options: UnsafeBufferPointer<ProcessID>, after run: Run) -> Int? {
    defer { step += 1 }
    guard let choice = next(options.count) else { return 0 }
    guard options.indices.contains(choice) else {
      differingStep = differingStep ?? step
      return 0
    }
    return choice
  }

  /// Only whoever gave the choices could give them again.
  func restart() {}

  func finish(_ run: Run) -> Bool { false }
}
