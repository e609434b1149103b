/// The committed, immutable description of a layer tree: what `evaluate` reads.
///
/// A node is an immutable reference, so that a commit shares every unchanged subtree with the tree before it: the cost
/// of a commit follows the change, not the tree.
package struct RenderTree: Sendable {
  package let root: RenderNode
  /// Random seed of the whole scene; emitters mix it with their own.
  package let seed: UInt32

  package init(root: RenderNode, seed: UInt32 = 0) {
    self.root = root
    self.seed = seed
  }
}
