/// What happens to damaged data, who may stop a decoding, and what it may use.
public struct DecodingOptions: Sendable {
  /// Whether damaged or missing data gives what there is, flagged, instead of an error.
  ///
  /// A JPEG whose markers make no sense remains an error: libjpeg does not go on from there.
  public var isLenient: Bool
  /// Asked every few rows, and at every pass over a progressive JPEG; `true` ends the decoding with
  /// ``ImagingError/cancelled(source:)``.
  public var isCancelled: @Sendable () -> Bool
  /// Whether a large lossy WebP may be filtered by a second thread behind the first.
  ///
  /// One picture is there sooner, for a little more of the processor, and can be cancelled every
  /// 128 rows only; where many are decoded at once and every core is busy, all of them come later.
  public var usesSecondThread: Bool

  /// Strict, stopped by the cancellation of the calling task, and on the calling thread alone,
  /// unless told otherwise.
  public init(
    isLenient: Bool = false, isCancelled: @escaping @Sendable () -> Bool = { Task.isCancelled },
    usesSecondThread: Bool = false
  ) {
    self.isLenient = isLenient
    self.isCancelled = isCancelled
    self.usesSecondThread = usesSecondThread
  }
}
