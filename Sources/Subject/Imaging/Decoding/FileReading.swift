import Foundation

/// The most bytes of a file that is read at all.
private let mostBytes = 1_000_000_000

/// The bytes of a regular file.
///
/// A pipe or a device may have no end, and opening one may wait for ever: neither is tried. The
/// path goes to the system as it is: a URL would take a `~` at its beginning for somebody's home.
func readFile(_ path: String) throws(ImagingError) -> Data {
  var status = stat()
  guard stat(path, &status) == 0 else { throw .unreadable(path, errno) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: break
  case S_IFDIR: throw .unreadable(path, EISDIR)
  default: throw .unreadable(source: path, reason: "Not a regular file")
  }
  let byteCount = Int(status.st_size)
  guard byteCount <= mostBytes else {
    throw .fileTooLarge(source: path, byteCount: byteCount, limit: mostBytes)
  }
  // Not to wait, should a pipe have taken its place by now.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { throw .unreadable(path, errno) }
  let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  do {
    return try file.readToEnd() ?? Data()
  } catch {
    throw .unreadable(source: path, reason: reason(of: error))
  }
}

extension ImagingError {
  fileprivate static func unreadable(_ path: String, _ code: Int32) -> ImagingError {
    .unreadable(source: path, reason: String(cString: strerror(code)))
  }
}

/// What the system says, where Foundation only says that something failed.
private func reason(of error: any Error) -> String {
  guard let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code else {
    return error.localizedDescription
  }
  return String(cString: strerror(code.rawValue))
}
