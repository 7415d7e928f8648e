import Caching

/// The loader's rules once more, as plainly as one list of all loads there ever were allows.
struct NaiveLoader {
  private struct Ask {
    let name: String
    let priority: UInt8
    let inside: Int?
  }

  private struct Load {
    let key: CacheKey
    var asks: [Ask] = []
    /// Its place among those started, and the priority of its task.
    var start: (index: Int, priority: UInt8)?
    var isOver = false
    /// Whether its value is too old to keep or to be joined.
    var isStale = false

    var isRunning: Bool { start != nil && !isOver }
    var urgency: UInt8 { asks.map(\.priority).max() ?? 0 }
    var name: String { "\(key)#\(start?.index ?? -1)" }
  }

  let width: Int
  private(set) var values: [CacheKey: Int] = [:]
  private var loads: [Load] = []
  private var names: Set<String> = []
  private(set) var startCount = 0

  /// How many have asked.
  var askedCount: Int { names.count }

  init(width: Int) { self.width = width }

  mutating func run(_ event: LoaderEvent) -> [String] {
    var log: [String] = []
    switch event {
    case .join(let name, let key, let priority, let inside):
      guard inside.map({ $0 < startCount }) ?? true, names.insert(name).inserted else { return [] }
      log = join(name, key, priority.rawValue, inside)
    case .leave(let name):
      for index in loads.indices where loads[index].asks.contains(where: { $0.name == name }) {
        loads[index].asks.removeAll { $0.name == name }
        log = ["\(name): cancelled"] + giveUp(index)
      }
    case .store(let value, let key):
      values[key] = value
      for index in loads.indices where isCurrent(loads[index], key) {
        log = answer(index, "\(value)") + giveUp(index)
      }
    case .remove(let key):
      values[key] = nil
      age { $0.key == key }
    case .removeAll:
      values = [:]
      age { _ in true }
    case .end(let start, let value):
      guard let index = loads.firstIndex(where: { $0.start?.index == start && $0.isRunning }) else {
        return []
      }
      if let value, !loads[index].isStale { values[loads[index].key] = value }
      loads[index].isOver = true
      log = answer(index, value.map { "\($0)" } ?? "failed")
    }
    return startLoads() + log
  }

  private mutating func join(_ name: String, _ key: CacheKey, _ priority: UInt8, _ inside: Int?)
    -> [String]
  {
    if let value = values[key] { return ["\(name): \(value)"] }
    let caller = loads.firstIndex { $0.start?.index == inside && $0.isRunning }
    let found = loads.firstIndex { isCurrent($0, key) }
    if let caller, let found, reaches(found, caller) { return ["\(name): waits for itself"] }
    let index = found ?? loads.count
    if found == nil { loads.append(Load(key: key)) }
    let ask = Ask(name: name, priority: priority, inside: caller.flatMap { loads[$0].start?.index })
    loads[index].asks.append(ask)
    guard let task = loads[index].start, task.priority < priority else { return [] }
    loads[index].start?.priority = priority
    return ["raise \(loads[index].name) \(priority)"]
  }

  private func isCurrent(_ load: Load, _ key: CacheKey) -> Bool {
    load.key == key && !load.isOver && !load.isStale
  }

  /// Whether a load is another, or waits for it: forwards, from who asks to what is asked for.
  private func reaches(_ load: Int, _ other: Int) -> Bool {
    load == other
      || loads.indices.contains { next in
        loads[next].asks.contains { $0.inside != nil && $0.inside == loads[load].start?.index }
          && reaches(next, other)
      }
  }

  private mutating func age(_ isMeant: (Load) -> Bool) {
    for index in loads.indices where loads[index].isRunning && isMeant(loads[index]) {
      loads[index].isStale = true
    }
  }

  private mutating func answer(_ index: Int, _ text: String) -> [String] {
    defer { loads[index].asks = [] }
    return loads[index].asks.map { "\($0.name): \(text)" }
  }

  private mutating func giveUp(_ index: Int) -> [String] {
    guard loads[index].asks.isEmpty else { return [] }
    loads[index].isStale = true
    if loads[index].isRunning { return ["cancel \(loads[index].name)"] }
    loads[index].isOver = true
    return []
  }

  private mutating func startLoads() -> [String] {
    var log: [String] = []
    while true {
      let waiting = loads.indices.filter { loads[$0].start == nil && !loads[$0].isOver }
      let asking = Set(loads.flatMap { $0.asks.compactMap(\.inside) })
      let busy = loads.filter { $0.isRunning && !asking.contains($0.start?.index ?? -1) }
      let urgency = waiting.map { loads[$0].urgency }.max()
      guard busy.count < width, let next = waiting.first(where: { loads[$0].urgency == urgency })
      else { return log }
      loads[next].start = (startCount, loads[next].urgency)
      startCount += 1
      log.append("start \(loads[next].name) \(loads[next].urgency)")
    }
  }
}
