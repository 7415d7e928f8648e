import Foundation
import Testing

/// A photograph of `Experiments/Photos` and what is known of it.
struct Photo: CustomTestStringConvertible {
  let name: String
  let width: Int
  let height: Int

  static let all = [
    Photo(name: "badge-alpha.webp", width: 512, height: 512),
    Photo(name: "cat.jpg", width: 451, height: 300),
    Photo(name: "coffee.webp", width: 600, height: 400),
    Photo(name: "deep-field.jpg", width: 1000, height: 872),
    Photo(name: "hero.jpg", width: 2560, height: 679),
    Photo(name: "hero.webp", width: 2560, height: 679),
    Photo(name: "rocket.jpg", width: 640, height: 427),
  ]

  var testDescription: String { name }

  var path: String { Photo.path(name) }

  var data: Data {
    get throws { try Data(contentsOf: URL(fileURLWithPath: path)) }
  }

  static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath)
      .appending(path: "../../../Experiments/Photos/\(name)").standardized.path
  }
}
