// Names of the animatable properties of layers; sub* is of `sublayerTransform`, as seen by the sublayers.
/// `CALayer.backgroundColor`.
public let kPOPLayerBackgroundColor = "backgroundColor"
/// `CALayer.bounds`, points.
public let kPOPLayerBounds = "bounds"
/// `CALayer.cornerRadius`, points.
public let kPOPLayerCornerRadius = "cornerRadius"
/// `CALayer.borderWidth`, points.
public let kPOPLayerBorderWidth = "borderWidth"
/// `CALayer.borderColor`.
public let kPOPLayerBorderColor = "borderColor"
/// `CALayer.opacity`, 0...1.
public let kPOPLayerOpacity = "opacity"
/// `CALayer.position`, points.
public let kPOPLayerPosition = "position"
/// x of `CALayer.position`.
public let kPOPLayerPositionX = "positionX"
/// y of `CALayer.position`.
public let kPOPLayerPositionY = "positionY"
/// Radians about z.
public let kPOPLayerRotation = "rotation"
/// A turn about x, radians.
public let kPOPLayerRotationX = "rotationX"
/// A turn about y, radians.
public let kPOPLayerRotationY = "rotationY"
/// The scale along x; 0 is written as a millionth.
public let kPOPLayerScaleX = "scaleX"
/// The scale along y.
public let kPOPLayerScaleY = "scaleY"
/// The scale along x and y, a point.
public let kPOPLayerScaleXY = "scaleXY"
/// The size of `CALayer.bounds`, points; negative sides are not written.
public let kPOPLayerSize = "size"
/// The scale of `sublayerTransform` along x and y, a point.
public let kPOPLayerSubscaleXY = "subscaleXY"
/// The move of `sublayerTransform` along x, points.
public let kPOPLayerSubtranslationX = "subtranslationX"
/// The move of `sublayerTransform` along y, points.
public let kPOPLayerSubtranslationY = "subtranslationY"
/// The move of `sublayerTransform` along z, points.
public let kPOPLayerSubtranslationZ = "subtranslationZ"
/// The move of `sublayerTransform` along x and y, a size.
public let kPOPLayerSubtranslationXY = "subtranslationXY"
/// The move of `transform` along x, points.
public let kPOPLayerTranslationX = "translationX"
/// The move of `transform` along y, points.
public let kPOPLayerTranslationY = "translationY"
/// The move of `transform` along z, points.
public let kPOPLayerTranslationZ = "translationZ"
/// The move of `transform` along x and y, a size.
public let kPOPLayerTranslationXY = "translationXY"
/// `CALayer.zPosition`, points.
public let kPOPLayerZPosition = "zPosition"
/// `CALayer.shadowColor`.
public let kPOPLayerShadowColor = "shadowColor"
/// `CALayer.shadowOffset`, points.
public let kPOPLayerShadowOffset = "shadowOffset"
/// `CALayer.shadowOpacity`, 0...1.
public let kPOPLayerShadowOpacity = "shadowOpacity"
/// `CALayer.shadowRadius`, points.
public let kPOPLayerShadowRadius = "shadowRadius"
/// `CAShapeLayer.strokeStart`, 0...1.
public let kPOPShapeLayerStrokeStart = "shapeLayer.strokeStart"
/// `CAShapeLayer.strokeEnd`, 0...1.
public let kPOPShapeLayerStrokeEnd = "shapeLayer.strokeEnd"
/// `CAShapeLayer.strokeColor`.
public let kPOPShapeLayerStrokeColor = "shapeLayer.strokeColor"
/// `CAShapeLayer.fillColor`.
public let kPOPShapeLayerFillColor = "shapeLayer.fillColor"
/// `CAShapeLayer.lineWidth`, points.
public let kPOPShapeLayerLineWidth = "shapeLayer.lineWidth"
/// `CAShapeLayer.lineDashPhase`, points.
public let kPOPShapeLayerLineDashPhase = "shapeLayer.lineDashPhase"

extension PropertyRow {
  // POP's thresholds: points are whole, the rest as fine as can be seen.
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

  /// A scale of 0 could not be taken apart again, so POP writes this instead.
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
