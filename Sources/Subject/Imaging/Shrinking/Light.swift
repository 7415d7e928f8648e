/// What a filter takes the mean of.
public enum Light: String, CaseIterable, Sendable {
  /// The samples as stored, gamma encoded: what ImageIO, libvips and Pillow do unless told.
  case gamma
  /// Light: sRGB samples are made linear, averaged, and encoded again.
  case linear
}
