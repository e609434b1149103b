/// Share of a small emitter in a batch that holds the particles of several.
struct EmissionShare {
  /// Particles that may live at a time.
  let particles: Int
  let blend: BlendMode

  /// Particles of a batch that is shared, so that large emitters are evaluated side by side.
  static let limit = 256

  /// Nil for emitters that keep an order, and those that may have many particles or sprites.
  init?(_ segment: Emission.Segment) {
    let mode = segment.emitter.renderMode
    guard mode.order == .none else { return nil }
    var living = 1.0
    for cell in segment.cells {
      guard cell.cells.isEmpty, cell.state.contentsFrameCount <= 16 else { return nil }
      let lifetime =
        (Double(cell.state.lifetime) + abs(Double(cell.state.lifetimeRange))) * Double(segment.emitter.lifetime)
      living += cell.state.birthRate(under: segment.emitter) * max(lifetime, 0) + 1
    }
    guard (0...Double(Self.limit)).contains(living) else { return nil }
    (particles, blend) = (Int(living), mode.blend)
  }
}
