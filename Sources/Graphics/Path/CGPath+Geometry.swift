package import Foundation

extension CGPath {
  /// The elements of a path as a value.
  ///
  /// All coordinates are finite: an element with other coordinates is ignored when it is added (ours; Core Graphics
  /// asserts). A segment without a current point is ignored too (documented).
  ///
  /// Computed data (bounding box, areas) is cached with the path and shared by copies until one changes.
  package struct Geometry: Hashable, Sendable {
    /// A path element in the path's coordinates.
    package enum Element: Hashable, Sendable {
      case move(to: CGPoint)
      case line(to: CGPoint)
      case quadCurve(to: CGPoint, control: CGPoint)
      case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
      case close
    }

    /// A single reference, so that copies in frames with thousands of paths are cheap.
    private(set) var storage = Storage()

    package init() {}

    package var elements: [Element] { storage.elements }
    /// The start of the next segment; nil for an empty path. After `close`, the start of the closed subpath.
    package var currentPoint: CGPoint? { storage.currentPoint }

    /// The other values depend on the elements.
    package static func == (left: Self, right: Self) -> Bool {
      left.storage === right.storage || left.elements == right.elements
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(elements) }

    package var isEmpty: Bool { count == 0 }
    package var count: Int { storage.count }
  }
}

extension CGPath.Geometry {
  final class Storage: @unchecked Sendable {  // Only a sole owner changes it, as the storage of an array.
    @exclusivity(unchecked) private(set) var elements: [Element]
    /// Stored here, so that frames that know the areas need not access the elements.
    @exclusivity(unchecked) private(set) var count = 0
    @exclusivity(unchecked) fileprivate(set) var currentPoint: CGPoint?
    @exclusivity(unchecked) fileprivate(set) var subpathStart: CGPoint?
    /// Bounding box of all end and control points.
    @exclusivity(unchecked) private var low = SIMD2(repeating: Double.infinity)
    @exclusivity(unchecked) private var high = SIMD2(repeating: -Double.infinity)
    @exclusivity(unchecked) private(set) var cache = PathCache()

    init() { elements = [] }

    fileprivate func append(_ element: Element) {
      if !cache.isEmpty { cache = PathCache() }
      elements.append(element)
      count += 1
      switch element {
      case .move(let end), .line(let end): include(end)
      case .quadCurve(let end, let control):
        include(control)
        include(end)
      case .curve(let end, let control1, let control2):
        include(control1)
        include(control2)
        include(end)
      case .close: break
      }
    }

    private func include(_ point: CGPoint) {
      let point = SIMD2(Double(point.x), Double(point.y))
      (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
    }

    var boundingBox: CGRect {
      count == 0 ? .null : CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }

    /// A copy without cached data.
    fileprivate init(_ other: Storage) {
      (elements, count, low, high) = (other.elements, other.count, other.low, other.high)
      (currentPoint, subpathStart) = (other.currentPoint, other.subpathStart)
    }
  }
}

extension CGPath.Geometry {
  /// Whether both share their cached data: a path and its unchanged copy.
  package func isSame(as other: Self) -> Bool { storage === other.storage }

  /// Adds an element and clears cached data.
  private mutating func store(_ element: Element) {
    if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage) }
    storage.append(element)
  }

  package mutating func move(to point: CGPoint) {
    guard point.isFinite else { return }
    store(.move(to: point))
    (storage.currentPoint, storage.subpathStart) = (point, point)
  }

  package mutating func addLine(to point: CGPoint) {
    append(.line(to: point), end: point, isFinite: true)
  }

  package mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
    append(.quadCurve(to: end, control: control), end: end, isFinite: control.isFinite)
  }

  package mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    append(
      .curve(to: end, control1: control1, control2: control2), end: end,
      isFinite: control1.isFinite && control2.isFinite)
  }

  private mutating func append(_ element: Element, end: CGPoint, isFinite: Bool) {
    guard isFinite, end.isFinite, currentPoint != nil else { return }
    store(element)
    storage.currentPoint = end
  }

  /// Ends the subpath with a line to its start. Further segments begin there.
  package mutating func closeSubpath() {
    guard let start = storage.subpathStart, elements.last != .close else { return }
    store(.close)
    storage.currentPoint = start
  }

  package mutating func append(_ element: Element) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let point): addLine(to: point)
    case .quadCurve(let end, let control): addQuadCurve(to: end, control: control)
    case .curve(let end, let control1, let control2): addCurve(to: end, control1: control1, control2: control2)
    case .close: closeSubpath()
    }
  }

  package mutating func append(_ other: CGPath.Geometry, transform: CGAffineTransform = .identity) {
    for element in other.elements {
      append(transform.isIdentity ? element : element.applying(transform))
    }
  }

  package func applying(_ transform: CGAffineTransform) -> CGPath.Geometry {
    if transform.isIdentity { return self }
    var result = CGPath.Geometry()
    result.append(self, transform: transform)
    return result
  }
}

extension CGPath.Geometry.Element {
  func applying(_ t: CGAffineTransform) -> Self {
    switch self {
    case .move(let point): .move(to: point.applying(t))
    case .line(let point): .line(to: point.applying(t))
    case .quadCurve(let end, let control): .quadCurve(to: end.applying(t), control: control.applying(t))
    case .curve(let end, let control1, let control2):
      .curve(to: end.applying(t), control1: control1.applying(t), control2: control2.applying(t))
    case .close: .close
    }
  }

  /// The end point of the element; nil for `close`.
  var end: CGPoint? {
    switch self {
    case .move(let end), .line(let end), .quadCurve(let end, _), .curve(let end, _, _): end
    case .close: nil
    }
  }

  /// Control points in order, the end point last; empty for `close`.
  @inlinable package var points: [CGPoint] {
    switch self {
    case .move(let point), .line(let point): [point]
    case .quadCurve(let end, let control): [control, end]
    case .curve(let end, let control1, let control2): [control1, control2, end]
    case .close: []
    }
  }
}

extension CGPoint {
  var isFinite: Bool { x.isFinite && y.isFinite }
}
