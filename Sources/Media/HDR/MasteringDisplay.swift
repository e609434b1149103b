import StarmineGraphics
import CStarmineFFmpeg

/// The mastering display for movies in PQ, as in HDR10: P3 primaries, D65 white, black of 0.0001 nits, and the peak.
/// HLG is relative to the display and has none.
enum MasteringDisplay {
  /// Chromaticities x and y in 1/50,000.
  private static let red = (x: 34_000, y: 16_000)
  private static let green = (x: 13_250, y: 34_500)
  private static let blue = (x: 7500, y: 3000)
  private static let white = (x: 15_635, y: 16_450)
  private static let black = 1

  /// Placeholder of the light level in HEVC streams until all frames are written.
  static let unknownLevel: (most: UInt16, mean: UInt16) = (65_535, 65_534)

  static func settings(_ settings: [(name: String, value: String)], _ hdr: HighDynamicRange) -> [(
    name: String, value: String
  )] {
    settings.map { name, value in
      switch name {
      case "x265-params": (name, value + ":chromaloc=2" + (hdr.curve == .pq ? hevc(hdr) : ""))
      case "svtav1-params" where hdr.curve == .pq: (name, value + av1(hdr))
      default: (name, value)
      }
    }
  }

  private static func hevc(_ hdr: HighDynamicRange) -> String {
    let text = { (color: (x: Int, y: Int)) in "(\(color.x),\(color.y))" }
    let light = "L(\(Int((hdr.peak * 10_000).rounded())),\(black))"
    return ":hdr10=1:master-display=G\(text(green))B\(text(blue))R\(text(red))WP\(text(white))\(light)"
      + ":max-cll=\(unknownLevel.most),\(unknownLevel.mean)"
  }

  private static func av1(_ hdr: HighDynamicRange) -> String {
    let text = { (color: (x: Int, y: Int)) in "(\(Double(color.x) / 50_000),\(Double(color.y) / 50_000))" }
    let light = "L(\(hdr.peak),\(Double(black) / 10_000))"
    return ":enable-hdr=1:mastering-display=G\(text(green))B\(text(blue))R\(text(red))WP\(text(white))\(light)"
  }

  /// Adds the mastering display to a stream.
  /// - Returns: false without memory.
  static func describe(_ hdr: HighDynamicRange, in stream: MediaStream) -> Bool {
    guard hdr.curve == .pq else { return true }
    let share = { (value: Int, of: Int32) in AVRational(num: Int32(clamping: value), den: of) }
    let pair = { (color: (x: Int, y: Int)) in (share(color.x, 50_000), share(color.y, 50_000)) }
    let screen = AVMasteringDisplayMetadata(
      display_primaries: (pair(red), pair(green), pair(blue)), white_point: pair(white),
      min_luminance: share(black, 10_000), max_luminance: share(Int((hdr.peak * 10_000).rounded()), 10_000),
      has_primaries: 1, has_luminance: 1)
    return stream.add(screen, AV_PKT_DATA_MASTERING_DISPLAY_METADATA)
  }

  /// Adds the light level to a stream.
  /// - Returns: false without memory.
  static func describe(_ level: LightLevel, in stream: MediaStream) -> Bool {
    let light = AVContentLightMetadata(MaxCLL: UInt32(level.words.most), MaxFALL: UInt32(level.words.mean))
    return stream.add(light, AV_PKT_DATA_CONTENT_LIGHT_LEVEL)
  }
}
