/// A drawing context that records drawing as commands in its initial coordinates.
///
/// Names and rules are those of Core Graphics. States form a stack, and the current transform applies to subsequent
/// drawing. It starts as the identity. The context of a layer has the coordinates of the layer. A bitmap context can
/// create an image (`makeImage()`).
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
    /// Clips since the start of the innermost transparency layer.
    var clips: [Clip] = []
    /// Bounding box of the clips in base coordinates.
    var clipBox: CGRect
  }

  /// An open transparency layer, with the state to restore after it.
  private struct OpenLayer {
    /// Number of saved states at its start.
    var depth: Int
    var commands: [DrawCommand]
    var openClips: [Clip]
  }

  private var commands: [DrawCommand] = []
  var clipCount = 0
  /// Clips with open groups: those of the last drawing.
  private var openClips: [Clip] = []
  var state: State
  /// The current path in base coordinates. Filling or stroking ends it.
  var currentPath = CGMutablePath()
  private var saved: [State] = []
  private var layers: [OpenLayer] = []
  /// The bitmap of `makeImage()`, or nil.
  let bitmap: Bitmap?
  /// Memory with the pixels if they are read during drawing; nil: pixels are created on request.
  package var memory: (any ContextMemory)?
  /// Memory shared with other tiles, or nil.
  private let tiles: TilePathCache?

  /// Creates a recording context. `bounds` is the visible area in base coordinates.
  public convenience init(bounds: CGRect) {
    self.init(bounds: bounds, bitmap: nil)
  }

  init(bounds: CGRect, bitmap: Bitmap?, tiles: TilePathCache? = nil) {
    state = State(clipBox: bounds)
    (self.bitmap, self.tiles) = (bitmap, tiles)
  }

  /// The area for a recipe; empty if it exceeds the limit.
  func shape(_ recipe: TilePathCache.Recipe) -> PathShape {
    guard let tiles else { return recipe.shape }
    return tiles.shape(recipe) ?? PathShape(CGPath.Geometry())
  }

  /// Ends open groups and returns the commands. The context starts again.
  package func finish() -> [DrawCommand] {
    while !layers.isEmpty { endTransparencyLayer() }
    while let last = saved.popLast() { state = last }
    closeClips(downTo: 0)
    defer { commands = [] }
    return commands.contains(where: \.isVisible) ? commands : []
  }

  /// Returns the commands so far with open groups ended. The context is not changed.
  func recorded() -> [DrawCommand] {
    let kept = (commands, openClips, state, saved, layers)
    defer { (commands, openClips, state, saved, layers) = kept }
    return finish()
  }

  /// Removes and returns the commands below all transparency layers. State and layers remain.
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

  /// Saves colours, line style, clip, shadow and transform for `restoreGState()`.
  public func saveGState() { saved.append(state) }

  /// Restores the last saved state. Does nothing if there is none, or if it was saved before the current transparency
  /// layer.
  public func restoreGState() {
    guard saved.count > layers.last?.depth ?? 0, let last = saved.popLast() else { return }
    state = last
  }

  /// Transform from user coordinates to base coordinates.
  public var ctm: CGAffineTransform { state.ctm }
  /// Applies `transform` to subsequent drawing, before the current transform.
  public func concatenate(_ transform: CGAffineTransform) { state.ctm = transform.concatenating(state.ctm) }
  /// Translates the origin by (tx, ty).
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }
  /// Scales the axes by sx and sy.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }
  /// Rotates by radians, from x toward y.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Sets the fill colour. Default black.
  public func setFillColor(_ color: CGColor) { state.fillColor = color }
  /// Sets the fill colour in sRGB, with components in 0...1. Default opaque black.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  /// Sets the fill colour to a grey from 0 (black) to 1 (white).
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { setFillColor(CGColor(gray: gray, alpha: alpha)) }
  /// Sets the stroke colour. Default black.
  public func setStrokeColor(_ color: CGColor) { state.strokeColor = color }
  /// Sets the stroke colour in sRGB, with components in 0...1. Default opaque black.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
  /// Sets the stroke colour to a grey from 0 (black) to 1 (white).
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { setStrokeColor(CGColor(gray: gray, alpha: alpha)) }
  /// Sets the opacity of subsequent drawing, 0...1. Default 1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isNaN ? 0 : min(max(alpha, 0), 1) }
  /// Sets the blend mode of subsequent drawing. Default normal.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// For source compatibility. Ignored: edges are always antialiased.
  public func setShouldAntialias(_ shouldAntialias: Bool) {}
  /// For source compatibility. Ignored: edges are always antialiased.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) {}

  // MARK: Transparency layers

  /// Begins a transparency layer. Drawing until `endTransparencyLayer()` is composited as a group, with the current
  /// opacity, shadow and blend mode, which are reset inside (documented). `auxiliaryInfo` exists for source
  /// compatibility.
  public func beginTransparencyLayer(auxiliaryInfo: [AnyHashable: Any]? = nil) {
    saveGState()
    layers.append(OpenLayer(depth: saved.count, commands: commands, openClips: openClips))
    (commands, openClips) = ([], [])
    (state.alpha, state.blendMode, state.shadow, state.clips) = (1, .normal, nil, [])
  }

  /// Begins a transparency layer that is clipped to `rect`.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: [AnyHashable: Any]?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }

  /// Ends the transparency layer. Does nothing if there is none.
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

  /// Appends a drawing in base coordinates as a group with the current opacity.
  func emit(asGroup drawn: [DrawCommand]) {
    let area = FillCommand(bounds: .empty, shape: RoundedRect(state.clipBox), transform: .identity, color: .max)
    emit(Self.group(alpha: state.alpha, drawn), over: area)
  }

  /// Appends a drawing in base coordinates with the current shadow and blend mode.
  /// - Parameter area: everything the drawing can cover, painted opaque.
  func emit(_ drawn: [DrawCommand], over area: FillCommand, mode: CGBlendMode? = nil) {
    defer { if layers.isEmpty { memory?.update(self) } }
    let drawn = (state.shadow.map { [.shadow($0.command(of: drawn))] } ?? []) + drawn
    let mode = mode ?? state.blendMode
    guard mode != .normal else {
      openClips(of: state)
      commands += drawn
      return
    }
    // The filter must see what is below the clips, so the clips are inside.
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

  /// Closes and opens groups to match the clips of a state.
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
