extension Pixels {
  /// What an error calls the picture, which must not be longer than the format allows.
  func nameToWrite(as format: ImageFormat, longestSide: Int) throws(ImagingError) -> String {
    let source = "the \(width)×\(height) picture to be written as \(format.rawValue)"
    guard max(width, height) <= longestSide else {
      throw .tooLongToWrite(source: source, limit: longestSide)
    }
    return source
  }
}
