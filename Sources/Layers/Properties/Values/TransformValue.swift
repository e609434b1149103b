import Foundation
package import StarmineGraphics
import StarmineScene

extension CATransform3D: PropertyValue {
  package static let kind = ValueKind.transform

  /// A transform or its 16 numbers, row by row.
  package init?(keyValue: Any?) {
    if let transform = keyValue as? CATransform3D {
      self = transform
      return
    }
    guard let n = numbers(in: keyValue, count: 16) else { return nil }
    self.init()
    (m11, m12, m13, m14) = (n[0], n[1], n[2], n[3])
    (m21, m22, m23, m24) = (n[4], n[5], n[6], n[7])
    (m31, m32, m33, m34) = (n[8], n[9], n[10], n[11])
    (m41, m42, m43, m44) = (n[12], n[13], n[14], n[15])
  }

  /// The virtual key paths of transforms (documented; behavior.md 2.9). Writing one part keeps the others. The
  /// translation is the matrix's last row; angles are those of turns about x, then y, then z.
  package static var components: [Property<CATransform3D>] {
    rotations + scales
      + [
        Property("translation", \.planarTranslation, unit: .points, range: -2000...2000, "Translation in the plane."),
        Property("translation.x", \.m41, unit: .points, range: -2000...2000, "Translation along x."),
        Property("translation.y", \.m42, unit: .points, range: -2000...2000, "Translation along y."),
        Property("translation.z", \.m43, unit: .points, range: -2000...2000, "Translation along z."),
      ]
  }

  private static var rotations: [Property<CATransform3D>] {
    [
      Property("rotation", \.angles.z, unit: .radians, range: -Double.pi...Double.pi, "Angle about z."),
      Property("rotation.x", \.angles.x, unit: .radians, range: -Double.pi...Double.pi, "Angle about x."),
      Property("rotation.y", \.angles.y, unit: .radians, range: -Double.pi...Double.pi, "Angle about y."),
      Property("rotation.z", \.angles.z, unit: .radians, range: -Double.pi...Double.pi, "Angle about z."),
    ]
  }

  private static var scales: [Property<CATransform3D>] {
    [
      Property("scale", \.uniformScale, range: 0...4, "All three factors; reads as their average."),
      Property("scale.x", \.factors.x, range: 0...4, "Factor along x."),
      Property("scale.y", \.factors.y, range: 0...4, "Factor along y."),
      Property("scale.z", \.factors.z, range: 0...4, "Factor along z."),
    ]
  }
}

extension CATransform3D {
  fileprivate var planarTranslation: CGSize {
    get { CGSize(width: m41, height: m42) }
    set { (m41, m42) = (newValue.width, newValue.height) }
  }

  /// Radians about x, then y, then z.
  fileprivate var angles: SIMD3<Double> {
    get { TransformComponents(self)?.rotation.eulerAngles ?? SIMD3() }
    set { change { $0.rotation = Quaternion(eulerAngles: newValue) } }
  }

  fileprivate var factors: SIMD3<Double> {
    get { TransformComponents(self)?.scale ?? SIMD3(repeating: 1) }
    set { change { $0.scale = newValue } }
  }

  fileprivate var uniformScale: Double {
    get { factors.sum() / 3 }
    set { factors = SIMD3(repeating: newValue) }
  }

  /// Changes a part; a transform that cannot be taken apart stays as it is.
  private mutating func change(_ body: (inout TransformComponents) -> Void) {
    guard var parts = TransformComponents(self) else { return }
    body(&parts)
    self = parts.matrix
  }
}
