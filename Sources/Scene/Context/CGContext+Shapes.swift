extension CGContext {
  /// Fills a rectangle with the fill colour. The current path does not change.
  public func fill(_ rect: CGRect) { fill(RoundedRect(rect.standardized), ctm, rect) }

  /// Fills rectangles in order.
  public func fill(_ rects: [CGRect]) { rects.forEach(fill) }

  /// Fills the ellipse inside a rectangle.
  public func fillEllipse(in rect: CGRect) {
    let rect = rect.standardized
    let toEllipse = CGAffineTransform(a: rect.width / 2, b: 0, c: 0, d: rect.height / 2, tx: rect.midX, ty: rect.midY)
    fill(RoundedRect(minX: -1, minY: -1, maxX: 1, maxY: 1, cornerRadius: 1), toEllipse.concatenating(ctm), rect)
  }

  /// Fills a rectangle with round corners (ours: Core Graphics uses a path for this).
  public func fill(_ rect: CGRect, cornerRadius: CGFloat) {
    var shape = RoundedRect(rect.standardized)
    let radius = min(cornerRadius, rect.standardized.width / 2, rect.standardized.height / 2)
    shape.cornerRadius = radius > 0 ? radius : 0
    fill(shape, ctm, rect)
  }

  /// Clears a rectangle to transparent, regardless of fill colour, opacity and blend mode.
  public func clear(_ rect: CGRect) {
    guard isFinite(rect) else { return }
    let area = FillCommand(
      bounds: .empty, shape: RoundedRect(rect.standardized), transform: PlaneTransform(ctm), color: .max)
    emit([], over: area, mode: .clear)
  }

  /// Strokes the outline of a rectangle, half of the line width on each side.
  public func stroke(_ rect: CGRect) { strokeAlone { $0.addRect(rect) } }

  /// Strokes the outline of a rectangle with a line width.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let usual = state.stroke.width
    state.stroke.width = width
    defer { state.stroke.width = usual }
    stroke(rect)
  }

  /// Strokes the ellipse inside a rectangle.
  public func strokeEllipse(in rect: CGRect) { strokeAlone { $0.addEllipse(in: rect) } }

  /// Strokes lines between points one and two, three and four, and so on, as a single path.
  public func strokeLineSegments(between points: [CGPoint]) {
    strokeAlone { context in
      for index in stride(from: 0, to: points.count - 1, by: 2) {
        context.move(to: points[index])
        context.addLine(to: points[index + 1])
      }
    }
  }

  /// Strokes a path that replaces the current one, which ends (documented).
  private func strokeAlone(_ build: (CGContext) -> Void) {
    beginPath()
    build(self)
    strokePath()
  }

  private func fill(_ shape: RoundedRect, _ transform: CGAffineTransform, _ rect: CGRect) {
    guard isFinite(rect) else { return }
    fill(.roundedRect(shape), PlaneTransform(transform), state.fillColor)
  }

  func fill(_ shape: Shape, _ transform: PlaneTransform, _ color: CGColor) {
    var color = color
    color.alpha = min(max(color.alpha, 0), 1) * state.alpha
    fill(shape, transform, Paint(color) ?? .solid(0))
  }

  func fill(_ shape: Shape, _ transform: PlaneTransform, _ paint: Paint) {
    if paint == .solid(0), state.blendMode == .normal { return }
    emit(
      [.fill(FillCommand(bounds: .empty, shape: shape, transform: transform, paint: paint))],
      over: FillCommand(bounds: .empty, shape: shape, transform: transform, paint: .solid(.max)))
  }

  func isFinite(_ rect: CGRect) -> Bool { rect.isFinite && ctm.isFinite }
}
