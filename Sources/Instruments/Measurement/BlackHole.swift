public import CMeasurement

// lesson: black-hole
/// Uses a value in a way that the optimiser must take for reading it, at the cost of about none.
///
/// What is never used is never computed: a loop whose results nobody reads is deleted. An empty
/// Swift function does not help, even one that is not inlined, since the optimiser sees through it;
/// it does not see through this one.
@inlinable @inline(__always)
public func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { measurement_sink($0) }
}
// lesson: end

/// Uses a number, in a register: for sums that are read once, at the end.
@inlinable @inline(__always)
public func blackHole(_ number: UInt64) {
  measurement_sink_number(number)
}
