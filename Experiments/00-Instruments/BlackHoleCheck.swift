import Evidence
import Measurement
import Reporting
import StudyKit

/// What keeps the optimiser from deleting a loop, and costs about nothing.
let blackHoleCheck = Check(
  name: "the black hole",
  table: QuantityTable(
    id: "black-hole", title: "the black hole",
    summary: "Three loops that do next to nothing, per iteration. The first adds numbers and sinks "
      + "the sum once, at the end: the optimiser is free to find the sum without a loop, and what "
      + "is left is what any timing has on top of the work. The others sink in every iteration, so "
      + "that each has to take place.",
    quantities: [
      Quantity(
        id: "sink-at-end", title: "empty loop, one sink at the end", unit: "ns", places: 2,
        atMost: 0.5),
      Quantity(
        id: "sink-number", title: "a number sunk in each iteration", unit: "ns", places: 2,
        atLeast: 0.1, atMost: 2),
      Quantity(
        id: "sink-value", title: "a value sunk in each iteration", unit: "ns", places: 2,
        atLeast: 0.1, atMost: 2),
    ])
) { _ in
  Observations(
    readings: [
      Reading("sink-at-end", nanosecondsPerIteration(sinkAtEnd)),
      Reading("sink-number", nanosecondsPerIteration(sinkNumbers)),
      Reading("sink-value", nanosecondsPerIteration(sinkValues)),
    ])
}

/// The middle of some stretches, each long beside the clock's cost.
private func nanosecondsPerIteration(_ loop: (Int) -> Void) -> Double {
  let iterations = 1_000_000
  let stretches = (0..<25).map { _ in
    let start = nanosecondsNow()
    loop(iterations)
    return Double(nanosecondsNow() - start) / Double(iterations)
  }
  return stretches.middle
}

@inline(never)
private func sinkAtEnd(_ iterations: Int) {
  var sum: UInt64 = 0
  for index in 0..<iterations { sum &+= UInt64(truncatingIfNeeded: index) }
  blackHole(sum)
}

@inline(never)
private func sinkNumbers(_ iterations: Int) {
  for index in 0..<iterations { blackHole(UInt64(truncatingIfNeeded: index)) }
}

@inline(never)
private func sinkValues(_ iterations: Int) {
  for index in 0..<iterations { blackHole(index) }
}
