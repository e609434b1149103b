public import Foundation

/// A 2D affine map for row vectors: `x' = a x + c y + tx`, `y' = b x + d y + ty`.
///
/// Where two maps are combined, the left operand acts first, as in Core Graphics (documented).
public struct CGAffineTransform: Hashable, Sendable {
  /// Weight of x in x'. 1 in the identity.
  public var a: CGFloat
  /// Weight of x in y'. 0 in the identity.
  public var b: CGFloat
  /// Weight of y in x'. 0 in the identity.
  public var c: CGFloat
  /// Weight of y in y'. 1 in the identity.
  public var d: CGFloat
  /// Move along x, points. 0 in the identity.
  public var tx: CGFloat
  /// Move along y, points. 0 in the identity.
  public var ty: CGFloat

  /// The map that changes nothing.
  public static let identity = CGAffineTransform()

  /// The identity.
  public init() {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  }

  /// A map by its six values.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// A map by its six values, in the order a, b, c, d, tx, ty.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// A rotation about the origin by `angle` radians, from the x axis towards the y axis.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (Double.sin(angle), Double.cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// A scale by factors along x and y.
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// A move by (tx, ty) points.
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// Whether the map is exactly the identity.
  public var isIdentity: Bool { self == .identity }
}

extension CGAffineTransform {
  /// This map followed by `other`: the matrix product `self * other`.
  public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * other.a + b * other.c,
      b: a * other.b + b * other.d,
      c: c * other.a + d * other.c,
      d: c * other.b + d * other.d,
      tx: tx * other.a + ty * other.c + other.tx,
      ty: tx * other.b + ty * other.d + other.ty)
  }

  /// A translation followed by this map.
  public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// A scale followed by this map.
  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// A rotation by `angle` radians followed by this map.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The inverse. A map without a finite inverse returns itself (documented by Apple for singular maps).
  public func inverted() -> CGAffineTransform {
    let determinant = a * d - b * c
    guard determinant.isFinite, determinant != 0 else { return self }
    let result = CGAffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
    return result.isFinite ? result : self
  }

  /// All six values are finite.
  @inlinable package var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}

extension CGPoint {
  /// The point after the map.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGSize {
  /// The size as a vector: the translation has no effect, and a result may be negative.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// The smallest upright rectangle around the four mapped corners; null and infinite rectangles stay as they are.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    if isNull || isInfinite || t.isIdentity { return self }
    let corners = [
      CGPoint(x: minX, y: minY), CGPoint(x: maxX, y: minY), CGPoint(x: minX, y: maxY), CGPoint(x: maxX, y: maxY),
    ].map { $0.applying(t) }
    return CGRect(around: corners)
  }

  /// The smallest upright rectangle around points; null for none.
  init(around points: some Collection<CGPoint>) {
    guard let first = points.first else {
      self = .null
      return
    }
    var (low, high) = (first, first)
    for point in points.dropFirst() {
      low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
