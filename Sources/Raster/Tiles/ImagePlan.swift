import CStarminePixelKernels
import Foundation
import StarmineGraphics
import StarmineScene

/// The images of one frame: parts of them with their levels, and those that are not sprites.
final class ImagePlan {
  @exclusivity(unchecked) private(set) var sources: [PixelSource] = []
  @exclusivity(unchecked) private(set) var mapped: [MappedImage] = []
  /// Float levels of sprite pictures, by source index, for float pixels.
  @exclusivity(unchecked) private var deep: [Int: [DeepTexels.Level]] = [:]
  private let sprites = ImageSources()

  func begin() {
    sources.removeAll(keepingCapacity: true)
    mapped.removeAll(keepingCapacity: true)
    deep.removeAll(keepingCapacity: true)
    sprites.removeAll()
  }

  /// Appends the sprites of a batch to the sources. Returns their range.
  func append(_ sprites: [ParticleBatch.Sprite], _ form: PixelDepth) -> Range<Int> {
    let first = sources.count
    for sprite in sprites {
      let rect = (sprite.minU, sprite.minV, sprite.maxU, sprite.maxV)
      let source = self.sprites.source(
        sprite.image, rect, isNearest: sprite.isNearest, isNearestWhenSmaller: sprite.isNearestWhenSmaller,
        bias: sprite.detailBias, gain: sprite.gain)
      if form == .floats, let levels = sprite.image.deepTexels?.levels, levels.count == source.count {
        deep[sources.count] = levels
      }
      sources.append(source)
    }
    return first..<sources.count
  }

  /// The float pictures among some sources; nil if there are none.
  func deepSources(in sources: Range<Int>) -> DeepSources? {
    guard !deep.isEmpty, sources.contains(where: { deep[$0] != nil }) else { return nil }
    return DeepSources(levels: deep, first: sources.lowerBound)
  }

  /// Returns nil if the command changes no pixel.
  /// - Parameters:
  ///   - around: Pixels that the enclosing groups can touch.
  ///   - shapes: Receives the image's outline.
  func prepare(_ command: ImageCommand, in around: DeviceRect, _ shapes: ShapePlan) -> PreparedCommand? {
    let command = shapes.form == .words ? command.cut : command
    let bounds = command.bounds.intersection(around)
    let area = command.destination
    guard !bounds.isEmpty, command.alpha > 0, area.minX < area.maxX, area.minY < area.maxY else { return nil }
    let part = command.fit.source
    let rect = (Float(part.minX), Float(part.minY), Float(part.maxX), Float(part.maxY))
    func source(isEnlarged: Bool) -> PixelSource {
      sprites.source(
        command.image, rect, isNearest: command.filter == .nearest, gain: command.gain, isEnlarged: isEnlarged)
    }
    let deep = shapes.form == .floats ? command.image.deepTexels?.levels ?? [] : []
    if deep.isEmpty, command.isWholeRectangle, command.filter != .trilinear,
      let sprite = PixelSprite(area, command.transform, tint: command.fadedTint)
    {
      let source = source(isEnlarged: sprite.enlarges(command.image))
      return PreparedCommand(work: .sprite(sprite, source, .sourceOver), bounds: bounds)
    }
    let source = source(isEnlarged: false)
    guard let image = MappedImage(command, source, deep, in: bounds, shapes) else { return nil }
    mapped.append(image)
    return PreparedCommand(work: .image(mapped.count - 1), bounds: bounds)
  }
}

