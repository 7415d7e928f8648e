import Foundation

/// A pretended terminal, to see what a program writes to one.
final class Terminal: @unchecked Sendable {  // `lock` guards the text
  private let lock = NSLock()
  private var bytes = Data()
  /// The program's end.
  let end: FileHandle

  /// A terminal of the given width; 0 for one that does not tell.
  init(columns: UInt16) throws {
    var ends: (main: Int32, program: Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.main, &ends.program, nil, nil, &size) == 0 else {
      throw POSIXError(.ENOTTY)
    }
    end = FileHandle(fileDescriptor: ends.program, closeOnDealloc: true)
    let main = ends.main
    Thread.detachNewThread { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(main, &buffer, buffer.count)
        guard count > 0 else { break }
        self?.append(buffer.prefix(count))
      }
      close(main)
    }
  }

  /// What was written so far.
  var text: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }

  private func append(_ more: some Sequence<UInt8>) {
    lock.withLock { bytes.append(contentsOf: more) }
  }
}
