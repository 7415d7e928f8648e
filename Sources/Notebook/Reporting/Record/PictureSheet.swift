import Foundation

/// Pictures to be looked at side by side: all at one size, and below each a part of it magnified.
package struct PictureSheet: Codable, Equatable, Sendable {
  /// A short name without spaces, unique in its experiment.
  package var id: String
  /// Its heading in the report.
  package var title: String
  /// What is shown and what to look for, a paragraph with fields.
  package var summary: String
  /// The size at which every picture is shown, whatever pixels it has, in CSS pixels.
  package var shown: Size
  /// The part that is magnified, in shown pixels.
  package var part: Part
  /// How many times it is magnified.
  package var times: Int
  /// Cells side by side.
  package var columns: Int
  /// The cells, row by row.
  package var cells: [Cell]

  /// A width and a height.
  package struct Size: Codable, Equatable, Sendable {
    /// To the right.
    package var width: Int
    /// Downwards.
    package var height: Int

    /// A size in pixels.
    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// A rectangle in a picture as it is shown, from its top left corner.
  package struct Part: Codable, Equatable, Sendable {
    /// From the picture's left edge.
    package var x: Int
    /// From the picture's top edge.
    package var y: Int
    /// To the right.
    package var width: Int
    /// Downwards.
    package var height: Int

    /// A rectangle in shown pixels.
    package init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The place of one picture.
  package struct Cell: Codable, Equatable, Sendable {
    /// A short name, unique in its sheet.
    package var id: String
    /// What stands over the picture, plain text with fields.
    package var caption: String

    /// A place with its caption.
    package init(id: String, caption: String) {
      self.id = id
      self.caption = caption
    }
  }

  /// Describes a sheet.
  package init(
    id: String, title: String, summary: String, shown: Size, part: Part, times: Int, columns: Int,
    cells: [Cell]
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.shown = shown
    self.part = part
    self.times = times
    self.columns = columns
    self.cells = cells
  }
}

/// One picture of a sheet as the run made it.
package struct PictureRecord: Codable, Equatable, Sendable {
  /// The id of its sheet.
  package var sheet: String
  /// The id of its cell.
  package var cell: String
  /// Its width in its own pixels.
  package var width: Int
  /// Its height in its own pixels.
  package var height: Int
  /// What its bytes are.
  package var format: Format
  /// The bytes of its file, in base 64.
  package var data: String

  /// A format that browsers draw.
  package enum Format: String, Codable, CaseIterable, Sendable {
    /// WebP; without loss it shows what was made and nothing else.
    case webp
    /// JPEG.
    case jpeg
  }

  /// Records a picture by the bytes of its file.
  package init(
    sheet: String, cell: String, width: Int, height: Int, format: Format,
    bytes: some Sequence<UInt8>
  ) {
    self.sheet = sheet
    self.cell = cell
    self.width = width
    self.height = height
    self.format = format
    data = Data(bytes).base64EncodedString()
  }
}