extension MappedImage {
  /// Returns nil if the image's plane is seen edge-on, or none of it.
  fileprivate init?(
    _ command: ImageCommand, _ source: PixelSource, _ deep: [DeepTexels.Level], in bounds: DeviceRect,
    _ shapes: ShapePlan
  ) {
    let fit = command.fit.value
    guard let inverse = command.transform.inverse?.scaledToUnit(command.destination) else { return nil }
    let shape = shapes.coverage(of: fit.clip ?? command.destination, command.transform)
    if case .nothing = shape { return nil }
    let detail = MappedImage.detail(
      inverse, atX: Double(bounds.minX + bounds.maxX) / 2, y: Double(bounds.minY + bounds.maxY) / 2,
      width: Double(command.image.width) * fit.source.width * (fit.slices?.horizontal.density ?? 1),
      height: Double(command.image.height) * fit.source.height * (fit.slices?.vertical.density ?? 1))
    let isTrilinear = command.filter == .trilinear
    self.init(
      source: source, coverage: shape, inverse: inverse,
      affineOrigin: command.transform.isAffine && fit.slices == nil
        ? ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2) : nil,
      detail: isTrilinear ? detail + fit.detailBias : detail, isTrilinear: isTrilinear, tint: command.fadedTint,
      slices: fit.slices, deep: deep.count == source.count ? deep : [], lightLimit: fit.lightLimit ?? .infinity)
  }
}

extension ImageCommand {
  fileprivate var cut: ImageCommand {
    if gain == .none { return self }
    var command = self
    (command.tint, command.gain) = (gain.cut(tint), .none)
    return command
  }

  fileprivate var fadedTint: UInt32 { scaled(tint, UInt32(alpha)) }

  /// Whether the image is stretched evenly over a rectangle and shows nothing beyond the image.
  fileprivate var isWholeRectangle: Bool {
    guard destination.cornerRadius <= 0, destination.smoothEdges == .all else { return false }
    if fit.isUnset { return true }
    let source = fit.source
    return fit.clip == nil && fit.slices == nil && source.minX >= 0 && source.minY >= 0
      && source.maxX <= 1 && source.maxY <= 1 && source.width > 0 && source.height > 0
  }
}

extension PreparedCommand {
  /// A sprite that adds its light without a group: the lights of `rain`, `lightning` and `spotlight-confetti`. Nil for
  /// other commands, and for 8 bits with an opacity: a group rounds once more, and both pictures of a transition must
  /// be rounded alike.
  func added(_ alpha: UInt8, _ form: PixelDepth) -> PreparedCommand? {
    guard alpha == 255 || form == .floats, case .sprite(let sprite, var source, .sourceOver) = work else { return nil }
    let (gain, share) = (source.gain, Float(alpha) / 255)
    source.gain = (gain.0 * share, gain.1 * share, gain.2 * share, gain.3 * share)
    return PreparedCommand(work: .sprite(sprite, source, .additive), bounds: bounds)
  }
}

extension PixelSprite {
  /// Whether an image is drawn at its size or larger, so that only its base is read.
  fileprivate func enlarges(_ image: CGImage) -> Bool {
    let area = abs(width_x * height_y - width_y * height_x)
    let (across, down) = (SIMD2(height_x, height_y), SIMD2(width_x, width_y))
    return area >= Float(image.width) * (across * across).sum().squareRoot()
      && area >= Float(image.height) * (down * down).sum().squareRoot()
  }

  /// The sprite that shows an image over a rectangle. Returns nil under perspective and beyond a sprite's limits.
  fileprivate init?(_ area: RoundedRect, _ t: PlaneTransform, tint: UInt32) {
    guard t.isAffine else { return nil }
    let (x, y) = ((area.minX + area.maxX) / 2, (area.minY + area.maxY) / 2)
    let (width, height) = (area.maxX - area.minX, area.maxY - area.minY)
    let longest = max(Double.hypot(t.m11, t.m12) * width, Double.hypot(t.m21, t.m22) * height)
    guard longest <= RotatedMap.longest else { return nil }
    self.init(
      x: Float(t.m11 * x + t.m21 * y + t.m31), y: Float(t.m12 * x + t.m22 * y + t.m32),
      widthX: Float(t.m11 * width), widthY: Float(t.m12 * width), heightX: Float(t.m21 * height),
      heightY: Float(t.m22 * height), tint: tint, source: 0)
  }
}
