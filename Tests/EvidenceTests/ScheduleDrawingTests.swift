import Testing

@testable import Evidence

@Suite struct ScheduleDrawingTests {
  static let golden: [(name: String, trace: ScheduleTrace, columns: Int)] = [
    ("check-await-write", ScheduleFixture.loads(), 100),
    ("deadlock", ScheduleFixture.deadlock, 100),
    ("deadlock-narrow", ScheduleFixture.deadlock, 50),
    ("priorities", ScheduleFixture.priorities, 100),
    ("many-tasks", ScheduleFixture.readers, 100),
    ("long-names", ScheduleFixture.longNames, 100),
    ("long-names-list", ScheduleFixture.longNames, 60),
    ("livelock", ScheduleFixture.livelock, 80),
  ]

  @Test(arguments: golden.indices)
  func `a schedule is drawn as approved`(_ index: Int) throws {
    let (name, trace, columns) = Self.golden[index]
    try Golden.expect(trace.drawing(columns: columns), at: "\(name).txt")
  }

  @Test(arguments: golden.indices, [1, 40, 57, 80, 100, 300])
  func `no line is wider than asked, nor ends in spaces`(_ index: Int, columns: Int) {
    let drawing = Self.golden[index].trace.drawing(columns: columns)
    for line in drawing.split(separator: "\n") {
      #expect(String(line).gridWidth <= max(40, columns))
      #expect(line.last != " ")
    }
  }

  @Test(arguments: golden.indices)
  func `nothing that a terminal obeys gets into a drawing`(_ index: Int) {
    let drawing = Self.golden[index].trace.drawing()
    #expect(drawing.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
  }
}
