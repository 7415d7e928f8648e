/// What happens to damaged data, and who may stop a decoding.
public struct DecodingOptions: Sendable {
  /// Whether damaged or missing data gives what there is, flagged, instead of an error.
  public var isLenient: Bool
  /// Asked every few rows, and at every pass over a progressive JPEG; `true` ends the decoding with
  /// ``ImagingError/cancelled(source:)``.
  public var isCancelled: @Sendable () -> Bool

  /// Strict, and stopped by the cancellation of the calling task, unless told otherwise.
  public init(
    isLenient: Bool = false, isCancelled: @escaping @Sendable () -> Bool = { Task.isCancelled }
  ) {
    self.isLenient = isLenient
    self.isCancelled = isCancelled
  }
}
