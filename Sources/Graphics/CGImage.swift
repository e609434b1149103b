public import Foundation
import Synchronization

/// An immutable bitmap: premultiplied BGRA, 8 bits, sRGB-encoded, rows from the top, without padding.
///
/// A reference type. Mipmaps for reduced drawing are created once on first use.
public final class CGImage: Sendable {
  /// A mipmap level. A pixel is `0xAARRGGBB`, stored as B, G, R, A on little-endian machines.
  package struct Level: Sendable {
    package let width: Int
    package let height: Int
    package internal(set) var pixels: SharedBuffer<UInt32>
    /// The visible area for each of `VisibleTexels.limits`; empty if unknown. Only mipmap levels have it.
    package internal(set) var visible = Level.nothingKnown
    /// For texels with equal components, four neighbours in a 32-bit number (see `PixelLevel`); otherwise empty. Only
    /// small mipmap levels have them.
    package internal(set) var quads = Level.noQuads

    private static let nothingKnown = SharedBuffer<VisibleTexels>(EmptyCollection())
    private static let noQuads = SharedBuffer<UInt32>(EmptyCollection())

    init(width: Int, height: Int, pixels: SharedBuffer<UInt32>) {
      (self.width, self.height, self.pixels) = (width, height, pixels)
    }
  }

  package let base: Level
  /// The base and levels of half the size (rounded up), down to 1x1; possibly the base alone, or none yet.
  private let pyramid = Mutex<[Level]>([])

  /// Width in pixels, at least 1.
  public var width: Int { base.width }
  /// Height in pixels, at least 1.
  public var height: Int { base.height }
  /// Layout of the bytes in `dataProvider`.
  public let bitmapInfo: CGBitmapInfo
  /// A note on how the image was read, or nil.
  package let remark: String?
  /// The image in float, if 8 bits cannot store it.
  package let deepTexels: DeepTexels?

  /// Creates an image from premultiplied pixels `0xAARRGGBB` in row order from the top.
  ///
  /// - Precondition: `pixels.count == width * height`, both at least 1. Colour components are not above alpha.
  public convenience init(width: Int, height: Int, pixels: [UInt32]) {
    self.init(width: width, height: height, slab: SharedBuffer(pixels))
  }

  /// - Precondition: as for an array of pixels.
  package init(
    width: Int, height: Int, slab pixels: SharedBuffer<UInt32>, bitmapInfo: CGBitmapInfo = .ofDrawings,
    remark: String? = nil,
    deepTexels: DeepTexels? = nil
  ) {
    precondition(
      Self.isArea(width, height, of: pixels.count), "CGImage: \(width)x\(height) and \(pixels.count) pixels disagree")
    base = Level(width: width, height: height, pixels: pixels)
    self.bitmapInfo = PixelLayout(bitmapInfo) == nil ? .ofDrawings : bitmapInfo
    self.remark = remark
    self.deepTexels = deepTexels
  }

  /// Creates an image from straight (not premultiplied) bytes R, G, B, A. They are premultiplied with exact rounding.
  ///
  /// - Precondition: `rgba.count == width * height * 4`, both at least 1.
  public convenience init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(
      rgba.count % 4 == 0 && Self.isArea(width, height, of: rgba.count / 4),
      "CGImage: \(width)x\(height) and \(rgba.count) bytes disagree")
    let pixels = SharedBuffer<UInt32>(count: rgba.count / 4) { target in
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

  package var levels: [Level] {
    pyramid.withLock { made in
      if made.count < 2 { made = Level.pyramid(from: made.first ?? base.preparedForSprites()) }
      return made
    }
  }

  /// At least the base: enough for an image that is not drawn smaller, and made sooner.
  package var levelsForEnlarging: [Level] {
    pyramid.withLock { made in
      if made.isEmpty { made = [base.preparedForSprites()] }
      return made
    }
  }
}

extension CGImage {
  /// The premultiplied pixel `0xAARRGGBB` of straight 8-bit components. Each product is rounded half up.
  @inlinable package static func premultiplied(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) -> UInt32 {
    StarmineGraphics.premultiplied(
      straight: UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// The premultiplied pixel `0xAARRGGBB` at column `x`, row `y`.
  ///
  /// - Precondition: inside the image.
  package subscript(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "CGImage: (\(x), \(y)) is outside \(width)x\(height)")
    return base.pixels[y * width + x]
  }

  /// Returns the pixels in `rect`, in pixels, enlarged to whole pixels and limited to the image. Nil if nothing
  /// remains.
  public func cropping(to rect: CGRect) -> CGImage? {
    guard let columns = Self.pixels(from: rect.minX, to: rect.maxX, limit: width),
      let rows = Self.pixels(from: rect.minY, to: rect.maxY, limit: height)
    else { return nil }
    if columns.count == width && rows.count == height { return self }
    return CGImage(
      width: columns.count, height: rows.count, slab: base.pixels.part(columns, rows, of: width),
      bitmapInfo: bitmapInfo, deepTexels: deepTexels?.changed { $0.cropped(columns, rows) })
  }

  /// The whole pixels in an interval; nil for none, and for NaN.
  private static func pixels(from low: CGFloat, to high: CGFloat, limit: Int) -> Range<Int>? {
    let first = max(low.rounded(.down), 0)
    let end = min(high.rounded(.up), CGFloat(limit))
    guard low < high, first < end else { return nil }
    return Int(first)..<Int(end)
  }
}

extension CGImage: Equatable {
  /// Images are equal if they are the same object, as for `CGImage` references.
  public static func == (left: CGImage, right: CGImage) -> Bool { left === right }
}
