/// A list that has no key in JSON where it is empty, so that records written before there was such
/// a list are read, and written again, as they are.
@propertyWrapper
package struct OmittedWhereEmpty<Element>: Codable, Equatable, Sendable
where Element: Codable & Equatable & Sendable {
  /// The list.
  package var wrappedValue: [Element]

  /// Wraps a list.
  package init(wrappedValue: [Element]) {
    self.wrappedValue = wrappedValue
  }

  package init(from decoder: any Decoder) throws {
    wrappedValue = try [Element](from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

// What the compiler writes for a type with such a list calls these instead of the general ones.
extension KeyedDecodingContainer {
  /// The list of a key, empty where there is no such key.
  package func decode<Element>(
    _ type: OmittedWhereEmpty<Element>.Type, forKey key: Key
  ) throws -> OmittedWhereEmpty<Element> {
    try decodeIfPresent(type, forKey: key) ?? OmittedWhereEmpty(wrappedValue: [])
  }
}

extension KeyedEncodingContainer {
  /// Writes the list, and nothing where it is empty.
  package mutating func encode<Element>(
    _ list: OmittedWhereEmpty<Element>, forKey key: Key
  ) throws {
    guard !list.wrappedValue.isEmpty else { return }
    try encode(list.wrappedValue, forKey: key)
  }
}
