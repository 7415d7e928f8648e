import Evidence

/// The part of a report that tells what every schedule of the small programs leads to.
struct ExplorationLesson {
  private let report: ExperimentReport
  private let groups: [ExplorationGroup]
  private var record: ExperimentRecord { report.record }

  /// Readies the part of a report.
  init(in report: ExperimentReport) {
    self.report = report
    groups = report.record.explorationGroups
  }

  /// What follows the lesson on a program: what every schedule of it leads to, and before the first
  /// such part what that means.
  func parts(of program: Program) -> [String] {
    let explained = record.description.programs.first { described in
      groups.contains { $0.program == described.id }
    }
    return (explained?.id == program.id ? ["### Every schedule", Self.introduction] : [])
      + groups.filter { $0.program == program.id }.flatMap(lesson)
  }

  /// What follows all programs: those that have no matrix, and what each exploration covers.
  ///
  /// Nothing where nothing was explored.
  func parts() -> [String] {
    guard !groups.isEmpty else { return [] }
    let own = groups.filter { $0.program == nil }
    let isExplained = own.count < groups.count
    let opening =
      isExplained
      ? ["## Every schedule of other programs"] : ["## Every schedule", Self.introduction]
    return (own.isEmpty ? [] : opening) + own.flatMap(lesson) + [
      Markdown.folded("What each exploration covers", coverages)
    ]
  }

  private static let introduction =
    "Threads show what happened to happen. An exploration runs the same small program again and "
    + "again, each time under another schedule: another order in which the steps of its tasks "
    + "follow one another. A step is what a task does between two points at which another may go "
    + "on. Where the exploration is complete, an answer that is not listed cannot come out, "
    + "however long one waits for it. The executor policy says in which order an actor takes the "
    + "jobs that wait for it: `default-actor` is the runtime's own order, by priority and then by "
    + "arrival; `fifo` is by arrival alone; `unordered` is any order, all that the language "
    + "promises."

  private func lesson(_ group: ExplorationGroup) -> [String] {
    let program = record.description.programs.first { $0.id == group.program }
    let opening = program.map { matrix($0, group) } ?? own(group)
    return opening + contradictions(in: group) + findings(in: group) + drawing(of: group)
      + [Markdown.folded("Every answer, and how to replay it", answers(group))]
  }

  // MARK: Reachable answers

  /// The rows and columns of a program that were explored.
  private func matrix(_ program: Program, _ group: ExplorationGroup) -> [String] {
    let variants = group.explorations.compactMap(\.program.variant)
    let key = AnswerKey(of: group)
    let rows = program.rows.filter { row in variants.contains { $0.row == row.id } }
    let columns = program.columns.filter { column in variants.contains { $0.column == column.id } }
    let cells = rows.map { row in
      [Markdown.text(row.title)]
        + columns.map { column in
          let name = VariantName(program: program.id, row: row.id, column: column.id)
          let explored = group.explorations.filter { $0.program.variant == name }
          return explored.isEmpty ? "—" : reached(explored, key)
        }
    }
    let header = ["How it is called"] + columns.map { Markdown.code($0.id) }
    let heading = "### \(Markdown.text(program.title)): what can come out"
    let table = Markdown.table(header, cells)
    let isThreaded = record.variants.contains { $0.program == program.id }
    let question =
      "**Vote before you open.** Which answers that no thread showed can come out all the same?"
    let opened =
      key.legend + [table, isThreaded ? Self.legend : ProgramLesson.legend]
      + [completeness(of: group)]
    guard isThreaded else { return [heading] + opened }
    return [
      heading, question, Markdown.folded("What can come out", opened.joined(separator: "\n\n")),
    ]
  }

  /// A program without a matrix.
  private func own(_ group: ExplorationGroup) -> [String] {
    guard let program = group.explorations.first?.program else { return [] }
    return [
      "### \(Markdown.code(program.name)): what can come out", Markdown.text(program.summary),
      Markdown.list(group.explorations.map { reached([$0], AnswerKey()) }),
      completeness(of: group),
    ]
  }

  private static let legend =
    "\(ProgramLesson.legend)\n\n◇ can come out, though no thread showed it in this run · ◆ shown "
    + "by threads and not reached: a bounded search may have missed it, a policy other than the "
    + "threads' own may rule it out; else the two contradict each other, and the experiment fails"

  /// Whether what is not listed is ruled out.
  private func completeness(of group: ExplorationGroup) -> String {
    let count = group.explorations.count
    switch group.explorations.count(where: \.exploration.isComplete) {
    case count: return count == 1 ? "The exploration is complete." : "All \(count) are complete."
    case 0: return count == 1 ? "The exploration is not complete." : "None of them is complete."
    default: return "Complete, but for those that say otherwise."
    }
  }

  /// The answers of a program's explorations, a line for the policies that agree:
  /// `policy`, `policy`: ✓ `a`, ▲ `b` ◇
  private func reached(_ explorations: [ExplorationRecord], _ key: AnswerKey) -> String {
    let lines = distinct(explorations.map { answers($0, key) }).map { answers in
      let agreeing = explorations.filter { self.answers($0, key) == answers }
      let policies = agreeing.compactMap(\.policy).map { Markdown.code($0.rawValue) }
      let partial = distinct(
        agreeing.filter { !$0.exploration.isComplete }.map { Markdown.text($0.coverage) })
      return (policies.isEmpty ? "" : "\(policies.joined(separator: ", ")): ") + answers
        + (partial.isEmpty ? "" : " (\(partial.joined(separator: "; ")))")
    }
    return lines.joined(separator: "<br>")
  }

