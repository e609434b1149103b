import Foundation

/// A rotation as a unit quaternion `w + x i + y j + z k`.
package struct Quaternion: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var z: Double
  package var w: Double

  package static let identity = Quaternion(x: 0, y: 0, z: 0, w: 1)

  package init(x: Double, y: Double, z: Double, w: Double) {
    (self.x, self.y, self.z, self.w) = (x, y, z, w)
  }

  /// The rotation whose rows, for row vectors, are the images of the three axes. They must be orthonormal and
  /// right-handed.
  ///
  /// Shepperd's method: divides by the largest of the four squared components.
  init(rows r0: SIMD3<Double>, _ r1: SIMD3<Double>, _ r2: SIMD3<Double>) {
    let squares = [
      1 + r0.x + r1.y + r2.z, 1 + r0.x - r1.y - r2.z, 1 - r0.x + r1.y - r2.z, 1 - r0.x - r1.y + r2.z,
    ]
    let largest = squares.indices.max { squares[$0] < squares[$1] } ?? 0
    let twice = max(squares[largest], 0).squareRoot()
    let half = 0.5 / twice
    let (yz, zx, xy) = (r1.z - r2.y, r2.x - r0.z, r0.y - r1.x)
    let (sumXY, sumXZ, sumYZ) = (r0.y + r1.x, r0.z + r2.x, r1.z + r2.y)
    switch largest {
    case 0: self.init(x: yz * half, y: zx * half, z: xy * half, w: twice / 2)
    case 1: self.init(x: twice / 2, y: sumXY * half, z: sumXZ * half, w: yz * half)
    case 2: self.init(x: sumXY * half, y: twice / 2, z: sumYZ * half, w: zx * half)
    default: self.init(x: sumXZ * half, y: sumYZ * half, z: twice / 2, w: xy * half)
    }
  }

  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y))
    )
  }

  /// Interpolates along the shorter great arc at constant speed. `progress` 0 gives `self`, 1 gives `other`.
  package func slerp(to other: Quaternion, progress: Double) -> Quaternion {
    var cosine = x * other.x + y * other.y + z * other.z + w * other.w
    let sign = cosine < 0 ? -1.0 : 1.0
    cosine = min(cosine * sign, 1)
    let angle = Double.acos(cosine)
    let sine = Double.sin(angle)
    // Almost equal rotations: the arc is a straight line within rounding.
    let isShort = sine < 1e-9
    let first = isShort ? 1 - progress : Double.sin((1 - progress) * angle) / sine
    let second = sign * (isShort ? progress : Double.sin(progress * angle) / sine)
    return Quaternion(
      x: first * x + second * other.x, y: first * y + second * other.y,
      z: first * z + second * other.z, w: first * w + second * other.w)
  }
}

extension Quaternion {
  /// Angles in radians about x, then y, then z: the order of `transform.rotation.x`, `.y`, `.z`, with the matrix `Rx Ry
  /// Rz` for row vectors (peer-tested order, behavior.md 2.9). The y angle is in -pi/2...pi/2.
  package var eulerAngles: SIMD3<Double> {
    let (r0, r1, r2) = rows
    let sineY = min(max(-r0.z, -1), 1)
    // At a right angle about y, x and z rotate about the same axis, and all of it is assigned to z.
    guard abs(sineY) < 1 - 1e-12 else { return SIMD3(0, Double.asin(sineY), Double.atan2(-r1.x, r1.y)) }
    return SIMD3(Double.atan2(r1.z, r2.z), Double.asin(sineY), Double.atan2(r0.y, r0.x))
  }

  /// The rotation about x, then y, then z by three angles in radians.
  package init(eulerAngles angles: SIMD3<Double>) {
    let (sx, cx) = (Double.sin(angles.x / 2), Double.cos(angles.x / 2))
    let (sy, cy) = (Double.sin(angles.y / 2), Double.cos(angles.y / 2))
    let (sz, cz) = (Double.sin(angles.z / 2), Double.cos(angles.z / 2))
    self.init(
      x: sx * cy * cz - cx * sy * sz, y: cx * sy * cz + sx * cy * sz,
      z: cx * cy * sz - sx * sy * cz, w: cx * cy * cz + sx * sy * sz)
  }
}
