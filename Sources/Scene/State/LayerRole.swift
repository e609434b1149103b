/// A layer's part in its scene: what may be left out where something else is behind the scene, and what may not.
public enum LayerRole: String, CaseIterable, Sendable {
  /// The stage: sky, hills, walls, a glow behind everything.
  case scenery
  /// The subject: particles, a title, what else the scene is made for.
  case effect
}

/// How much of a layer is drawn, whatever its own values say.
package enum ShownPart: UInt8, Sendable {
  case whole
  /// Nothing of its own; its sublayers stay where they are, inside of its clip, mask and filters.
  case sublayers
  case nothing
}
