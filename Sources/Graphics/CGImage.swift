import Synchronization

/// An immutable bitmap: premultiplied BGRA, 8 bits, sRGB-encoded, rows from the visual top, no padding between rows.
///
/// Sharing is a reference; the mip levels that minified drawing needs are made once, on first use, and kept.
public final class CGImage: Sendable {
  /// One size of the picture. A pixel is `0xAARRGGBB`, which lies in memory as B, G, R, A on little-endian machines.
  public struct Level: Sendable {
    public let width: Int
    public let height: Int
    public let pixels: [UInt32]
  }

  /// Full size.
  public let base: Level
  /// Base first, each further level half the size (rounded up), down to 1x1.
  private let pyramid = Mutex<[Level]?>(nil)

  public var width: Int { base.width }
  public var height: Int { base.height }

  /// - Precondition: `pixels.count == width * height`, both at least 1; colour components not above alpha.
  public init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(width > 0 && height > 0 && pixels.count == width * height, "CGImage: size and pixels disagree")
    base = Level(width: width, height: height, pixels: pixels)
  }

  /// Base and all reduced levels.
  public var levels: [Level] {
    pyramid.withLock { made in
      if let made { return made }
      let levels = Level.pyramid(from: base)
      made = levels
      return levels
    }
  }
}

extension CGImage: Equatable {
  /// Identity, as for `CGImage` references.
  public static func == (left: CGImage, right: CGImage) -> Bool { left === right }
}
