import Evidence
import Reporting

/// The lesson's prose; every number in it is a field that a run fills in.
let description = ExperimentDescription(
  name: "03-Reentrancy",
  question: "What does an `await` in the middle let in, behind a lock, a queue and an actor?",
  minutes: 30,
  claims: [orderClaim, formsClaim],
  programs: programs.map(\.described) + RealPart.all.flatMap(\.programs),
  benchmarks: RealPart.all.flatMap(\.benchmarks),
  quantities: RealPart.all.flatMap(\.quantities),
  why: exploredWhy + RealPart.all.flatMap(\.why),
  cures: exploredCures + RealPart.all.flatMap(\.cures), tryIt: exercise,
  doesNotShow: doesNotShow + RealPart.all.flatMap(\.doesNotShow),
  method: method + RealPart.all.flatMap(\.method))

private let orderClaim = TestedClaim(
  id: "C1",
  condition:
    "whether the work lets go in the middle, by an `await` or between two blocks of a queue",
  paragraphs: [
    .reproduced:
      "Of the claim's two reasons this is the second, reentrancy. Where a method of the actor "
      + "awaits, others get in: {stale-read/writes-back/actor} end with the older picture. On the "
      + "queue none did.",
    .refuted:
      "Of the claim's two reasons this is the second, reentrancy. In this run nothing got in where "
      + "a method of the actor awaits: {stale-read/writes-back/actor} end with the older picture.",
    .depends:
      "Of the claim's two reasons this is the second, reentrancy (01-Ordering has both). A read "
      + "that the actor awaits ends after a newer store, and wins, in "
      + "{stale-read/writes-back/actor}. But the queue is no stricter as soon as the read is not "
      + "waited for inside its block: {stale-read/writes-back/queue}. And an actor's method that "
      + "awaits nothing is as strict as a block: {load-once/one-section/actor} let anyone in, "
      + "against {load-once/one-section/queue} on the queue. What the queue's strictness costs is "
      + "measured: a hit beside a load that blocks the line took {blocked-line/inside-queue/ns}, "
      + "all of the load.",
    .open: "Open: this run left out a keeper, or did not come to the end of every exploration.",
  ])

private let formsClaim = TestedClaim(
  id: "C6",
  condition: "whether anyone needs an answer before the next line, an order that no priority "
    + "changes, or a cancel that holds when it returns",
  paragraphs: [
    .reproduced:
      "The actor's loader takes {loader-lines/actor}, the lock's {loader-lines/lock}; of "
      + "{faults} faults {faults-actor} can be on the actor and {faults-lock} behind the lock, and "
      + "the actor promises whatever the lock does.",
    .refuted:
      "The actor's loader takes {loader-lines/actor}, the lock's {loader-lines/lock}, with "
      + "{escapes/actor} and {escapes/lock} checks switched off; of {faults} faults {faults-actor} "
      + "can be on the actor, {faults-lock} behind the lock. So the actor's form is not shorter, or "
      + "goes wrong where the lock's cannot.",
    .depends:
      "Less code: the actor's loader takes {loader-lines/actor}, the lock's {loader-lines/lock}, "
      + "the queue's {loader-lines/queue}, and the compiler's check is switched off "
      + "{escapes/actor}, {escapes/lock} and {escapes/queue} times. No fault is new: of {faults}, "
      + "{faults-actor} can be on the actor, {faults-lock} behind the lock, {faults-queue} on the "
      + "queue, since an actor does not wait for itself. But the rewrite changes no program for the "
      + "better by itself: every fault that an `await` admits stays possible, and the cures are the "
      + "same. And it promises less. Its type has no plain call that answers before the next line "
      + "(02-HitCost has what that costs), its line goes by priority (01-Ordering), and a cancel is "
      + "still on its way when it returns, which leaves {left-actor} of the cured programs with "
      + "work for nobody, against {left-lock} behind the lock.",
    .open:
      "Open: this run left out a keeper, did not come to the end of every exploration, or did not "
      + "find the sources to count.",
  ])

private let exercise = Exercise(
  change: "In `Experiments/03-Reentrancy/Faults/CheckingLoader.swift` let the actor look again: "
    + "after the `await` write `if let newer = kept[key] { return newer }`, before it keeps what it "
    + "has loaded.",
  predict: "How many loads can two callers make now? Which of the eight programs does this idiom, "
    + "“check again after every await”, mend, and which not?",
  command: "swift run -c release triptych explore 03-Reentrancy load-once/check-await-write/actor",
  answer: "Still two. Looking again makes both callers return the same picture, which matters "
    + "where identity does; but both had begun to load before either could see the other. Only what "
    + "is written *before* the await is seen by those who come during it. Looking again mends the "
    + "slow read as long as nothing is ever removed, and the cancelled caller; it mends nothing that "
    + "two may begin.")

private let doesNotShow = [
  "An exploration is complete for the small program it runs, with two or three callers and one key, "
    + "and relative to its steps: code between two of them is taken as one. It proves nothing about "
    + "a larger program, except that what goes wrong here can go wrong there.",
  "A cancel and all that its handlers do is one step here. A handler that has to wait for a lock "
    + "which somebody holds is not interleaved with whoever holds it.",
  "Main is played by a lock, a queue or an actor of the explorer's where it is explored; the real "
    + "main thread is met in the child processes.",
  "The queue's wrong loaders use it as a lock, by `sync`, which is its commonest use. Forms with "
    + "`async` and a handler have the same gap between two blocks.",
  "How often a fault shows on threads depends on how long the load takes. Here it suspends once and "
    + "is over; a real one takes milliseconds, and callers that come within them load twice nearly "
    + "always.",
  "Lines of code say what has to be written and read, not how hard it was.",
  "On Apple's platforms the language's promises are the same; the runtime's order of waiting jobs "
    + "and the pool differ.",
]

private let method = [
  "Each wrong loader is real code of a few lines, compiled into this experiment; the cures are "
    + "compiled beside them, and the loaders are the study's own. Each runs under every schedule, "
    + "with a controlled lock, a real dispatch queue whose blocks are stepped, or an injected "
    + "executor.",
  "A bad outcome of a wrong loader is declared *interesting*, and a test asserts that it is "
    + "reached. Of a cured one it is *forbidden*, and a test asserts that the exploration is "
    + "complete without it; both on every keeper on which the code can be written.",
  "Depth first, except for three callers on a queue or an actor and for the shared load and the "
    + "joiner there: of these one schedule of each trace is run, which assumes that all that is "
    + "shared lies behind the lock, the queue or the executor. A random sample runs beside it, and "
    + "with two callers a test holds the one against the other.",
  "Arrivals in *An urgent caller joins* are told apart by a clock that goes on only when nobody "
    + "else can.",
  "On threads each repetition has a loader of its own; callers are started a random pause of up to "
    + "about a microsecond apart, as threads or as tasks on the pool. There only what must never "
    + "happen is asserted.",
  "The verdict on the rewrite was fixed before the run: refuted, if the actor's loader is no "
    + "shorter than the lock's, switches as many checks off, or admits a fault that the lock does "
    + "not; reproduced, if moreover its cache promises what the lock's does; else it depends. "
    + "Whether a cache answers plain calls, and by what its line goes, is asked of its type.",
]
