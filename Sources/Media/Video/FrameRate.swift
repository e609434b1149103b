/// Frames per second as an exact fraction. Frame `n` is at `n * denominator / numerator` seconds.
public struct FrameRate: Hashable, Sendable {
  /// Frames per `denominator` seconds.
  public let numerator: Int
  /// Seconds, at least 1.
  public let denominator: Int

  /// Creates a frame rate: `FrameRate(60)`, `FrameRate(30000, 1001)`. `VideoWriter.init` checks it.
  public init(_ numerator: Int, _ denominator: Int = 1) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates the fraction for a decimal number: integers are exact, 23.976, 29.97, 59.94 and 119.88 are `n * 1000 /
  /// 1001`, and others have three decimals. Nil outside 0.001...1000.
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

  /// Frames per second as a number.
  public var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  var isUsable: Bool {
    numerator >= 1 && denominator >= 1 && numerator <= Int(Int32.max) / 1000 && denominator <= 1_000_000
      && numerator / denominator <= 1000 && !(numerator / denominator == 1000 && numerator % denominator > 0)
  }
}
