import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineScene

/// The image parts of one frame. Retains the images' pixels while pointers to them are in use.
final class ImageSources {
  /// The largest side in texels that 16.16 positions can address.
  private static let largest = 16384

  /// A sampled part of an image. Thousands of emitters can share one.
  private struct Part: Hashable {
    /// Index in `images`.
    let image: Int
    let rect: SIMD4<Float>
    let isNearest: Bool
    let isNearestWhenSmaller: Bool
    let bias: Float
    let gain: TintGain
  }

  private struct Identity: Hashable {
    let image: ObjectIdentifier
    let isEnlarged: Bool
  }

  private var images: [[CGImage.Level]] = []
  private var parts: [Part: PixelSource] = [:]
  private var identities: [Identity: Int] = [:]
  /// Levels must not move while a frame is drawn, so they are stored in blocks, which are reused between frames.
  private var blocks: [UnsafeMutablePointer<PixelLevel>] = []
  private var used = 0
  private static let blockSize = 1024

  deinit {
    for block in blocks { block.deallocate() }
  }

  func removeAll() {
    used = 0
    images.removeAll(keepingCapacity: true)
    identities.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  /// - Parameters:
  ///   - isNearestWhenSmaller: The filter of levels below the base; nil to use that of the base.
  ///   - isEnlarged: Whether the image is not drawn smaller, so that the base is enough. Smoke at half size and blurred
  ///     letters are new images in each frame (`smoke`, `fog`, `burst-title`).
  func source(
    _ image: CGImage, _ rect: (Float, Float, Float, Float) = (0, 0, 1, 1), isNearest: Bool,
    isNearestWhenSmaller: Bool? = nil, bias: Float = 0, gain: TintGain = .none, isEnlarged: Bool = false
  ) -> PixelSource {
    let part = Part(
      image: index(of: image, isEnlarged: isEnlarged), rect: SIMD4(rect.0, rect.1, rect.2, rect.3),
      isNearest: isNearest, isNearestWhenSmaller: isNearestWhenSmaller ?? isNearest, bias: bias, gain: gain)
    if let known = parts[part] { return known }
    let source = newSource(part)
    parts[part] = source
    return source
  }

  private func newSource(_ part: Part) -> PixelSource {
    let levels = images[part.image]
    let block = place(for: levels.count)
    let (minU, minV, maxU, maxV) = (part.rect[0], part.rect[1], part.rect[2], part.rect[3])
    for (index, level) in levels.enumerated() {
      let isNearest = index == 0 ? part.isNearest : part.isNearestWhenSmaller
      (block + index).initialize(
        to: PixelLevel(
          // `images` retains the levels and their pixels.
          texels: level.pixels.start, width: Int32(level.width), height: Int32(level.height),
          horizontal: PixelTexels(low: minU, high: maxU, texels: level.width, isNearest: isNearest),
          vertical: PixelTexels(low: minV, high: maxV, texels: level.height, isNearest: isNearest),
          visible: level.visible.isEmpty
            ? nil : UnsafeRawPointer(level.visible.start).assumingMemoryBound(to: PixelVisible.self),
          quads: level.quads.isEmpty ? nil : level.quads.start))
    }
    return PixelSource(
      levels: block, count: levels.count, bias_factor: Float(Double.exp2(Double(part.bias))), gain: part.gain.ofPixel)
  }

  /// Space for the levels of one image, at most 15.
  private func place(for count: Int) -> UnsafeMutablePointer<PixelLevel> {
    if used % Self.blockSize + count > Self.blockSize { used += Self.blockSize - used % Self.blockSize }
    if used / Self.blockSize == blocks.count { blocks.append(.allocate(capacity: Self.blockSize)) }
    defer { used += count }
    return blocks[used / Self.blockSize] + used % Self.blockSize
  }

  private func index(of image: CGImage, isEnlarged: Bool) -> Int {
    let identity = Identity(image: ObjectIdentifier(image), isEnlarged: isEnlarged)
    if let index = identities[identity] { return index }
    let isBaseEnough = isEnlarged && max(image.width, image.height) <= Self.largest
    let levels = isBaseEnough ? image.levelsForEnlarging : image.levels
    let fitting = levels.drop { max($0.width, $0.height) > Self.largest }
    images.append(Array(fitting))
    identities[identity] = images.count - 1
    return images.count - 1
  }
}
