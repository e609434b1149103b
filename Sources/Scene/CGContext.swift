public import Foundation
public import Graphics

/// A drawing context that records: what is drawn becomes commands in the coordinates that the context starts with.
///
/// Names and rules are Core Graphics': the state is a stack, the current transform applies to what is drawn from then
/// on. Gradients, clips to paths and text are not part of it.
public final class CGContext {
  struct State {
    var ctm = CGAffineTransform.identity
    var fillColor = CGColor.black
    var strokeColor = CGColor.black
    var stroke = StrokeStyle()
    var alpha: CGFloat = 1
    /// Groups opened by clips since the state was saved.
    var clipCount = 0
    /// The box around what the clips leave, in starting coordinates.
    var clipBox: CGRect
  }

  private var commands: [DrawCommand] = []
  var state: State
  /// The path that is being built, in starting coordinates; filling or stroking it ends it.
  var path = CGMutablePath()
  private var saved: [State] = []
  /// How many states were saved when each transparency layer began.
  private var layerDepths: [Int] = []

  /// - Parameter bounds: what can be seen, in the context's starting coordinates.
  public init(bounds: CGRect) {
    state = State(clipBox: bounds)
  }

  /// Ends what is still open and hands out the commands; empty if nothing was drawn. The context starts anew.
  package func finish() -> [DrawCommand] {
    while !saved.isEmpty { endState() }
    endClips()
    layerDepths = []
    defer { commands = [] }
    return commands.contains(where: \.isVisible) ? commands : []
  }

  // MARK: State

  public func saveGState() {
    saved.append(state)
    state.clipCount = 0
  }

  /// Goes back to the state saved last. Does nothing without one, and not past the begin of a transparency layer.
  public func restoreGState() {
    guard saved.count > layerDepths.last ?? 0 else { return }
    endState()
  }

  private func endState() {
    endClips()
    guard let last = saved.popLast() else { return }
    state = last
  }

  private func endClips() {
    commands += Array(repeating: .popGroup, count: state.clipCount)
    state.clipCount = 0
  }

