public import Foundation
import Graphics
import Scene

extension CALayer {
  /// The bounding box of the layer's rectangle in its superlayer, without the superlayer's `sublayerTransform`.
  ///
  /// Setting it keeps transform and anchor point: the new bounds are what the inverse of the transform's linear part
  /// makes of the size (undefined for rotations other than quarter turns, as on Apple's system), and the position puts
  /// their box in the middle of the given rectangle. A transform without inverse keeps the bounds.
  public final var frame: CGRect {
    get { bounds.box(Geometry.plane(of: state, in: nil).apply) }
    set {
      guard newValue != frame else { return }
      let size = boundsSize(forFrame: newValue.standardized.size)
      var moved = state
      moved.bounds.size = size
      let box = moved.bounds.box(Geometry.plane(of: moved, in: nil).apply)
      position = CGPoint(x: position.x + newValue.midX - box.midX, y: position.y + newValue.midY - box.midY)
      bounds.size = size
    }
  }

  /// The size whose box under the linear part of the transform is `size`, as far as there is one.
  private func boundsSize(forFrame size: CGSize) -> CGSize {
    let t = transform
    let determinant = t.m11 * t.m22 - t.m12 * t.m21
    guard determinant.isFinite, determinant != 0 else { return bounds.size }
    return CGSize(
      width: (abs(t.m22) * size.width + abs(t.m21) * size.height) / abs(determinant),
      height: (abs(t.m12) * size.width + abs(t.m11) * size.height) / abs(determinant))
  }
}

/// Maps between the planes of layers (reference section 4.2).
enum Geometry {
  /// From a layer's plane to its superlayer's: about the anchor point through the transform to the position, then
  /// through the superlayer's sublayer transform about its anchor point, then flattened.
  static func plane(of layer: LayerState, in superlayer: LayerState?) -> PlaneTransform {
    let x = superlayerVector(SIMD4(1, 0, 0, 0), layer, superlayer)
    let y = superlayerVector(SIMD4(0, 1, 0, 0), layer, superlayer)
    let origin = superlayerVector(SIMD4(0, 0, 0, 1), layer, superlayer)
    var plane = PlaneTransform()
    (plane.m11, plane.m12, plane.m13) = (x.x, x.y, x.w)
    (plane.m21, plane.m22, plane.m23) = (y.x, y.y, y.w)
    (plane.m31, plane.m32, plane.m33) = (origin.x, origin.y, origin.w)
    return plane
  }

  private static func superlayerVector(
    _ vector: SIMD4<Double>, _ layer: LayerState, _ superlayer: LayerState?
  ) -> SIMD4<Double> {
    let anchor = layer.anchor
    var v = vector - SIMD4<Double>(anchor.x, anchor.y, layer.anchorPointZ, 0) * vector.w
    v = v * layer.transform
    v += SIMD4<Double>(layer.position.x, layer.position.y, layer.zPosition, 0) * v.w
    guard let superlayer, superlayer.sublayerTransform != CATransform3DIdentity else { return v }
    let centre = SIMD4<Double>(superlayer.anchor.x, superlayer.anchor.y, 0, 0)
    v -= centre * v.w
    v = v * superlayer.sublayerTransform
    return v + centre * v.w
  }
}

extension LayerState {
  /// The anchor point in the layer's own coordinates.
  fileprivate var anchor: CGPoint {
    CGPoint(
      x: bounds.origin.x + anchorPoint.x * bounds.size.width, y: bounds.origin.y + anchorPoint.y * bounds.size.height)
  }
}

extension SIMD4<Double> {
  /// Row vector times matrix.
  fileprivate static func * (v: Self, t: CATransform3D) -> Self {
    SIMD4<Double>(t.m11, t.m12, t.m13, t.m14) * v.x + SIMD4<Double>(t.m21, t.m22, t.m23, t.m24) * v.y
      + SIMD4<Double>(t.m31, t.m32, t.m33, t.m34) * v.z + SIMD4<Double>(t.m41, t.m42, t.m43, t.m44) * v.w
  }
}

extension PlaneTransform {
  func apply(_ point: CGPoint) -> CGPoint {
    let mapped = apply(point.x, point.y)
    return CGPoint(x: mapped.x, y: mapped.y)
  }
}
