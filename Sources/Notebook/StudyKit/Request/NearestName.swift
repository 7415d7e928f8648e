/// The name that was probably meant: a beginning, or few slips away; `nil` where none is near.
///
/// Upper and lower case are the same here. A slip is a letter too many, too few or other, or two
/// neighbours exchanged; a third of the word, and at least one letter, may be wrong.
package func nearestName(to word: String, among names: [String]) -> String? {
  let wanted = word.lowercased()
  guard !wanted.isEmpty else { return nil }
  let ranked = names.map { (name: $0, slips: editDistance(wanted, $0.lowercased())) }
  let allowed = max(1, wanted.count / 3)
  if let near = ranked.filter({ $0.slips <= allowed }).min(by: { $0.slips < $1.slips }) {
    return near.name
  }
  return names.first { $0.lowercased().hasPrefix(wanted) }
    ?? names.first { wanted.count > 2 && $0.lowercased().contains(wanted) }
}

/// "; did you mean --seed?", or nothing.
package func suggestion(for word: String, among names: [String]) -> String {
  nearestName(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
}

/// The fewest insertions, deletions, replacements and exchanges of neighbours between two words.
///
/// Optimal string alignment (Damerau 1964), in O(left × right).
package func editDistance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left), Array(right))
  var before: [Int] = []
  var above = Array(0...right.count)
  for row in left.indices {
    var current = [row + 1]
    for column in right.indices {
      let same = left[row] == right[column]
      var best = min(above[column + 1] + 1, current[column] + 1, above[column] + (same ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        best = min(best, before[column - 1] + 1)
      }
      current.append(best)
    }
    (before, above) = (above, current)
  }
  return above[right.count]
}
