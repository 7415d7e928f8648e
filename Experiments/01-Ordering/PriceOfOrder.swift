import Reporting

/// What the cures cost and why, by what the run measured.
let priceOfOrder: [Passage] = [
  .text(
    "*The price.* A cure is held against three tasks that nobody puts in order, and waited for: "
      + "{price/tasks/ns} by a task on the pool, {price-main/tasks/ns} by code of the main actor."),
  .source("price-tasks"),
  .choice(
    field: "price/awaiting/verdict",
    paragraphs: [
      "faster":
        "On the pool the surest cure costs less than what it cures: awaiting each call took "
        + "{price/awaiting} times as long. It makes no task, and a pool thread that finds the "
        + "actor idle goes on inside it: {price/awaiting/switches} switches.",
      "not separated":
        "Awaiting each call on the pool could not be told from it in this run ({price/awaiting}), "
        + "though it makes no task.",
      "slower":
        "Awaiting each call on the pool took {price/awaiting} times as long in this run, though it "
        + "makes no task.",
    ]),
  .source("price-awaiting"),
  .text("The three calls themselves, behind a lock that nobody else wants, took {price/lock/ns}."),
  .choice(
    field: "price/chained/verdict",
    paragraphs: [
      "faster": chain("cost less than leaving the tasks to themselves"),
      "not separated": chain("could not be told from leaving the tasks to themselves"),
      "slower":
        "A chain of tasks took {price/chained} times as long as tasks left to themselves: a task "
        + "that finds its predecessor at work suspends, and must be started once more.",
    ]),
  .choice(
    field: "price/immediate/verdict",
    paragraphs: [
      "faster":
        "`Task.immediate` per call took {price/immediate} times as long: it need not wait for the "
        + "pool to start it.",
      "not separated": immediate, "slower": immediate,
    ]),
  .text(
    "Where the line belongs to other threads, one of them must wake to work it off, and the caller "
      + "be woken with the answer. On a serial queue with handlers that made "
      + "{price/queue-handlers/switches} switches, {price/queue-handlers} times the uncured calls; "
      + "with a read that blocks, {price/queue-plain/switches} and {price/queue-plain}."),
  .text(
    "The actor on a queue brings the same threads back: {price/executor-actor/switches} switches, "
      + "{price/executor-actor} times the uncured calls."),
  .choice(
    field: "price/mailbox-handlers/verdict",
    paragraphs: [
      "faster":
        "A mailbox, whose consumer is a task on the pool, needs no such thread: "
        + "{price/mailbox-handlers/switches} switches, {price/mailbox-handlers} times.",
      "not separated": mailbox, "slower": mailbox,
    ]),
  .choice(
    field: "price-main/awaiting/verdict",
    paragraphs: [
      "faster": awaitingFromMain("took {price-main/awaiting} times as long as three tasks"),
      "not separated": awaitingFromMain(
        "could not be told from three tasks ({price-main/awaiting} times)"),
      "slower":
        "*From the main actor* awaiting is no bargain: {price-main/awaiting} times three tasks. "
        + "Each await leaves the main thread and comes back, {price-main/awaiting/switches} "
        + "switches in all, while tasks share the way.",
    ]),
  .text(
    "A chain begun there took {price-main/chained}: each task must come back to the main actor "
      + "before the next may leave it."),
  .text(
    "Code of the main actor never leaves it for a cache that lives there: awaited, the three calls "
      + "took {price-main/main-actor-awaiting/ns}. Tasks pay a turn of the main queue each even "
      + "so: {price-main/main-actor/ns}."),
]

private func chain(_ outcome: String) -> String {
  "A chain of tasks, predicted to be slower, \(outcome) ({price/chained} times). The pool takes up "
    + "tasks of one priority as they were made, so that each finds its predecessor done or all but "
    + "done, and an await of a finished task does not suspend."
}

private let immediate =
  "`Task.immediate` per call, which brings the calls in order, was predicted to be faster, since "
  + "no call waits for the pool to start it; it took {price/immediate} times as long. A task that "
  + "the pool has started takes its thread with it into an idle actor. One that runs at once is on "
  + "its caller's thread, which must come back to the caller: at the hop the call is put in the "
  + "actor's line, and the pool is asked to work that off."

private let mailbox =
  "A mailbox, whose consumer is a task on the pool, was predicted to be faster, since no thread of "
  + "its own must wake: {price/mailbox-handlers/switches} switches. It took "
  + "{price/mailbox-handlers} times the uncured calls. What is left to cost that is the stream: "
  + "each message is a closure that is kept under the stream's lock and taken out by an await of "
  + "its own."

private func awaitingFromMain(_ outcome: String) -> String {
  "*From the main actor* awaiting was predicted to be slower than three tasks, since each call "
    + "leaves the main thread and comes back where tasks share the way. It \(outcome), with "
    + "{price-main/awaiting/switches} switches: tasks begun there also wait, each for a turn of "
    + "the main queue to begin and for another to come back."
}
