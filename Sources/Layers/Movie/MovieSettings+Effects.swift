extension MovieSettings {
  /// Glow of bright areas in the whole frame.
  public struct Bloom: Equatable, Sendable {
    /// Standard deviation of the glow in points, 0 to 1000. Default 12.
    public var radius: Double
    /// Intensity of the glow, 0 to 16.
    public var intensity: Double

    /// Creates a glow with a radius in points and an intensity.
    public init(radius: Double = 12, intensity: Double) { (self.radius, self.intensity) = (radius, intensity) }
  }

  /// How a movie repeats.
  public struct Loop: Equatable, Sendable {
    /// Seconds of one loop; nil: the duration of the movie. Default nil.
    public var length: Double?
    /// Whether the end cross-fades into the beginning. Otherwise emitters continue into the next round.
    public var blends: Bool

    /// Creates a loop with a length in seconds.
    public init(length: Double? = nil, blends: Bool = false) { (self.length, self.blends) = (length, blends) }
  }
}
