package import Evidence
package import Reporting

/// A small program of an experiment that can be run under every schedule, and how that is done.
package struct ExplorableProgram: Sendable {
  /// All that can be said of it without running it.
  package let summary: ExplorableSummary
  /// Explores it in this process.
  package let run: Run

  /// Explores a program, or replays the one schedule that the options name.
  ///
  /// It may tell its progress as often as it likes, from any thread. It throws where nothing can be
  /// explored, as by an id of another build; the error's description is what a person reads.
  package typealias Run =
    @concurrent @Sendable (
      _ options: ExplorationOptions, _ progress: @escaping @Sendable (ExplorationProgress) -> Void
    ) async throws -> Exploration

  /// Declares a program that can be explored.
  ///
  /// The name may hold slashes, as `store-update-read/ActorCache`, and no spaces. The program is
  /// explored under each of the policies, in order; there are none where it has no executor to
  /// order. `variant` is what threads run of it, under `threadPolicy`: what they show and a
  /// complete exploration under that policy does not, fails the experiment. A study explores it
  /// where `studied` says how long that takes under one policy, and stops at thrice that.
  package init(
    name: String, summary: String, prediction: Prediction? = nil, variant: VariantName? = nil,
    threadPolicy: ExecutorPolicy = .defaultActor, policies: [ExecutorPolicy] = [.defaultActor],
    options: ExplorationOptions = ExplorationOptions(), studied: Duration? = nil,
    run: @escaping Run
  ) {
    precondition(
      !name.isEmpty && !name.hasPrefix("-")
        && !name.contains { $0.isWhitespace || "*?[".contains($0) },
      "\(name) cannot be named on a command line")
    let description = ExplorableDescription(
      name: name, summary: summary, prediction: prediction, variant: variant,
      threadPolicy: variant == nil || policies.isEmpty ? nil : threadPolicy)
    self.summary = ExplorableSummary(
      description: description, policies: policies, options: options, studied: studied?.seconds)
    self.run = run
  }
}

/// What an experiment says of a program that can be explored.
package struct ExplorableSummary: Codable, Equatable, Sendable {
  /// What is declared of it.
  package var description: ExplorableDescription
  /// The policies it is explored under, in order; none where it has no executor to order.
  package var policies: [ExecutorPolicy]
  /// How it is explored unless told otherwise.
  package var options: ExplorationOptions
  /// Seconds that a study gives it under one policy; `nil` where a study leaves it out.
  package var studied: Double?

  /// Its name.
  package var name: String { description.name }

  /// How many explorations of it a study holds.
  package var studiedParts: Int { studied == nil ? 0 : max(1, policies.count) }
}

/// One exploration that is to be done.
package struct ExplorationPart: Equatable, Sendable {
  /// The program.
  package var program: ExplorableSummary
  /// The policy it runs under; `nil` where it has no executor to order.
  package var policy: ExecutorPolicy?
  /// How it is explored.
  package var options: ExplorationOptions
  /// How long it is said to take; thrice that and it is stopped from outside.
  package var length: Duration
  /// What a child is told beside the program.
  package var arguments: [String]

  /// What it is called: `store-read/ActorCache under default-actor`.
  package var title: String { explorationTitle(program.name, policy) }
}

extension ExplorationRecord {
  /// What it is called, as ``ExplorationPart/title``.
  var title: String { explorationTitle(program.name, policy) }
}

private func explorationTitle(_ program: String, _ policy: ExecutorPolicy?) -> String {
  program + (policy.map { " under \($0.rawValue)" } ?? "")
}
