import Evidence

/// A made-up concurrent program, for strategies to explore without the engine.
struct Model: Sendable {
  var processes: [[Operation]]
  var variables = 0
  var locks = 0
  var executors: [ExecutorPolicy] = []

  indirect enum Operation: Equatable, Sendable {
    /// A step that shares nothing.
    case begin
    case read(Int)
    case write(Int, Int)
    /// Writes one more than was last read.
    case writeNext(Int)
    /// Reads and writes in one step.
    case append(Int)
    case acquire(Int)
    /// Belongs to the step before.
    case release(Int)
    /// A job begins; getting in line belongs to the step before.
    case enter(Int, priority: Int)
    /// The job ends, as part of the step before.
    case leave(Int)
    /// Starts a process, as part of the step before.
    case start([Operation], isChild: Bool)

    var isStep: Bool {
      switch self {
      case .release, .leave, .start: false
      default: true
      }
    }
  }
}

extension Model {
  static func independent(_ tasks: Int, accesses: Int) -> Model {
    Model(
      processes: (0..<tasks).map { task in (0..<accesses).map { .write(task, $0) } },
      variables: tasks)
  }

  static let storeBuffering = Model(
    processes: [[.write(0, 1), .read(1)], [.write(1, 1), .read(0)]], variables: 2)
  static let messagePassing = Model(
    processes: [[.write(0, 1), .write(1, 1)], [.read(1), .read(0)]], variables: 2)
  static let loadBuffering = Model(
    processes: [[.read(0), .write(1, 1)], [.read(1), .write(0, 1)]], variables: 2)
  static let twoWritesEach = Model(
    processes: [[.write(0, 1), .write(1, 2)], [.write(1, 1), .write(0, 2)]], variables: 2)

  static let independentReads = Model(
    processes: [[.write(0, 1)], [.write(1, 1)], [.read(0), .read(1)], [.read(1), .read(0)]],
    variables: 2)

  static func increments(_ tasks: Int) -> Model {
    Model(processes: .init(repeating: [.append(0)], count: tasks), variables: 1)
  }

  static func readThenWrite(_ tasks: Int) -> Model {
    Model(processes: .init(repeating: [.read(0), .writeNext(0)], count: tasks), variables: 1)
  }

  static func readers(_ readers: Int) -> Model {
    Model(processes: [[.write(0, 1)]] + .init(repeating: [.read(0)], count: readers), variables: 1)
  }

  /// Each reader first reads a variable of its own.
  static func busyReaders(_ readers: Int) -> Model {
    Model(
      processes: [[.write(0, 1)]] + (1...readers).map { [.read($0), .read(0)] },
      variables: readers + 1)
  }

  static func lockSections(_ tasks: Int, sections: Int) -> Model {
    let section: [Operation] = [.acquire(0), .release(0)]
    return Model(
      processes: .init(
        repeating: [.begin] + Array(repeating: section, count: sections).joined(), count: tasks),
      locks: 1)
  }

  static let oppositeLocks = Model(
    processes: [
      [.begin, .acquire(0), .acquire(1), .release(1), .release(0)],
      [.begin, .acquire(1), .acquire(0), .release(0), .release(1)],
    ], locks: 2)

  /// Tasks that each visit one executor once.
  static func visits(_ priorities: [Int], _ policy: ExecutorPolicy) -> Model {
    Model(
      processes: priorities.map { [.begin, .enter(0, priority: $0), .leave(0)] },
      executors: [policy])
  }
}
