/// A picture as a value: a size, two texts for who cannot see it, a style sheet, and elements.
struct SVG: Equatable {
  /// Width and height, in pixels at full size.
  var width: Double
  var height: Double
  /// What the picture is called.
  var title: String
  /// What it shows, in words.
  var summary: String
  /// Style rules by class.
  var style: String
  /// What is drawn, the lowest first.
  var elements: [Element]

  /// One element with its attributes in the order they are written.
  struct Element: Equatable {
    var name: String
    var attributes: [Attribute]
    var text: String?
    var children: [Element] = []
  }

  /// One attribute of an element.
  struct Attribute: Equatable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// A length, with at most two decimals.
    init(_ name: String, _ value: Double) {
      self.init(name, SVG.number(value))
    }
  }

  /// The file's text.
  var rendered: String {
    let size = "\(Self.number(width)) \(Self.number(height))"
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.number(width))\" "
        + "height=\"\(Self.number(height))\" viewBox=\"0 0 \(size)\" role=\"img\" "
        + "aria-labelledby=\"title summary\">",
      "  <title id=\"title\">\(Self.escape(title))</title>",
      "  <desc id=\"summary\">\(Self.escape(summary))</desc>",
      "  <style>",
    ]
    lines += style.split(separator: "\n").map { "    \($0)" }
    lines.append("  </style>")
    for element in elements { write(element, indent: "  ", to: &lines) }
    lines.append("</svg>")
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(_ element: Element, indent: String, to lines: inout [String]) {
    let attributes = element.attributes
      .map { " \($0.name)=\"\(Self.escape($0.value))\"" }.joined()
    let opening = "\(indent)<\(element.name)\(attributes)"
    if let text = element.text {
      lines.append("\(opening)>\(Self.escape(text))</\(element.name)>")
    } else if element.children.isEmpty {
      lines.append("\(opening)/>")
    } else {
      lines.append("\(opening)>")
      for child in element.children { write(child, indent: indent + "  ", to: &lines) }
      lines.append("\(indent)</\(element.name)>")
    }
  }

  /// Text that may stand in XML; what XML forbids becomes the replacement character.
  static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "\n", "\t": escaped += " "
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  static func number(_ value: Double) -> String { Numbers.trimmed(value, places: 2) }
}

extension SVG.Element {
  /// A rectangle, its corners rounded by a radius.
  static func rectangle(_ frame: Frame, radius: Double = 0, style: String) -> Self {
    Self(
      name: "rect",
      attributes: [
        .init("class", style), .init("x", frame.x), .init("y", frame.y),
        .init("width", frame.width), .init("height", frame.height),
      ] + (radius > 0 ? [.init("rx", radius)] : []))
  }

  /// A circle about a centre.
  static func circle(x: Double, y: Double, radius: Double, style: String) -> Self {
    Self(
      name: "circle",
      attributes: [.init("class", style), .init("cx", x), .init("cy", y), .init("r", radius)])
  }

  /// A closed shape or an open line through points.
  static func path(_ points: [(x: Double, y: Double)], closed: Bool, style: String) -> Self {
    let steps = points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(SVG.number(point.x)) \(SVG.number(point.y))"
    }
    let end = closed ? " Z" : ""
    return Self(
      name: "path",
      attributes: [.init("class", style), .init("d", steps.joined(separator: " ") + end)])
  }

  /// A line of text that begins at a point, its baseline.
  static func text(_ text: String, x: Double, y: Double, style: String) -> Self {
    Self(
      name: "text", attributes: [.init("class", style), .init("x", x), .init("y", y)], text: text)
  }

  /// Elements that belong together.
  static func group(_ style: String, _ children: [Self]) -> Self {
    Self(name: "g", attributes: [.init("class", style)], children: children)
  }
}

/// A rectangle's place and size.
struct Frame: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}
