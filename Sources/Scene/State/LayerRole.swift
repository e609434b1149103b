/// Role of a layer in a scene. It decides whether the layer can be left out over another image.
public enum LayerRole: String, CaseIterable, Sendable {
  /// The setting: sky, hills, walls, a background glow.
  case scenery
  /// The subject: particles, a title, and everything else.
  case effect
}

/// How much of a layer is drawn, independent of its values.
package enum DrawnExtent: UInt8, Sendable {
  case whole
  /// Nothing of the layer itself. Sublayers are drawn with its geometry, clip, mask and filters.
  case sublayers
  case nothing
}
