import StarmineGraphics

// Light beyond white: what is drawn is drawn a second time with half of its light, so that sums of additive particles
// are kept up to twice white before they are clipped (rendering.md).

extension PixelFilter {
  var isBloom: Bool { if case .bloom = self { true } else { false } }
}

extension Evaluation {
  /// Share of the light that is drawn the second time.
  private static let share: Float = 0.5

  /// Puts the commands of the innermost bitmap through filters among which there is a bloom.
  mutating func draw(_ filters: [PixelFilter], _ context: DrawContext, within frame: DeviceRect) {
    var plain: [PixelFilter] = []
    for filter in filters {
      guard case .bloom(let x, let y, let intensity) = filter else {
        plain.append(filter)
        continue
      }
      apply(&plain, context, within: frame)
      addGlow(sigma: (x, y), intensity, from: context.bitmapStart, context)
    }
    apply(&plain, context, within: frame)
  }

  private mutating func apply(_ filters: inout [PixelFilter], _ context: DrawContext, within frame: DeviceRect) {
    guard !filters.isEmpty else { return }
    if let offscreen = takeOffscreen(filters, nil, context) { append(offscreen, within: frame) }
    filters = []
  }

  /// Adds the light around what the commands from an index on draw.
  ///
  /// - Parameter sigma: standard deviations of the blur, pixels.
  private mutating func addGlow(
    sigma: (Double, Double), _ intensity: Double, from index: Int, _ context: DrawContext
  ) {
    finishEmissions()
    add(halfLight(from: index), glow(sigma, intensity), context, joining: .plusL)
  }

  private func glow(_ sigma: (Double, Double), _ intensity: Double) -> [PixelFilter] {
    [.blur(sigmaX: sigma.0, sigmaY: sigma.1), .gain(intensity / Double(Self.share))]
  }

  /// Commands with half of their light.
  private struct HalfLight {
    let commands: [DrawCommand]
    let bounds: DeviceRect
    var drawing: CommandIdentity?
  }

  private func halfLight(from index: Int) -> HalfLight {
    var commands = Array(list.commands[index...])
    commands.multiply(by: SIMD4(Self.share, Self.share, Self.share, 1))
    return HalfLight(commands: commands, bounds: list.unionOfBounds(from: index))
  }

  /// Draws half of the light through filters.
  ///
  /// - Parameter isFrame: whether it is that of the whole frame, which goes on beyond its border.
  private mutating func add(
    _ half: HalfLight, _ filters: [PixelFilter], _ context: DrawContext, joining filter: CompositingFilter,
    isFrame: Bool = false
  ) {
    let drawn = half.bounds.intersection(context.frame)
    guard !drawn.isEmpty else { return }
    let isWhole = isFrame || filters.contains(where: \.fillsEmptyPixels)
    let source = isWhole ? context.frame : drawn
    let cost = EffectBudget.cost(of: source.grown(by: filters.reach), through: filters, drawing: half.commands)
    guard takeEffect(cost) else { return }
    let bounds = source.grown(by: filters.reach).intersection(context.frame)
    var light = OffscreenCommand(bounds: bounds, commands: half.commands, source: source, filters: filters)
    (light.repeatsEdges, light.drawing, light.joining) = (isFrame, half.drawing, filter)
    list.commands.append(.offscreen(light))
  }

  /// Effects that the whole frame goes through at the end.
  mutating func finish(_ light: RenderTree.Light, in viewport: Viewport) {
    let context = DrawContext(viewport).read
    finishEmissions()
    removeEmptyCommands()
    let bloom = light.bloom.flatMap { $0.radius > 0 && $0.intensity > 0 ? $0 : nil }
    guard light.isFilmic || bloom != nil else { return }
    // The shoulder comes before the glow, and neither is drawn a second time with the other.
    var half = halfLight(from: 0)
    // Both are of the whole frame, so one bitmap serves both.
    if light.isFilmic, bloom != nil { half.drawing = CommandIdentity() }
    // Light fades out toward white instead of ending there.
    if light.isFilmic { add(half, [.shoulder], context, joining: .minimum) }
    guard let bloom else { return }
    let sigma = { (scale: Double) in min(bloom.radius * scale, ShadowCommand.largestSigma) }
    let filters = glow((sigma(viewport.scale), sigma(viewport.scale * viewport.stretch)), bloom.intensity)
    add(half, filters, context, joining: .plusL, isFrame: true)
  }
}
