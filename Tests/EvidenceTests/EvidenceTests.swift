import Evidence
import Testing

struct TallyTests {
  let prediction = Prediction([
    .init("A′", .expected, "the newest"),
    .init("A", .interesting, "stale"),
    .init("nothing", .forbidden, "lost"),
  ])

  @Test func `lines hold every declared outcome in order, zeros too, then the unknown by name`() {
    let tally = Tally(["A′": 7, "z": 1, "b": 2])
    let lines = tally.lines(against: prediction)
    #expect(lines.map(\.name) == ["A′", "A", "nothing", "b", "z"])
    #expect(lines.map(\.count) == [7, 0, 0, 2, 1])
    #expect(lines.map(\.grade) == [.expected, .interesting, .forbidden, .unknown, .unknown])
  }

  @Test func `forbidden and unknown outcomes fail, expected and interesting ones do not`() {
    #expect(Tally(["A′": 5, "A": 9]).failures(against: prediction) == 0)
    #expect(Tally(["A′": 5, "nothing": 2]).failures(against: prediction) == 2)
    #expect(Tally(["surprise": 1, "nothing": 2]).failures(against: prediction) == 3)
  }

  @Test func `merging adds observations`() {
    var tally = Tally(["A": 1])
    tally.record("A")
    tally.merge(Tally(["A": 3, "B": 4]))
    #expect(tally == Tally(["A": 5, "B": 4]))
    #expect(tally.total == 9)
  }

  @Test func `declaring an outcome twice traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = Prediction([.init("A", .expected, ""), .init("A", .forbidden, "")])
    }
  }
}

struct SeededGeneratorTests {
  @Test func `the sequence is SplitMix64's`() {
    // The first outputs for seed 1234567, as published with the reference implementation.
    var generator = SeededGenerator(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.indices.map { _ in generator.next() } == expected)
  }

  @Test func `parts of one seed differ from each other and stay the same between runs`() {
    var first = SeededGenerator(seed: 1, part: "trial 0")
    var again = SeededGenerator(seed: 1, part: "trial 0")
    var second = SeededGenerator(seed: 1, part: "trial 1")
    let value = first.next()
    #expect(value == again.next())
    #expect(value != second.next())
  }
}
