extension CGContext {
  /// Draws a gradient along the line from start to end in the clip. Areas beyond the ends are drawn only with the
  /// options for this.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    // A plane in which the line is from (0, 0) to (1, 0).
    let plane = CGAffineTransform(a: dx, b: dy, c: -dy, d: dx, tx: start.x, ty: start.y).concatenating(ctm)
    guard var area = visibleArea(of: plane) else { return }
    if !options.contains(.drawsBeforeStartLocation) { area.minX = max(0, area.minX) }
    if !options.contains(.drawsAfterEndLocation) { area.maxX = min(1, area.maxX) }
    guard area.minX < area.maxX else { return }
    let paint = Gradient(
      kind: .axial, stops: stops(of: gradient), rect: ContentsPlacement.unit, start: .zero, end: CGPoint(x: 1, y: 0))
    fill(.roundedRect(area), PlaneTransform(plane), .gradient(paint))
  }

  /// Draws a gradient of circles from the start circle to the end circle in the clip, later ones above earlier ones.
  /// Areas beyond the two circles are drawn only with the options for this.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    guard let area = visibleArea(of: ctm), startRadius >= 0, endRadius >= 0, startRadius.isFinite, endRadius.isFinite,
      [startCenter.x, startCenter.y, endCenter.x, endCenter.y].allSatisfy(\.isFinite)
    else { return }
    var circles = Gradient.Circles(
      startRadius: startRadius, endRadius: endRadius, goesBefore: options.contains(.drawsBeforeStartLocation),
      goesAfter: options.contains(.drawsAfterEndLocation))
    let (start, end) = (RoundedRect(circleAt: startCenter, startRadius), RoundedRect(circleAt: endCenter, endRadius))
    let distance = Double.hypot(endCenter.x - startCenter.x, endCenter.y - startCenter.y)
    var shape = Shape.roundedRect(area)
    if distance + startRadius <= endRadius {
      shape = Self.between(circles.goesBefore ? nil : start, circles.goesAfter ? nil : end, area)
      circles.goOnBothSides()
    } else if distance + endRadius <= startRadius {
      shape = Self.between(circles.goesAfter ? nil : end, circles.goesBefore ? nil : start, area)
      circles.goOnBothSides()
    }
    var paint = Gradient(
      kind: .radial, stops: stops(of: gradient), rect: ContentsPlacement.unit, start: startCenter, end: endCenter)
    paint.circles = circles
    fill(shape, PlaneTransform(ctm), .gradient(paint))
  }

  /// Draws a gradient around a point in the clip. It begins at an angle in radians and runs from x toward y.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    guard let area = visibleArea(of: ctm), center.x.isFinite, center.y.isFinite, angle.isFinite else { return }
    let paint = Gradient(
      kind: .conic, stops: stops(of: gradient), rect: ContentsPlacement.unit, start: center,
      end: CGPoint(x: center.x + Double.cos(angle), y: center.y + Double.sin(angle)))
    fill(.roundedRect(area), PlaneTransform(ctm), .gradient(paint))
  }

  private func stops(of gradient: CGGradient) -> [Gradient.Stop] {
    Gradient.stops(colors: gradient.colors, locations: gradient.locations.map(Double.init), opacity: Float(state.alpha))
  }

  /// The part of a plane inside the clip; nil if it is empty.
  private func visibleArea(of plane: CGAffineTransform) -> RoundedRect? {
    guard plane.isFinite, plane.a * plane.d - plane.b * plane.c != 0 else { return nil }
    let area = state.clipBox.applying(plane.inverted())
    return area.isFinite && area.width > 0 && area.height > 0 ? RoundedRect(area) : nil
  }

  /// The area outside one circle and inside the other, if they exist.
  private static func between(_ inner: RoundedRect?, _ outer: RoundedRect?, _ area: RoundedRect) -> Shape {
    guard let inner, inner.cornerRadius > 0 else { return .roundedRect(outer ?? area) }
    guard outer == nil else { return .ring(outer ?? area, inner: inner) }
    // The inner circle must be inside.
    var area = area
    (area.minX, area.minY) = (min(area.minX, inner.minX), min(area.minY, inner.minY))
    (area.maxX, area.maxY) = (max(area.maxX, inner.maxX), max(area.maxY, inner.maxY))
    return .ring(area, inner: inner)
  }
}

extension RoundedRect {
  fileprivate init(circleAt center: CGPoint, _ radius: CGFloat) {
    self.init(
      minX: center.x - radius, minY: center.y - radius, maxX: center.x + radius, maxY: center.y + radius,
      cornerRadius: radius)
  }
}

extension Gradient {
  /// The circles of a radial gradient from its start to its end, for drawings and for layers with a focus.
  package struct Circles: Hashable, Sendable {
    /// In units of the gradient's rectangle, so they can be ellipses.
    package var startRadius: Double
    package var endRadius: Double
    /// Whether circles before the start and after the end are drawn.
    package var goesBefore: Bool
    package var goesAfter: Bool

    mutating func goOnBothSides() { (goesBefore, goesAfter) = (true, true) }

    /// Parameter of the circle through a point, the last one if there are two; NaN if there is none.
    ///
    /// Circle s has the centre s e and the radius r + s g, so `|p - s e|^2 = (r + s g)^2`: a quadratic in s.
    @usableFromInline
    func parameter(x: Double, y: Double, endX: Double, endY: Double) -> Double {
      let growth = endRadius - startRadius
      let a = endX * endX + endY * endY - growth * growth
      let b = x * endX + y * endY + startRadius * growth
      let c = x * x + y * y - startRadius * startRadius
      if abs(a) < 1e-12 * (growth * growth) || a == 0 { return b == 0 ? .nan : allowed(c / (2 * b)) }
      let discriminant = b * b - a * c
      guard discriminant >= 0 else { return .nan }
      let root = discriminant.squareRoot()
      let (first, second) = ((b + root) / a, (b - root) / a)
      let last = allowed(max(first, second))
      return last.isNaN ? allowed(min(first, second)) : last
    }

    private func allowed(_ s: Double) -> Double {
      let isDrawn = startRadius + s * (endRadius - startRadius) >= 0 && (s >= 0 || goesBefore) && (s <= 1 || goesAfter)
      return isDrawn ? s : .nan
    }
  }
}
