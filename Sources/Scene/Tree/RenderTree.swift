/// The committed, immutable description of a layer tree: what `evaluate` reads.
///
/// A node is an immutable reference, so that a commit shares every unchanged subtree with the tree before it: the cost
/// of a commit follows the change, not the tree.
package struct RenderTree: Sendable {
  package let root: RenderNode
  /// Random seed of the whole scene; emitters mix it with their own.
  package let seed: UInt32

  /// Most levels of layers; deeper trees are not drawn. A level takes up to 10 kB of the stack.
  package static let depthLimit = 256

  package init(root: RenderNode, seed: UInt32 = 0) {
    self.root = root
    self.seed = seed
  }

  /// Whether layers lie deeper than the limit.
  package var isTooDeep: Bool { root.height > Self.depthLimit }
}
