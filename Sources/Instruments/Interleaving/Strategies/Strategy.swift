import Evidence

/// Chooses which step comes next, schedule after schedule.
///
/// The explorer gives the same options for the same choices; whatever a strategy needs beyond that
/// it keeps itself. It is called from one thread at a time.
protocol Strategy: AnyObject {
  /// Whether the steps of a run have to be recorded with their accesses.
  var needsAccesses: Bool { get }

  /// Chooses among the processes that can take the next step, or gives this schedule up by `nil`.
  ///
  /// The options are in the order of the ring that delay bounding is defined over: choosing the
  /// `k`-th is passing over `k`, which go to the ring's end. There is always at least one. The run
  /// holds the steps taken so far, the last one whole: what it shared decides who may sleep on.
  func choose(_ options: UnsafeBufferPointer<ProcessID>, after run: Run) -> Int?

  /// Begins the schedule anew that was under way: it was broken off from outside.
  func restart()

  /// Takes note of a finished schedule; returns whether there is another.
  func finish(_ run: Run) -> Bool

  /// The first step at which a schedule run again ran differently; the search has then ended.
  var differingStep: Int? { get }

  /// Why the program is beyond this strategy, as a sentence; the search has then ended.
  var exceeded: String? { get }
}

extension Strategy {
  var needsAccesses: Bool { false }
  var differingStep: Int? { nil }
  var exceeded: String? { nil }
}

/// A process: whatever takes steps one after another. A task, a thread, a block, a timer.
///
/// Numbered from 0 as they appear in a schedule, so that schedules with a common beginning number
/// those that appeared in it alike.
typealias ProcessID = Int32

/// One schedule as a strategy sees it. An object, so that handing it over counts nothing.
final class Run {
  /// The steps that ran, in order; without accesses where none were asked for.
  @exclusivity(unchecked) var steps: [RecordedStep] = []
  /// The steps that processes could not take when nothing could go on, or when it was given up,
  /// each with its cause and the accesses that it would have begun with.
  @exclusivity(unchecked) var waitingAtEnd: [RecordedStep] = []
  /// Whether it was given up by the strategy.
  @exclusivity(unchecked) var wasGivenUp = false
}

/// Something that steps share: a lock, an executor, one of its priorities, a variable, a task.
typealias ObjectID = Int32

/// A step as a strategy sees it.
///
/// What is shared has to be recorded as follows, or a reduced search loses outcomes. Accesses are
/// plain unless a role is named.
/// - A variable: a read or a write.
/// - A lock: a write, `acquire`, where it is taken; a write where it is given back.
/// - An executor in any order: likewise, taken as a job begins, given back as it ends, unless it
///   ends in the step in which it began.
/// - An executor or queue that is first in, first out: getting in line writes the line, an object
///   of its own. A job writes the executor, `ordered`, as it begins, and again if it ends in a
///   later step.
/// - An executor by priority: likewise, with a line for each priority; as a job begins it also
///   reads each higher line, `overtakable`.
/// - A group: each step of a child writes an object that stands for its siblings.
struct RecordedStep: Equatable {
  /// Who took it.
  var process: ProcessID
  /// The step that made it possible, by starting or waking the process; -1 for none. For a process
  /// that waits for a lock or in line, the step that made it wait: not the release.
  var cause: Int32
  /// What it shared with others.
  var accesses: [Access]

  /// Two steps are dependent where both access one object and one of them writes it.
  struct Access: Equatable {
    var object: ObjectID
    var isWrite: Bool
    var role: Role
  }

  /// What an access does, where the plain rule of dependence does not say it all.
  enum Role: UInt8 {
    /// Nothing more than reading or writing.
    case plain
    /// Takes a lock, or an executor that runs its jobs in any order. It races with the last
    /// acquisition, which nothing that came between hides: the release alone made it possible.
    case acquire
    /// Begins or ends a job of an executor that keeps its jobs in line. It comes after the job
    /// before and does not race with it: only getting in line earlier would have changed that.
    case ordered
    /// Runs a job of a priority executor although a job of this, a higher priority might come: it
    /// reads that priority's line. It races with every enqueue there that it does not depend on,
    /// whatever ran in between, since such an enqueue disables the job.
    case overtakable
  }
}
