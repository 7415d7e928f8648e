package import Evidence

/// A schedule as text: a line for each step, in the order in which they ran.
package func traceText(_ trace: ScheduleTrace, columns: Int) -> String {
  let width = trace.tasks.map(\.count).max() ?? 0
  let steps = trace.steps.enumerated().map { index, step in
    let name = trace.tasks.indices.contains(step.task) ? trace.tasks[step.task] : "?"
    let padded = name + String(repeating: " ", count: max(0, width - name.count))
    let place = step.place.map { "on \($0): " } ?? ""
    let did = step.events.map(\.phrase).joined(separator: ", ")
    return "\(index + 1). \(padded)  \(place)\(did)"
  }
  let waits = trace.waits.map { wait in
    let name = trace.tasks.indices.contains(wait.task) ? trace.tasks[wait.task] : "?"
    return "\(name) waits for \(wait.reason)"
  }
  return (steps + waits + ["→ \(trace.outcome)"]).joined(separator: "\n")
}

extension ScheduleTrace.Event {
  fileprivate var phrase: String {
    switch self {
    case .enters(let executor): "gets in line for \(executor)"
    case .submits(let task, let queue): "puts \(task) on \(queue)"
    case .starts(let task): "starts \(task)"
    case .wakes(let task): "wakes \(task)"
    case .cancels(let task): "cancels \(task)"
    case .acquires(let lock): "takes \(lock)"
    case .releases(let lock): "gives back \(lock)"
    case .waits(let object): "waits for \(object)"
    case .reads(let variable, let value): "reads \(variable) = \(value)"
    case .writes(let variable, let value): "writes \(variable) = \(value)"
    case .suspends: "suspends"
    case .ends: "ends"
    case .note(let text): text
    }
  }
}
