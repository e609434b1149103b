/// Colours over a rectangle of a plane. Beyond the first and the last stop, their colours continue.
///
/// Straight components (not premultiplied) are interpolated in the encoded sRGB space (assumed: the behavior of Apple's
/// system is not settled, behavior.md 1.7).
package struct Gradient: Hashable, Sendable {
  package struct Stop: Hashable, Sendable {
    package var location: Double
    /// Straight red, green, blue, alpha, 0...1 except for colours outside sRGB.
    package var color: SIMD4<Float>

    package init(location: Double, color: SIMD4<Float>) { (self.location, self.color) = (location, color) }
  }

  package var kind: GradientKind
  /// At least one, with ascending locations.
  package var stops: [Stop]
  /// Rectangle for the units of start and end, in the plane of the shape.
  package var rect: CGRect
  package var start: CGPoint
  package var end: CGPoint
  /// Start and end circle of a radial gradient; nil for a layer without a focus.
  package var circles: Circles?
  /// From the gradient's plane to that of the filled shape; nil if they are the same.
  package var transform: PlaneTransform?

  package init(kind: GradientKind, stops: [Stop], rect: CGRect, start: CGPoint, end: CGPoint) {
    (self.kind, self.stops, self.rect, self.start, self.end) = (kind, stops, rect, start, end)
  }

  init(_ color: CGColor, opacity: Float) { self.init(color: Self.components(color, opacity)) }

  /// A single colour, premultiplied `0xAARRGGBB`.
  init(word: UInt32) {
    let parts = SIMD4(word >> 16 & 255, word >> 8 & 255, word & 255, word >> 24)
    let (color, alpha) = (SIMD4<Float>(parts) / 255, Float(word >> 24) / 255)
    self.init(color: alpha > 0 ? SIMD4(color.x / alpha, color.y / alpha, color.z / alpha, alpha) : .zero)
  }

  private init(color: SIMD4<Float>) {
    let stop = Stop(location: 0, color: color)
    self.init(kind: .axial, stops: [stop], rect: ContentsPlacement.unit, start: .zero, end: .zero)
  }

  /// Whether a colour cannot be stored in 8-bit pixels.
  package var isWide: Bool {
    stops.contains { stop in
      let color = stop.color
      return color.x < 0 || color.x > 1 || color.y < 0 || color.y > 1 || color.z < 0 || color.z > 1
    }
  }

  /// The gradient of a layer, or nil if nothing is drawn: fewer than two colours, fewer locations than colours (both
  /// measured), an empty area, values that are not finite, a radial gradient without a radius.
  ///
  /// Locations that do not ascend are raised to the previous one (assumed).
  init?(_ state: GradientState, bounds: CGRect, opacity: Float) {
    guard let colors = state.colors, colors.count > 1, bounds.width > 0, bounds.height > 0 else { return nil }
    let locations = state.locations ?? Self.evenLocations(colors.count)
    guard locations.count >= colors.count else { return nil }
    let points = [state.startPoint.x, state.startPoint.y, state.endPoint.x, state.endPoint.y]
    guard points.allSatisfy({ abs($0) < 1e9 }) else { return nil }
    stops = Self.stops(colors: colors, locations: locations, opacity: opacity)
    (kind, rect, start, end) = (state.type.known ?? .axial, bounds, state.startPoint, state.endPoint)
    guard kind == .radial else { return }
    if start.x == end.x || start.y == end.y { return nil }
    if state.focus != .zero { move(to: state.focus) }
  }

  /// Maximum distance of a focus from the middle, in radii: on the edge, all colours would meet.
  private static let farthestFocus = 0.99

  /// Sets the focus of a radial gradient: circles from there to the ellipse.
  private mutating func move(to focus: CGPoint) {
    let distance = Double.hypot(focus.x, focus.y)
    guard distance.isFinite else { return }
    let share = min(1, Self.farthestFocus / distance)
    let (width, height) = (abs(end.x - start.x) * rect.width, abs(end.y - start.y) * rect.height)
    rect = CGRect(
      x: rect.minX + start.x * rect.width, y: rect.minY + start.y * rect.height, width: width, height: height)
    (start, end) = (CGPoint(x: focus.x * share, y: focus.y * share), .zero)
    circles = Circles(startRadius: 0, endRadius: 1, goesBefore: true, goesAfter: true)
  }

  package static func evenLocations(_ count: Int) -> [Double] {
    (0..<count).map { count > 1 ? Double($0) / Double(count - 1) : 0 }
  }

  /// A stop per colour, ascending.
  static func stops(colors: [CGColor], locations: [Double], opacity: Float) -> [Stop] {
    var last = -Double.infinity
    return zip(locations, colors).map { location, color in
      last = max(last, location.isFinite ? location : 0)
      return Stop(location: last, color: components(color, opacity))
    }
  }

  private static func components(_ color: CGColor, _ opacity: Float) -> SIMD4<Float> {
    color.deepComponents * SIMD4(1, 1, 1, opacity)
  }

  /// The parameter along the stops at a point in units of the rectangle.
  @inlinable
  package func parameter(_ x: Double, _ y: Double) -> Double {
    let (dx, dy) = (x - start.x, y - start.y)
    let (ex, ey) = (end.x - start.x, end.y - start.y)
    switch kind {
    case .axial:
      let length = ex * ex + ey * ey
      return length > 0 ? (dx * ex + dy * ey) / length : 0
    case .radial:
      if let circles { return circles.parameter(x: dx, y: dy, endX: ex, endY: ey) }
      let (u, v) = (dx / ex, dy / ey)
      return (u * u + v * v).squareRoot()
    case .conic:
      let turn = (Double.atan2(dy, dx) - Double.atan2(ey, ex)) / (2 * .pi)
      return turn < 0 ? turn + 1 : turn
    }
  }

  /// Whether every pixel is opaque.
  package var isOpaque: Bool { circles == nil && stops.allSatisfy { $0.color.w >= 1 } }

  /// The gradient with every colour multiplied by straight components.
  func multiplied(by tint: SIMD4<Float>) -> Gradient {
    var result = self
    let most = SIMD4(repeating: TintGain.most)
    for index in stops.indices {
      result.stops[index].color = (stops[index].color * tint).clamped(lowerBound: -most, upperBound: most)
    }
    return result
  }
}
