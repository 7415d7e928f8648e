import Evidence

/// One explored schedule: time downwards, a lane for each task, its delays and deadlock across.
struct ScheduleChart {
  /// What the picture says: the outcome and what it took.
  var title: String
  /// A few words under it: which program, under which order.
  var caption: String
  /// What is drawn.
  var story: ScheduleStory

  /// The picture of a schedule as it ran.
  init(_ trace: ScheduleTrace, caption: String = "") {
    story = ScheduleStory(trace)
    title = story.headline
    self.caption = caption
  }

  /// The chart in words, a sentence a row.
  var summary: String {
    let told = story.rows.map { row in
      switch row {
      case .cell(let cell):
        let steps = cell.steps.count == 1 ? "Step" : "Steps"
        let place = cell.place.map { " on \($0)" } ?? ""
        let phrases = cell.phrases.map(\.text).joined(separator: ", ")
        let task = story.tasks[cell.task]
        return "\(steps) \(cell.label): \(task)\(place) \(phrases.isEmpty ? "goes on" : phrases)"
      case .delay(let words): return capitalised(words)
      case .gap(let steps, let delays):
        return capitalised(ScheduleStory.gap(steps, delays: delays))
      case .end(let waits):
        let told = waits.map { "\(story.tasks[$0.task]) \($0.reason)" }
        return "Nothing can go on: \(told.joined(separator: "; "))"
      }
    }
    return told.joined(separator: ". ") + (told.isEmpty ? "No step was taken." : ".")
  }

  private func capitalised(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst()
  }

  /// Title and words, for a page that cannot show the picture.
  var alternative: String { "\(title). \(summary)" }

  /// The picture.
  var svg: SVG {
    let layout = ScheduleLayout(self)
    return SVG(
      width: layout.lanes.width, height: layout.height, title: title, summary: summary,
      style: ChartStyle.schedule, elements: layout.elements)
  }
}
