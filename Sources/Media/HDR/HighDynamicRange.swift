public import StarmineGraphics

/// Light beyond white in a video file: the curve by which it is kept, and how bright white and the brightest light are.
public struct HighDynamicRange: Sendable, Hashable, Codable {
  /// Transfer functions.
  public typealias Curve = HDRTransfer

  /// The curve.
  public let curve: Curve
  /// Nits of what is white without HDR.
  public let white: Double
  /// Nits that the brightest light comes near to; what is brighter in the scene fades out toward it.
  public let peak: Double

  /// White of graphics by BT.2408, in nits.
  public static let standardWhite = 203.0
  /// What most screens and phones show, in nits.
  public static let standardPeak = 1000.0
  /// Nits that the curves go up to.
  static let limits: [Curve: Double] = [.pq: 10_000, .hlg: 1000]

  /// Errors: `invalidOption` for a white below 1 nit, a peak below white, and one that the curve cannot say.
  public init(
    _ curve: Curve, white: Double = standardWhite, peak: Double = standardPeak
  ) throws(VideoError) {
    let most = Self.limits[curve] ?? 0
    guard white >= 1, white <= most else {
      throw .invalidOption(name: "white", value: "\(white) nits", allowed: "1 to \(Int(most)) nits")
    }
    guard peak >= white, peak <= most else {
      throw .invalidOption(
        name: "peak", value: "\(peak) nits",
        allowed: "white (\(white) nits) or more, up to \(Int(most)) nits with \(curve.name)")
    }
    (self.curve, self.white, self.peak) = (curve, white, peak)
  }
}

extension HighDynamicRange {
  /// Whether it could be made of its values, wherever it was read from.
  package var isPossible: Bool { (try? HighDynamicRange(curve, white: white, peak: peak)) == self }

  package var text: String {
    "\(curve.name), white \(Int(white.rounded())) nits, up to \(Int(peak.rounded())) nits"
  }
}

extension HighDynamicRange.Curve {
  var name: String { rawValue.uppercased() }
}

/// How bright frames are, by each pixel's largest component: what HDR10 calls MaxCLL and MaxFALL.
public struct LightLevel: Sendable, Hashable, Codable {
  /// Nits of the brightest pixel, in steps of 1/64.
  public let most: Double
  /// The largest mean of a frame, nits.
  public let mean: Double

  /// Steps of a nit in which light is summed up: whole numbers, which come to the same in every order.
  static let steps = 64.0

  init(most: Double, mean: Double) { (self.most, self.mean) = (most, mean) }

  /// Of all frames of two parts.
  package func joined(_ other: LightLevel?) -> LightLevel {
    LightLevel(most: max(most, other?.most ?? 0), mean: max(mean, other?.mean ?? 0))
  }

  /// As files have it, in whole nits; 0 would mean that it is not known. With the most rounded up where the four bytes
  /// would otherwise hold what a stream of HEVC keeps for its own.
  var words: (most: UInt16, mean: UInt16) {
    let word = { (nits: Double) in UInt16(min(65_535, max(1, nits.rounded()))) }
    let (most, mean) = (word(self.most), word(self.mean))
    return (most & 255 == 0 && mean < 4 ? most + 1 : most, mean)
  }
}
