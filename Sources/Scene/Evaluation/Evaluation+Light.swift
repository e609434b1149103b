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
  /// - Parameters:
  ///   - sigma: standard deviations of the blur, pixels.
  ///   - isFrame: whether it is that of the whole frame, which goes on beyond its border.
  mutating func addGlow(
    sigma: (Double, Double), _ intensity: Double, from index: Int, _ context: DrawContext, isFrame: Bool = false
  ) {
    let filters: [PixelFilter] = [
      .blur(sigmaX: sigma.0, sigmaY: sigma.1), .gain(intensity / Double(Self.share)),
    ]
    addLight(filters, from: index, context, joining: .plusL, isFrame: isFrame)
  }

  /// Lets light fade out toward white instead of ending there.
  mutating func addShoulder(from index: Int, _ context: DrawContext) {
    addLight([.shoulder], from: index, context, joining: .minimum)
  }

  /// Draws the commands from an index on once more, with half of their light, through filters.
  private mutating func addLight(
    _ filters: [PixelFilter], from index: Int, _ context: DrawContext, joining filter: CompositingFilter,
    isFrame: Bool = false
  ) {
    finishEmissions()
    let drawn = list.unionOfBounds(from: index).intersection(context.frame)
    guard !drawn.isEmpty else { return }
    let isWhole = isFrame || filters.contains(where: \.fillsEmptyPixels)
    let source = isWhole ? context.frame : drawn
    var commands = Array(list.commands[index...])
    for place in commands.indices { commands[place].multiply(by: SIMD4(Self.share, Self.share, Self.share, 1)) }
    let cost = EffectBudget.cost(of: source.grown(by: filters.reach), through: filters, drawing: commands)
    guard takeEffect(cost) else { return }
    let bounds = source.grown(by: filters.reach).intersection(context.frame)
    var light = OffscreenCommand(bounds: bounds, commands: commands, source: source, filters: filters)
    light.repeatsEdges = isFrame
    list.commands += [.pushGroup(GroupCommand(bounds: bounds, filter: filter)), .offscreen(light), .popGroup]
  }

  /// Effects that the whole frame goes through at the end.
  mutating func finish(_ light: RenderTree.Light, in viewport: Viewport) {
    let context = DrawContext(viewport).read
    finishEmissions()
    removeEmptyCommands()
    // Before the glow, which is light as well and would be drawn twice.
    let hasShoulder = light.isFilmic
    let count = list.commands.count
    if hasShoulder { addShoulder(from: 0, context) }
    guard let bloom = light.bloom, bloom.radius > 0, bloom.intensity > 0 else { return }
    let sigma = { (scale: Double) in min(bloom.radius * scale, ShadowCommand.largestSigma) }
    let shoulder = Array(list.commands[count...])
    list.commands.removeSubrange(count...)
    addGlow(
      sigma: (sigma(viewport.scale), sigma(viewport.scale * viewport.stretch)), bloom.intensity, from: 0, context,
      isFrame: true)
    list.commands.insert(contentsOf: shoulder, at: count)
  }
}
