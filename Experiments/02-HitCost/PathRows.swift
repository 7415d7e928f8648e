import Caching
import Evidence
import Reporting

/// The two published ways to a hit, whole.
let pathBenchmark = Benchmark(
  id: "paths", title: "Both published paths, whole",
  summary: "From the main actor to a memory hit and back to the main actor, once in the callback "
    + "shape (a lock, then a completion through a callback queue) and once as the actor rewrite "
    + "(a cache actor before a storage actor). Both end in the same store, so that only the way "
    + "differs.",
  listing: """
    path.retrieve("photograph", on: queue) { result in show(result) }  // callbacks
    show(try await cache.retrieve("photograph"))  // actors
    """,
  baseline: "callback", rows: pathRows.map(\.described),
  question: "Published was a ratio of about 11 between the two. Will it be larger or smaller here?")

let pathRows: [Row] = [
  Row(
    "callback", "Callbacks, handed on at once",
    "The callback queue asks whether this is the main thread, and calls the completion there.",
    backend: "LockedCache", on: "main actor",
    .onMain { hitByCallback($0.callback, on: .mainOrAtOnce, $1) }),
  Row(
    "callback-unasked", "Callbacks, without a callback queue",
    "The completion is called where the hit was found, and nothing is asked.",
    backend: "LockedCache", on: "main actor", expect: .faster,
    .onMain { hitByCallback($0.callback, on: .untouched, $1) }),
  Row(
    "callback-main", "Callbacks, through the main queue",
    "The completion always takes the main queue.", backend: "LockedCache", on: "main actor",
    expect: .slower, .onMain { await hitByCallbackOnMain($0.callback, $1) }),
  Row(
    "rewrite", "Actor rewrite", "Main actor, cache actor, storage actor, main actor.",
    backend: "ActorCache", on: "main actor", expect: .slower,
    .onMain { await hitByRewrite($0.rewrite, $1) }),
]
