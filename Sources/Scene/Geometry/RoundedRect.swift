/// A rectangle with a corner radius in its plane, before a transform.
@usableFromInline
package struct RoundedRect: Hashable, Sendable {
  @usableFromInline package var minX: Double
  @usableFromInline package var minY: Double
  @usableFromInline package var maxX: Double
  @usableFromInline package var maxY: Double
  /// Limited to half of the shorter side.
  @usableFromInline package var cornerRadius: Double
  /// The round corners. The others are square.
  package var corners: CACornerMask {
    @inlinable get { CACornerMask(rawValue: UInt(cornerBits)) }
    @inlinable set { cornerBits = UInt8(newValue.rawValue & CACornerMask.all.rawValue) }
  }
  // A byte, because display lists contain thousands.
  @usableFromInline var cornerBits = UInt8(CACornerMask.all.rawValue)
  package var curve = CornerCurve.circular
  /// Edges that are antialiased. Ignored if corners are round.
  @usableFromInline package var smoothEdges = CAEdgeAntialiasingMask.all

  package init(minX: Double, minY: Double, maxX: Double, maxY: Double, cornerRadius: Double = 0) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    self.cornerRadius = cornerRadius
  }

  package init(_ rect: CGRect) { self.init(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: rect.maxY) }

  package init(_ rect: DeviceRect) {
    self.init(minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
  }

  /// Whether some edges are not antialiased.
  @inlinable package var hasHardEdges: Bool { cornerRadius <= 0 && smoothEdges != .all }

  package var hasRoundCorners: Bool { cornerRadius > 0 && curve == .circular && corners == .all }

  /// The rectangle inside a border of a width.
  package func inset(by width: Double) -> RoundedRect {
    var inner = self
    (inner.minX, inner.minY) = (minX + width, minY + width)
    (inner.maxX, inner.maxY) = (maxX - width, maxY - width)
    inner.cornerRadius = max(0, cornerRadius - width)
    return inner
  }

  /// The intersection with square corners. May be empty.
  func intersection(_ other: RoundedRect) -> RoundedRect {
    var result = RoundedRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    result.smoothEdges = smoothEdges
    return result
  }

  /// Mirrored vertically about half of `sum`.
  func mirrored(aboutHalf sum: Double) -> RoundedRect {
    var result = self
    (result.minY, result.maxY) = (sum - maxY, sum - minY)
    (result.corners, result.smoothEdges) = (corners.mirrored, smoothEdges.mirrored)
    return result
  }
}

extension RoundedRect {
  /// Pixels that the shape can touch, limited to `frame`; the whole frame if the plane passes behind the eye.
  package func deviceBounds(_ transform: PlaneTransform, within frame: DeviceRect) -> DeviceRect {
    guard maxX > minX, maxY > minY else { return .empty }
    if transform.isAxisAligned {
      // The same formula as below without products by 0.
      let (x0, x1) = (transform.m11 * minX + transform.m31, transform.m11 * maxX + transform.m31)
      let (y0, y1) = (transform.m22 * minY + transform.m32, transform.m22 * maxY + transform.m32)
      return Self.pixels(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), within: frame)
    }
    if hasRoundCorners, transform.isAffine { return roundBounds(transform, within: frame) }
    var (lowX, lowY, highX, highY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for corner in 0..<4 {
      let point = transform.apply(corner & 1 == 0 ? minX : maxX, corner & 2 == 0 ? minY : maxY)
      guard point.w > 0 else { return frame }
      (lowX, lowY) = (min(lowX, point.x), min(lowY, point.y))
      (highX, highY) = (max(highX, point.x), max(highY, point.y))
    }
    return Self.pixels(lowX, lowY, highX, highY, within: frame)
  }

  /// Pixels around the ellipses of the corners for a transform without perspective: fewer than around the rectangle.
  private func roundBounds(_ transform: PlaneTransform, within frame: DeviceRect) -> DeviceRect {
    let (width, height) = ((maxX - minX) / 2, (maxY - minY) / 2)
    let radius = min(cornerRadius, width, height)
    let center = transform.apply(minX + width, minY + height)
    func reach(_ alongX: Double, _ alongY: Double) -> Double {
      abs(alongX) * (width - radius) + abs(alongY) * (height - radius)
        + radius * (alongX * alongX + alongY * alongY).squareRoot()
    }
    let (x, y) = (reach(transform.m11, transform.m21), reach(transform.m12, transform.m22))
    return Self.pixels(center.x - x, center.y - y, center.x + x, center.y + y, within: frame)
  }

  private static func pixels(
    _ lowX: Double, _ lowY: Double, _ highX: Double, _ highY: Double, within frame: DeviceRect
  ) -> DeviceRect {
    guard lowX < Double(frame.maxX), lowY < Double(frame.maxY), highX > Double(frame.minX), highY > Double(frame.minY)
    else { return .empty }
    return DeviceRect(
      minX: floor(max(lowX, Double(frame.minX))), minY: floor(max(lowY, Double(frame.minY))),
      maxX: -floor(-min(highX, Double(frame.maxX))), maxY: -floor(-min(highY, Double(frame.maxY))))
  }

  /// Without a library call, which would take longer than the rest.
  @inline(__always)
  private static func floor(_ value: Double) -> Int {
    let whole = Int(value)
    return value < Double(whole) ? whole - 1 : whole
  }
}
