import Foundation

/// The first photograph of a folder, JPEG before WebP and then by name, as `decode` reads its file.
///
/// Throws a ``UsageError`` where the folder cannot be read, holds none, or `decode` fails.
package func firstPhotograph<Picture>(
  in folder: String, decode: (_ path: String) throws -> Picture
) throws(UsageError) -> Picture {
  let names: [String]
  do {
    names = try FileManager.default.contentsOfDirectory(atPath: folder)
  } catch {
    throw UsageError("cannot read the folder of photographs \(folder); pass --photos DIR")
  }
  let first = { (endings: [String]) in
    names.filter { endings.contains(($0 as NSString).pathExtension.lowercased()) }.min()
  }
  guard let name = first(["jpg", "jpeg"]) ?? first(["webp"]) else {
    throw UsageError("no .jpg or .webp in \(folder); pass --photos DIR with a photograph")
  }
  do {
    return try decode((folder as NSString).appendingPathComponent(name))
  } catch {
    throw UsageError("\(error)")
  }
}
