/// The committed, immutable description of a layer tree: what `evaluate` reads.
///
/// A node is an immutable reference, so that a commit shares every unchanged subtree with the tree before it: the cost
/// of a commit follows the change, not the tree.
package struct RenderTree: Sendable {
  package let root: RenderNode
  /// Random seed of the whole scene; emitters mix it with their own.
  package let seed: UInt32
  /// In a scene that repeats: when it is drawn, media time, and its emitters.
  package var moment: Double?
  package var loop: RenderLoop?
  /// Another moment of the scene that is drawn over this one.
  package var overlay: Overlay?

  /// Effects that the whole frame goes through at the end.
  package var light = Light()

  /// How light beyond white is shown.
  package struct Light: Sendable, Equatable {
    /// Standard deviation of the glow, points, and its share of the light.
    package var bloom: (radius: Double, intensity: Double)? {
      get { hasBloom ? (radius, intensity) : nil }
      set { (hasBloom, radius, intensity) = (newValue != nil, newValue?.radius ?? 0, newValue?.intensity ?? 0) }
    }
    /// Whether additive light fades out toward white.
    package var isFilmic = false
    private var hasBloom = false
    private var radius = 0.0
    private var intensity = 0.0

    package init() {}
  }

  /// A moment that fades in.
  package struct Overlay: Sendable {
    let root: RenderNode
    let time: Double
    let alpha: UInt8

    /// - Parameter time: media time at which the root is drawn.
    /// - Parameter opacity: 0...1.
    package init(_ root: RenderNode, at time: Double, opacity: Double) {
      (self.root, self.time, alpha) = (root, time, UInt8(min(max(opacity, 0), 1) * 255 + 0.5))
    }
  }

  /// Most levels of layers; deeper trees are not drawn. A level takes up to 10 kB of the stack.
  package static let depthLimit = 256

  package init(root: RenderNode, seed: UInt32 = 0) {
    self.root = root
    self.seed = seed
  }

  /// Whether layers lie deeper than the limit.
  package var isTooDeep: Bool { root.height > Self.depthLimit }
}
