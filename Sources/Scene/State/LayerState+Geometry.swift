extension LayerState {
  /// From the layer's coordinates to its superlayer's (behavior.md 4.2).
  package var toSuperlayer: CATransform3D {
    // The product of translations, without products by 0 and 1.
    let x = -(plain.bounds.origin.x + plain.anchorPoint.x * plain.bounds.width)
    let y = -(plain.bounds.origin.y + plain.anchorPoint.y * plain.bounds.height)
    let z = -plain.anchorPointZ
    var matrix = transform
    matrix.m41 = x * transform.m11 + y * transform.m21 + z * transform.m31 + transform.m41
    matrix.m42 = x * transform.m12 + y * transform.m22 + z * transform.m32 + transform.m42
    matrix.m43 = x * transform.m13 + y * transform.m23 + z * transform.m33 + transform.m43
    matrix.m44 = x * transform.m14 + y * transform.m24 + z * transform.m34 + transform.m44
    return matrix.translated(byX: plain.position.x, y: plain.position.y, z: plain.zPosition)
  }

  func toSuperlayer(in superlayer: CATransform3D) -> CATransform3D {
    guard transform == CATransform3DIdentity else { return CATransform3DConcat(toSuperlayer, superlayer) }
    // The matrix product without products by 0 and 1.
    let (x, y, z) = plain.shift
    var result = superlayer
    result.m41 = x * superlayer.m11 + y * superlayer.m21 + z * superlayer.m31 + superlayer.m41
    result.m42 = x * superlayer.m12 + y * superlayer.m22 + z * superlayer.m32 + superlayer.m42
    result.m43 = x * superlayer.m13 + y * superlayer.m23 + z * superlayer.m33 + superlayer.m43
    result.m44 = x * superlayer.m14 + y * superlayer.m24 + z * superlayer.m34 + superlayer.m44
    return result
  }

  /// Converts a transform of the layer's coordinates to one for its contents: `isGeometryFlipped` mirrors about the
  /// middle of the bounds, before the layer's transform (measured, behavior.md 4.2).
  package func flipped(_ transform: CATransform3D) -> CATransform3D {
    guard plain.isGeometryFlipped else { return transform }
    var mirror = CATransform3DIdentity
    mirror.m22 = -1
    mirror.m42 = plain.bounds.minY + plain.bounds.maxY
    return CATransform3DConcat(mirror, transform)
  }

  package func aroundAnchor(_ transform: CATransform3D) -> CATransform3D {
    guard transform != CATransform3DIdentity else { return transform }
    let x = plain.bounds.origin.x + plain.anchorPoint.x * plain.bounds.width
    let y = plain.bounds.origin.y + plain.anchorPoint.y * plain.bounds.height
    return CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeTranslation(-x, -y, -plain.anchorPointZ), transform),
      CATransform3DMakeTranslation(x, y, plain.anchorPointZ))
  }

  /// From the space of the sublayers' positions to the target of the layer's space.
  func sublayerSpace(in space: CATransform3D) -> CATransform3D {
    CATransform3DConcat(aroundAnchor(sublayerTransform), flipped(space))
  }

  var shape: RoundedRect {
    var shape = plain.shape
    guard let border = rare.box?.value.border.box?.value else { return shape }
    (shape.corners, shape.curve) = (border.maskedCorners, border.cornerCurve)
    if shape.corners.isDisjoint(with: .all) { shape.cornerRadius = 0 }
    if shape.cornerRadius <= 0 { shape.smoothEdges = border.allowsEdgeAntialiasing ? border.edgeAntialiasingMask : [] }
    return shape
  }
}

extension CATransform3D {
  fileprivate func translated(byX x: CGFloat, y: CGFloat, z: CGFloat) -> CATransform3D {
    var result = self
    (result.m11, result.m12, result.m13) = (m11 + m14 * x, m12 + m14 * y, m13 + m14 * z)
    (result.m21, result.m22, result.m23) = (m21 + m24 * x, m22 + m24 * y, m23 + m24 * z)
    (result.m31, result.m32, result.m33) = (m31 + m34 * x, m32 + m34 * y, m33 + m34 * z)
    (result.m41, result.m42, result.m43) = (m41 + m44 * x, m42 + m44 * y, m43 + m44 * z)
    return result
  }
}

extension PlainState {
  @inline(__always)
  var shape: RoundedRect {
    RoundedRect(
      minX: bounds.minX, minY: bounds.minY, maxX: bounds.maxX, maxY: bounds.maxY,
      cornerRadius: max(0, min(cornerRadius, bounds.width / 2, bounds.height / 2)))
  }

  @inline(__always)
  fileprivate var shift: (x: CGFloat, y: CGFloat, z: CGFloat) {
    (
      position.x - (bounds.origin.x + anchorPoint.x * bounds.width),
      position.y - (bounds.origin.y + anchorPoint.y * bounds.height), zPosition - anchorPointZ
    )
  }

  /// The plane z = 0 of the layer, with the same formula as `LayerState.toSuperlayer(in:)`.
  @inline(__always)
  func plane(in superlayer: CATransform3D) -> PlaneTransform {
    let (x, y, z) = shift
    var result = PlaneTransform(superlayer)
    result.m31 = x * superlayer.m11 + y * superlayer.m21 + z * superlayer.m31 + superlayer.m41
    result.m32 = x * superlayer.m12 + y * superlayer.m22 + z * superlayer.m32 + superlayer.m42
    result.m33 = x * superlayer.m14 + y * superlayer.m24 + z * superlayer.m34 + superlayer.m44
    return result
  }
}
