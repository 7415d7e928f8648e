import Evidence

/// A shared variable whose every read and write is a step, told to the reduction and the trace.
public final class Variable<Value: Sendable>: @unchecked Sendable {  // used with the baton
  let engine: Engine
  private let name: String
  private let object: ObjectID
  private var stored: Value

  init(_ engine: Engine, _ name: String, _ value: Value) {
    self.engine = engine
    self.name = name
    stored = value
    object = engine.makeObjects()
  }

  /// The value, read as a step of its own.
  public func read() async -> Value {
    guard engine.admits("read \(name)") else { return stored }
    await engine.takeAccess()
    engine.touch(object, writing: false)
    engine.trace?.add(.reads(variable: name, value: "\(stored)"))
    return stored
  }

  /// Writes a value, as a step of its own.
  public func write(_ value: Value) async {
    guard engine.admits("wrote \(name)") else { return }
    await engine.takeAccess()
    engine.touch(object, writing: true)
    engine.trace?.add(.writes(variable: name, value: "\(value)"))
    stored = value
  }

  /// Reads and writes in one step.
  public func update(_ change: (inout Value) -> Void) async {
    guard engine.admits("wrote \(name)") else { return }
    await engine.takeAccess()
    engine.touch(object, writing: true)
    change(&stored)
    engine.trace?.add(.writes(variable: name, value: "\(stored)"))
  }

  /// The value, for the outcome: no step.
  public var value: Value { stored }
}

extension Engine {
  /// Suspends the running task until its next step is chosen.
  func takeAccess() async {
    guard phase != .closing else { return }
    await withUnsafeContinuation { continuation in
      add(.access(continuation), process: beginning >= 0 ? beginning : current.process)
    }
  }
}
