import Evidence

@testable import Interleaving

/// Runs a model under any strategy as the engine runs a program: same ring, same accesses.
final class Simulator {
  private struct Process {
    var name: Int
    var operations: [Model.Operation]
    var next = 0
    var cause: Int32 = -1
    var parent: ProcessID = -1
    var children = 0
    var log: [Int] = []
    var isDone: Bool { next == operations.count }
  }

  private struct Executor {
    var policy: ExecutorPolicy
    var isBusy = false
    var began: Int32 = -1
    var line: [(process: ProcessID, priority: Int)] = []
    var log: [Int] = []
  }

  private let model: Model
  private var processes: [Process] = []
  private var executors: [Executor] = []
  private var variables: [Int] = []
  private var holders: [ProcessID] = []
  private var ring: [ProcessID] = []
  private(set) var run = Run()
  private(set) var choices: [Int] = []

  init(_ model: Model) { self.model = model }

  /// All that a run left behind, in an order that does not depend on the schedule.
  var outcome: [Int] {
    var outcome = [isDeadlocked ? 1 : 0] + variables
    for process in processes.sorted(by: { $0.name < $1.name }) {
      outcome += [-1, process.name, process.next] + process.log
    }
    for executor in executors { outcome += [-2] + executor.log }
    return outcome
  }

  var isDeadlocked: Bool { !run.wasGivenUp && !processes.allSatisfy(\.isDone) }

  func run(_ strategy: any Strategy) {
    reset()
    while true {
      ring.removeAll { processes[Int($0)].isDone }
      let options = ring.filter(canGoOn)
      if options.isEmpty { break }
      guard let choice = strategy.choose(options, after: run) else {
        run.wasGivenUp = true
        break
      }
      precondition(options.indices.contains(choice))
      choices.append(choice)
      let delayed = options[..<choice]
      ring = ring.filter { !delayed.contains($0) } + delayed
      step(options[choice])
    }
    for process in ring where !canGoOn(process) {
      run.waitingAtEnd.append(
        RecordedStep(
          process: process, cause: processes[Int(process)].cause,
          accesses: firstAccesses(of: operation(of: process))))
    }
  }

  private func reset() {
    run = Run()
    choices = []
    processes = []
    ring = []
    variables = .init(repeating: 0, count: model.variables)
    holders = .init(repeating: -1, count: model.locks)
    executors = model.executors.map { Executor(policy: $0) }
    for (index, operations) in model.processes.enumerated() {
      start(operations, name: index + 1, parent: -1)
    }
  }

  private func start(_ operations: [Model.Operation], name: Int, parent: ProcessID) {
    let process = ProcessID(processes.count)
    processes.append(Process(name: name, operations: operations, parent: parent))
    ring.append(process)
    goOn(process)
  }

  // MARK: Steps

  private func operation(of process: ProcessID) -> Model.Operation {
    processes[Int(process)].operations[processes[Int(process)].next]
  }

  private func canGoOn(_ process: ProcessID) -> Bool {
    switch operation(of: process) {
    case .acquire(let lock): return holders[lock] < 0
    case .enter(let index, let priority):
      let executor = executors[index]
      if executor.isBusy { return false }
      switch executor.policy {
      case .unordered: return true
      case .fifo: return executor.line.first?.process == process
      case .defaultActor:
        return !executor.line.contains { $0.priority > priority }
          && executor.line.first { $0.priority == priority }?.process == process
      }
    default: return true
    }
  }

  private func step(_ id: ProcessID) {
    let process = Int(id)
    run.steps.append(RecordedStep(process: id, cause: processes[process].cause, accesses: []))
    if processes[process].parent >= 0 {
      access(siblingsObject(processes[process].parent), isWrite: true)
    }
    run.steps[run.steps.count - 1].accesses += firstAccesses(of: operation(of: id))
    switch operation(of: id) {
    case .read(let variable):
      access(ObjectID(variable), isWrite: false)
      processes[process].log.append(variables[variable])
    case .write(let variable, let value):
      access(ObjectID(variable), isWrite: true)
      variables[variable] = value
    case .writeNext(let variable):
      access(ObjectID(variable), isWrite: true)
      variables[variable] = (processes[process].log.last ?? 0) + 1
    case .append(let variable):
      access(ObjectID(variable), isWrite: false)
      access(ObjectID(variable), isWrite: true)
      variables[variable] = variables[variable] * 10 + processes[process].name % 10
    case .acquire(let lock): holders[lock] = id
    case .enter(let index, _): begin(id, on: index)
    default: break
    }
    processes[process].next += 1
    goOn(id)
  }

