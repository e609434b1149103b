import Foundation
package import StarmineGraphics

/// The pixels that a tree is drawn to.
package struct Viewport: Sendable, Hashable {
  /// Pixels.
  package var width: Int
  package var height: Int
  /// Pixels per point of the space that the root layer lies in.
  package var scale: Double
  /// Pixels by which that space's origin is moved right and down, to centre a scene.
  package var offsetX: Double
  package var offsetY: Double
  /// Behind everything; transparent by default.
  package var background: CGColor
  /// Width of a pixel to its height, as it is seen. Default 1.
  package var pixelAspect = 1.0

  package init(
    width: Int, height: Int, scale: Double = 1, offsetX: Double = 0, offsetY: Double = 0, background: CGColor = .clear
  ) {
    (self.width, self.height, self.scale) = (width, height, scale)
    (self.offsetX, self.offsetY, self.background) = (offsetX, offsetY, background)
  }

  /// Points to pixels.
  var matrix: CATransform3D {
    var matrix = CATransform3D()
    (matrix.m11, matrix.m22, matrix.m33) = (scale / pixelAspect, scale, scale)
    (matrix.m41, matrix.m42) = (offsetX, offsetY)
    return matrix
  }
}
