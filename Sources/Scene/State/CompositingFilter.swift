/// How a layer joins what its superlayer has drawn so far (behavior.md 4.10).
package enum CompositingFilter: String, CaseIterable, Sendable {
  case normalBlendMode, multiplyBlendMode, screenBlendMode, overlayBlendMode, darkenBlendMode, lightenBlendMode
  case colorDodgeBlendMode, colorBurnBlendMode, softLightBlendMode, hardLightBlendMode, differenceBlendMode
  case exclusionBlendMode, linearBurnBlendMode, linearDodgeBlendMode, subtractBlendMode, divideBlendMode
  case hueBlendMode, saturationBlendMode, colorBlendMode, luminosityBlendMode
  case clear, copy, sourceOver, sourceIn, sourceOut, sourceAtop, destOver, destIn, destOut, destAtop, xor
  case plusL, plusD, maximum, minimum

  /// Whether transparent sources change what lies below, so that the whole group around is concerned.
  var reachesBeyondSource: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop, .minimum: true
    default: false
    }
  }

  /// Whether the source shows nothing of itself, only how much stays of what lies below.
  var onlyLimits: Bool {
    switch self {
    case .clear, .destIn, .destOut: true
    default: false
    }
  }

  /// Whether nothing comes of it where nothing lies below.
  var needsBackdrop: Bool {
    switch self {
    case .clear, .sourceIn, .sourceAtop, .destIn, .destOut, .minimum: true
    default: false
    }
  }
}

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
