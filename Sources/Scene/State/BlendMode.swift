/// How source pixels join the pixels below; all on premultiplied values.
package enum BlendMode: String, Sendable {
  /// `s + d (1 - s.a)`
  case sourceOver
  /// `min(1, s + d)`, alpha too (Core Animation's additive render mode)
  case additive
  /// `s + d - s d`, alpha too
  case screen
  /// The larger of each component.
  case maximum
  /// `s (1 - d.a) + d (1 - s.a) + s d`
  case multiply
  /// `d / (1 - s)`, not above 1 (assumed, behavior.md 10.4)
  case colorDodge
}
