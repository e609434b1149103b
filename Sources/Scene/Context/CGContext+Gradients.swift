extension CGContext {
  /// Fills the clip with colours that change along the line from start to end. Beyond its ends nothing is drawn unless
  /// the options say so.
  public func drawLinearGradient(
    _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    // A plane in which the line goes from (0, 0) to (1, 0).
    let plane = CGAffineTransform(a: dx, b: dy, c: -dy, d: dx, tx: start.x, ty: start.y).concatenating(ctm)
    guard var area = visibleArea(of: plane) else { return }
    if !options.contains(.drawsBeforeStartLocation) { area.minX = max(0, area.minX) }
    if !options.contains(.drawsAfterEndLocation) { area.maxX = min(1, area.maxX) }
    guard area.minX < area.maxX else { return }
    let paint = Gradient(
      kind: .axial, stops: stops(of: gradient), rect: ContentsPlacement.unit, start: .zero, end: CGPoint(x: 1, y: 0))
    fill(.roundedRect(area), PlaneTransform(plane), .gradient(paint))
  }

  /// Fills the clip with circles that change from the start circle to the end circle, later ones above earlier ones.
  /// Beyond these two nothing is drawn unless the options say so.
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

  /// Fills the clip with colours that change around a point, beginning at an angle (radians) and turning from x to y.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    guard let area = visibleArea(of: ctm), center.x.isFinite, center.y.isFinite, angle.isFinite else { return }
    let paint = Gradient(
      kind: .conic, stops: stops(of: gradient), rect: ContentsPlacement.unit, start: center,
      end: CGPoint(x: center.x + Double.cos(angle), y: center.y + Double.sin(angle)))
    fill(.roundedRect(area), PlaneTransform(ctm), .gradient(paint))
  }

  private func stops(of gradient: CGGradient) -> [Gradient.Stop] {
    Gradient.stops(
      colors: gradient.colors, locations: gradient.locations.map(Double.init), opacity: Float(state.alpha))
  }

  /// Part of a plane that the clip shows; nil if that has no area.
  private func visibleArea(of plane: CGAffineTransform) -> RoundedRect? {
    guard plane.isFinite, plane.a * plane.d - plane.b * plane.c != 0 else { return nil }
    let area = state.clipBox.applying(plane.inverted())
    return area.isFinite && area.width > 0 && area.height > 0 ? RoundedRect(area) : nil
  }

  /// The area outside one circle and inside the other, as far as there are such.
  private static func between(_ inner: RoundedRect?, _ outer: RoundedRect?, _ area: RoundedRect) -> Shape {
    guard let inner, inner.cornerRadius > 0 else { return .roundedRect(outer ?? area) }
    guard outer == nil else { return .ring(outer ?? area, inner: inner) }
    // The inner one has to be inside.
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
  /// A family of circles from the gradient's start to its end, for a radial gradient of a drawing, or with a focus.
  package struct Circles: Hashable, Sendable {
    /// In units of the gradient's rectangle: where that is not a square, they are ellipses.
    package var startRadius: Double
    package var endRadius: Double
    /// Whether circles before the start and behind the end are drawn.
    package var goesBefore: Bool
    package var goesAfter: Bool

    mutating func goOnBothSides() { (goesBefore, goesAfter) = (true, true) }

    /// Which circle goes through a place, the last one if there are two; not a number where none does.
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
