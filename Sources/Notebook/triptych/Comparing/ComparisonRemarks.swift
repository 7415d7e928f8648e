import Reporting

extension StudyComparison {
  /// What sets two runs apart before anything is compared: experiments that only one has, profiles,
  /// machines, and runs that are no evidence.
  static func remarks(
    on pairs: [RecordPair], of old: [ExperimentRecord], _ new: [ExperimentRecord]
  ) -> [String] {
    unpaired(pairs, old, new) + profiles(pairs) + narrowings(pairs) + machines(pairs)
      + pairs.flatMap { pair in
        pair.rebased.map { "\(pair.name) \($0): held against other rows, so not compared" }
      }
  }

  private static func unpaired(
    _ pairs: [RecordPair], _ old: [ExperimentRecord], _ new: [ExperimentRecord]
  ) -> [String] {
    let shared = Set(pairs.map(\.name))
    let sides = [old, new].map { $0.map(\.description.name).filter { !shared.contains($0) } }
    guard sides.contains(where: { !$0.isEmpty }) else { return [] }
    let told = sides.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") }
    return ["experiments not in both: \(told[0]) → \(told[1])"]
  }

  /// Profiles that differ, and those that agree on not being evidence, with their experiments.
  private static func profiles(_ pairs: [RecordPair]) -> [String] {
    let told = pairs.compactMap { pair -> (String, String)? in
      let (old, new) = (pair.old.run, pair.new.run)
      guard old.profile != new.profile || !old.isEvidence || !new.isEvidence else { return nil }
      let profiles = distinct([profile(old), profile(new)]).joined(separator: " → ")
      return ("profile: \(profiles)", pair.name)
    }
    return grouped(told)
  }

  private static func profile(_ run: RunConditions) -> String {
    run.isEvidence ? run.profile : "\(run.profile), not evidence"
  }

  private static func narrowings(_ pairs: [RecordPair]) -> [String] {
    grouped(
      pairs.compactMap { pair in
        let sides = [pair.old.run.backends, pair.new.run.backends]
        guard sides[0] != sides[1] else { return nil }
        let told = sides.map { $0.isEmpty ? "all" : $0.joined(separator: ", ") }
        return ("backends: \(told[0]) → \(told[1])", pair.name)
      })
  }

  /// Facts about the machine, and versions of what it was held against, that differ.
  private static func machines(_ pairs: [RecordPair]) -> [String] {
    grouped(
      pairs.flatMap { pair in
        (pair.new.run.environment + pair.new.run.tools).compactMap { fact in
          let before = (pair.old.run.environment + pair.old.run.tools).first {
            $0.label == fact.label
          }
          guard let before, before != fact else { return nil }
          return ("\(fact.label.lowercased()): \(before.value) → \(fact.value)", pair.name)
        }
      }, of: pairs.count)
  }

  /// Each remark once, with the experiments it is about, unless it is about all.
  private static func grouped(
    _ remarks: [(text: String, name: String)], of all: Int = .max
  ) -> [String] {
    distinct(remarks.map(\.text)).map { text in
      let names = remarks.filter { $0.text == text }.map(\.name)
      return names.count == all ? text : "\(text) (\(names.joined(separator: ", ")))"
    }
  }
}
