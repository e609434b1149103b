import CStarmineParticleKernels
import Foundation
import StarmineGraphics

struct ParticleProjection {
  /// View shared by all cells of the emitter.
  private let shared: ParticleView
  /// Device pixels.
  let clip: DeviceRect
  /// Index of the emitter's first sprite in the batch.
  private let firstSprite: Int
  /// Whether the geometry is flipped, so that images must be mirrored.
  let isFlipped: Bool

  /// Larger sprites are dropped, so that coordinates fit the fixed-point numbers of the rasteriser.
  private static let largestExtent: Float = 32_768

  /// - Parameters:
  ///   - matrix: layer space to device pixels.
  ///   - keepsDepth: whether z is used (`preservesDepth`).
  ///   - order: the sort key to compute for each particle.
  ///   - firstSprite: index of the emitter's first sprite in the batch.
  ///   - isFlipped: whether an odd number of flips apply to the layer's space.
  init(
    _ matrix: CATransform3D, keepsDepth: Bool, clip: DeviceRect, order: ParticleOrder, firstSprite: Int = 0,
    isFlipped: Bool = false
  ) {
    let depth: CGFloat = keepsDepth ? 1 : 0
    var view = ParticleView()
    (view.xx, view.xy, view.xz, view.x0) = (
      Float(matrix.m11), Float(matrix.m21), Float(matrix.m31 * depth), Float(matrix.m41)
    )
    (view.yx, view.yy, view.yz, view.y0) = (
      Float(matrix.m12), Float(matrix.m22), Float(matrix.m32 * depth), Float(matrix.m42)
    )
    (view.wx, view.wy, view.wz, view.w0) = (
      Float(matrix.m14), Float(matrix.m24), Float(matrix.m34 * depth), Float(matrix.m44)
    )
    view.is_perspective = view.wx != 0 || view.wy != 0 || view.wz != 0 || view.w0 != 1 ? 1 : 0
    (view.min_x, view.min_y) = (Float(clip.minX), Float(clip.minY))
    (view.max_x, view.max_y) = (Float(clip.maxX), Float(clip.maxY))
    view.largest_extent = Self.largestExtent
    view.order = order.kernelValue
    shared = view
    (self.clip, self.firstSprite, self.isFlipped) = (clip, firstSprite, isFlipped)
  }

  /// - Parameters:
  ///   - layerSeconds: layer seconds per second of the cell's clock.
  ///   - lifetime: lifetime of the cell.
  func view(of sprites: SpriteRange, layerSeconds: Float, lifetime: ParticleSpread) -> ParticleView {
    var view = shared
    view.lifetime = lifetime
    (view.width, view.height) = (sprites.size.x, isFlipped ? -sprites.size.y : sprites.size.y)
    view.shine = sprites.shine
    if sprites.gain != .none {
      let gain = sprites.gain.factors
      view.is_dimmed = 1
      (view.dim_red, view.dim_green, view.dim_blue) = (1 / gain.x, 1 / gain.y, 1 / gain.z)
    }
    view.sprite = Int32(Int(sprites.first) + firstSprite)
    view.frame_count = Int32(sprites.count)
    view.frame_mode = sprites.kernelMode
    view.frames_per_second = sprites.framesPerSecond
    view.layer_seconds = layerSeconds
    return view
  }
}

enum ParticleOrder {
  case none, age, depth

  fileprivate var kernelValue: Int32 {
    switch self {
    case .none: Int32(ParticleOrderNone)
    case .age: Int32(ParticleOrderAge)
    case .depth: Int32(ParticleOrderDepth)
    }
  }
}
