/// How a `CGContext` blends new drawing with previous drawing.
public enum CGBlendMode: Int32, Sendable, CaseIterable {
  /// Blend modes of the W3C compositing standard: the source colour is mixed with the backdrop, then drawn over it.
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  /// More blend modes of the same standard.
  case exclusion, hue, saturation, color, luminosity
  /// Porter-Duff operators: which parts of source and destination are kept.
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop
  /// More Porter-Duff operators, and sums.
  case xor, plusDarker, plusLighter
}

extension CGBlendMode {
  /// Source of a step of a mode.
  enum Source {
    case drawn
    /// The area of the drawing, opaque.
    case area
    /// The area of the drawing, with the complement of its alpha.
    case complement
  }

  /// The steps of a mode, each a group with a filter.
  ///
  /// Filters affect the whole enclosing group, but drawing affects only the drawn area, including clips and soft edges.
  /// So each step leaves the backdrop unchanged where its source is transparent. With coverage c, source s of alpha a
  /// and backdrop d: `copy`, `c s + (1 - c) d`, removes c from d and adds; `destinationIn`, `d (1 - c (1 - a))`,
  /// removes the complement. `sourceIn`, `sourceOut` and `destinationAtop` are exact for opaque sources (ours). A
  /// translucent source lets the rest of the backdrop through.
  var steps: [(filter: CompositingFilter, source: Source)] {
    switch self {
    case .normal: [(.sourceOver, .drawn)]
    case .multiply: [(.multiplyBlendMode, .drawn)]
    case .screen: [(.screenBlendMode, .drawn)]
    case .overlay: [(.overlayBlendMode, .drawn)]
    case .darken: [(.darkenBlendMode, .drawn)]
    case .lighten: [(.lightenBlendMode, .drawn)]
    case .colorDodge: [(.colorDodgeBlendMode, .drawn)]
    case .colorBurn: [(.colorBurnBlendMode, .drawn)]
    case .softLight: [(.softLightBlendMode, .drawn)]
    case .hardLight: [(.hardLightBlendMode, .drawn)]
    case .difference: [(.differenceBlendMode, .drawn)]
    case .exclusion: [(.exclusionBlendMode, .drawn)]
    case .hue: [(.hueBlendMode, .drawn)]
    case .saturation: [(.saturationBlendMode, .drawn)]
    case .color: [(.colorBlendMode, .drawn)]
    case .luminosity: [(.luminosityBlendMode, .drawn)]
    case .clear: [(.destOut, .area)]
    case .copy: [(.destOut, .area), (.plusL, .drawn)]
    case .sourceIn, .sourceAtop: [(.sourceAtop, .drawn)]
    case .sourceOut, .xor: [(.xor, .drawn)]
    case .destinationOver, .destinationAtop: [(.destOver, .drawn)]
    case .destinationIn: [(.destOut, .complement)]
    case .destinationOut: [(.destOut, .drawn)]
    case .plusDarker: [(.plusD, .drawn)]
    case .plusLighter: [(.plusL, .drawn)]
    }
  }
}
