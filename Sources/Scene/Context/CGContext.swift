/// A drawing context that records: what is drawn becomes commands in the coordinates that the context starts with.
///
/// Names and rules are Core Graphics': the state is a stack, the current transform applies to what is drawn from then
/// on. The transform starts as the identity. A context made for a layer has the layer's coordinates; one made for a
/// bitmap can hand out an image (`makeImage()`).
public final class CGContext {
  struct State {
    var ctm = CGAffineTransform.identity
    var fillColor = CGColor.black
    var strokeColor = CGColor.black
    var stroke = StrokeStyle()
    var alpha: CGFloat = 1
    var blendMode = CGBlendMode.normal
    var shadow: ShadowStyle?
    var interpolationQuality = CGInterpolationQuality.default
    /// Since the innermost transparency layer began.
    var clips: [Clip] = []
    /// The box around what the clips leave, in starting coordinates.
    var clipBox: CGRect
  }

  /// A transparency layer that is being drawn, with what to go on with behind it.
  private struct OpenLayer {
    /// How many states were saved when it began.
    var depth: Int
    var commands: [DrawCommand]
    var openClips: [Clip]
  }

  private var commands: [DrawCommand] = []
  /// Clips made so far, which numbers them.
  var clipCount = 0
  /// Clips whose groups are open: those of what was drawn last.
  private var openClips: [Clip] = []
  var state: State
  /// The path that is being built, in starting coordinates; filling or stroking it ends it.
  var currentPath = CGMutablePath()
  private var saved: [State] = []
  private var layers: [OpenLayer] = []
  /// The pixels that `makeImage()` draws to, nil if the context is not one of a bitmap.
  let bitmap: Bitmap?
  /// Where the pixels are, if they are looked at while the context is drawn; nil: they are made when asked for.
  package var memory: (any ContextMemory)?
  /// Memory shared with other tiles, nil if the context is not one of a tile.
  private let tiles: TilePathCache?

  /// A context that records what is drawn; `bounds` is what can be seen, in the context's starting coordinates.
  public convenience init(bounds: CGRect) {
    self.init(bounds: bounds, bitmap: nil)
  }

  init(bounds: CGRect, bitmap: Bitmap?, tiles: TilePathCache? = nil) {
    state = State(clipBox: bounds)
    (self.bitmap, self.tiles) = (bitmap, tiles)
  }

  /// The area that is made by a recipe, empty where that is too much.
  func shape(_ recipe: TilePathCache.Recipe) -> PathShape {
    guard let tiles else { return recipe.shape }
    return tiles.shape(recipe) ?? PathShape(CGPath.Geometry())
  }

  /// Ends what is still open and hands out the commands; empty if nothing was drawn. The context starts anew.
  package func finish() -> [DrawCommand] {
    while !layers.isEmpty { endTransparencyLayer() }
    while let last = saved.popLast() { state = last }
    closeClips(downTo: 0)
    defer { commands = [] }
    return commands.contains(where: \.isVisible) ? commands : []
  }

  /// The commands so far, everything open ended; the context goes on as if nothing had happened.
  func recorded() -> [DrawCommand] {
    let kept = (commands, openClips, state, saved, layers)
    defer { (commands, openClips, state, saved, layers) = kept }
    return finish()
  }

  /// The commands below all transparency layers, which are gone then; the state stays, and what layers hold.
  func takeRecorded() -> [DrawCommand] {
    let kept = (commands, openClips, layers)
    if let lowest = layers.first { (commands, openClips, layers) = (lowest.commands, lowest.openClips, []) }
    defer {
      (commands, openClips, layers) = kept
      if layers.isEmpty {
        (commands, openClips) = ([], [])
      } else {
        (layers[0].commands, layers[0].openClips) = ([], [])
      }
    }
    return recorded()
  }

  // MARK: State

  /// Keeps colours, line style, clip, shadow and transform for `restoreGState()`.
  public func saveGState() { saved.append(state) }

  /// Goes back to the state saved last. Does nothing without one, and not past the begin of a transparency layer.
  public func restoreGState() {
    guard saved.count > layers.last?.depth ?? 0, let last = saved.popLast() else { return }
    state = last
  }

