import Foundation
import StarmineGraphics
import StarmineLayers

// Names of the animatable properties of layers; sub* is of `sublayerTransform`, as seen by the sublayers.
public let kPOPLayerBackgroundColor = "backgroundColor"
public let kPOPLayerBounds = "bounds"
public let kPOPLayerCornerRadius = "cornerRadius"
public let kPOPLayerBorderWidth = "borderWidth"
public let kPOPLayerBorderColor = "borderColor"
public let kPOPLayerOpacity = "opacity"
public let kPOPLayerPosition = "position"
public let kPOPLayerPositionX = "positionX"
public let kPOPLayerPositionY = "positionY"
/// Radians about z.
public let kPOPLayerRotation = "rotation"
public let kPOPLayerRotationX = "rotationX"
public let kPOPLayerRotationY = "rotationY"
public let kPOPLayerScaleX = "scaleX"
public let kPOPLayerScaleY = "scaleY"
public let kPOPLayerScaleXY = "scaleXY"
public let kPOPLayerSize = "size"
public let kPOPLayerSubscaleXY = "subscaleXY"
public let kPOPLayerSubtranslationX = "subtranslationX"
public let kPOPLayerSubtranslationY = "subtranslationY"
public let kPOPLayerSubtranslationZ = "subtranslationZ"
public let kPOPLayerSubtranslationXY = "subtranslationXY"
public let kPOPLayerTranslationX = "translationX"
public let kPOPLayerTranslationY = "translationY"
public let kPOPLayerTranslationZ = "translationZ"
public let kPOPLayerTranslationXY = "translationXY"
public let kPOPLayerZPosition = "zPosition"
public let kPOPLayerShadowColor = "shadowColor"
public let kPOPLayerShadowOffset = "shadowOffset"
public let kPOPLayerShadowOpacity = "shadowOpacity"
public let kPOPLayerShadowRadius = "shadowRadius"
public let kPOPShapeLayerStrokeStart = "shapeLayer.strokeStart"
public let kPOPShapeLayerStrokeEnd = "shapeLayer.strokeEnd"
public let kPOPShapeLayerStrokeColor = "shapeLayer.strokeColor"
public let kPOPShapeLayerFillColor = "shapeLayer.fillColor"
public let kPOPShapeLayerLineWidth = "shapeLayer.lineWidth"
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