  /// The answers of one exploration against those of threads: ✓ `a`, ▲ `b` ◇
  private func answers(_ explored: ExplorationRecord, _ key: AnswerKey) -> String {
    let tally = record.variants.first { $0.name == explored.program.variant }?.tally
    let seen = tally.flatMap { $0.total > 0 ? $0 : nil }
    let reached = explored.outcomes.filter { $0.found != nil }.map { outcome in
      let answer = key.name(outcome.name, outcome.grade)
      let isGrave = outcome.grade?.failsExperiment == true
      let mark = seen.map { $0[outcome.name] == 0 ? " ◇" : "" } ?? ""
      return (isGrave ? "**\(answer)**" : answer) + mark
    }
    let missed = (seen?.counts.filter { $0.value > 0 }.keys.sorted() ?? [])
      .filter { explored.exploration[$0] == nil }.map { "not \(key.name($0)) ◆" }
    let answers = reached.isEmpty ? ["nothing came out"] : reached
    return (answers + missed).joined(separator: ", ")
  }

  // MARK: What is wrong

  private func contradictions(in group: ExplorationGroup) -> [String] {
    let names = Set(group.explorations.map(\.program.name))
    return record.impossibleObservations.filter { names.contains($0.program) }.map {
      "**✗ Contradicted.** \(Markdown.text($0.text))."
    }
  }

  private func findings(in group: ExplorationGroup) -> [String] {
    group.explorations.flatMap { explored in
      explored.exploration.findings.map { finding in
        let again = finding.schedule.map {
          "\n\n" + Markdown.fence(replay(explored, $0), language: "sh")
        }
        return "**✗ \(named(explored)).** \(Markdown.text(finding.message))" + (again ?? "")
      }
    }
  }

  // MARK: The schedule to look at

  private func drawing(of group: ExplorationGroup) -> [String] {
    guard let (explored, outcome) = group.drawn, let found = outcome.found else { return [] }
    let grade = outcome.grade.map { "\($0.sign) " } ?? ""
    let delays =
      found.delays == 0
      ? "with no delay: no step has to be passed over for it"
      : "with \(Numbers.counted(found.delays, "delay")), the fewest that lead there: a delay "
        + "passes over the task whose turn it is"
    return [
      "**The shortest way to \(grade)\(Markdown.code(found.name))**, in \(named(explored)), "
        + "\(delays)."
    ] + picture(of: group) + [
      "Replay it, step by step the same:",
      Markdown.fence(replay(explored, found.schedule), language: "sh"),
    ]
  }

  /// The schedule as a picture, and folded as text, for those who would copy or hear it.
  private func picture(of group: ExplorationGroup) -> [String] {
    guard let chart = Self.chart(of: group, in: record), let trace = group.drawnTrace else {
      return []
    }
    let text = Markdown.fence(trace.drawing(columns: 96), language: "text")
    return [
      "![\(Markdown.text(chart.picture.title)): the text below as a picture](\(chart.path))",
      Markdown.folded("The same as text", text),
    ]
  }

  /// The picture of a group's schedule and where it lies in the reports folder; `nil` where there
  /// is nothing to draw.
  static func chart(
    of group: ExplorationGroup, in record: ExperimentRecord
  ) -> (path: String, picture: ScheduleChart)? {
    guard let (explored, _) = group.drawn, let trace = group.drawnTrace else { return nil }
    let policy = explored.policy.map { " under \($0.rawValue)" } ?? ""
    return (
      "charts/\(record.description.name)-\(group.file).svg",
      ScheduleChart(trace, caption: explored.program.name + policy)
    )
  }

  private func answers(_ group: ExplorationGroup) -> String {
    let key = AnswerKey(of: group)
    let rows = group.explorations.map { explored in
      let answers = explored.outcomes.compactMap { outcome in
        outcome.found.map {
          "\(key.name(outcome.name, outcome.grade)): \(Markdown.code($0.schedule))"
        }
      }
      return [
        Markdown.code(explored.program.name),
        explored.policy.map { Markdown.code($0.rawValue) } ?? "—",
        explored.exploration.options.strategy.name, Markdown.text(explored.coverage),
        answers.joined(separator: ", "),
      ]
    }
    return Markdown.table(
      ["Program", "Policy", "Strategy", "Coverage", "Answers, each with a `--schedule`"], rows)
  }

  // MARK: Coverage

  /// What holds of all explorations, and of which it holds where not of all.
  private var coverages: String {
    let complete = record.explorations.filter(\.exploration.isComplete)
    let relative = distinct(
      complete.compactMap { explored in
        if case .complete(let what) = explored.exploration.coverage, !what.isEmpty {
          what.joined(separator: ", ")
        } else {
          nil
        }
      })
    let partial = record.explorations.filter { !$0.exploration.isComplete }.map {
      "\(named($0)): \(Markdown.text($0.coverage))."
    }
    let notes = distinct(record.explorations.flatMap(\.exploration.notes)).map(Markdown.text)
    return Markdown.list(
      ["\(complete.count) of \(record.explorations.count) explorations are complete."]
        + relative.map { "Those with executors are so relative to \(Markdown.text($0))." } + partial
        + notes)
  }

  private func named(_ explored: ExplorationRecord) -> String {
    Markdown.code(explored.program.name)
      + (explored.policy.map { " under \(Markdown.code($0.rawValue))" } ?? "")
  }

  private func replay(_ explored: ExplorationRecord, _ schedule: String) -> String {
    let build = record.run.environment.first { $0.label == "Build" }?.value
    return ExplorationRecord.replayCommand(
      experiment: record.description.name, program: explored.program.name, schedule: schedule,
      isRelease: build != "debug")
  }
}
