import Caching
import Imaging

// lesson: fire-and-forget
/// One task per call, none awaited: the order of the *tasks* is nobody's promise.
@Sendable
func fire(_ round: Round, _ atOwnPriority: Bool) {
  for step in round.steps {
    round.pause()
    Task(priority: atOwnPriority ? step.priority : .medium) { await step.call() }
    round.settle(step)
  }
}
// lesson: end

@Sendable
func fireDetached(_ round: Round, _ atOwnPriority: Bool) {
  for step in round.steps {
    round.pause()
    Task.detached(priority: atOwnPriority ? step.priority : .medium) {
      await step.call()
    }
    round.settle(step)
  }
}

// lesson: immediate
/// Each call runs on this thread up to its first suspension, so all three reach the cache in order.
func fireImmediately(
  _ round: Round, atOwnPriority: Bool
) {
  for step in round.steps {
    round.pause()
    Task.immediate(priority: atOwnPriority ? step.priority : .medium) { await step.call() }
  }
}
// lesson: end

// lesson: main-actor-tasks
/// The tasks are enqueued on the main actor where they are made, and it is first in first out.
func fireFromMain(_ round: Round) {
  for step in round.steps {
    round.pause()
    Task(priority: step.priority) { @MainActor in await step.call() }
  }
  if let last = round.steps.last { round.settle(last) }
}
// lesson: end

// lesson: chain
/// Each task first awaits the one made before it.
func chain(_ round: Round) {
  var previous: Task<Void, Never>?
  for step in round.steps {
    round.pause()
    previous = Task(priority: step.priority) { [previous] in
      await previous?.value
      await step.call()
    }
  }
}
// lesson: end

// lesson: concurrent-function
/// The tasks begin on the main actor, but a function that is not nonsending hops to the pool first.
func fireFromMainByPool(_ round: Round) {
  for step in round.steps {
    round.pause()
    Task(priority: step.priority) { @MainActor in await callOnPool(step) }
  }
}

@concurrent
func callOnPool(_ step: Step) async {
  await step.call()
}
// lesson: end

/// One task awaits all calls but the last; another makes the last.
func callFromTwoTasks(_ round: Round) {
  Task { for step in round.steps.dropLast() { await step.call() } }
  round.pause()
  if let last = round.steps.last { Task { await last.call() } }
}

func callFromThreads(_ round: Round) {
  guard let cache = round.cache as? any SynchronousImageCache<Pixels> else { return }
  guard round.isHeld else {
    return round.stage.together(round.steps) { $0.call(now: cache) }
  }
  for step in round.steps {
    round.stage.onThread(step) { $0.call(now: cache) }
    round.settle(step)
  }
}

// lesson: suspends-inside
/// Every call is made inside the actor, and the first awaits there before it writes.
func suspendInside(_ round: Round) {
  guard let actor = round.cache as? any Actor else { return }
  for (index, step) in round.steps.enumerated() {
    round.pause()
    Task.immediate {
      await call(step, inside: actor, decodingOn: index == 0 ? round.stage : nil)
    }
  }
}

func call(
  _ step: Step, inside actor: isolated any Actor, decodingOn stage: (any Stage)?
) async {
  await stage?.decode()
  await step.call()
}
// lesson: end
