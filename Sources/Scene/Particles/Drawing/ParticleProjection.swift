import CStarmineParticleKernels
import Foundation
import StarmineGraphics

/// From an emitter layer's space to device pixels.
struct ParticleProjection {
  /// View that all cells of the emitter share.
  private let shared: ParticleView
  /// Device pixels that are kept.
  let clip: DeviceRect
  /// Where the emitter's sprites begin among the batch's.
  private let firstSprite: Int
  /// Whether the geometry around is flipped: pictures are turned upright again.
  let isFlipped: Bool

  /// Sprites larger than this many pixels are dropped: coordinates stay within what the rasteriser's fixed point holds.
  private static let largestExtent: Float = 32_768

  /// - Parameters:
  ///   - matrix: layer space to device pixels.
  ///   - keepsDepth: whether the particles' z takes part (`preservesDepth`).
  ///   - order: a key to note of each particle.
  ///   - firstSprite: of the emitter, in the batch.
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
  ///   - layerSeconds: per second of the cell's clock.
  ///   - lifetime: of the cell.
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

/// Order of a batch's particles, if there is one.
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
