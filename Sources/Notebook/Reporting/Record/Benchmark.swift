package import Evidence

/// Rows timed in the same rounds and held against one of them.
package struct Benchmark: Codable, Equatable, Sendable {
  /// A short name without spaces, unique in its experiment.
  package var id: String
  /// Its heading in the report.
  package var title: String
  /// What one operation is and who asks for it, a paragraph.
  package var summary: String
  /// One operation as a listing.
  package var listing: String
  /// The id of the row that all others are held against.
  package var baseline: String
  /// The rows, in the order of the report.
  package var rows: [Row]
  /// What a class votes on before it opens the outcome; `nil` for the usual question.
  package var question: String?

  /// One row of a benchmark.
  package struct Row: Codable, Equatable, Sendable {
    /// A short name without spaces, unique in its benchmark.
    package var id: String
    /// What the row is called in the report.
    package var title: String
    /// What one operation does, one sentence.
    package var summary: String
    /// The backend's type, by which a run can be narrowed; `nil` where none is measured.
    package var backend: String?
    /// What ran the caller, e.g. "global pool".
    package var callerExecutor: String
    /// What is expected against the baseline, written before the run; `nil` where nothing is.
    package var prediction: Separation?

    /// Describes a row.
    package init(
      id: String, title: String, summary: String, backend: String? = nil, callerExecutor: String,
      prediction: Separation?
    ) {
      self.id = id
      self.title = title
      self.summary = summary
      self.backend = backend
      self.callerExecutor = callerExecutor
      self.prediction = prediction
    }
  }

  /// Describes a benchmark.
  package init(
    id: String, title: String, summary: String, listing: String, baseline: String, rows: [Row],
    question: String? = nil
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.listing = listing
    self.baseline = baseline
    self.rows = rows
    self.question = question
  }
}
