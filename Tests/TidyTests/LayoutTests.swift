import Foundation
import Testing

@Suite struct LayoutTests {
  @Test func `the top level holds what the design names and nothing else`() {
    let designed: Set = [
      ".ci", ".gitignore", ".swift-format", "CONTRIBUTING.md", "Experiments", "LICENSE",
      "Package.swift", "README.md", "Reports", "Scripts", "Sources", "Tests",
    ]
    #expect(entries(under: "").subtracting(designed).isEmpty)
    #expect(entries(under: "Sources/") == ["Instruments", "Notebook", "Subject", "System"])
    #expect(entries(under: "Scripts/") == ["setup", "study", "test"])
    #expect(entries(under: ".ci/") == ["run"])
  }

  @Test func `every experiment's folder is numbered, and the photographs lie beside them`() {
    for entry in entries(under: "Experiments/") where entry != "Photos" {
      #expect(entry.wholeMatch(of: /\d\d-[A-Z]\w+/) != nil, "\(entry)")
    }
  }

  @Test func `no file names a path of somebody's machine`() throws {
    for file in Project.files {
      guard let text = try? Project.text(of: file) else { continue }
      #expect(Self.machinePath(in: text) == nil, "\(file)")
    }
  }

  @Test(arguments: ["home", "root", "Users", "work"])
  func `a path of somebody's machine is found`(folder: String) {
    #expect(Self.machinePath(in: "see /\(folder)/me/notes") == "/\(folder)/")
    #expect(Self.machinePath(in: "see \(folder)/me/notes") == nil)
  }

  @Test func `every script can be run and stops at the first error`() throws {
    let scripts = Project.files.filter { $0.hasPrefix("Scripts/") || $0 == ".ci/run" }
    #expect(scripts.count == 4)
    for script in scripts {
      #expect(FileManager.default.isExecutableFile(atPath: Project.url(script).path), "\(script)")
      let lines = try Project.text(of: script).split(separator: "\n")
      #expect(lines.prefix(2) == ["#!/usr/bin/env bash", "set -euo pipefail"], "\(script)")
    }
  }

  @Test func `every photograph's origin is told`() throws {
    let folder = "Experiments/Photos"
    let provenance = try Project.text(of: "\(folder)/PROVENANCE.md")
    let pictures = Project.files(in: [folder], endings: ["jpg", "webp"])
    #expect(!pictures.isEmpty)
    #expect(entries(under: "\(folder)/").count == pictures.count + 1)
    for picture in pictures {
      let name = picture.dropFirst(folder.count + 1)
      #expect(provenance.contains(name), "\(picture)")
    }
  }

  /// The first components of the paths under a folder, which is named with its slash.
  private func entries(under folder: String) -> Set<String> {
    Set(
      Project.files.filter { $0.hasPrefix(folder) }.compactMap { file in
        file.dropFirst(folder.count).split(separator: "/").first.map(String.init)
      })
  }

  private static func machinePath(in text: String) -> String? {
    text.firstMatch(of: /\/(?:home|root|tmp\/wt|Users|work)\//).map { String($0.0) }
  }
}
