import Foundation

/// Where the package's executables lie: beside the tests.
var builtProducts: URL {
  #if os(Linux)
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  #else
    Bundle(for: Mark.self).bundleURL.deletingLastPathComponent()
  #endif
}

#if !os(Linux)
  /// Tells where this bundle lies.
  private final class Mark {}
#endif
