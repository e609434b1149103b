import Foundation
import Graphics

/// From an emitter layer's space to device pixels, for eight particles at a time.
struct ParticleProjection {
  // Rows of the homogeneous map: X = xx x + xy y + xz z + x0, and so on; x' = X / W.
  private let xx: Float, xy: Float, xz: Float, x0: Float
  private let yx: Float, yy: Float, yz: Float, y0: Float
  private let wx: Float, wy: Float, wz: Float, w0: Float
  private let isPerspective: Bool
  /// Device pixels that are kept.
  let clip: DeviceRect

  /// - Parameters:
  ///   - matrix: layer space to device pixels.
  ///   - keepsDepth: whether the particles' z takes part (`preservesDepth`).
  init(_ matrix: CATransform3D, keepsDepth: Bool, clip: DeviceRect) {
    let depth: CGFloat = keepsDepth ? 1 : 0
    xx = Float(matrix.m11)
    xy = Float(matrix.m21)
    xz = Float(matrix.m31 * depth)
    x0 = Float(matrix.m41)
    yx = Float(matrix.m12)
    yy = Float(matrix.m22)
    yz = Float(matrix.m32 * depth)
    y0 = Float(matrix.m42)
    wx = Float(matrix.m14)
    wy = Float(matrix.m24)
    wz = Float(matrix.m34 * depth)
    w0 = Float(matrix.m44)
    isPerspective = wx != 0 || wy != 0 || wz != 0 || w0 != 1
    self.clip = clip
  }

  /// Sprites larger than this many pixels are dropped: coordinates stay within what the rasteriser's fixed point holds.
  private static let largestExtent: Float = 32_768

  /// Device sprites, and the lanes of them that can be seen.
  @inline(__always)
  func project(_ seen: AppearanceLanes, size: SIMD2<Float>) -> (sprite: SpriteLanes, isVisible: SIMDMask<SIMD8<Int32>>)
  {
    let p = seen.position
    let width = seen.scale * size.x
    let height = seen.scale * size.y
    var lanes = SpriteLanes(
      x: p.x * xx + p.y * xy + (p.z * xz + x0),
      y: p.x * yx + p.y * yy + (p.z * yz + y0),
      widthX: (seen.right.x * xx + seen.right.y * xy + seen.right.z * xz) * width,
      widthY: (seen.right.x * yx + seen.right.y * yy + seen.right.z * yz) * width,
      heightX: (seen.down.x * xx + seen.down.y * xy + seen.down.z * xz) * height,
      heightY: (seen.down.x * yx + seen.down.y * yy + seen.down.z * yz) * height)
    var isVisible = seen.scale .> 0
    if isPerspective {
      isVisible = isVisible .& foreshorten(&lanes, seen, width, height)
    }
    let extentX = (LaneMath.magnitude(lanes.widthX) + LaneMath.magnitude(lanes.heightX)) * 0.5
    let extentY = (LaneMath.magnitude(lanes.widthY) + LaneMath.magnitude(lanes.heightY)) * 0.5
    isVisible = isVisible .& (lanes.x + extentX .> Float(clip.minX)) .& (lanes.x - extentX .< Float(clip.maxX))
    isVisible = isVisible .& (lanes.y + extentY .> Float(clip.minY)) .& (lanes.y - extentY .< Float(clip.maxY))
    isVisible = isVisible .& (extentX .< Self.largestExtent) .& (extentY .< Self.largestExtent)
    return (lanes, isVisible)
  }

  /// Divides by W; a sprite's edges follow the map's derivative at its centre. Points behind the eye are not visible.
  private func foreshorten(
    _ lanes: inout SpriteLanes, _ seen: AppearanceLanes, _ width: Floats, _ height: Floats
  ) -> SIMDMask<SIMD8<Int32>> {
    let p = seen.position
    let w = p.x * wx + p.y * wy + (p.z * wz + w0)
    let inverse = Floats(repeating: 1) / w
    let widthW = (seen.right.x * wx + seen.right.y * wy + seen.right.z * wz) * width
    let heightW = (seen.down.x * wx + seen.down.y * wy + seen.down.z * wz) * height
    lanes.x = lanes.x * inverse
    lanes.y = lanes.y * inverse
    lanes.widthX = (lanes.widthX - lanes.x * widthW) * inverse
    lanes.widthY = (lanes.widthY - lanes.y * widthW) * inverse
    lanes.heightX = (lanes.heightX - lanes.x * heightW) * inverse
    lanes.heightY = (lanes.heightY - lanes.y * heightW) * inverse
    return w .> 1e-4
  }
}

/// Eight device sprites: centre and edge vectors, pixels.
struct SpriteLanes {
  var x: Floats
  var y: Floats
  var widthX: Floats
  var widthY: Floats
  var heightX: Floats
  var heightY: Floats
}
