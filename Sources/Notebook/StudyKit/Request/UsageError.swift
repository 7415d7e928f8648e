/// A request that cannot be served, told as what, where and what to do. Exit status 2.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and what to do, one or two sentences.
  package let description: String

  /// An unusable request.
  package init(_ description: String) {
    self.description = description
  }
}
