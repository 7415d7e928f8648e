import CJPEG

/// Decodes a JPEG at so many eighths of its size and gives its rows to a sink as they come; returns
/// how many warnings there were.
///
/// The rows are those of ``PixelSize/atEighths(_:)`` of the header's size. `heldByteCount` is what
/// the sink will have allocated by its last row, which the codec's share of the memory is short of.
func decodeJPEG(
  _ bytes: UnsafeRawBufferPointer, name: String, limits: DecodingLimits, options: DecodingOptions,
  eighths: Int, heldByteCount: Int = 0, into sink: inout some RowSink
) throws(ImagingError) -> Int {
  precondition([1, 2, 4, 8].contains(eighths), "other eighths than 1, 2, 4, 8 are slow")
  return try withUnsafePointer(to: options) { (options) throws(ImagingError) in
    let memory = limits.memory - heldByteCount
    let decoder = try JPEGDecoder(bytes, name: name, limits: limits, memory: memory, options)
    defer { decoder.free() }
    let header = try decoder.readHeader()
    try decoder.start(header, eighths: eighths)
    try decoder.readRows(header.size.atEighths(eighths), into: &sink)
    return decoder.warningCount
  }
}

/// What the header of a JPEG says, its EXIF and ICC segments left aside.
func readJPEGHeader(
  _ bytes: UnsafeRawBufferPointer, name: String, limits: DecodingLimits
) throws(ImagingError) -> CJPEGHeader {
  // Whether a strange header is put up with is for the decoding to say.
  let options = DecodingOptions(isLenient: true)
  return try withUnsafePointer(to: options) { (options) throws(ImagingError) in
    let decoder = try JPEGDecoder(bytes, name: name, limits: limits, memory: 0, options)
    defer { decoder.free() }
    return try decoder.readHeader()
  }
}

extension CJPEGHeader {
  var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
}

extension PixelSize {
  /// The size that libjpeg delivers when it decodes at so many eighths: rounded up, so that of the
  /// last column and row only a fraction may be picture.
  func atEighths(_ count: Int) -> PixelSize {
    PixelSize(width: (width * count + 7) / 8, height: (height * count + 7) / 8)
  }
}

/// What libjpeg allocates whatever the size: its tables, and its own state.
private let tableByteCount = 1 << 16

/// One decoding: libjpeg's decoder, and how its answers become errors.
private struct JPEGDecoder {
  let decoder: OpaquePointer
  let name: String
  let limits: DecodingLimits
  let memory: Int

  /// `options` must stay where it is until ``free()``.
  init(
    _ bytes: UnsafeRawBufferPointer, name: String, limits: DecodingLimits, memory: Int,
    _ options: UnsafePointer<DecodingOptions>
  ) throws(ImagingError) {
    let rules = CJPEGRules(
      scan_limit: Int32(clamping: limits.scans), memory: memory - tableByteCount,
      is_lenient: options.pointee.isLenient,
      is_cancelled: { context in
        context?.assumingMemoryBound(to: DecodingOptions.self).pointee.isCancelled() ?? false
      },
      context: options)
    let data = bytes.bindMemory(to: UInt8.self).baseAddress
    guard let decoder = cjpeg_decoder_create(data, bytes.count, rules) else {
      throw .outOfMemory(source: name)
    }
    self.decoder = decoder
    self.name = name
    self.limits = limits
    self.memory = memory
  }

  func free() { cjpeg_decoder_destroy(decoder) }

  var warningCount: Int { cjpeg_decoder_warning_count(decoder) }

  func readHeader() throws(ImagingError) -> CJPEGHeader {
    var header = CJPEGHeader()
    try check(cjpeg_decoder_read_header(decoder, &header))
    try limits.check(width: Int(header.width), height: Int(header.height), source: name)
    return header
  }

  func start(_ header: CJPEGHeader, eighths: Int) throws(ImagingError) {
    // libjpeg holds coefficients to the limit, but not its rows: those of ten blocks of ten rows,
    // as many samples again for four components in scans of their own, and what they become.
    guard 192 * Int(header.width) + tableByteCount <= memory else {
      throw .overMemoryLimit(source: name, limit: limits.memory)
    }
    var width: Int32 = 0
    var height: Int32 = 0
    try check(cjpeg_decoder_start(decoder, Int32(eighths), &width, &height))
    let size = PixelSize(width: Int(width), height: Int(height))
    precondition(size == header.size.atEighths(eighths), "libjpeg rounds a scaled size up")
  }

  func readRows(_ size: PixelSize, into sink: inout some RowSink) throws(ImagingError) {
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4 * size.width)
    defer { row.deallocate() }
    guard let rgba = row.baseAddress else { return }
    for _ in 0..<size.height {
      try check(cjpeg_decoder_read_row(decoder, rgba))
      sink.take(UnsafeBufferPointer(row))
    }
    try check(cjpeg_decoder_finish(decoder))
  }

  private func check(_ status: CJPEGStatus) throws(ImagingError) {
    if status == CJPEG_OK { return }
    let message = String(cString: cjpeg_decoder_message(decoder))
    switch status {
    case CJPEG_UNSUPPORTED: throw .unsupported(source: name, feature: message)
    case CJPEG_TOO_MANY_SCANS: throw .tooManyScans(source: name, limit: limits.scans)
    case CJPEG_OUT_OF_MEMORY: throw .outOfMemory(source: name)
    case CJPEG_OVER_MEMORY_LIMIT: throw .overMemoryLimit(source: name, limit: limits.memory)
    case CJPEG_CANCELLED: throw .cancelled(source: name)
    default: throw .damaged(source: name, reason: message)
    }
  }
}
