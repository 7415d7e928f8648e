import Evidence
import Reporting
import StudyKit

/// Draws the conclusion by rules fixed before the run.
@Sendable
func conclude(_ findings: Findings) -> Conclusion {
  var fields = description.measuredFields(findings.benchmarks, findings.readings)
  for part in RealPart.all { fields.merge(part.fields(findings)) { $1 } }
  return Conclusion(headline: "Not told yet.", verdicts: [:], fields: fields, traits: [])
}
