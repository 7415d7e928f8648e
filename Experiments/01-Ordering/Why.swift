import Reporting

/// Where an order is lost and what mends it, and what that costs.
let why = places + everySchedule + priceOfOrder

private let places: [Passage] = [
  .text(
    "An order can be lost in three places: on the way to the cache, in front of it, and inside. "
      + "*On the way*: a task begins when the pool gets to it, so tasks made one after another may "
      + "reach the cache in any order, and no backend can mend that. With a task for each call at "
      + "mixed priorities the order was lost behind the lock in "
      + "{store-update-read/task-mixed/LockedCache} runs, behind the queue in "
      + "{store-update-read/task-mixed/QueueCache}, behind the actor in "
      + "{store-update-read/task-mixed/ActorCache}; at equal priorities in "
      + "{store-update-read/task/LockedCache}, {store-update-read/task/QueueCache} and "
      + "{store-update-read/task/ActorCache}."),
  .source("fire-and-forget"),
  .text(
    "*In front of it*: calls that find the cache busy wait, and somebody decides who goes next. "
      + "To see this alone, the calls must arrive in order. `Task.immediate` does that: it runs on "
      + "the caller's thread up to its first suspension, which is the hop to the cache."),
  .source("immediate"),
  .text(
    "Tasks begun on the main actor arrive in order as well, because it is first in, first out "
      + "whatever the priority: {store-update-read/main-mixed/QueueCache} out of order on the "
      + "queue."),
  .source("main-actor-tasks"),
  .choice(
    field: "hop",
    paragraphs: [
      "lost":
        "The order is lost again if the code in between hops to the pool, as an asynchronous "
        + "function does that is neither isolated nor nonsending: "
        + "{store-update-read/main-mixed-by-pool/QueueCache} on the same queue.",
      "kept":
        "A hop to the pool in between, as an asynchronous function makes that is neither isolated "
        + "nor nonsending, may lose it again; in this run it did not "
        + "({store-update-read/main-mixed-by-pool/QueueCache} on the same queue).",
    ]),
  .source("concurrent-function"),
  .text(
    "A default actor of this runtime keeps its waiting calls by task priority, and in order of "
      + "arrival only within one priority. Stored at background, updated at utility and read at "
      + "high while it was busy, the picture came out of order in "
      + "{store-update-read/immediate-mixed-held/ActorCache} runs; with equal priorities in "
      + "{store-update-read/immediate-held/ActorCache}. That is no fault: an actor promises that "
      + "one call runs at a time. In which order it takes them the language leaves to its "
      + "executor. The idle actor did the like "
      + "({store-update-read/immediate-mixed/ActorCache}): the first call only has it scheduled, "
      + "and the others are in line before a thread of the pool takes it up."),
  .source("actor-cache"),
  .text(
    "A serial queue has one line and takes from its head, whatever the QoS: out of order in "
      + "{store-update-read/handlers-held/QueueCache} runs with the cache busy. The call has its "
      + "place in the line when `async` returns, so two calls by one thread are ordered before "
      + "either has run."),
  .source("queue-cache"),
  .text(
    "A lock has no line that anyone promises. Plain calls keep their order because each is over "
      + "before the next begins: {store-update-read/plain/LockedCache} out of order."),
  .choice(
    field: "lock-waiters",
    paragraphs: [
      "lost":
        "Threads that wait for it are let in as the lock pleases: though they came one after "
        + "another, {store-update-read/threads-held/LockedCache} took effect out of order.",
      "kept":
        "Threads that came one after another and waited for it were let in as they came in this "
        + "run ({store-update-read/threads-held/LockedCache} out of order), which nothing "
        + "promises; behind the mutex {store-update-read/threads-held/MutexCache} were not.",
    ]),
  .text(
    "Each cure works on one of the places. Awaiting a predecessor orders the calls on the way, "
      + "before they reach any cache:"),
  .source("chain"),
  .text("A mailbox and a queue-backed executor take the waiting line away from the priorities:"),
  .source("mailbox"),
  .source("queue-executor"),
  .text(
    "*Inside*: a line orders only what is in it. A call that awaits inside the actor leaves it, "
      + "and goes to its end when it comes back: out of order in "
      + "{store-update-read/suspends-inside-held/ExecutorActorCache} runs."),
  .source("suspends-inside"),
  .text(
    "And where only the last of several writes matters, the order can be given to the writes "
      + "themselves:"),
  .source("numbered-writes"),
]
