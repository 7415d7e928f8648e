import Foundation

private let startLock = NSLock()

/// Makes pipes and starts a process while nobody else does, who uses this function too.
///
/// Foundation closes in a child what is open when it looks, so the child inherits what another
/// thread opens right after: the pipe of another child, which then does not see its end, or the
/// socket by which Foundation learns that another child has ended.
package func startingAlone<Value>(_ start: () throws -> Value) rethrows -> Value {
  try startLock.withLock(start)
}
