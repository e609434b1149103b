public import Foundation
import Synchronization

/// An immutable bitmap: premultiplied BGRA, 8 bits, sRGB-encoded, rows from the visual top, no padding between rows.
///
/// Sharing is a reference; the mip levels that minified drawing needs are made once, on first use, and kept.
public final class CGImage: Sendable {
  /// One size of the picture. A pixel is `0xAARRGGBB`, which lies in memory as B, G, R, A on little-endian machines.
  package struct Level: Sendable {
    package let width: Int
    package let height: Int
    package internal(set) var pixels: Slab<UInt32>
    /// For each of `VisibleTexels.limits` what lies above it; empty where that is not known. Only levels of a pyramid
    /// know it.
    package internal(set) var visible = Level.nothingKnown
    /// Where the components of each texel are equal, four neighbours in a word, as `PixelLevel` explains; else empty.
    /// Only levels of a pyramid have them, and no large ones.
    package internal(set) var quads = Level.noQuads

    private static let nothingKnown = Slab<VisibleTexels>(EmptyCollection())
    private static let noQuads = Slab<UInt32>(EmptyCollection())

    init(width: Int, height: Int, pixels: Slab<UInt32>) {
      (self.width, self.height, self.pixels) = (width, height, pixels)
    }
  }

  /// Full size.
  package let base: Level
  /// Base first, each further level half the size (rounded up), down to 1x1.
  private let pyramid = Mutex<[Level]?>(nil)

  /// Width in pixels, at least 1.
  public var width: Int { base.width }
  /// Height in pixels, at least 1.
  public var height: Int { base.height }
  /// How the bytes lie that `dataProvider` hands out.
  public let bitmapInfo: CGBitmapInfo
  /// What people may want to know of how it was read; nil: nothing.
  package let remark: String?
  /// The picture in floats where bytes do not hold it.
  package let deepTexels: DeepTexels?

  /// An image of premultiplied pixels `0xAARRGGBB`, row by row from the top.
  ///
  /// - Precondition: `pixels.count == width * height`, both at least 1; colour components not above alpha.
  public convenience init(width: Int, height: Int, pixels: [UInt32]) {
    self.init(width: width, height: height, slab: Slab(pixels))
  }

  /// - Precondition: as of pixels in an array.
  package init(
    width: Int, height: Int, slab pixels: Slab<UInt32>, bitmapInfo: CGBitmapInfo = .ofDrawings, remark: String? = nil,
    deepTexels: DeepTexels? = nil
  ) {
    precondition(
      Self.isArea(width, height, of: pixels.count), "CGImage: \(width)x\(height) and \(pixels.count) pixels disagree")
    base = Level(width: width, height: height, pixels: pixels)
    self.bitmapInfo = PixelLayout(bitmapInfo) == nil ? .ofDrawings : bitmapInfo
    self.remark = remark
    self.deepTexels = deepTexels
  }

  /// From straight (not premultiplied) bytes R, G, B, A, which are premultiplied with exact rounding.
  ///
  /// - Precondition: `rgba.count == width * height * 4`, both at least 1.
  public convenience init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(
      rgba.count % 4 == 0 && Self.isArea(width, height, of: rgba.count / 4),
      "CGImage: \(width)x\(height) and \(rgba.count) bytes disagree")
    let pixels = Slab<UInt32>(count: rgba.count / 4) { target in
      for index in target.indices {
        let i = index * 4
        target[index] = Self.premultiplied(red: rgba[i], green: rgba[i + 1], blue: rgba[i + 2], alpha: rgba[i + 3])
      }
    }
    self.init(width: width, height: height, slab: pixels, bitmapInfo: .ofFiles)
  }

  private static func isArea(_ width: Int, _ height: Int, of count: Int) -> Bool {
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    return width > 0 && height > 0 && !overflows && area == count
  }

  /// Base and all reduced levels.
  package var levels: [Level] {
    pyramid.withLock { made in
      if let made { return made }
      let levels = Level.pyramid(from: base)
      made = levels
      return levels
    }
  }
}

extension CGImage {
  /// The premultiplied pixel `0xAARRGGBB` of straight 8-bit components; each product is rounded exactly, half up.
  @inlinable package static func premultiplied(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) -> UInt32 {
    StarmineGraphics.premultiplied(
      straight: UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// The premultiplied pixel `0xAARRGGBB` of column `x`, row `y`.
  /// - Precondition: inside the image.
  package subscript(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "CGImage: (\(x), \(y)) is outside \(width)x\(height)")
    return base.pixels[y * width + x]
  }

  /// The pixels in `rect` (in pixels, grown to whole ones, cut to the image), or nil where nothing is left.
  public func cropping(to rect: CGRect) -> CGImage? {
    guard let columns = Self.pixels(from: rect.minX, to: rect.maxX, limit: width),
      let rows = Self.pixels(from: rect.minY, to: rect.maxY, limit: height)
    else { return nil }
    if columns.count == width && rows.count == height { return self }
    return CGImage(
      width: columns.count, height: rows.count, slab: base.pixels.part(columns, rows, of: width),
      bitmapInfo: bitmapInfo, deepTexels: deepTexels?.changed { $0.cropped(columns, rows) })
  }

  /// The whole pixels that an extent touches; nil for none, and for not-a-number.
  private static func pixels(from low: CGFloat, to high: CGFloat, limit: Int) -> Range<Int>? {
    let first = max(low.rounded(.down), 0)
    let end = min(high.rounded(.up), CGFloat(limit))
    guard low < high, first < end else { return nil }
    return Int(first)..<Int(end)
  }
}

extension CGImage: Equatable {
  /// Identity, as for `CGImage` references.
  public static func == (left: CGImage, right: CGImage) -> Bool { left === right }
}
