/// The name under which a value is kept.
public struct CacheKey: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The key's text, usually a URL.
  public let text: String

  /// A key of the given text.
  @inlinable
  public init(_ text: String) {
    self.text = text
  }

  /// A key written as a literal.
  @inlinable
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The key's text.
  public var description: String { text }

  /// Whether both keys have the same text.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.text == right.text }

  /// Feeds the key's text to the hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
}
