/// The law of imports: no library sees both the subject and an instrument.
struct ImportLaw {
  /// What each library may import of ours. An instrument that is not listed has `Evidence` and the
  /// C modules that the subject does not use.
  static let table: [String: Set<String>] = [
    "Caching": [],
    "DiskStorage": ["Caching", "CSQLite", "CXXHash"],
    "Imaging": ["CJPEG", "CWebP"],
    "Loading": ["Caching", "DiskStorage", "Imaging"],
    "Evidence": [],
    "Histories": ["Evidence", "Interleaving", "Linearizability"],
    "Reporting": ["Evidence"],
    "StudyKit": ["COptions", "Evidence", "Reporting"],
  ]

  /// What is not ours and open to all; `Testing` is open to tests alone.
  static let open: Set<String> = [
    "Dispatch", "Foundation", "FoundationNetworking", "Synchronization",
  ]

  let modules: [Module]

  /// What a module may import of ours, by name; `nil` for whatever it declares.
  private func allowance(of module: Module) -> Set<String>? {
    if module.isExecutable || module.wing == .test { return nil }
    if let row = Self.table[module.name] { return row }
    switch module.wing {
    case .system:
      // A shim over the module map of its C library.
      return Set(modules.filter { $0.type == "system-target" }.map(\.name))
    case .instrument:
      let shims = modules.filter { $0.wing == .system }.map(\.name)
      let subjects = modules.filter { $0.wing == .subject }.flatMap(\.dependencies)
      return Set(shims).subtracting(subjects).union(["Evidence"])
    default: return []
    }
  }

  /// What a file of the module breaks, as sentences.
  func faults(inText text: String, of module: Module) -> [String] {
    Self.imports(in: text).compactMap { name in
      guard let imported = modules.first(where: { $0.importName == name }) else {
        let isOpen = Self.open.contains(name) || (name == "Testing" && module.wing == .test)
        return isOpen ? nil : "\(module.name) imports \(name), which is not open to it"
      }
      if !module.dependencies.contains(imported.name) {
        return "\(module.name) imports \(imported.name) and does not declare it"
      }
      if imported.isExecutable && module.wing != .test {
        return "\(module.name) imports the executable \(imported.name)"
      }
      guard let allowed = allowance(of: module), !allowed.contains(imported.name) else {
        return nil
      }
      return "\(module.name) imports \(imported.name), against the table of imports"
    }
  }

  /// What the module's declared dependencies break, as sentences.
  func faults(inDependenciesOf module: Module) -> [String] {
    guard module.wing != nil else { return ["\(module.name) lies in no wing: \(module.path)"] }
    guard let allowed = allowance(of: module) else { return [] }
    var faults = module.dependencies.filter { !allowed.contains($0) }.map {
      "\(module.name) declares \($0), against the table of imports"
    }
    let seen = modules.filter { reach(of: module).contains($0.name) || $0.name == module.name }
    if seen.contains(where: { $0.wing == .subject })
      && seen.contains(where: { $0.wing == .instrument })
    {
      faults.append("\(module.name) is a library and sees both the subject and an instrument")
    }
    return faults
  }

  /// All that a module depends on, through others too.
  private func reach(of module: Module) -> Set<String> {
    var found: Set<String> = []
    var pending = module.dependencies
    while let name = pending.popLast() {
      guard found.insert(name).inserted else { continue }
      pending += modules.first { $0.name == name }?.dependencies ?? []
    }
    return found
  }

  /// The modules a Swift file imports, whatever stands before or after the word.
  static func imports(in text: String) -> [String] {
    let line = /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:[a-z]+\s+)?(\w+)/
    return text.split(whereSeparator: \.isNewline).compactMap { text in
      text.firstMatch(of: line).map { String($0.1) }
    }
  }
}
