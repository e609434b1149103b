/// How what a `CGContext` draws joins what it has drawn before.
public enum CGBlendMode: Int32, Sendable, CaseIterable {
  /// Modes of W3C's compositing: the source's colour is mixed with what is below, then drawn over it.
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
  /// More of the same family.
  case exclusion, hue, saturation, color, luminosity
  /// Porter and Duff's: which parts of source and destination are kept.
  case clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop
  /// The rest of Porter and Duff's, and sums.
  case xor, plusDarker, plusLighter
}

extension CGBlendMode {
  /// Source that one step of a mode lays over the backdrop.
  enum Source {
    /// The drawing itself.
    case drawn
    /// Its area, opaque.
    case area
    /// Its area, as opaque as what is drawn is transparent.
    case complement
  }

  /// The steps that a mode takes, each a group with a filter.
  ///
  /// Filters act on the whole group around, drawing on the drawn area alone, clips and soft edges included. So each
  /// step is one that leaves the backdrop as it is where the source is transparent. With coverage c, source s of alpha
  /// a and backdrop d: `copy`, `c s + (1 - c) d`, takes c out of d and adds; `destinationIn`, `d (1 - c (1 - a))`,
  /// takes the complement out. `sourceIn`, `sourceOut` and `destinationAtop` are exact for opaque sources (ours); a
  /// translucent one lets the rest of the backdrop through.
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