  /// From the coordinates of what is drawn to those that the context starts with.
  public var ctm: CGAffineTransform { state.ctm }
  /// Maps what is drawn from here on by `transform` first.
  public func concatenate(_ transform: CGAffineTransform) { state.ctm = transform.concatenating(state.ctm) }
  /// Moves the origin by (tx, ty).
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }
  /// Scales the axes by sx and sy.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }
  /// Radians, from x toward y.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Default black.
  public func setFillColor(_ color: CGColor) { state.fillColor = color }
  /// Fills in an sRGB colour, components 0...1. Default opaque black.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  /// Fills in a grey, 0 black to 1 white.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { setFillColor(CGColor(gray: gray, alpha: alpha)) }
  /// Default black.
  public func setStrokeColor(_ color: CGColor) { state.strokeColor = color }
  /// Strokes in an sRGB colour, components 0...1. Default opaque black.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  /// Strokes in a grey, 0 black to 1 white.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { setStrokeColor(CGColor(gray: gray, alpha: alpha)) }
  /// Opacity of everything drawn, 0...1. Default 1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isNaN ? 0 : min(max(alpha, 0), 1) }
  /// How what is drawn joins what was drawn before. Default normal.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Edges are always smooth here: true changes nothing, and neither does false.
  public func setShouldAntialias(_ shouldAntialias: Bool) {}
  /// As `setShouldAntialias(_:)`.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}

  // MARK: Transparency layers

  /// Begins a layer: everything until `endTransparencyLayer()` is put together first and then drawn with the present
  /// opacity, shadow and blend mode, which start anew inside (documented). `auxiliaryInfo` exists for source
  /// compatibility.
  public func beginTransparencyLayer(auxiliaryInfo: [AnyHashable: Any]? = nil) {
    saveGState()
    layers.append(OpenLayer(depth: saved.count, commands: commands, openClips: openClips))
    (commands, openClips) = ([], [])
    (state.alpha, state.blendMode, state.shadow, state.clips) = (1, .normal, nil, [])
  }

  /// A transparency layer of which nothing shows outside `rect`.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [AnyHashable: Any]?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }

  /// Does nothing if no transparency layer has begun.
  public func endTransparencyLayer() {
    guard let layer = layers.last else { return }
    closeClips(downTo: 0)
    let drawn = commands
    layers.removeLast()
    (commands, openClips) = (layer.commands, layer.openClips)
    state = saved[layer.depth - 1]
    saved.removeLast(saved.count - layer.depth + 1)
    emit(asGroup: drawn)
  }

  // MARK: Recording

  /// Appends what was drawn as a whole, in starting coordinates, under the present opacity.
  func emit(asGroup drawn: [DrawCommand]) {
    let area = FillCommand(
      bounds: .empty, shape: RoundedRect(state.clipBox), transform: .identity, color: .max)
    emit(Self.group(alpha: state.alpha, drawn), over: area)
  }

  /// Appends what was drawn, in starting coordinates, with the shadow and blend mode of the state.
  /// - Parameter area: all that it can cover, painted opaque.
  func emit(_ drawn: [DrawCommand], over area: FillCommand, mode: CGBlendMode? = nil) {
    defer { if layers.isEmpty { memory?.update(self) } }
    let drawn = (state.shadow.map { [.shadow($0.command(of: drawn))] } ?? []) + drawn
    let mode = mode ?? state.blendMode
    guard mode != .normal else {
      openClips(of: state)
      commands += drawn
      return
    }
    // The filter has to see what lies below the clips, so the clips go inside.
    closeClips(downTo: 0)
    for step in mode.steps {
      commands.append(.pushGroup(GroupCommand(filter: step.filter)))
      openClips(of: state)
      switch step.source {
      case .drawn: commands += drawn
      case .area: commands.append(.fill(area))
      case .complement:
        commands += [.fill(area), .pushGroup(GroupCommand(filter: .destOut))] + drawn + [.popGroup]
      }
      closeClips(downTo: 0)
      commands.append(.popGroup)
    }
  }

  static func group(alpha: CGFloat, _ drawn: [DrawCommand]) -> [DrawCommand] {
    [.pushGroup(GroupCommand(bounds: .empty, alpha: UInt8(alpha * 255 + 0.5)))] + drawn + [.popGroup]
  }

  /// Ends and begins groups until those of the state's clips are open.
  private func openClips(of state: State) {
    let common = zip(openClips, state.clips).prefix { $0.id == $1.id }.count
    closeClips(downTo: common)
    for clip in state.clips[common...] {
      commands.append(clip.begin)
      openClips.append(clip)
    }
  }

  private func closeClips(downTo count: Int) {
    while openClips.count > count { commands += openClips.removeLast().end }
  }
}

extension GroupCommand {
  /// A group of a drawing, whose bounds are found when it is placed.
  init(filter: CompositingFilter) {
    self.init(bounds: .empty)
    self.filter = filter
  }
}

extension DrawCommand {
  fileprivate var isVisible: Bool {
    switch self {
    case .pushGroup, .popGroup: false
    default: true
    }
  }
}
