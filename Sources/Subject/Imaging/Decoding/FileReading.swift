import Foundation

/// The most bytes of a file that is read at all.
private let mostBytes = 1_000_000_000

/// The bytes of a regular file.
///
/// A pipe or a device may have no end, and opening one may wait for ever: neither is tried.
func readFile(_ path: String) throws(ImagingError) -> Data {
  let attributes = try? FileManager.default.attributesOfItem(
    atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  // A folder is left to the system, which has words of its own for it.
  if let type = attributes?[.type] as? FileAttributeType,
    type != .typeRegular, type != .typeDirectory
  {
    throw .unreadable(source: path, reason: "Not a regular file")
  }
  let byteCount = attributes?[.size] as? Int ?? 0
  guard byteCount <= mostBytes else {
    throw .fileTooLarge(source: path, byteCount: byteCount, limit: mostBytes)
  }
  do {
    return try Data(contentsOf: URL(fileURLWithPath: path))
  } catch {
    throw .unreadable(source: path, reason: reason(of: error))
  }
}

/// What the system says, where Foundation only says that something failed.
private func reason(of error: any Error) -> String {
  guard let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code else {
    return error.localizedDescription
  }
  return String(cString: strerror(code.rawValue))
}
