/// What a run says of a published claim.
package enum Verdict: String, Codable, CaseIterable, CodingKeyRepresentable, Sendable {
  /// The claim's effect was observed as stated.
  case reproduced
  /// The opposite was observed.
  case refuted
  /// The claim holds under conditions that its statement leaves out; the paragraph names them.
  case depends
  /// Not tested, or this run cannot say.
  case open

  /// The verdict as prose: *depends on …* is completed by its paragraph.
  package var phrase: String { self == .depends ? "depends on …" : rawValue }
}
