import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineScene

/// One mip level of a part of an image, in the numbers that sampling needs.
typealias SpriteLevel = PixelLevel
/// Where a sprite's extent lies on one axis of a level.
typealias TexelAxis = PixelTexels
/// A part of an image with all its levels: a range of the frame's levels.
typealias SpriteSource = PixelSource

extension PixelLevel {
  /// The texels that can be seen through a tint; nil where that is not known.
  @inline(__always)
  func visible(through tint: UInt32) -> PixelVisible? {
    let largest = max(max(tint & 255, tint >> 8 & 255), max(tint >> 16 & 255, tint >> 24))
    return visible?[Int(VisibleTexels.ranks[Int(largest)])]
  }
}

extension VisibleTexels {
  /// For the largest component of a tint, the number of the highest limit that it hides. A sample is at most the
  /// largest texel; tinted, in 1/65536 of a component, below a half it changes no pixel.
  static let ranks = (0..<256).map { largest in
    let weight = largest * 257 + largest >> 7
    return UInt8(limits.dropFirst().prefix { Int($0) * weight < 32768 }.count)
  }
}

extension PixelTexels {
  init(low: Float, high: Float, texels: Int, isNearest: Bool) {
    self.init()
    let (start, end) = (Double(low) * Double(texels), Double(high) * Double(texels))
    let shift = isNearest ? 0 : 0.5
    center = (start + end) / 2 - shift
    span = end - start
    let lowest = isNearest ? start.rounded() : min(start, end - 1)
    let highest = isNearest ? end.rounded() - 1 : max(end - 1, start)
    let limit = Double(min(texels - 1, 32766))
    // A part thinner than a texel keeps one position.
    let (first, last) = isNearest || start + 1 <= end ? (lowest, highest) : (center, center)
    minimum = Int32(max(0, min(limit, first)) * 65536)
    maximum = max(minimum, Int32(max(0, min(limit, last)) * 65536))
    mask = isNearest ? ~0xFFFF : ~0
    self.texels = Int32(texels)
    self.first = Int32(max(0, min(Double(texels - 1), start.rounded())))
    count = Int32(max(1, min(Double(texels), end.rounded()) - Double(self.first)))
    share = 1 / Double(count)
    pixel_share = span != 0 ? 1 / (span * 65536) : 0
    whole_length = start == Double(self.first) && span == Double(count) ? Float(count) : .nan
  }

  /// Positions, in texels, beyond which no texel from `low` to `high`, half open, of the level shows.
  ///
  /// A pixel shows the texel of its position and the next one. Positions are clamped: an end of their range that shows
  /// one of the texels shows it from there on.
  @inline(__always)
  func reach(from low: Int32, to high: Int32) -> (low: Double, high: Double) {
    (
      minimum >> 16 >= low &- 1 ? -.infinity : Double(low) - 1,
      maximum >> 16 < high ? .infinity : Double(high)
    )
  }
}

extension PixelSource {
  /// The level whose texels are nearest to device pixels in size, for a density of base texels per pixel:
  /// `round(log2(density) + bias)`, at least 0. Callers pass the denser axis, so nothing is undersampled.
  @inline(__always)
  func level(density: Float) -> UnsafePointer<SpriteLevel> {
    let exponent = Int((density * bias_factor * PIXEL_NEAREST_FACTOR).bitPattern >> 23) &- 127
    return levels + max(0, min(exponent, count &- 1))
  }

  /// The finest level whose texels are at least a pixel: `ceil(log2(density))`, or more by a bias above 0.
  @inline(__always)
  func coarserLevel(density: Float) -> UnsafePointer<SpriteLevel> {
    let exponent = Int((density * max(1, bias_factor) * PIXEL_COARSER_FACTOR).bitPattern >> 23) &- 127
    return levels + max(0, min(exponent, count &- 1))
  }
}

/// The image parts of one frame. Keeps the images' pixels alive while pointers to them are in use.
final class SpriteTable {
  /// Texels along a side that 16.16 positions reach.
  private static let largest = 16384

  private var images: [[CGImage.Level]] = []
  private var identities: [ObjectIdentifier: Int] = [:]
  /// Levels stay where they are while a frame is drawn, so they lie in blocks; these are kept from frame to frame.
  private var blocks: [UnsafeMutablePointer<SpriteLevel>] = []
  private var used = 0
  private static let blockSize = 1024

  deinit {
    for block in blocks { block.deallocate() }
  }

  func removeAll() {
    used = 0
    images.removeAll(keepingCapacity: true)
    identities.removeAll(keepingCapacity: true)
  }

  /// - Parameter isNearestWhenSmaller: on levels below the image itself; nil is the same as on that.
  func source(
    _ image: CGImage, _ rect: (Float, Float, Float, Float) = (0, 0, 1, 1), isNearest: Bool,
    isNearestWhenSmaller: Bool? = nil, bias: Float = 0
  ) -> SpriteSource {
    let levels = images[index(of: image)]
    let block = place(for: levels.count)
    let (minU, minV, maxU, maxV) = rect
    for (index, level) in levels.enumerated() {
      // A level's arrays are immutable and held by `images`, so their storage stays where it is.
      let texels = level.pixels.withUnsafeBufferPointer { $0.baseAddress! }
      let isNearest = index == 0 ? isNearest : isNearestWhenSmaller ?? isNearest
      (block + index).initialize(
        to: SpriteLevel(
          texels: texels, width: Int32(level.width), height: Int32(level.height),
          horizontal: TexelAxis(low: minU, high: maxU, texels: level.width, isNearest: isNearest),
          vertical: TexelAxis(low: minV, high: maxV, texels: level.height, isNearest: isNearest),
          visible: level.visible.withUnsafeBytes { bytes in
            bytes.isEmpty ? nil : bytes.baseAddress!.assumingMemoryBound(to: PixelVisible.self)
          }))
    }
    return SpriteSource(levels: block, count: levels.count, bias_factor: exp2(bias))
  }

  /// Room for the levels of one image, of which there are 15 at most.
  private func place(for count: Int) -> UnsafeMutablePointer<SpriteLevel> {
    if used % Self.blockSize + count > Self.blockSize { used += Self.blockSize - used % Self.blockSize }
    if used / Self.blockSize == blocks.count { blocks.append(.allocate(capacity: Self.blockSize)) }
    defer { used += count }
    return blocks[used / Self.blockSize] + used % Self.blockSize
  }

  private func index(of image: CGImage) -> Int {
    let identity = ObjectIdentifier(image)
    if let index = identities[identity] { return index }
    let levels = image.levels
    let fitting = levels.drop { max($0.width, $0.height) > Self.largest }
    images.append(Array(fitting))
    identities[identity] = images.count - 1
    return images.count - 1
  }
}
