import Reporting
import StudyKit

// MARK: - Deadlocks

let deadlockWhy: [Passage] = [
  .text(
    "*Handler inside the section*, for real: the lock {real-deadlocks/handler-inside/lock}, the "
      + "queue {real-deadlocks/handler-inside/queue}, the actor "
      + "{real-deadlocks/handler-inside/actor}. A lock that is not recursive does not ask who "
      + "holds it. Dispatch does: it sees that the thread owns the queue, and ends the process "
      + "rather than let it wait for itself. An actor has nothing to see: its `await` lets the "
      + "call in, and what that may find changed is the rest of this lesson."),
  .text(
    "*Main waits for io, io for main*: lock {real-deadlocks/main-waits/lock}, queue "
      + "{real-deadlocks/main-waits/queue}, actor {real-deadlocks/main-waits/actor}. The main "
      + "actor can be reentered at an `await`, but a thread that stands at a semaphore is not at "
      + "one."),
  .source("main-waits"),
]

let deadlockLimits = [
  "A child that hangs was watched for a short time. That it would hang for ever follows from the "
    + "circle of waiting and not from the watching."
]

let deadlockMethod = [
  "Each way into a deadlock runs in a process of its own. The code that may hang says so, and from "
    + "then on a thread beside it repeats this every ten milliseconds. The child counts as hung, "
    + "and is killed with all it started, once it has said the same "
    + "\(Profile.quick.patience), \(Profile.standard.patience) or \(Profile.full.patience) times "
    + "more (quick, standard, full). These are beats, not time: a machine too busy to run the "
    + "child's threads brings none, so slowness is not taken for a deadlock."
]

// MARK: - The full pool

let fullPoolWhy: [Passage] = [
  .text(
    "*Waiting for an answer on the threads it needs* is no circle of locks: every thread that an "
      + "answer could come by is held by a caller. On Linux tasks go to a queue that is as wide as "
      + "there are processors, and never wider; that queue and the global queue take their threads "
      + "from one pool, which grows by a thread a second while it is full. So tasks that wait for "
      + "an actor wait for ever: all served in {full-pool/tasks-wait/actor} runs. A crowd of "
      + "blocks has the pool grow for the next blocks in line, behind which the answers stand "
      + "({full-pool/blocks-wait/actor} from the actor, {full-pool/blocks-wait/concurrent-queue} "
      + "from the concurrent queue). Tasks that wait for a concurrent queue can be served late "
      + "({full-pool/tasks-wait/concurrent-queue}), since a new thread is none that another task "
      + "may have. A serial queue brings threads of its own ({full-pool/tasks-wait/queue}, "
      + "{full-pool/blocks-wait/queue})."),
  .source("wait-for-value"),
  .text(
    "The same queue and pool can be seen from beside. Full of blocked tasks, another task had not "
      + "begun after {tasks/task}, a block after {tasks/block}; full of blocked blocks, a task "
      + "waited {blocks/task} and a block {blocks/block}. Neither kept a task of high priority "
      + "({tasks/high}, {blocks/high}) nor a serial queue ({tasks/serial}, {blocks/serial})."),
]

let fullPoolCure = Cure(
  name: "Awaiting, or a handler",
  covers: "Callers that give their thread back are served, however many: tasks on an actor in "
    + "{full-pool/tasks-await/actor} runs, blocks on a concurrent queue in "
    + "{full-pool/blocks-called-back/concurrent-queue}.",
  limit: "It reaches up to whoever must answer synchronously. What a lock keeps can be had so "
    + "without waiting for anybody's thread.", mends: [])

let fullPoolLimits = [
  "The pools are those of Linux. On Apple's platforms tasks and blocks do not share one, and it "
    + "grows by other rules; that a task may not wait for what only another task can do holds "
    + "there too."
]

let fullPoolMethod = [
  "The crowd's callers wait at a gate until all are made, so that the answers stand in line behind "
    + "them. *Some served* and *none served* mean that nothing changed while the child's other "
    + "thread beat as often as for a deadlock."
]

// MARK: - The blocked line

let blockedLineWhy: [Passage] = [
  .text(
    "*A hit beside a slow load.* What is safe from reentrancy is so because nobody else gets in, "
      + "and that includes those who want something else. With the lock held the hit took "
      + "{blocked-line/inside-lock/ns}, on the queue {blocked-line/inside-queue/ns}, on an actor "
      + "that blocks {blocked-line/inside-actor/ns}: the whole load. An actor that awaits let it "
      + "in, {blocked-line/awaiting-actor/ns}, and so did loaders that load between two sections: "
      + "{blocked-line/loader-lock/ns} with a lock, {blocked-line/loader-queue/ns} with a queue, "
      + "{blocked-line/loader-actor/ns} with an actor. They are reentrant by hand, and know what "
      + "to check when they come back."),
  .source("loading-inside"),
]

let blockedLineLimits = [
  "The load beside which a hit is timed is simulated, one at a time, and as short as a "
    + "millisecond; several in line would add up."
]

let blockedLineMethod = [
  "A load blocks a thread at a semaphore: the cache's caller's where it loads inside, one of its "
    + "own where it is awaited. Each operation holds the beginning of a load and its end as well "
    + "as the hit, alike in all rows but for the hop that an awaited load makes."
]
