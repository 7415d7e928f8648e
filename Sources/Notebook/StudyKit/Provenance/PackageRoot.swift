package import Foundation
import Reporting

/// The root of the package: where it was built from, else where we are or above; `nil` where the
/// source tree is gone.
///
/// `builtFrom` is the path of a source file as the compiler saw it.
package func packageRoot(builtFrom file: String = #filePath) -> URL? {
  packageRoot(above: URL(filePath: file).deletingLastPathComponent())
    ?? packageRoot(above: URL(filePath: FileManager.default.currentDirectoryPath))
}
