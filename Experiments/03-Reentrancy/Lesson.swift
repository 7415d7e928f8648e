import Evidence
import Reporting

/// The lesson's prose; every number in it is a field that a run fills in.
let description = ExperimentDescription(
  name: "03-Reentrancy",
  question: "What does an `await` in the middle let in, behind a lock, a queue and an actor?",
  minutes: 20,
  claims: [],
  programs: programs.map(\.described) + RealPart.all.flatMap(\.programs),
  benchmarks: RealPart.all.flatMap(\.benchmarks),
  quantities: RealPart.all.flatMap(\.quantities),
  why: RealPart.all.flatMap(\.why), cures: RealPart.all.flatMap(\.cures), tryIt: exercise,
  doesNotShow: RealPart.all.flatMap(\.doesNotShow), method: RealPart.all.flatMap(\.method))

private let exercise = Exercise(
  change: "", predict: "", command: "swift run -c release 03-Reentrancy", answer: "")
