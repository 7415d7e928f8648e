import Evidence

extension Model {
  /// Two or three processes of one to three things each: variables, locks, nested too and in
  /// opposite orders, executors of each policy, entered with a lock held or holding another, tasks
  /// started on the way. Small enough to be explored whole, most of the time.
  static func random(seed: UInt64) -> Model {
    var generator = SeededGenerator(seed: seed)
    let policies = (0..<2).map { _ in ExecutorPolicy.allCases.randomElement(using: &generator) }
    return Model(
      processes: (0..<Int.random(in: 2...3, using: &generator)).map { _ in
        (0..<Int.random(in: 1...3, using: &generator)).flatMap { _ in thing(&generator) }
      },
      variables: 2, locks: 2, executors: policies.compactMap(\.self))
  }

  private static func thing(_ generator: inout SeededGenerator) -> [Operation] {
    let lock = Int.random(in: 0..<2, using: &generator)
    let place = Int.random(in: 0..<2, using: &generator)
    let priority = Int.random(in: 0..<3, using: &generator)
    let access = access(&generator)
    switch Int.random(in: 0..<16, using: &generator) {
    case 0..<4: return [access]
    case 4..<7: return [.enter(place, priority: priority), .leave(place)]
    case 7: return [.acquire(lock), .release(lock)]
    case 8: return [.acquire(lock), access, .release(lock)]
    case 9: return [.acquire(lock), .acquire(1 - lock), .release(1 - lock), .release(lock)]
    case 10: return [.acquire(lock), .acquire(1 - lock), .release(lock), .release(1 - lock)]
    case 11: return [.enter(place, priority: priority), access, .leave(place)]
    case 12:
      return [.enter(place, priority: priority), .acquire(lock), .release(lock), .leave(place)]
    case 13:
      return [.acquire(lock), .enter(place, priority: priority), .leave(place), .release(lock)]
    case 14:
      return [
        .enter(place, priority: priority), .enter(1 - place, priority: priority),
        .leave(1 - place), .leave(place),
      ]
    default:
      let task = [access] + (Bool.random(using: &generator) ? [.append(0)] : [])
      return [.start(task, isChild: Bool.random(using: &generator))]
    }
  }

  private static func access(_ generator: inout SeededGenerator) -> Operation {
    let variable = Int.random(in: 0..<2, using: &generator)
    return switch Int.random(in: 0..<4, using: &generator) {
    case 0: .read(variable)
    case 1: .write(variable, Int.random(in: 1...9, using: &generator))
    case 2: .writeNext(variable)
    default: .append(variable)
    }
  }
}
