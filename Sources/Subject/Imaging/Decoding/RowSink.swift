/// Takes a picture's rows from the top, each as RGBA with straight alpha.
protocol RowSink {
  /// Takes the next row: 4 · width samples, valid during the call only.
  mutating func take(_ row: UnsafeBufferPointer<UInt8>)
}
