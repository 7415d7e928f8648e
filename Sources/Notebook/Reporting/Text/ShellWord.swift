/// A word as a shell reads it back.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0))
    }
  guard !isPlain else { return word }
  let parts = word.split(separator: "'", omittingEmptySubsequences: false)
  return "'" + parts.joined(separator: "'\\''") + "'"
}
