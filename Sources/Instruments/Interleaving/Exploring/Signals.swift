import Foundation

extension BadStep {
  /// The signals of traps, with what Swift raises them for.
  static let signals: [(number: Int32, name: String)] = [
    (SIGILL, "SIGILL: a precondition, a forced unwrapping, an index out of bounds"),
    (SIGTRAP, "SIGTRAP: a precondition, a forced unwrapping, an index out of bounds"),
    (SIGSEGV, "SIGSEGV: memory that is not there, or a stack overflow"),
    (SIGBUS, "SIGBUS: memory that is not there, or a stack overflow"),
    (SIGFPE, "SIGFPE: arithmetic"),
    (SIGABRT, "SIGABRT: an abort"),
  ]
}
