import Foundation

/// The most memory that this process has had resident.
public enum PeakMemory {
  /// Bytes since the process began or the last ``reset()``; `nil` where the system does not tell.
  public static var bytes: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return kibibytes * 1_024
  }

  /// Begins anew at what is resident now; says whether the system allows that.
  @discardableResult
  public static func reset() -> Bool {
    let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return write(descriptor, "5", 1) == 1
  }
}
