/// Why layers are not visible at a time, by name.
struct LayerVisibility {
  private var reasons: [String: String] = [:]
  private(set) var hiding: [String: String] = [:]
  private let frame: CGRect

  /// - Parameter seconds: time in the movie.
  init(_ tree: RenderTree, at seconds: Double, in canvas: CGSize) {
    frame = CGRect(origin: .zero, size: canvas)
    visit(tree.root, at: tree.moment ?? Movie.startTime + seconds, .identity, hidden: nil)
  }

  func reason(_ name: String) -> String {
    reasons[name] ?? "the layer is not in the scene at this time"
  }

  /// - Parameter time: of the superlayer.
  /// - Parameter matrix: from the superlayer's coordinates to the scene's.
  /// - Parameter hidden: why the superlayer is not visible.
  private mutating func visit(_ node: RenderNode, at time: Double, _ matrix: CGAffineTransform, hidden: String?) {
    let timing = node.state.timing
    let isEarly = timing.beginTime != 0 && time < timing.beginTime
    let local = isEarly ? 0 : (time - timing.beginTime) * Double(timing.speed) + timing.timeOffset
    let state = node.presentedState(at: local)
    let name = state.name ?? state.id
    let own = hidden ?? Self.reason(state)
    let inner = Self.matrix(state).concatenating(matrix)
    if let name, reasons[name] == nil {
      hiding[name] = own
      reasons[name] = own ?? emptiness(of: node, state, inner) ?? Self.rest(node)
    }
    let passedOn = hidden ?? own.map { "in \(name ?? "a layer"), which has \($0)" }
    for sublayer in node.sublayers {
      visit(sublayer, at: state.sublayerTime ?? local, inner, hidden: passedOn)
    }
  }

  private static func reason(_ state: LayerState) -> String? {
    if state.isHidden { return "hidden true" }
    if state.opacity <= 0 { return "opacity 0" }
    let transform = state.transform
    let isFlat = transform.m14 == 0 && transform.m24 == 0 && transform.m44 == 1
    if isFlat, transform.m11 * transform.m22 == transform.m12 * transform.m21 { return "a transform without area" }
    return nil
  }

  private static func rest(_ node: RenderNode) -> String {
    if node.emission != nil { return "none of its particles is visible" }
    return node.sublayers.isEmpty
      ? "covered, masked, or the same colour as what is behind it" : "none of its sublayers is visible"
  }

  private func emptiness(of node: RenderNode, _ state: LayerState, _ matrix: CGAffineTransform) -> String? {
    guard node.sublayers.isEmpty, node.emission == nil else { return nil }
    let rare = state.rare.value
    let paints =
      state.backgroundColor.map { $0.alpha > 0 } == true || rare.contents != nil || rare.drawing != nil
      || node.content != nil
    let isPlain = rare.shapeLayer.isUnset && rare.gradient.isUnset && rare.border.isUnset && rare.shadow.isUnset
    if !paints, isPlain { return "nothing to draw: no contents, background, border or sublayers" }
    guard isPlain, CATransform3DIsAffine(state.transform) else { return nil }
    if state.bounds.isEmpty { return "nothing to draw: its size is 0" }
    let box = state.bounds.applying(matrix)
    guard !box.intersects(frame) else { return nil }
    let sides = [box.minX, box.minY, box.maxX, box.maxY].map { "\(Int(max(-1e9, min(1e9, $0)).rounded()))" }
    return "outside the frame: \(sides[0]),\(sides[1]) to \(sides[2]),\(sides[3]) of "
      + "\(Int(frame.width))x\(Int(frame.height)) points"
  }

  private static func matrix(_ state: LayerState) -> CGAffineTransform {
    let anchor = CGPoint(
      x: state.bounds.minX + state.anchorPoint.x * state.bounds.width,
      y: state.bounds.minY + state.anchorPoint.y * state.bounds.height)
    return CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(CATransform3DGetAffineTransform(state.transform))
      .concatenating(CGAffineTransform(translationX: state.position.x, y: state.position.y))
  }
}
