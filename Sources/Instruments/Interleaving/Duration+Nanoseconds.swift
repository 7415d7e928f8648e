extension Duration {
  /// Whole nanoseconds, as many as fit.
  var nanoseconds: Int {
    let (seconds, attoseconds) = components
    let most = Int64(1) << 32
    return Int(min(max(seconds, -most), most)) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
