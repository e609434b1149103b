/// Quality of scaled images.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The cases and raw values of Core Graphics.
  case `default`, none, low, high
  /// Quality between low and high.
  case medium = 4

  /// None uses the nearest pixel, high uses mipmaps, and the others are linear.
  var filter: SamplingFilter {
    switch self {
    case .none: .nearest
    case .high: .trilinear
    case .default, .low, .medium: .linear
    }
  }
}

extension CGContext {
  /// Quality of scaled images. `default` is linear. Default `default`.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolationQuality }
    set { state.interpolationQuality = newValue }
  }

  /// Draws an image stretched to a rectangle. The first row is at the largest y, as in Core Graphics. In the y-down
  /// coordinates of a layer the image is upside down unless you mirror the transform.
  public func draw(_ image: CGImage, in rect: CGRect) {
    guard isFinite(rect), state.alpha > 0 || state.blendMode != .normal else { return }
    let command = imageCommand(image, in: rect, alpha: state.alpha)
    emit(
      [.image(command)],
      over: FillCommand(
        bounds: .empty, shape: .roundedRect(command.destination), transform: command.transform, paint: .solid(.max)))
  }

  /// Maximum number of tiles in a call of `draw(_:in:byTiling:)`. Above it, nothing is drawn.
  private static let mostTiles = 16_384.0

  /// Draws an image in a rectangle. If tiling, repeats it to fill the clip. All tiles have one shadow.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool) {
    guard byTiling else { return draw(image, in: rect) }
    let (tile, box) = (rect.standardized, boundingBoxOfClipPath)
    guard isFinite(tile), box.isFinite, tile.width > 0, tile.height > 0 else { return }
    let (left, right) = (
      ((box.minX - tile.minX) / tile.width).rounded(.down), ((box.maxX - tile.minX) / tile.width).rounded(.up)
    )
    let (top, bottom) = (
      ((box.minY - tile.minY) / tile.height).rounded(.down), ((box.maxY - tile.minY) / tile.height).rounded(.up)
    )
    guard (right - left) * (bottom - top) <= Self.mostTiles else { return }
    var copies: [DrawCommand] = []
    for row in stride(from: top, to: bottom, by: 1) {
      for column in stride(from: left, to: right, by: 1) {
        let place = tile.offsetBy(dx: column * tile.width, dy: row * tile.height)
        copies.append(.image(imageCommand(image, in: place, alpha: 1)))
      }
    }
    emit(asGroup: copies)
  }

  /// An image in a finite rectangle, in base coordinates.
  func imageCommand(_ image: CGImage, in rect: CGRect, alpha: CGFloat) -> ImageCommand {
    let rect = rect.standardized
    let mirror = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: rect.minY + rect.maxY)
    return ImageCommand(
      bounds: .empty, image: image, destination: RoundedRect(rect),
      transform: PlaneTransform(mirror.concatenating(ctm)), filter: interpolationQuality.filter,
      alpha: UInt8(alpha * 255 + 0.5))
  }

  /// Adds commands in user coordinates, such as those of a layer.
  package func append(_ others: [DrawCommand]) {
    let transform = PlaneTransform(ctm)
    emit(asGroup: others.compactMap { $0.moved(by: transform) })
  }
}
