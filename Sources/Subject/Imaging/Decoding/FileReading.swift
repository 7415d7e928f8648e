import Foundation

/// The most bytes of a file that is read at all.
private let mostBytes = 1_000_000_000

/// The bytes of a regular file.
///
/// A pipe or a device may have no end, and opening one may wait for ever: it is opened without
/// waiting, and read only if it is neither. The path goes to the system as it is: a URL would take
/// a `~` at its beginning for somebody's home.
func readFile(_ path: String) throws(ImagingError) -> Data {
  let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { throw unreadable(path) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: break
  case S_IFDIR: throw unreadable(path, EISDIR)
  default: throw .unreadable(source: path, reason: "Not a regular file")
  }
  let byteCount = Int(status.st_size)
  guard byteCount <= mostBytes else {
    throw .fileTooLarge(source: path, byteCount: byteCount, limit: mostBytes)
  }
  var data = Data(count: byteCount)
  let end = data.withUnsafeMutableBytes { fill($0, from: descriptor) }
  guard let end else { throw unreadable(path) }
  return data.prefix(end)
}

/// Reads until there is no more room or no more file, and says where that was; `nil` for an error.
private func fill(_ bytes: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int? {
  var end = 0
  while end < bytes.count {
    let count = read(descriptor, bytes.baseAddress.map { $0 + end }, bytes.count - end)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { return nil }
    if count == 0 { break }
    end += count
  }
  return end
}

/// A file of which the system said so: last, unless told otherwise.
private func unreadable(_ path: String, _ code: Int32 = errno) -> ImagingError {
  .unreadable(source: path, reason: String(cString: strerror(code)))
}
