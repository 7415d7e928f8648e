package import Evidence

/// What an experiment asks and teaches, written before it runs.
///
/// Prose may hold fields as `{name}`; a report fills them from the run's conclusion.
package struct ExperimentDescription: Codable, Equatable, Sendable {
  /// The experiment's executable and report: `01-Ordering`.
  package var name: String
  /// The question a reader comes with, one sentence.
  package var question: String
  /// What must be known before the verdicts can be read, a paragraph; `nil` for nothing.
  package var introduction: String?
  /// Minutes to read the report.
  package var minutes: Int
  /// The claims it tests.
  package var claims: [TestedClaim]
  /// The small programs it runs, in the order they are taught.
  package var programs: [Program]
  /// What it times, in the order taught.
  package var benchmarks: [Benchmark]
  /// What else it reads off, in the order taught.
  package var quantities: [QuantityTable]
  /// The pictures it makes, to be looked at side by side.
  @OmittedWhereEmpty package var pictures: [PictureSheet]
  /// The ids of the programs, benchmarks, tables and sheets that come before all others, in this
  /// order; without them programs come first, then benchmarks, tables and sheets.
  @OmittedWhereEmpty package var leads: [String]
  /// Why it comes out as it does: paragraphs and quoted sources.
  package var why: [Passage]
  /// What mends it, and what each cure leaves uncured.
  package var cures: [Cure]
  /// One change to make and one thing to predict.
  package var tryIt: Exercise
  /// What the experiment does not show, one sentence each.
  package var doesNotShow: [String]
  /// How it was done, one sentence each.
  package var method: [String]
  /// The few rows and columns that tell it all, drawn on the index; `nil` for none.
  package var highlight: Highlight?

  /// Describes an experiment; every part is a section of its report.
  package init(
    name: String, question: String, introduction: String? = nil, minutes: Int,
    claims: [TestedClaim], programs: [Program] = [], benchmarks: [Benchmark] = [],
    quantities: [QuantityTable] = [],
    pictures: [PictureSheet] = [], leads: [String] = [], why: [Passage], cures: [Cure],
    tryIt: Exercise, doesNotShow: [String], method: [String], highlight: Highlight? = nil
  ) {
    self.name = name
    self.question = question
    self.introduction = introduction
    self.minutes = minutes
    self.claims = claims
    self.programs = programs
    self.benchmarks = benchmarks
    self.quantities = quantities
    self.pictures = pictures
    self.leads = leads
    self.why = why
    self.cures = cures
    self.tryIt = tryIt
    self.doesNotShow = doesNotShow
    self.method = method
    self.highlight = highlight
  }
}

/// A part of one program's matrix, of one benchmark or of one grid, to be drawn large.
package struct Highlight: Codable, Equatable, Sendable {
  /// What the picture says, its title.
  package var title: String
  /// The id of the program, benchmark or quantity table.
  package var program: String
  /// The ids of the rows to draw, from the top.
  package var rows: [String]
  /// The ids of the columns to draw, from the left; none for a benchmark or a table.
  package var columns: [String]

  /// Picks rows and columns of a program, or rows of what is measured.
  package init(title: String, program: String, rows: [String], columns: [String]) {
    self.title = title
    self.program = program
    self.rows = rows
    self.columns = columns
  }
}

/// A claim of the catalogue as one experiment tests it: a paragraph for every verdict it may reach.
package struct TestedClaim: Codable, Equatable, Sendable {
  /// The claim's id in ``Claim/catalogue``.
  package var id: String
  /// What the claim depends on where that is the verdict, to follow *depends on*.
  package var condition: String?
  /// The paragraph to print for each verdict, with fields.
  package var paragraphs: [Verdict: String]

  /// Ties a claim to its paragraphs.
  package init(id: String, condition: String? = nil, paragraphs: [Verdict: String]) {
    self.id = id
    self.condition = condition
    self.paragraphs = paragraphs
  }

  /// A verdict on the claim as prose: *depends on how it is called*.
  package func phrase(_ verdict: Verdict) -> String {
    guard verdict == .depends, let condition else { return verdict.phrase }
    return "depends on \(condition)"
  }
}

