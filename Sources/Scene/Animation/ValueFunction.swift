/// Converts one or three numbers to a transform (`CAValueFunction`).
package enum ValueFunction: String, Sendable, CaseIterable {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  package var inputCount: Int { self == .scale || self == .translate ? 3 : 1 }

  package var neutral: Double { rawValue.hasPrefix("scale") ? 1 : 0 }

  /// - Parameter v: functions with one input use the first number.
  package func transform(_ v: SIMD3<Double>) -> CATransform3D {
    switch self {
    case .rotateX: CATransform3DMakeRotation(v.x, 1, 0, 0)
    case .rotateY: CATransform3DMakeRotation(v.x, 0, 1, 0)
    case .rotateZ: CATransform3DMakeRotation(v.x, 0, 0, 1)
    case .scale: CATransform3DMakeScale(v.x, v.y, v.z)
    case .scaleX: CATransform3DMakeScale(v.x, 1, 1)
    case .scaleY: CATransform3DMakeScale(1, v.x, 1)
    case .scaleZ: CATransform3DMakeScale(1, 1, v.x)
    case .translate: CATransform3DMakeTranslation(v.x, v.y, v.z)
    case .translateX: CATransform3DMakeTranslation(v.x, 0, 0)
    case .translateY: CATransform3DMakeTranslation(0, v.x, 0)
    case .translateZ: CATransform3DMakeTranslation(0, 0, v.x)
    }
  }
}
