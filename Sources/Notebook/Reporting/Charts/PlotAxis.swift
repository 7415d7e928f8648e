/// Where the numbers of a plot lie.
protocol PlotAxis {
  /// Where a number lies, in pixels.
  func position(of number: Double) -> Double
  /// Round numbers for whose labels there is room, `width` pixels each.
  func ticks(width: Double) -> [Double]
}
