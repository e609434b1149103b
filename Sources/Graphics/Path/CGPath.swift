public import Foundation
import Synchronization

/// A path, with the names of Core Graphics: a shared reference that compares by its elements.
///
/// Immutable as such; `CGMutablePath` adds to it. What keeps a path (a layer, an animation) keeps its `geometry`, so a
/// change of a mutable path afterwards does not reach it.
public class CGPath: @unchecked Sendable {  // All state is in a Mutex; open to one subclass.
  private let storage: Mutex<Geometry>

  package init(_ geometry: Geometry) {
    storage = Mutex(geometry)
  }

  /// An empty path.
  public convenience init() {
    self.init(Geometry())
  }

  /// A closed rectangle, after `transform`; nil is the identity.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(.shape(transform) { $0.addRect(rect) })
  }

  /// A closed ellipse that touches the sides of a rectangle, after `transform`; nil is the identity.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    self.init(.shape(transform) { $0.addEllipse(in: rect) })
  }

  /// Corner sizes are cut to half of the rectangle's.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    self.init(
      .shape(transform) { $0.addRoundedRect(in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight) })
  }

  /// The elements as they are now.
  package final var geometry: Geometry { storage.withLock { $0 } }

  final func edit(_ change: (inout Geometry) -> Void) {
    storage.withLock { change(&$0) }
  }
}

extension CGPath {
  /// Whether the path has no elements.
  public var isEmpty: Bool { geometry.isEmpty }
  /// `CGPoint.zero` for an empty path (documented).
  public var currentPoint: CGPoint { geometry.currentPoint ?? .zero }
  /// Around all points, control points included; null for an empty path.
  public var boundingBox: CGRect { geometry.boundingBox }
  /// Around the drawn path; null for an empty path.
  public var boundingBoxOfPath: CGRect { geometry.boundingBoxOfPath }

  /// Whether `point`, after `transform`, is inside the path.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    geometry.contains(point, using: rule, transform: transform)
  }

  /// The path as it is now, immutable. Optional because Core Graphics declares it so; never nil here.
  public func copy() -> CGPath? { CGPath(geometry) }

  /// The path after a map, immutable; nil is the identity. Never returns nil here.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(geometry.applying(transform?.pointee ?? .identity))
  }

  /// A path of its own to add to. Optional because Core Graphics declares it so; never nil here.
  public func mutableCopy() -> CGMutablePath? { CGMutablePath(geometry) }

  /// A path of its own after a map; nil is the identity. Never returns nil here.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    CGMutablePath(geometry.applying(transform?.pointee ?? .identity))
  }

  /// The path with every curve replaced by lines that stay within `threshold` of it.
  public func flattened(threshold: CGFloat) -> CGPath {
    var result = Geometry()
    for line in geometry.flattened(tolerance: threshold) {
      result.addLines(between: line.points)
      if line.isClosed { result.closeSubpath() }
    }
    return CGPath(result)
  }

  /// Whether the path is an upright rectangle, which is then stored in `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    guard let found = geometry.rectangle else { return false }
    rect?.pointee = found
    return true
  }
}

extension CGPath: Hashable {
  /// Whether the elements are equal.
  public static func == (left: CGPath, right: CGPath) -> Bool {
    left === right || left.geometry == right.geometry
  }

  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) { hasher.combine(geometry) }
}

extension CGPath.Geometry {
  /// Moves to the first point and draws lines through the others.
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
