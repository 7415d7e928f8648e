/// Takes a picture's rows from the top, each as RGBA with straight alpha.
protocol RowSink {
  /// Takes the next row: 4 · width samples, valid during the call only.
  mutating func take(_ row: UnsafeBufferPointer<UInt8>)
}

/// What a codec had to say about a file that it decoded.
struct CodecReport: Equatable {
  /// Complaints; none in strict mode.
  var warningCount = 0
  /// Whether parts of the picture are made up.
  var isPartial = false
}
