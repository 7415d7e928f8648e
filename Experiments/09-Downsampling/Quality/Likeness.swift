import Imaging
import Reporting

/// How near what is seen comes to the best that the screen could show.
struct Likeness: Equatable, Sendable {
  /// The peak signal-to-noise ratio in dB, at most ``Likeness/same``.
  var decibels: Double
  /// SSIM, 1 for the same.
  var structure: Double

  /// What is printed of pictures that are equal to the last bit.
  static let same = 99.0
  /// SSIM below which a loss is called visible.
  static let visible = 0.95
  /// SSIM from which a picture is called as good as native.
  static let native = 0.99

  // lesson: likeness
  /// A picture as the screen shows it, against the best that the screen could show: the whole
  /// photograph, brought to the same pixels.
  init(_ picture: Pixels, against best: Pixels) {
    let seen = picture.resized(to: PixelSize(width: best.width, height: best.height))
    decibels = min(Pixels.peakSignalToNoise(seen, best) ?? 0, Self.same)
    structure = Pixels.structuralSimilarity(seen, best) ?? 0
  }
  // lesson: end

  /// The two columns that tell it.
  static let columns: [QuantityGrid.Column] = [
    .init(id: "psnr", title: "PSNR", unit: "dB", places: 1),
    .init(id: "ssim", title: "SSIM", unit: "", places: 4),
  ]
}
