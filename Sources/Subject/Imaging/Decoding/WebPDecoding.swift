import CWebP

/// Decodes a WebP, or the first frame of an animated one, at its own size or at another by
/// libwebp's rescaler, and tells how many warnings there were.
///
/// `heldByteCount` is what the caller holds beside the picture, counted against the memory limit.
/// Lenient: rows that could not be decoded are grey, as libjpeg's are, or transparent in a picture
/// with alpha.
///
/// - Precondition: only a frame that covers the canvas is scaled, and no lossy one with alpha:
///   libwebp would average its colours without regard to their alpha.
func decodeWebP(
  _ bytes: UnsafeRawBufferPointer, name: String, limits: DecodingLimits, options: DecodingOptions,
  scaledTo target: PixelSize?, heldByteCount: Int = 0
) throws(ImagingError) -> (Pixels, warningCount: Int) {
  // libwebp decodes what it finds and may not notice that the last bytes are missing.
  let claimed = claimedLength(of: bytes)
  let isCut = claimed > bytes.count
  guard !isCut || options.isLenient else {
    throw .damaged(source: name, reason: "\(bytes.count) bytes of \(claimed)")
  }
  let file = try WebPFile(bytes, name: name)
  let frame = try file.firstFrame(name: name)
  try limits.check(width: file.canvas.width, height: file.canvas.height, source: name)
  let isCovered = frame.size == file.canvas
  precondition(
    target == nil || isCovered && (frame.isLossless || !frame.hasAlpha),
    "libwebp scales this picture wrongly")

  let size = target ?? file.canvas
  let count = 4 * size.pixelCount
  guard heldByteCount + count + frame.codecByteCount <= limits.memory else {
    throw .overMemoryLimit(source: name, limit: limits.memory)
  }
  var result = Result<Int, ImagingError>.failure(.outOfMemory(source: name))
  let samples = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    if !isCovered { buffer.initialize(repeating: 0) }
    let place = RGBAPlace(
      samples: .init(rebasing: buffer[(4 * (frame.y * size.width + frame.x))...]),
      stride: 4 * size.width, size: target ?? frame.size)
    result = Result { () throws(ImagingError) in
      try decode(frame, to: place, name: name, options: options)
    }
    if frame.isLossless, !frame.hasAlpha { place.makeOpaque() }
    if case .success = result { initializedCount = count }
  }
  let warningCount = max(try result.get(), isCut ? 1 : 0)
  return (Pixels(width: size.width, height: size.height, bytes: samples), warningCount)
}

private func decode(
  _ frame: WebPFrame, to place: RGBAPlace, name: String, options: DecodingOptions
) throws(ImagingError) -> Int {
  var decoder = try WebPFrameDecoder(
    frame, to: place, name: name, usesSecondThread: options.usesSecondThread)
  do throws(ImagingError) {
    repeat {
      if options.isCancelled() { throw .cancelled(source: name) }
    } while try !decoder.decodePiece()
    return 0
  } catch {
    guard case .damaged = error, options.isLenient else { throw error }
    place.fill(from: decoder.rowCount, alpha: frame.hasAlpha ? 0 : 255)
    return 1
  }
}

/// The file's length by its RIFF header: a little-endian size at byte 4, itself and the tag before
/// it not counted.
private func claimedLength(of bytes: UnsafeRawBufferPointer) -> Int {
  8 + Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
}

extension WebPFrame {
  /// The most that libwebp 1.2 holds while it decodes this frame, in bytes, the output not counted.
  ///
  /// From its source. Lossless: all pixels (`AllocateInternalBuffers32b`) and, for each block of at
  /// least 4×4, one for each of two transforms and the choice of code. Lossy: for each column of
  /// macroblocks its coefficients twice, and samples of three rows and of what filters reach back
  /// to, since a second thread filters one row while the next is read; two alpha planes
  /// (`AllocateMemory`, `AllocateAlphaPlane`), and behind them the lossless decoder of compressed
  /// alpha. Left out: the code tables of a lossless file made to have tens of thousands of them.
  var codecByteCount: Int {
    let lossless = 4 * (size.pixelCount + 17 * size.width) + 3 * size.pixelCount / 4
    if isLossless { return lossless + 1 << 20 }
    let lossy = 4600 * ((size.width + 15) / 16) + 1 << 16
    guard hasAlpha else { return lossy }
    return lossy + 2 * size.pixelCount + (isAlphaCompressed ? lossless : 0)
  }

  /// Whether the alpha is a lossless picture in itself: the lowest two bits after the chunk's head.
  private var isAlphaCompressed: Bool {
    payload.starts(with: "ALPH".utf8) && payload.count > 8 && payload[8] & 3 != 0
  }
}
