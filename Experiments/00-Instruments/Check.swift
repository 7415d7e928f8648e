import Evidence
import Reporting
import StudyKit

/// One instrument put to the test: what is declared of it, and how it is tried.
struct Check: Sendable {
  /// What the instrument is called in a sentence.
  let name: String
  /// Its figures and their limits.
  let tables: [QuantityTable]
  /// What is timed along with it.
  let benchmarks: [Benchmark]
  /// Tries it once, in a trial. What cannot be read here is left out.
  let observe: Attempt

  typealias Attempt = @concurrent @Sendable (TrialContext) async throws -> Observations

  init(
    name: String, tables: [QuantityTable], benchmarks: [Benchmark] = [],
    observe: @escaping Attempt
  ) {
    self.name = name
    self.tables = tables
    self.benchmarks = benchmarks
    self.observe = observe
  }

  init(
    name: String, table: QuantityTable, benchmarks: [Benchmark] = [], observe: @escaping Attempt
  ) {
    self.init(name: name, tables: [table], benchmarks: benchmarks, observe: observe)
  }

  /// Whether its figures are within their limits; `nil` where none that has limits could be read.
  func isMet(by findings: Findings) -> Bool? {
    let answers = limited(by: findings).compactMap { $0.quantity.isMet(by: $0.value) }
    return answers.isEmpty ? nil : answers.allSatisfy(\.self)
  }

  /// The figures outside their limits, each as a clause.
  func faults(in findings: Findings) -> [String] {
    limited(by: findings).filter { $0.quantity.isMet(by: $0.value) == false }.map {
      "\($0.quantity.title) \($0.quantity.told($0.value)), declared \($0.quantity.limits ?? "")"
    }
  }

  /// All its figures.
  var quantities: [Quantity] { tables.flatMap(\.quantities) }

  private func limited(by findings: Findings) -> [(quantity: Quantity, value: Double)] {
    quantities.filter { $0.limits != nil }.compactMap { quantity in
      findings.reading(quantity.id).flatMap(quantity.value).map { (quantity, $0) }
    }
  }
}

extension Reading {
  /// One value of a quantity, or none where it could not be read.
  init(_ quantity: String, _ value: Double?) {
    self.init(quantity, value.map { [$0] } ?? [])
  }
}

extension [Double] {
  /// The number in the middle.
  var middle: Double { sorted()[count / 2] }
}
