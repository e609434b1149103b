/// How source pixels join the pixels below; both on premultiplied values.
package enum BlendMode: String, Sendable {
  /// `s + d (1 - s.a)`
  case sourceOver
  /// `min(1, s + d)`, alpha too (Core Animation's additive render mode)
  case additive
}
