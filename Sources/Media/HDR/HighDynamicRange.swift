public import StarmineGraphics

/// HDR settings of a video file: transfer function, and the luminance of white and of the peak.
public struct HighDynamicRange: Sendable, Hashable, Codable {
  /// Transfer function of HDR.
  public typealias Curve = HDRTransfer

  /// The transfer function.
  public let curve: Curve
  /// Luminance of SDR white in nits.
  public let white: Double
  /// Peak luminance in nits. Brighter values are compressed toward it.
  public let peak: Double

  /// White luminance of graphics in BT.2408, in nits.
  public static let standardWhite = 203.0
  /// Peak luminance of most displays and phones in nits.
  public static let standardPeak = 1000.0
  /// Maximum luminance of the transfer functions in nits.
  static let limits: [Curve: Double] = [.pq: 10_000, .hlg: 1000]

  /// Creates HDR settings. Errors: `invalidOption` for a white below 1 nit, a peak below white, or a value above the
  /// limit of the transfer function.
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
  /// Whether the values are valid, for settings read from a file.
  package var isPossible: Bool { (try? HighDynamicRange(curve, white: white, peak: peak)) == self }

  package var text: String {
    "\(curve.name), white \(Int(white.rounded())) nits, up to \(Int(peak.rounded())) nits"
  }
}

extension HighDynamicRange.Curve {
  var name: String { rawValue.uppercased() }
}

/// Brightness of frames, by the largest component of each pixel: MaxCLL and MaxFALL in HDR10.
public struct LightLevel: Sendable, Hashable, Codable {
  /// Luminance of the brightest pixel in nits (MaxCLL), in steps of 1/64.
  public let most: Double
  /// Largest mean luminance of a frame in nits (MaxFALL).
  public let mean: Double

  /// Steps per nit for sums. Integers, so that the order of addition does not matter.
  static let steps = 64.0

  init(most: Double, mean: Double) { (self.most, self.mean) = (most, mean) }

  package func joined(_ other: LightLevel?) -> LightLevel {
    LightLevel(most: max(most, other?.most ?? 0), mean: max(mean, other?.mean ?? 0))
  }

  /// Whole nits for files; 0 would mean unknown. The maximum is rounded up if its four bytes would contain a reserved
  /// code of HEVC.
  var words: (most: UInt16, mean: UInt16) {
    let word = { (nits: Double) in UInt16(min(65_535, max(1, nits.rounded()))) }
    let (most, mean) = (word(self.most), word(self.mean))
    return (most & 255 == 0 && mean < 4 ? most + 1 : most, mean)
  }
}
