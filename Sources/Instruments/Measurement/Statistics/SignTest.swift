import Evidence
import Foundation

/// The sign test's interval of a median: two of the numbers themselves.
///
/// It assumes only that rounds are independent and as likely above the median as below, and knows
/// nothing of processes; where it contradicts the bootstrap, one of the two is out of its depth
/// (Conover, "Practical Nonparametric Statistics", 1999, 3.2).
enum SignTest {
  /// The interval that misses with no more than this chance; without ends where the numbers are too
  /// few for that. O(n).
  static func interval(of numbers: RankedNumbers, errorRate: Double) -> Interval {
    let count = numbers.values.count
    let rank = rank(among: count, errorRate: errorRate)
    guard rank > 0 else { return Interval(-.infinity, .infinity) }
    return Interval(numbers.values[rank - 1], numbers.values[count - rank])
  }

  /// How far from either end, counted from 1, the interval's ends lie: the largest k for which
  /// 2 · P(B < k) ≤ `errorRate`, where B is binomial(count, ½); 0 where there is none. O(count).
  static func rank(among count: Int, errorRate: Double) -> Int {
    // In logarithms, since 2⁻ⁿ is no longer a number beyond n = 1,074.
    var logChance = -Double(count) * log(2)
    var below = 0.0
    var rank = 0
    while rank < count / 2 {
      below += exp(logChance)
      guard 2 * below <= errorRate else { break }
      logChance += log(Double(count - rank) / Double(rank + 1))
      rank += 1
    }
    return rank
  }
}