  private func begin(_ process: ProcessID, on index: Int) {
    executors[index].isBusy = true
    executors[index].began = Int32(run.steps.count)
    executors[index].line.removeAll { $0.process == process }
    executors[index].log.append(processes[Int(process)].name)
  }

  /// Those that a step begins with, which it may have to wait for.
  private func firstAccesses(of operation: Model.Operation) -> [RecordedStep.Access] {
    switch operation {
    case .acquire(let lock): return [.init(object: lockObject(lock), isWrite: true, role: .acquire)]
    case .enter(let index, let priority):
      let policy = model.executors[index]
      let role: RecordedStep.Role = policy == .unordered ? .acquire : .ordered
      let executor = RecordedStep.Access(object: executorObject(index), isWrite: true, role: role)
      guard policy == .defaultActor else { return [executor] }
      return [executor]
        + (priority + 1..<5).map {
          .init(object: lineObject(index, $0), isWrite: false, role: .overtakable)
        }
    default: return []
    }
  }

  /// What belongs to the step that was taken, up to arriving at the next.
  private func goOn(_ id: ProcessID) {
    let process = Int(id)
    while !processes[process].isDone {
      switch operation(of: id) {
      case .release(let lock):
        access(lockObject(lock), isWrite: true)
        holders[lock] = -1
      case .leave(let index):
        let isOrdered = executors[index].policy != .unordered
        if executors[index].began != Int32(run.steps.count) {
          access(executorObject(index), isWrite: true, isOrdered ? .ordered : .plain)
        }
        executors[index].isBusy = false
      case .start(let operations, let isChild):
        processes[process].children += 1
        start(
          operations, name: processes[process].name * 10 + processes[process].children,
          parent: isChild ? id : -1)
      case .enter(let index, let priority): return arrive(id, at: index, priority)
      default: return processes[process].cause = Int32(run.steps.count - 1)
      }
      processes[process].next += 1
    }
  }

  private func arrive(_ process: ProcessID, at index: Int, _ priority: Int) {
    processes[Int(process)].cause = Int32(run.steps.count - 1)
    executors[index].line.append((process, priority))
    switch executors[index].policy {
    case .unordered: break
    case .fifo: access(lineObject(index, 0), isWrite: true)
    case .defaultActor: access(lineObject(index, priority), isWrite: true)
    }
  }

  // MARK: Accesses

  private func access(_ object: ObjectID, isWrite: Bool, _ role: RecordedStep.Role = .plain) {
    guard !run.steps.isEmpty else { return }
    run.steps[run.steps.count - 1].accesses.append(
      .init(object: object, isWrite: isWrite, role: role))
  }

  private func lockObject(_ lock: Int) -> ObjectID { ObjectID(model.variables + lock) }

  private func executorObject(_ index: Int) -> ObjectID { lockObject(model.locks + index * 6) }

  private func lineObject(_ index: Int, _ priority: Int) -> ObjectID {
    executorObject(index) + 1 + ObjectID(priority)
  }

  private func siblingsObject(_ parent: ProcessID) -> ObjectID {
    executorObject(model.executors.count) + parent
  }
}

/// What a strategy found in a model.
struct Found {
  var schedules = 0
  var givenUp = 0
  var deadlocks = 0
  var traces: Set<TraceFingerprint> = []
  var outcomes: Set<[Int]> = []
  /// Whether the strategy had not ended before the limit.
  var isCutShort = false

  init(_ model: Model, _ strategy: any Strategy, limit: Int = 100_000) {
    let simulator = Simulator(model)
    var fingerprints = TraceFingerprints()
    var goesOn = true
    while goesOn {
      guard schedules + givenUp < limit else {
        isCutShort = true
        return
      }
      simulator.run(strategy)
      if simulator.run.wasGivenUp {
        givenUp += 1
      } else {
        schedules += 1
        traces.insert(fingerprints.fingerprint(of: simulator.run))
        outcomes.insert(simulator.outcome)
        if simulator.isDeadlocked { deadlocks += 1 }
      }
      goesOn = strategy.finish(simulator.run)
    }
  }
}

extension Strategy {
  /// Chooses among options that lie in an array.
  func choose(_ options: [ProcessID], after run: Run) -> Int? {
    options.withUnsafeBufferPointer { choose($0, after: run) }
  }
}
