import Foundation
import Measurement
import Reporting
import StudyKit

/// `triptych doctor`.
struct DoctorCommand {
  let study: Study
  let console: Console

  /// One thing that was looked at.
  struct Finding: Codable, Equatable {
    var what: String
    var state: String
    /// What to do; `nil` where it is ready.
    var remedy: String?
    /// What is better known, though nothing need be done.
    var remark: String?
  }

  /// The answer for scripts.
  struct Answer: Codable, Equatable {
    var isReady: Bool
    var findings: [Finding]
  }

  func run(_ line: ParsedCommandLine) throws -> Int32 {
    let reports = line.last("reports") ?? ReportsPlace(study: study).local
    let clock = ClockCalibration.measured()
    let findings =
      [Finding(what: "toolchain", state: "built with \(toolchain), \(buildMode)")]
      + [library("libjpeg", "libjpeg-dev", "jpeg-turbo", ["libjpeg.so.62", "libjpeg.so.8"])]
      + [library("libwebp", "libwebp-dev", "webp", ["libwebp.so.7", "libwebp.so.6"])]
      + [cores, .clock(cost: clock.cost, resolution: clock.resolution)]
      + [MachineNoise.measured().finding]
      + [experiments, photos, reportsFolder(reports)]
    let answer = Answer(isReady: findings.allSatisfy { $0.remedy == nil }, findings: findings)
    try console.print(line.has("json") ? try prettyJSON(answer) : text(of: answer))
    return (answer.isReady ? RunStatus.fine : .failed).rawValue
  }

  private func text(of answer: Answer) -> String {
    var table = TextTable()
    for finding in answer.findings {
      table.add([finding.remedy == nil ? "ok" : "to do", finding.what, finding.state])
      for advice in [finding.remedy, finding.remark].compactMap(\.self) {
        table.add(["", "", advice])
      }
    }
    let missing = answer.findings.filter { $0.remedy != nil }.count
    let end = answer.isReady ? "Ready." : "Not ready: \(missing) to do."
    return (table.lines + [end]).joined(separator: "\n")
  }

  private func library(
    _ name: String, _ apt: String, _ brew: String, _ files: [String]
  ) -> Finding {
    // Found by the loader is what running needs; found by pkg-config is what building needs.
    let version = packageVersion(of: name)
    let isLoadable = (files + ["\(name).dylib"]).contains { file in
      guard let handle = dlopen(file, RTLD_LAZY) else { return false }
      dlclose(handle)
      return true
    }
    #if canImport(Darwin)
      let remedy = "brew install \(brew) pkgconf"
    #else
      let remedy = "sudo apt-get install \(apt) pkg-config"
    #endif
    return switch (version, isLoadable) {
    case (let version?, _): Finding(what: name, state: version)
    case (nil, true):
      Finding(what: name, state: "runs, but pkg-config does not know it", remedy: remedy)
    case (nil, false): Finding(what: name, state: "missing", remedy: remedy)
    }
  }

  /// A library's version as pkg-config tells it; `nil` where either is missing.
  private func packageVersion(of library: String) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--modversion", library]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    let version = String(decoding: bytes, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return version.isEmpty ? nil : version
  }

  private var cores: Finding {
    // One is enough to run; it is only less to see.
    let one = "1 usable: orders that need two at once will not be seen"
    return Finding(what: "cores", state: usableCores == 1 ? one : "\(usableCores) usable")
  }

  private var experiments: Finding {
    let missing = study.names.filter { !study.isBuilt($0) }
    return missing.isEmpty
      ? Finding(what: "experiments", state: "\(study.names.count) built")
      : Finding(
        what: "experiments", state: "not built: \(missing.joined(separator: ", "))",
        remedy: Study.buildCommand)
  }

  private var photos: Finding {
    let folder = study.root?.appending(path: "Experiments/Photos")
    let files = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) }
    let pictures = (files ?? []).filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".webp") }
    return pictures.isEmpty
      ? Finding(
        what: "photographs", state: "not found",
        remedy: "run from the package's folder, or give --photos DIR to run")
      : Finding(what: "photographs", state: "\(pictures.count)")
  }

  private func reportsFolder(_ path: String) -> Finding {
    // Asking is not running: folders that were not there are taken away again.
    let missing = ReportsPlace.missingFolders(of: path)
    defer { for folder in missing { rmdir(folder) } }
    do throws(UsageError) {
      try ReportsPlace.makeWritable(path)
      return Finding(what: "reports", state: "\(ReportsPlace.shown(path)) can be written")
    } catch {
      return Finding(
        what: "reports", state: error.description, remedy: "choose a folder with --reports DIR")
    }
  }
}
