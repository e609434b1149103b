public import Foundation
import Synchronization

/// A path, as in Core Graphics: a reference type that is compared by its elements.
///
/// Immutable; `CGMutablePath` adds elements. Layers and animations copy the elements, so later changes of a mutable
/// path do not affect them.
public class CGPath: @unchecked Sendable {  // All state is in a Mutex; open to one subclass.
  private let storage: Mutex<Geometry>

  package init(_ geometry: Geometry) {
    storage = Mutex(geometry)
  }

  /// Creates an empty path.
  public convenience init() {
    self.init(Geometry())
  }

  /// Creates a closed rectangle after `transform`; nil is the identity.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(.shape(transform) { $0.addRect(rect) })
  }

  /// Creates a closed ellipse inside a rectangle, after `transform`; nil is the identity.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(.shape(transform) { $0.addEllipse(in: rect) })
  }

  /// Creates a closed rectangle with round corners. Corner sizes are limited to half of the rectangle.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(.shape(transform) { $0.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight) })
  }

  package final var geometry: Geometry { storage.withLock { $0 } }

  final func edit(_ change: (inout Geometry) -> Void) {
    storage.withLock { change(&$0) }
  }
}

extension CGPath {
  /// Whether the path has no elements.
  public var isEmpty: Bool { geometry.isEmpty }
  /// The end of the last segment. `CGPoint.zero` for an empty path (documented).
  public var currentPoint: CGPoint { geometry.currentPoint ?? .zero }
  /// Bounding box of all points, including control points. Null for an empty path.
  public var boundingBox: CGRect { geometry.boundingBox }
  /// Bounding box of the drawn path. Null for an empty path.
  public var boundingBoxOfPath: CGRect { geometry.boundingBoxOfPath }

  /// Returns whether `point`, after `transform`, is inside the path.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    geometry.contains(point, using: rule, transform: transform)
  }

  /// Returns an immutable copy. Optional as in Core Graphics; never nil.
  public func copy() -> CGPath? { CGPath(geometry) }

  /// Returns a transformed immutable copy. Nil is the identity. Never returns nil.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(geometry.applying(transform?.pointee ?? .identity))
  }

  /// Returns a mutable copy. Optional as in Core Graphics; never nil.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(geometry) }

  /// Returns a transformed mutable copy. Nil is the identity. Never returns nil.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(geometry.applying(transform?.pointee ?? .identity))
  }

  /// Returns the path with lines instead of curves, accurate to `threshold`.
  public func flattened(threshold: CGFloat) -> CGPath {
    var result = Geometry()
    for line in geometry.flattened(tolerance: threshold) {
      result.addLines(between: line.points)
      if line.isClosed { result.closeSubpath() }
    }
    return CGPath(result)
  }

  /// Returns whether the path is an upright rectangle, and stores it in `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = geometry.rectangle else { return false }
    rect?.pointee = found
    return true
  }
}

extension CGPath: Hashable {
  /// Paths with equal elements are equal.
  public static func == (left: CGPath, right: CGPath) -> Bool {
    left === right || left.geometry == right.geometry
  }

  /// Equal paths have equal hashes.
  public func hash(into hasher: inout Hasher) { hasher.combine(geometry) }
}

extension CGPath.Geometry {
  package mutating func addLines(between points: [CGPoint]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  fileprivate static func shape(
    _ transform: UnsafePointer<CGAffineTransform>?, _ build: (inout CGPath.Geometry) -> Void
  ) -> CGPath.Geometry {
    var result = CGPath.Geometry()
    build(&result)
    return result.applying(transform?.pointee ?? .identity)
  }

  mutating func add(_ transform: CGAffineTransform, _ build: (inout CGPath.Geometry) -> Void) {
    if transform.isIdentity { return build(&self) }
    var part = CGPath.Geometry()
    build(&part)
    append(part, transform: transform)
  }
}
