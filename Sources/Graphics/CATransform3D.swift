public import Foundation

/// A 4x4 matrix for row vectors, `p' = p M`. The translation is in m41, m42, m43.
public struct CATransform3D: Hashable, Sendable {
  /// First row: the image of the x axis. Default 1, 0, 0, 0.
  public var m11: CGFloat = 1, m12: CGFloat = 0, m13: CGFloat = 0, m14: CGFloat = 0
  /// Second row: the image of the y axis. Default 0, 1, 0, 0.
  public var m21: CGFloat = 0, m22: CGFloat = 1, m23: CGFloat = 0, m24: CGFloat = 0
  /// Third row: the image of the z axis. m34 is -1/distance for a perspective. Default 0, 0, 1, 0.
  public var m31: CGFloat = 0, m32: CGFloat = 0, m33: CGFloat = 1, m34: CGFloat = 0
  /// Fourth row: the translation. Default 0, 0, 0, 1.
  public var m41: CGFloat = 0, m42: CGFloat = 0, m43: CGFloat = 0, m44: CGFloat = 1

  /// Creates the identity. (On Apple's platforms, it creates zeros.)
  public init() {}

  /// Creates a matrix from its sixteen values in row order.
  public init(
    m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat, m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat,
    m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat, m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }
}

/// The identity transform.
public let CATransform3DIdentity = CATransform3D()

extension CATransform3D {
  @inlinable package var isFinite: Bool {
    // A finite number times 0 is 0, any other number is NaN.
    let first = m11 * 0 + m12 * 0 + m13 * 0 + m14 * 0 + m21 * 0 + m22 * 0 + m23 * 0 + m24 * 0
    let second = m31 * 0 + m32 * 0 + m33 * 0 + m34 * 0 + m41 * 0 + m42 * 0 + m43 * 0 + m44 * 0
    return first + second == 0
  }

  var rows: [SIMD4<Double>] {
    [
      SIMD4(m11, m12, m13, m14), SIMD4(m21, m22, m23, m24),
      SIMD4(m31, m32, m33, m34), SIMD4(m41, m42, m43, m44),
    ]
  }

  init(_ row1: SIMD4<Double>, _ row2: SIMD4<Double>, _ row3: SIMD4<Double>, _ row4: SIMD4<Double>) {
    (m11, m12, m13, m14) = (CGFloat(row1.x), CGFloat(row1.y), CGFloat(row1.z), CGFloat(row1.w))
    (m21, m22, m23, m24) = (CGFloat(row2.x), CGFloat(row2.y), CGFloat(row2.z), CGFloat(row2.w))
    (m31, m32, m33, m34) = (CGFloat(row3.x), CGFloat(row3.y), CGFloat(row3.z), CGFloat(row3.w))
    (m41, m42, m43, m44) = (CGFloat(row4.x), CGFloat(row4.y), CGFloat(row4.z), CGFloat(row4.w))
  }
}

extension SIMD4<Double> {
  fileprivate init(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat, _ w: CGFloat) {
    self.init(Double(x), Double(y), Double(z), Double(w))
  }
}