/// A small program run in many variants: ways of calling by ways of keeping the cache safe.
package struct Program: Codable, Equatable, Sendable {
  /// A short name without spaces, unique in its experiment.
  package var id: String
  /// Its heading in the report.
  package var title: String
  /// What it does, a paragraph.
  package var summary: String
  /// The program as a listing.
  package var listing: String
  /// The rows of its matrix: how it is called.
  package var rows: [Row]
  /// The columns of its matrix: which backend.
  package var columns: [Column]
  /// What `in order` is called for this program in a matrix cell, e.g. "in order".
  package var expectedPhrase: String
  /// What a class votes on before it opens the outcome; `nil` for the usual question.
  package var question: String?
  /// What its rows and columns are, where they are not ways of calling and backends.
  package var axes: Axes?

  /// The heads of a matrix whose columns are no backends.
  package struct Axes: Codable, Equatable, Sendable {
    /// What a row is: "Picture".
    package var row: String
    /// What a column is: "Rule".
    package var column: String

    /// Names both.
    package init(row: String, column: String) {
      self.row = row
      self.column = column
    }
  }

  /// One row of the matrix.
  package struct Row: Codable, Equatable, Sendable {
    /// A short name without spaces, unique in its program.
    package var id: String
    /// What the row is called in the report.
    package var title: String
    /// How the calls are made, one sentence.
    package var summary: String

    /// Describes a row.
    package init(id: String, title: String, summary: String) {
      self.id = id
      self.title = title
      self.summary = summary
    }
  }

  /// One column of the matrix.
  package struct Column: Codable, Equatable, Sendable {
    /// The backend's type.
    package var id: String
    /// What guards it, a few words.
    package var summary: String

    /// Describes a column.
    package init(id: String, summary: String) {
      self.id = id
      self.summary = summary
    }
  }

  /// Describes a program.
  package init(
    id: String, title: String, summary: String, listing: String, rows: [Row], columns: [Column],
    expectedPhrase: String, question: String? = nil, axes: Axes? = nil
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.listing = listing
    self.rows = rows
    self.columns = columns
    self.expectedPhrase = expectedPhrase
    self.question = question
    self.axes = axes
  }
}

/// A paragraph of a report, or a source it quotes.
package enum Passage: Codable, Equatable, Sendable {
  /// A paragraph with fields; left out where it has some and none of them was run.
  case text(String)
  /// The paragraph for the value that the conclusion gave a field, so that an explanation explains
  /// what was seen. A value without a paragraph is an error, unless it is ``Conclusion/notRun``.
  case choice(field: String, paragraphs: [String: String])
  /// A source excerpt by the name of its `// lesson:` mark.
  case source(String)

  private enum CodingKeys: String, CodingKey { case text, choice, source }

  private struct Choice: Codable {
    var field: String
    var paragraphs: [String: String]
  }

  /// Reads `{"text": "…"}`, `{"choice": {"field": "…", "paragraphs": {…}}}` or `{"source": "…"}`.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try values.decodeIfPresent(String.self, forKey: .text) {
      self = .text(text)
    } else if let choice = try values.decodeIfPresent(Choice.self, forKey: .choice) {
      self = .choice(field: choice.field, paragraphs: choice.paragraphs)
    } else {
      self = .source(try values.decode(String.self, forKey: .source))
    }
  }

  /// Writes one key, so that saved records stay readable.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .text(let text): try values.encode(text, forKey: .text)
    case .choice(let field, let paragraphs):
      try values.encode(Choice(field: field, paragraphs: paragraphs), forKey: .choice)
    case .source(let name): try values.encode(name, forKey: .source)
    }
  }
}

/// One way to mend what an experiment shows.
package struct Cure: Codable, Equatable, Sendable {
  /// What it is called.
  package var name: String
  /// What it does, with fields for what was counted; said to be not run where none of them was.
  package var covers: String
  /// What it leaves uncured, likewise.
  package var limit: String
  /// What it costs, likewise; `nil` where nothing was measured.
  package var price: String?
  /// The qualities of the trade-off matrix that it mends.
  package var mends: [String]

  /// Describes a cure.
  package init(
    name: String, covers: String, limit: String, price: String? = nil, mends: [String]
  ) {
    self.name = name
    self.covers = covers
    self.limit = limit
    self.price = price
    self.mends = mends
  }
}

/// A change for the reader to make, with something to predict first.
package struct Exercise: Codable, Equatable, Sendable {
  /// The change to make.
  package var change: String
  /// What to predict before running.
  package var predict: String
  /// The command to run.
  package var command: String
  /// The answer, folded away in the report.
  package var answer: String

  /// Describes an exercise.
  package init(change: String, predict: String, command: String, answer: String) {
    self.change = change
    self.predict = predict
    self.command = command
    self.answer = answer
  }
}