  /// From the coordinates of what is drawn to those that the context starts with.
  public var ctm: CGAffineTransform { state.ctm }
  public func concatenate(_ transform: CGAffineTransform) { state.ctm = transform.concatenating(state.ctm) }
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }
  /// Radians, from x toward y.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Default black.
  public func setFillColor(_ color: CGColor) { state.fillColor = color }
  /// Default black.
  public func setStrokeColor(_ color: CGColor) { state.strokeColor = color }
  /// Units of the coordinates at the time of stroking. Default 1.
  public func setLineWidth(_ width: CGFloat) { state.stroke.width = width }
  /// Opacity of everything drawn, 0...1. Default 1.
  public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isNaN ? 0 : min(max(alpha, 0), 1) }

  // MARK: Clipping and groups

  /// Limits drawing to the part of the clip that is inside the rectangle, until the state is restored.
  public func clip(to rect: CGRect) {
    let isUsable = isFinite(rect)
    let shape = isUsable ? rect.standardized : .zero
    state.clipBox = state.clipBox.common(with: shape.applying(isUsable ? state.ctm : .identity))
    state.clipCount += 1
    push(alpha: 1, clip: (RoundedRect(shape), isUsable ? PlaneTransform(state.ctm) : .identity))
  }

  /// The box around the clip, in the coordinates of what is drawn; zero where the transform has no inverse.
  public var boundingBoxOfClipPath: CGRect {
    let t = state.ctm
    guard t.a * t.d - t.b * t.c != 0 else { return .zero }
    return state.clipBox.applying(t.inverted())
  }

  /// What is drawn until `endTransparencyLayer()` is put together first and then drawn at the present opacity.
  public func beginTransparencyLayer() {
    saveGState()
    layerDepths.append(saved.count)
    push(alpha: state.alpha, clip: nil)
    state.alpha = 1
  }

  /// Does nothing if no transparency layer has begun.
  public func endTransparencyLayer() {
    guard let depth = layerDepths.popLast() else { return }
    while saved.count > depth { endState() }
    endClips()
    commands.append(.popGroup)
    endState()
  }

  private func push(alpha: CGFloat, clip: (shape: RoundedRect, transform: PlaneTransform)?) {
    commands.append(.pushGroup(GroupCommand(bounds: .empty, alpha: UInt8(alpha * 255 + 0.5), clip: clip)))
  }

  // MARK: Drawing

  public func fill(_ rect: CGRect) { fill(RoundedRect(rect.standardized), state.ctm, rect) }

  public func fill(_ rects: [CGRect]) { rects.forEach(fill) }

  /// The ellipse that touches the four sides of the rectangle.
  public func fillEllipse(in rect: CGRect) {
    let rect = rect.standardized
    let toEllipse = CGAffineTransform(
      a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY)
    fill(
      RoundedRect(minX: -1, minY: -1, maxX: 1, maxY: 1, cornerRadius: 1), toEllipse.concatenating(state.ctm), rect)
  }

  /// Fills a rectangle with rounded corners (ours: Core Graphics takes a path for that).
  public func fill(_ rect: CGRect, cornerRadius: CGFloat) {
    var shape = RoundedRect(rect.standardized)
    let radius = min(cornerRadius, rect.standardized.width / 2, rect.standardized.height / 2)
    shape.cornerRadius = radius > 0 ? radius : 0
    fill(shape, state.ctm, rect)
  }

  /// Strokes the outline of a rectangle, half of the line width on each side.
  public func stroke(_ rect: CGRect) { stroke(rect, width: state.stroke.width) }

  /// Strokes the outline of a rectangle with a line of its own width.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let rect = rect.standardized
    guard isFinite(rect), width > 0, width.isFinite else { return }
    let (outer, inner) = (rect.insetBy(dx: -width / 2, dy: -width / 2), rect.insetBy(dx: width / 2, dy: width / 2))
    let color = state.fillColor
    state.fillColor = state.strokeColor
    defer { state.fillColor = color }
    guard rect.width > width, rect.height > width else { return fill(outer) }
    fill([
      CGRect(x: outer.minX, y: outer.minY, width: outer.width, height: width),
      CGRect(x: outer.minX, y: inner.maxY, width: outer.width, height: width),
      CGRect(x: outer.minX, y: inner.minY, width: width, height: inner.height),
      CGRect(x: inner.maxX, y: inner.minY, width: width, height: inner.height),
    ])
  }

  /// Stretches an image over a rectangle. Its first row comes to the side of the largest y, as in Core Graphics: in a
  /// layer's y-down coordinates it is upside down unless the transform mirrors it.
  public func draw(_ image: CGImage, in rect: CGRect) {
    guard isFinite(rect), state.alpha > 0 else { return }
    let rect = rect.standardized
    let mirror = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: rect.minY + rect.maxY)
    commands.append(
      .image(
        ImageCommand(
          bounds: .empty, image: image, destination: RoundedRect(rect),
          transform: PlaneTransform(mirror.concatenating(state.ctm)), filter: .linear,
          alpha: UInt8(state.alpha * 255 + 0.5))))
  }

  /// Adds commands in the coordinates of what is drawn, such as those of a layer.
  package func append(_ others: [DrawCommand]) {
    let transform = PlaneTransform(state.ctm)
    push(alpha: state.alpha, clip: nil)
    commands += others.compactMap { $0.moved(by: transform) }
    commands.append(.popGroup)
  }

  private func fill(_ shape: RoundedRect, _ transform: CGAffineTransform, _ rect: CGRect) {
    guard isFinite(rect) else { return }
    fill(.roundedRect(shape), PlaneTransform(transform), state.fillColor)
  }

  func fill(_ shape: Shape, _ transform: PlaneTransform, _ color: CGColor) {
    var color = color
    color.alpha = min(max(color.alpha, 0), 1) * state.alpha
    let pixel = color.premultipliedPixel
    guard pixel != 0 else { return }
    commands.append(.fill(FillCommand(bounds: .empty, shape: shape, transform: transform, paint: .solid(pixel))))
  }

  func isFinite(_ rect: CGRect) -> Bool {
    let t = state.ctm
    return [rect.minX, rect.minY, rect.maxX, rect.maxY, t.a, t.b, t.c, t.d, t.tx, t.ty].allSatisfy(\.isFinite)
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

extension PlaneTransform {
  init(_ t: CGAffineTransform) {
    (m11, m12, m13) = (t.a, t.b, 0)
    (m21, m22, m23) = (t.c, t.d, 0)
    (m31, m32, m33) = (t.tx, t.ty, 1)
  }
}
