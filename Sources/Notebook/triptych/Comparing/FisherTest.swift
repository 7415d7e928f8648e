import Foundation

/// How often two runs would differ as much or more in the number of times they saw something, if
/// both saw it by the same chance.
///
/// Fisher's exact test ("The logic of inductive inference", J. R. Stat. Soc. 98, 1935): given how
/// often both saw it together, the number that falls to one of them is hypergeometric. The answer
/// is twice the smaller tail, and at most 1 (Agresti, Categorical Data Analysis, 3.5.3). It takes
/// every observation for independent of the others. O(√observations) where both are large.
func chanceOfDifference(
  _ left: Int, of leftTotal: Int, _ right: Int, of rightTotal: Int
) -> Double {
  // The tail is summed on the side that saw more, where it falls from its first term on.
  guard Double(left) * Double(rightTotal) >= Double(right) * Double(leftTotal) else {
    return chanceOfDifference(right, of: rightTotal, left, of: leftTotal)
  }
  let (seen, all) = (left + right, leftTotal + rightTotal)
  let first = exp(
    logBinomial(leftTotal, left) + logBinomial(rightTotal, right) - logBinomial(all, seen))
  var (term, sum) = (1.0, 1.0)
  // With one more on the left the probability changes by this factor.
  for count in left..<max(left, min(seen, leftTotal)) where term > 1e-17 * sum {
    let gained = Double(leftTotal - count) / Double(count + 1)
    let lost = Double(seen - count) / Double(rightTotal - seen + count + 1)
    term *= gained * lost
    sum += term
  }
  return min(1, 2 * first * sum)
}

/// The logarithm of the number of ways to choose some of many.
private func logBinomial(_ all: Int, _ some: Int) -> Double {
  func logFactorial(_ number: Int) -> Double { lgamma(Double(number) + 1) }
  return logFactorial(all) - logFactorial(some) - logFactorial(all - some)
}
