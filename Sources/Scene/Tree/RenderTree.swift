package import StarmineGraphics

/// The committed, immutable description of a layer tree: what `evaluate` reads.
///
/// Nodes are immutable, so a commit shares every unchanged subtree with the previous tree. The cost of a commit depends
/// on the change, not on the tree.
package struct RenderTree: Sendable {
  package let root: RenderNode
  package let seed: UInt32
  /// In a looped scene: media time, and its emitters.
  package var moment: Double?
  package var loop: RenderLoop?
  /// Another moment of the scene drawn over this one.
  package var overlay: Overlay?

  package var light = Light()

  package struct Light: Sendable, Equatable {
    /// Standard deviation of the glow in points, and its intensity.
    package var bloom: (radius: Double, intensity: Double)? {
      get { hasBloom ? (radius, intensity) : nil }
      set { (hasBloom, radius, intensity) = (newValue != nil, newValue?.radius ?? 0, newValue?.intensity ?? 0) }
    }
    /// Whether HDR is compressed toward white.
    package var isFilmic = false
    /// Table in which all colours are looked up.
    package var lut: ColorLUT?
    private var hasBloom = false
    private var radius = 0.0
    private var intensity = 0.0

    package init() {}
  }

  package struct Overlay: Sendable {
    let root: RenderNode
    let time: Double
    let alpha: UInt8

    /// - Parameter time: media time at which the root is drawn.
    package init(_ root: RenderNode, at time: Double, opacity: Double) {
      (self.root, self.time, alpha) = (root, time, UInt8(min(max(opacity, 0), 1) * 255 + 0.5))
    }
  }

  /// Maximum depth of layers. Deeper trees are not drawn. A level uses up to 10 kB of the stack.
  package static let depthLimit = 256

  package init(root: RenderNode, seed: UInt32 = 0) {
    self.root = root
    self.seed = seed
  }

  package var isTooDeep: Bool { root.height > Self.depthLimit }
}
