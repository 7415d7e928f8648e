import Reporting

let cures: [Cure] = [
  Cure(
    name: "Await each call",
    covers: "Every backend and priority: out of order in {awaiting} runs.",
    limit: "One caller only. A second task that read on its own did so before the update in "
      + "{two-callers} runs, on all backends together.",
    price:
      "On the pool {price/awaiting} times the uncured calls, {price/awaiting/switches} switches; "
      + "from the main actor {price-main/awaiting} times, {price-main/awaiting/switches} switches.",
    mends: [Quality.inARow, Quality.inARowBusy, Quality.taskPerCall]),
  Cure(
    name: "A task that awaits its predecessor",
    covers: "Callers that cannot suspend: out of order in {chained} runs at mixed priorities.",
    limit: "Only calls that join the same chain; everyone else is a second caller, as above.",
    price: "On the pool {price/chained} times the uncured calls; from the main actor "
      + "{price-main/chained} times, {price-main/chained/switches} switches.",
    mends: [Quality.inARow, Quality.inARowBusy, Quality.taskPerCall]),
  Cure(
    name: "A serial queue",
    covers: "Calls made in a row by one thread, idle or busy, at any QoS: {queue-in-a-row}.",
    limit: "A task for each call: {store-update-read/task-mixed/QueueCache}. Its synchronous read "
      + "blocks a thread while the queue is busy.",
    price: "On the pool {price/queue-plain} times the uncured calls if the read blocks, "
      + "{price/queue-handlers} with handlers ({price/queue-handlers/switches} switches); from the "
      + "main actor {price-main/queue-handlers}.",
    mends: [Quality.inARow, Quality.inARowBusy]),
  Cure(
    name: "A mailbox: one consumer of one stream",
    covers: "Calls posted in a row, idle or busy: {mailbox-in-a-row}.",
    limit: "A task for each call: {store-update-read/task-mixed/MailboxCache}. There is no "
      + "synchronous answer, urgent calls wait in line like all others, and the line has no limit.",
    price: "On the pool {price/mailbox-handlers} times the uncured calls, "
      + "{price/mailbox-handlers/switches} switches; from the main actor "
      + "{price-main/mailbox-handlers}.",
    mends: [Quality.inARow, Quality.inARowBusy]),
  Cure(
    name: "An actor on a queue-backed executor",
    covers: "Calls that arrive in order, at any priority, idle or busy: {executor-in-a-row}.",
    limit: "First in, first out to the first suspension only: with an await inside the actor "
      + "{store-update-read/suspends-inside-held/ExecutorActorCache}. A task for each call: "
      + "{store-update-read/task-mixed/ExecutorActorCache}. And urgent calls no longer go first.",
    price:
      "On the pool {price/executor-actor} times the uncured calls, {price/executor-actor/switches} "
      + "switches; from the main actor {price-main/executor-actor}.",
    mends: [Quality.inARow, Quality.inARowBusy]),
  Cure(
    name: "`@MainActor`",
    covers: "Tasks begun on the main actor, at any priority: {main-from-main}.",
    limit: "Calls that begin on the pool: {store-update-read/task-mixed/MainActorCache}. And every "
      + "call takes its turn with the user interface.",
    price: "From the main actor {price-main/main-actor} times the uncured calls by tasks, "
      + "{price-main/main-actor-awaiting} awaited; from the pool {price/main-actor}.",
    mends: [Quality.inARow, Quality.inARowBusy]),
  Cure(
    name: "Number the writes where they are called",
    covers: "The last of several whole-value writes stays, on every backend: the older one won in "
      + "{numbered} runs, on the actor without numbers in {unnumbered}.",
    limit: "It decides which value stays, not what a reader sees meanwhile; and a change that "
      + "builds on the value before it must not be skipped. Simpler, where it fits: let the hop "
      + "carry no value and take the newest when it arrives.",
    price: "{numbering/numbered} times the same two writes without numbers, "
      + "{numbering/numbered/allocations} allocations for both.",
    mends: []),
]
