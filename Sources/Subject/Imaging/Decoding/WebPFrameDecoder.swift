import CWebP

/// Where in memory a picture goes: RGBA, `stride` bytes from one row to the next.
struct RGBAPlace {
  var samples: UnsafeMutableBufferPointer<UInt8>
  var stride: Int
  var size: PixelSize

  /// Makes the rows from `row` on grey and of one alpha.
  func fill(from row: Int, alpha: UInt8) {
    let grey: UInt8 = alpha == 0 ? 0 : 128
    for start in Swift.stride(from: row * stride, to: size.height * stride, by: stride) {
      for pixel in Swift.stride(from: start, to: start + 4 * size.width, by: 4) {
        for channel in 0..<3 { samples[pixel + channel] = grey }
        samples[pixel + 3] = alpha
      }
    }
  }
}

extension RGBAPlace {
  /// Gives every pixel full alpha: a lossless WebP always has some, though its header may say that
  /// it is not used.
  func makeOpaque() {
    for start in Swift.stride(from: 0, to: size.height * stride, by: stride) {
      for alpha in Swift.stride(from: start + 3, to: start + 4 * size.width, by: 4) {
        samples[alpha] = 255
      }
    }
  }
}

/// Decodes a frame by pieces of its data, so that it can be given up between two of them.
///
/// libwebp reads the file where it is, of which it is told more and more, and does again what a
/// piece ended in: half a macroblock of a lossy picture, four rows of a lossless one. A piece is
/// what a few rows took last, so that as a rule no more than sixteen come between two questions: a
/// row of macroblocks, or what a lossless decoder hands out at once. libwebp has no hook within a
/// piece: where the data comes to say more in fewer bytes, as where a picture becomes flat, more
/// rows come at once.
struct WebPFrameDecoder: ~Copyable {
  /// Rows written so far.
  private(set) var rowCount = 0

  private let payload: UnsafeRawBufferPointer
  private let name: String
  private let config: UnsafeMutablePointer<WebPDecoderConfig>
  private let decoder: OpaquePointer
  /// How many rows of the output are to take a piece.
  private let rowsPerPiece: Double
  /// How much of the payload libwebp knows.
  private var offset = 0
  /// How much it knew when rows last came.
  private var offsetOfRows = 0
  private var piece: Int

  /// Fewer bytes are not worth a call.
  private static let smallestPiece = 64

  init(
    _ frame: WebPFrame, to place: RGBAPlace, name: String, usesSecondThread: Bool = false
  ) throws(ImagingError) {
    let config = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)
    config.initialize(to: WebPDecoderConfig())
    guard WebPInitDecoderConfig(config) != 0 else {
      config.deallocate()
      throw .unsupported(source: name, feature: "another version of libwebp than built for")
    }
    config.pointee.options.use_threads = usesSecondThread ? 1 : 0
    if place.size != frame.size {
      config.pointee.options.use_scaling = 1
      config.pointee.options.scaled_width = Int32(place.size.width)
      config.pointee.options.scaled_height = Int32(place.size.height)
    }
    config.pointee.output.colorspace = MODE_RGBA
    config.pointee.output.is_external_memory = 1
    config.pointee.output.u.RGBA.rgba = place.samples.baseAddress
    config.pointee.output.u.RGBA.stride = Int32(place.stride)
    config.pointee.output.u.RGBA.size = place.samples.count
    guard let decoder = WebPIDecode(nil, 0, config) else {
      config.deallocate()
      throw .outOfMemory(source: name)
    }
    self.config = config
    self.decoder = decoder
    self.name = name
    payload = frame.payload
    // The threads wait for each other at the end of a piece.
    let storedRows = frame.isLossless ? 16.0 : usesSecondThread ? 128 : 4
    rowsPerPiece = storedRows * Double(place.size.height) / Double(frame.size.height)
    let average = Double(payload.count) / Double(place.size.height)
    piece = max(Self.smallestPiece, Int(average * rowsPerPiece))
  }

  deinit {
    WebPIDelete(decoder)
    config.deallocate()
  }

  /// Decodes a piece more; `true` once the whole frame is there.
  mutating func decodePiece() throws(ImagingError) -> Bool {
    offset = min(payload.count, offset + piece)
    let data = payload.bindMemory(to: UInt8.self).baseAddress
    let status = WebPIUpdate(decoder, data, offset)
    countRows()
    if status == VP8_STATUS_SUSPENDED, offset < payload.count { return false }
    try checkWebP(status, name: name)
    return true
  }

  private mutating func countRows() {
    var end: Int32 = 0
    guard WebPIDecGetRGB(decoder, &end, nil, nil, nil) != nil, end > rowCount else { return }
    let bytesPerRow = Double(offset - offsetOfRows) / Double(Int(end) - rowCount)
    // The first rows come with what is told of all of them beforehand.
    if rowCount > 0 { piece = max(Self.smallestPiece, Int(bytesPerRow * rowsPerPiece)) }
    rowCount = Int(end)
    offsetOfRows = offset
  }
}
