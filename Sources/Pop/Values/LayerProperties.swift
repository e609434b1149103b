// MARK: Animatable properties of layers. Names with "sub" use `sublayerTransform`.
/// Colours of the layer: `backgroundColor`, `borderColor` and `shadowColor`.
public let kPOPLayerBackgroundColor = "backgroundColor", kPOPLayerBorderColor = "borderColor",
  kPOPLayerShadowColor = "shadowColor"
/// Lengths of the layer in points: `cornerRadius`, `borderWidth`, `shadowOffset` and `shadowRadius`.
public let kPOPLayerCornerRadius = "cornerRadius", kPOPLayerBorderWidth = "borderWidth",
  kPOPLayerShadowOffset = "shadowOffset", kPOPLayerShadowRadius = "shadowRadius"
/// Opacity of the layer and of its shadow, 0...1.
public let kPOPLayerOpacity = "opacity", kPOPLayerShadowOpacity = "shadowOpacity"
/// `CALayer.bounds` in points.
public let kPOPLayerBounds = "bounds"
/// Size of `CALayer.bounds` in points. Negative sizes are not written.
public let kPOPLayerSize = "size"
/// `CALayer.position`, its x and its y, and `zPosition`, in points.
public let kPOPLayerPosition = "position", kPOPLayerPositionX = "positionX", kPOPLayerPositionY = "positionY",
  kPOPLayerZPosition = "zPosition"
/// Rotation about z, x and y in radians.
public let kPOPLayerRotation = "rotation", kPOPLayerRotationX = "rotationX", kPOPLayerRotationY = "rotationY"
/// Scale along x, along y, and along both as a point. 0 is written as 1e-6.
public let kPOPLayerScaleX = "scaleX", kPOPLayerScaleY = "scaleY", kPOPLayerScaleXY = "scaleXY"
/// Scale of `sublayerTransform` along x and y, as a point.
public let kPOPLayerSubscaleXY = "subscaleXY"
/// Translation of `sublayerTransform` along x, y and z, and along x and y as a size, in points.
public let kPOPLayerSubtranslationX = "subtranslationX", kPOPLayerSubtranslationY = "subtranslationY",
  kPOPLayerSubtranslationZ = "subtranslationZ", kPOPLayerSubtranslationXY = "subtranslationXY"
/// Translation of `transform` along x, y and z, and along x and y as a size, in points.
public let kPOPLayerTranslationX = "translationX", kPOPLayerTranslationY = "translationY",
  kPOPLayerTranslationZ = "translationZ", kPOPLayerTranslationXY = "translationXY"
/// `strokeStart` and `strokeEnd` of a `CAShapeLayer`, 0...1.
public let kPOPShapeLayerStrokeStart = "shapeLayer.strokeStart", kPOPShapeLayerStrokeEnd = "shapeLayer.strokeEnd"
/// `strokeColor` and `fillColor` of a `CAShapeLayer`.
public let kPOPShapeLayerStrokeColor = "shapeLayer.strokeColor", kPOPShapeLayerFillColor = "shapeLayer.fillColor"
/// `lineWidth` and `lineDashPhase` of a `CAShapeLayer` in points.
public let kPOPShapeLayerLineWidth = "shapeLayer.lineWidth", kPOPShapeLayerLineDashPhase = "shapeLayer.lineDashPhase"

extension PropertyRow {
  // POP's thresholds: whole points, and smaller steps for other units.
  private static let point = 1.0
  private static let scale = 0.005
  private static let fine = 0.01

  static var layerRows: [PropertyRow] { looks + places + turns + scales + translations + shapes }

  private static var looks: [PropertyRow] {
    [
      PropertyRow(kPOPLayerBackgroundColor, CGColor.vectorKind, fine, "backgroundColor"),
      PropertyRow(kPOPLayerBorderColor, CGColor.vectorKind, fine, "borderColor"),
      PropertyRow(kPOPLayerShadowColor, CGColor.vectorKind, fine, "shadowColor"),
      PropertyRow(kPOPLayerCornerRadius, .number, fine, "cornerRadius"),
      PropertyRow(kPOPLayerBorderWidth, .number, fine, "borderWidth"),
      PropertyRow(kPOPLayerOpacity, .number, fine, "opacity"),
      PropertyRow(kPOPLayerShadowOffset, CGSize.vectorKind, fine, "shadowOffset"),
      PropertyRow(kPOPLayerShadowOpacity, .number, fine, "shadowOpacity"),
      PropertyRow(kPOPLayerShadowRadius, .number, fine, "shadowRadius"),
    ]
  }

