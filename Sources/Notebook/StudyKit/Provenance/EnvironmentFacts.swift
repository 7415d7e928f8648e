import Foundation
package import Reporting

/// What a report tells of the machine: nothing that names it, its user or its folders.
package func environmentFacts() -> [RunConditions.Fact] {
  [
    .init("Toolchain", toolchain),
    .init("System", systemName()),
    .init("Kernel", kernel()),
    .init("Processor", processor()),
    .init("Cores", cores()),
    .init("Build", buildMode),
  ]
}

/// The compiler that built this binary, which need not be the one now on the path.
///
/// No constant holds the version, so it is asked for step by step: as exact as the list is long.
package var toolchain: String {
  #if compiler(>=6.5)
    "Swift 6.5 or later"
  #elseif compiler(>=6.4)
    "Swift 6.4"
  #elseif compiler(>=6.3.4)
    "Swift 6.3.4 or a later 6.3"
  #elseif compiler(>=6.3.3)
    "Swift 6.3.3"
  #elseif compiler(>=6.3.2)
    "Swift 6.3.2"
  #elseif compiler(>=6.3.1)
    "Swift 6.3.1"
  #else
    "Swift 6.3.0"
  #endif
}

/// Whether this binary was optimised.
package var buildMode: String {
  #if DEBUG
    "debug"
  #else
    "release"
  #endif
}

/// The cores this process may run on: with `taskset -c 0`, one.
///
/// Foundation counts the machine's, whatever the process may use of them, and the call that tells
/// is hidden from Swift; the kernel writes the same mask here.
package var usableCores: Int {
  #if os(Linux)
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let mask = status.flatMap { value(of: "Cpus_allowed", in: $0, separator: ":") } ?? ""
    let count = mask.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    if count > 0 { return count }
  #endif
  return ProcessInfo.processInfo.activeProcessorCount
}

private func cores() -> String {
  let all = ProcessInfo.processInfo.processorCount
  return usableCores == all ? "\(all)" : "\(usableCores) usable of \(all)"
}

private func systemName() -> String {
  #if os(Linux)
    let text = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
    return text.flatMap { value(of: "PRETTY_NAME", in: $0, separator: "=") } ?? "Linux"
  #else
    return "macOS " + ProcessInfo.processInfo.operatingSystemVersionString
  #endif
}

private func kernel() -> String {
  var names = utsname()
  guard uname(&names) == 0 else { return "unknown" }
  let words = [text(of: names.sysname), text(of: names.release), text(of: names.machine)]
  return words.joined(separator: " ")
}

private func processor() -> String {
  #if os(Linux)
    let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    // Arm's kernels give no model name, only numbers of maker and part.
    return text.flatMap { value(of: "model name", in: $0, separator: ":") } ?? "unnamed"
  #else
    var length = 0
    sysctlbyname("machdep.cpu.brand_string", nil, &length, nil, 0)
    var bytes = [UInt8](repeating: 0, count: length)
    sysctlbyname("machdep.cpu.brand_string", &bytes, &length, nil, 0)
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  #endif
}

/// The value of the first line `key separator value`, without quotation marks.
private func value(of key: String, in text: String, separator: Character) -> String? {
  for line in text.split(separator: "\n") {
    let parts = line.split(separator: separator, maxSplits: 1)
    guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == key else { continue }
    return parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\" \t"))
  }
  return nil
}

/// A C array of characters, which Swift sees as a tuple, as text.
private func text(of field: some Any) -> String {
  withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
