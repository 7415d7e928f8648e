import Evidence

/// What one program did, by row and column.
struct ProgramMatrix {
  /// The program, whose rows and columns are the matrix's.
  let program: Program
  /// Whether the figures may be quoted.
  let isEvidence: Bool
  private let variants: [String: [String: VariantRecord]]

  /// The variants of one program of a record, in whatever order they are saved.
  init(_ program: Program, of record: ExperimentRecord) {
    self.program = program
    isEvidence = record.run.isEvidence
    var variants: [String: [String: VariantRecord]] = [:]
    for variant in record.variants where variant.program == program.id {
      variants[variant.row, default: [:]][variant.column] = variant
    }
    self.variants = variants
  }

  /// What ran at a row and column, if anything did.
  func variant(_ row: Program.Row, _ column: Program.Column) -> VariantRecord? {
    variants[row.id]?[column.id]
  }

  /// All variants, row by row.
  var all: [VariantRecord] {
    program.rows.flatMap { row in program.columns.compactMap { variant(row, $0) } }
  }

  /// The names of all outcomes, declared ones in the order declared, then unknown ones by name.
  func outcomes(of variants: [VariantRecord]) -> [String] {
    let declared = variants.flatMap { $0.prediction.outcomes.map(\.name) }
    let seen = variants.flatMap { $0.tally.counts.keys.sorted() }.sorted()
    return distinct(declared + seen)
  }
}

/// The observations of one variant, by grade.
struct Observation: Equatable {
  /// All observations.
  let total: Int
  /// Observations of each grade.
  let counts: [Grade: Int]

  /// The graded observations of a variant.
  init(_ variant: VariantRecord) {
    total = variant.tally.total
    counts = Dictionary(
      uniqueKeysWithValues: Grade.allCases.map {
        ($0, variant.tally.count($0, against: variant.prediction))
      })
  }

  /// Observations of one grade.
  subscript(grade: Grade) -> Int { counts[grade, default: 0] }

  /// Observations that were not as expected.
  var unexpected: Int { total - self[.expected] }

  /// The gravest grade observed; `nil` where nothing was.
  var worst: Grade? {
    [.forbidden, .unknown, .interesting, .expected].first { self[$0] > 0 }
  }
}

extension Grade {
  /// The grade's sign in tables: a shape, for readers who do not see the colours.
  var sign: String {
    switch self {
    case .expected: "✓"
    case .interesting: "▲"
    case .forbidden: "✗"
    case .unknown: "?"
    }
  }
}
