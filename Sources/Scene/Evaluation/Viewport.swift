/// The pixels that a tree is drawn to.
package struct Viewport: Sendable, Hashable {
  /// Pixels.
  package var width: Int
  package var height: Int
  /// Pixels per point of the space that the root layer lies in, along its width.
  package var scale: Double
  /// Pixels per point along its height, in those along its width; 1 keeps shapes.
  package var stretch: Double
  /// Pixels by which that space's origin is moved right and down, to centre a scene.
  package var offsetX: Double
  package var offsetY: Double
  /// Behind everything; transparent by default.
  package var background: CGColor
  /// Whether steps of gradients are broken up in pixels of 8 bits.
  package var dithersGradients = false
  /// Whether pixels hold more than 8 bits of a component.
  package var isDeep = false

  package init(
    width: Int, height: Int, scale: Double = 1, offsetX: Double = 0, offsetY: Double = 0, background: CGColor = .clear,
    stretch: Double = 1
  ) {
    (self.width, self.height, self.scale, self.stretch) = (width, height, scale, stretch)
    (self.offsetX, self.offsetY, self.background) = (offsetX, offsetY, background)
  }

  /// Whether the background is a colour that no word holds.
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
