/// How a layer blends with the previous drawing of its superlayer (behavior.md 4.10).
package enum CompositingFilter: String, CaseIterable, Sendable {
  case normalBlendMode, multiplyBlendMode, screenBlendMode, overlayBlendMode, darkenBlendMode, lightenBlendMode
  case colorDodgeBlendMode, colorBurnBlendMode, softLightBlendMode, hardLightBlendMode, differenceBlendMode
  case exclusionBlendMode, linearBurnBlendMode, linearDodgeBlendMode, subtractBlendMode, divideBlendMode
  case hueBlendMode, saturationBlendMode, colorBlendMode, luminosityBlendMode
  case clear, copy, sourceOver, sourceIn, sourceOut, sourceAtop, destOver, destIn, destOut, destAtop, xor
  case plusL, plusD, maximum, minimum

  /// Whether transparent sources change the backdrop, so that the whole enclosing group is affected.
  package var reachesBeyondSource: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop, .minimum: true
    default: false
    }
  }

  /// Whether the source is invisible and only limits the backdrop.
  var onlyLimits: Bool {
    switch self {
    case .clear, .destIn, .destOut: true
    default: false
    }
  }

  /// Whether the result is empty without a backdrop.
  package var needsBackdrop: Bool {
    switch self {
    case .clear, .sourceIn, .sourceAtop, .destIn, .destOut, .minimum: true
    default: false
    }
  }
}

/// How source pixels blend with the backdrop, on premultiplied values.
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
