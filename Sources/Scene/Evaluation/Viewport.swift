/// The target pixels of a tree.
package struct Viewport: Sendable, Hashable {
  /// Pixels.
  package var width: Int
  package var height: Int
  /// Pixels per point along the width.
  package var scale: Double
  /// Scale along the height relative to that along the width.
  package var stretch: Double
  /// Offset of the origin in pixels, to centre a scene.
  package var offsetX: Double
  package var offsetY: Double
  /// Background colour. Default transparent.
  package var background: CGColor
  /// Whether gradients are dithered in 8-bit pixels.
  package var dithersGradients = false
  /// Whether pixels have more than 8 bits per component.
  package var isDeep = false

  package init(
    width: Int, height: Int, scale: Double = 1, offsetX: Double = 0, offsetY: Double = 0, background: CGColor = .clear,
    stretch: Double = 1
  ) {
    (self.width, self.height, self.scale, self.stretch) = (width, height, scale, stretch)
    (self.offsetX, self.offsetY, self.background) = (offsetX, offsetY, background)
  }

  /// Whether the background cannot be stored in 8 bits.
  var paintsBackground: Bool {
    background.needsMore(than: premultiplied(background, opacity: 1), opacity: 1, isDeep: isDeep)
  }

  /// Points to pixels.
  var matrix: CATransform3D {
    var matrix = CATransform3D()
    (matrix.m11, matrix.m22, matrix.m33) = (scale, scale * stretch, scale)
    (matrix.m41, matrix.m42) = (offsetX, offsetY)
    return matrix
  }
}
