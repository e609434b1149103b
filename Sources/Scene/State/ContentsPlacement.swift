/// Position of contents in a layer's bounds (behavior.md 4.6), in the layer's coordinates as in Core Animation: bottom
/// is the edge with the smallest y, which is the upper one here.
package enum ContentsGravity: String, CaseIterable, Sendable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  case resize, resizeAspect, resizeAspectFill
}

/// The visible part of the contents, its position, and its sampling.
package struct ContentsPlacement: RareGroup {
  package var contentsGravity = ContentsGravity.resize
  /// Visible part of the image in units of its size. Outside the image, its edges repeat.
  package var contentsRect = unit
  /// Part of `contentsRect` that stretches in both directions, in units of its size.
  package var contentsCenter = unit
  /// Image pixels per point.
  package var contentsScale: CGFloat = 1
  package var minificationFilter = SamplingFilter.linear
  package var minificationFilterBias: Float = 0
  package var magnificationFilter = SamplingFilter.linear

  package static let defaults = ContentsPlacement()
  package static let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
}

extension ContentsPlacement {
  private var scale: CGFloat { contentsScale > 0 ? contentsScale : 1 }

  /// Size of the visible part in points, for an image of a size in pixels.
  private func logicalSize(_ width: Int, _ height: Int) -> CGSize {
    CGSize(width: CGFloat(width) * contentsRect.width / scale, height: CGFloat(height) * contentsRect.height / scale)
  }

  /// Rectangle of the visible part of an image of `width` x `height` pixels.
  package func destination(width: Int, height: Int, in bounds: CGRect) -> CGRect {
    var size = logicalSize(width, height)
    let (fitX, fitY) = (bounds.width / size.width, bounds.height / size.height)
    switch contentsGravity {
    case .resize: return bounds
    case .resizeAspect: size = size.scaled(min(fitX, fitY))
    case .resizeAspectFill: size = size.scaled(max(fitX, fitY))
    default: break
    }
    let (across, down) = contentsGravity.alignment
    return CGRect(
      x: bounds.minX + (bounds.width - size.width) * across, y: bounds.minY + (bounds.height - size.height) * down,
      width: size.width, height: size.height)
  }

  /// Whether `contentsCenter` applies: only for gravities that stretch.
  package var usesNineSlice: Bool {
    guard contentsCenter != Self.unit else { return false }
    return [.resize, .resizeAspect, .resizeAspectFill].contains(contentsGravity)
  }

  /// Stretching of the visible part of an image; nil for even stretching.
  package func nineSlice(width: Int, height: Int, over destination: CGRect) -> NineSlice? {
    guard usesNineSlice else { return nil }
    let size = logicalSize(width, height)
    return NineSlice(
      horizontal: SliceAxis(
        centerMin: contentsCenter.minX, centerMax: contentsCenter.maxX, pixel: 1 / (size.width * scale),
        length: size.width, over: destination.width),
      vertical: SliceAxis(
        centerMin: contentsCenter.minY, centerMax: contentsCenter.maxY, pixel: 1 / (size.height * scale),
        length: size.height, over: destination.height))
  }
}

extension ContentsGravity {
  /// Fraction of the remaining space before the contents.
  fileprivate var alignment: (across: CGFloat, down: CGFloat) {
    switch self {
    case .center, .resize, .resizeAspect, .resizeAspectFill: (0.5, 0.5)
    case .top: (0.5, 1)
    case .bottom: (0.5, 0)
    case .left: (0, 0.5)
    case .right: (1, 0.5)
    case .topLeft: (0, 1)
    case .topRight: (1, 1)
    case .bottomLeft: (0, 0)
    case .bottomRight: (1, 0)
    }
  }
}

extension CGSize {
  fileprivate func scaled(_ factor: CGFloat) -> CGSize { CGSize(width: width * factor, height: height * factor) }
}

/// An image in nine patches: corners keep their size, edges stretch in one direction, the centre in both.
package struct NineSlice: Hashable, Sendable {
  package var horizontal: SliceAxis
  package var vertical: SliceAxis
}

/// A piecewise linear map of the destination to the image along an axis, both 0...1.
@usableFromInline
package struct SliceAxis: Hashable, Sendable {
  /// Start and end of the centre in the destination and in the image.
  @usableFromInline package var destinationMin: Double
  @usableFromInline package var destinationMax: Double
  @usableFromInline package var sourceMin: Double
  @usableFromInline package var sourceMax: Double

  /// - Parameter pixel: an image pixel in units of the visible part. A centre without extent stretches one pixel.
  /// - Parameter length: length of the visible part in points.
  /// - Parameter destination: length of the destination in points.
  init(centerMin: Double, centerMax: Double, pixel: Double, length: Double, over destination: Double) {
    sourceMin = max(0, min(1, centerMin))
    sourceMax = max(sourceMin, min(1, centerMax))
    if sourceMax == sourceMin {
      sourceMax = min(1, sourceMin + pixel)
      sourceMin = max(0, sourceMax - pixel)
    }
    let (before, after) = (sourceMin * length, (1 - sourceMax) * length)
    // If there is not enough space for both ends, they shrink in proportion.
    let squeeze = min(1, destination / (before + after))
    destinationMin = before > 0 ? before * squeeze / destination : 0
    destinationMax = after > 0 ? max(destinationMin, 1 - after * squeeze / destination) : 1
  }

  @inlinable
  package func source(_ place: Double) -> Double {
    if place < destinationMin { return place * sourceMin / destinationMin }
    if place > destinationMax { return 1 - (1 - place) * (1 - sourceMax) / (1 - destinationMax) }
    guard destinationMax > destinationMin else { return sourceMin }
    return sourceMin + (place - destinationMin) * (sourceMax - sourceMin) / (destinationMax - destinationMin)
  }

  /// Image per destination at the ends, or for even stretching without ends.
  package var density: Double {
    if destinationMin > 0 { return sourceMin / destinationMin }
    return destinationMax < 1 ? (1 - sourceMax) / (1 - destinationMax) : 1
  }
}
