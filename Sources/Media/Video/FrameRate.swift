/// Frames per second as an exact fraction, so that frame `n` lies at exactly `n * denominator / numerator` seconds.
public struct FrameRate: Hashable, Sendable {
  /// Frames in `denominator` seconds.
  public let numerator: Int
  /// Seconds, at least 1.
  public let denominator: Int

  /// `FrameRate(60)`, `FrameRate(30000, 1001)`. Whether it is usable, `VideoWriter.init` says.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The fraction that a decimal number means: whole rates as they are, 23.976, 29.97, 59.94 and 119.88 as `n * 1000 /
  /// 1001`, others to three decimals. Nil outside 0.001...1000.
  public init?(_ framesPerSecond: Double) {
    guard framesPerSecond >= 0.001, framesPerSecond <= 1000 else { return nil }
    let whole = framesPerSecond.rounded(.up)
    if framesPerSecond != whole && abs(framesPerSecond - whole * 1000 / 1001) < 0.005 && whole >= 24 {
      self.init(Int(whole) * 1000, 1001)
      return
    }
    let thousandths = Int((framesPerSecond * 1000).rounded())
    var (divisor, rest) = (thousandths, 1000)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.init(thousandths / divisor, 1000 / divisor)
  }

  /// Frames per second, as near as a number comes.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  var isUsable: Bool {
    numerator >= 1 && denominator >= 1 && numerator <= Int(Int32.max) / 1000 && denominator <= 1_000_000
      && numerator / denominator <= 1000 && !(numerator / denominator == 1000 && numerator % denominator > 0)
  }
}