  private static var places: [PropertyRow] {
    [
      PropertyRow(kPOPLayerBounds, CGRect.vectorKind, point, "bounds"),
      // A size with a negative side is not written.
      PropertyRow(kPOPLayerSize, CGSize.vectorKind, point, "bounds.size") { $0.x < 0 || $0.y < 0 ? nil : $0 },
      PropertyRow(kPOPLayerPosition, CGPoint.vectorKind, point, "position"),
      PropertyRow(kPOPLayerPositionX, .number, point, "position.x"),
      PropertyRow(kPOPLayerPositionY, .number, point, "position.y"),
      PropertyRow(kPOPLayerZPosition, .number, point, "zPosition"),
    ]
  }

  private static var turns: [PropertyRow] {
    [
      PropertyRow(kPOPLayerRotation, .number, fine, "transform.rotation.z"),
      PropertyRow(kPOPLayerRotationX, .number, fine, "transform.rotation.x"),
      PropertyRow(kPOPLayerRotationY, .number, fine, "transform.rotation.y"),
    ]
  }

  /// POP writes this instead of 0, because a scale of 0 cannot be decomposed.
  private static let leastScale = 1e-6

  private static var scales: [PropertyRow] {
    let notZero: @Sendable (SIMD4<Double>) -> SIMD4<Double>? = { $0.x == 0 ? SIMD4(leastScale, 0, 0, 0) : $0 }
    let notBothZero: @Sendable (SIMD4<Double>) -> SIMD4<Double>? = {
      $0.x == 0 && $0.y == 0 ? SIMD4(leastScale, leastScale, 0, 0) : $0
    }
    return [
      PropertyRow(kPOPLayerScaleX, .number, scale, "transform.scale.x", adjust: notZero),
      PropertyRow(kPOPLayerScaleY, .number, scale, "transform.scale.y", adjust: notZero),
      PropertyRow(kPOPLayerScaleXY, .number, scale, "transform.scale.x", "transform.scale.y", adjust: notBothZero),
      PropertyRow(
        kPOPLayerSubscaleXY, .number, scale, "sublayerTransform.scale.x", "sublayerTransform.scale.y",
        adjust: notBothZero),
    ]
  }

  private static var translations: [PropertyRow] {
    [
      ("transform", kPOPLayerTranslationXY, [kPOPLayerTranslationX, kPOPLayerTranslationY, kPOPLayerTranslationZ]),
      (
        "sublayerTransform", kPOPLayerSubtranslationXY,
        [kPOPLayerSubtranslationX, kPOPLayerSubtranslationY, kPOPLayerSubtranslationZ]
      ),
    ].flatMap { key, plane, axes in
      zip(axes, ["x", "y", "z"]).map { PropertyRow($0, .number, point, "\(key).translation.\($1)") }
        + [PropertyRow(plane, CGSize.vectorKind, point, "\(key).translation")]
    }
  }

  private static var shapes: [PropertyRow] {
    [
      PropertyRow(kPOPShapeLayerStrokeStart, of: CAShapeLayer.self, .number, fine, "strokeStart"),
      PropertyRow(kPOPShapeLayerStrokeEnd, of: CAShapeLayer.self, .number, fine, "strokeEnd"),
      PropertyRow(kPOPShapeLayerStrokeColor, of: CAShapeLayer.self, CGColor.vectorKind, fine, "strokeColor"),
      PropertyRow(kPOPShapeLayerFillColor, of: CAShapeLayer.self, CGColor.vectorKind, fine, "fillColor"),
      PropertyRow(kPOPShapeLayerLineWidth, of: CAShapeLayer.self, .number, fine, "lineWidth"),
      PropertyRow(kPOPShapeLayerLineDashPhase, of: CAShapeLayer.self, .number, fine, "lineDashPhase"),
    ]
  }
}
