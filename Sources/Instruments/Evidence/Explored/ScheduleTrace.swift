/// One schedule as it ran: who took each step, where, and what it did.
public struct ScheduleTrace: Codable, Equatable, Sendable {
  /// The tasks by name, in the order in which they first appeared: the columns of a drawing.
  public var tasks: [String]
  /// The steps in the order in which they ran.
  public var steps: [Step]
  /// What came out.
  public var outcome: String
  /// Who waits for what at the end, where nothing could go on: one sentence for each task.
  public var waits: [Wait]

  /// One step: what a task does between two points at which another may go on.
  public struct Step: Codable, Equatable, Sendable {
    /// The task, an index into ``ScheduleTrace/tasks``.
    public var task: Int
    /// The executor or queue it ran on; `nil` where it is a task's or thread's own step.
    public var place: String?
    /// How many steps could have run here.
    public var options: Int
    /// How many of them were passed over to take this one: 0 is going on with whoever is first.
    public var delays: Int
    /// What it did, in order.
    public var events: [Event]

    /// Describes a step.
    public init(task: Int, place: String?, options: Int, delays: Int, events: [Event]) {
      self.task = task
      self.place = place
      self.options = options
      self.delays = delays
      self.events = events
    }
  }

  /// Something a step did.
  public enum Event: Codable, Equatable, Sendable {
    /// It got in line for an executor or a queue, with its own next step.
    case enters(executor: String)
    /// It put work of its own on a queue and went on.
    case submits(task: String, queue: String)
    /// It started a task.
    case starts(task: String)
    /// It made a waiting task runnable.
    case wakes(task: String)
    /// It cancelled a task.
    case cancels(task: String)
    /// It took a lock, or began a section of a queue.
    case acquires(lock: String)
    /// It gave a lock back, or ended a section of a queue.
    case releases(lock: String)
    /// It has to wait for a lock or a queue.
    case waits(for: String)
    /// It read a declared variable.
    case reads(variable: String, value: String)
    /// It wrote a declared variable.
    case writes(variable: String, value: String)
    /// It suspended, to be resumed by somebody.
    case suspends
    /// It ended.
    case ends
    /// The program said something.
    case note(String)
  }

  /// A task that can never go on.
  public struct Wait: Codable, Equatable, Sendable {
    /// The task, an index into ``ScheduleTrace/tasks``.
    public var task: Int
    /// What it waits for, as the end of a sentence: *lock B, held by second*.
    public var reason: String

    /// Names a task and what it waits for.
    public init(task: Int, reason: String) {
      self.task = task
      self.reason = reason
    }
  }

  /// Assembles a trace.
  public init(tasks: [String], steps: [Step], outcome: String, waits: [Wait] = []) {
    self.tasks = tasks
    self.steps = steps
    self.outcome = outcome
    self.waits = waits
  }

  /// Departures from running the first task until it waits: how deep the schedule lies.
  public var delays: Int { steps.reduce(0) { $0 + $1.delays } }
}
