package import Foundation
import Synchronization

/// Facts found out about the elements of a path: its box, its areas, its lines. They follow from the elements, so that
/// keeping them changes nothing but the time it takes.
///
/// Bounded: whatever tolerances and pens a path is asked for, only so many points are kept with it.
struct PathCache: ~Copyable, Sendable {
  fileprivate struct Entry<Key: Equatable, Value> {
    var key: Key
    var value: Value
  }

  private struct StrokeKey: Equatable {
    var tolerance: CGFloat
    var style: StrokeStyle
  }

  private struct Contents {
    var boundingBox: CGRect?
    /// The area inside the path for which a tolerance was asked last: a frame asks for thousands of the same.
    var fill: Entry<CGFloat, PathArea>?
    /// All of them by their tolerances.
    var fills: [Entry<CGFloat, PathArea>] = []
    var strokes: [Entry<StrokeKey, PathArea>] = []
    var lines: [Entry<CGFloat, [StrokeLine]>] = []
    var extents: [Entry<CGFloat, PathExtent>] = []
    var pointCount = 0

    /// How many areas and sets of lines are kept.
    var count: Int { fills.count + strokes.count + lines.count }
    var isEmpty: Bool { boundingBox == nil && count == 0 && extents.isEmpty }

    /// Makes room for something that is to be kept; false if it alone is too much.
    mutating func takeRoom(_ count: Int) -> Bool {
      guard count <= PathCache.pointLimit / 2 else { return false }
      if pointCount + count > PathCache.pointLimit || self.count >= PathCache.entryLimit {
        (fill, fills, strokes, lines, pointCount) = (nil, [], [], [], 0)
      }
      pointCount += count
      return true
    }
  }

  /// Points kept for one path: 16 MB.
  static let pointLimit = 1 << 20
  /// Looked through in order, so there are few.
  static let entryLimit = 48

  private let contents = Mutex(Contents())

  /// How many areas and sets of lines are kept.
  var count: Int { contents.withLock { $0.count } }

  /// Lets go of all facts: the path has changed.
  func forget() {
    contents.withLock { if !$0.isEmpty { $0 = Contents() } }
  }

  func boundingBox(of elements: @autoclosure () -> [CGPath.Geometry.Element]) -> CGRect {
    contents.withLock { contents in
      if let known = contents.boundingBox { return known }
      let box = CGRect(around: elements())
      contents.boundingBox = box
      return box
    }
  }

  /// The area inside the path.
  func area(tolerance: CGFloat, made: () -> PathArea) -> PathArea {
    let known = contents.withLock { contents -> PathArea? in
      if let last = contents.fill, last.key == tolerance { return last.value }
      let known = contents.fills.value(of: tolerance)
      if let known { contents.fill = Entry(key: tolerance, value: known) }
      return known
    }
    if let known { return known }
    let area = made()
    return contents.withLock { contents in
      // Another thread may have been faster: one object for all.
      if let known = contents.fills.value(of: tolerance) { return known }
      let isKept = contents.takeRoom(area.pointCount)
      if isKept { contents.fills.append(Entry(key: tolerance, value: area)) }
      return area
    }
  }

  /// The area that a pen covers.
  func area(stroking style: StrokeStyle, tolerance: CGFloat, made: () -> PathArea) -> PathArea {
    let key = StrokeKey(tolerance: tolerance, style: style)
    let known = contents.withLock { $0.strokes.value(of: key) }
    if let known { return known }
    let area = made()
    return contents.withLock { contents in
      if let known = contents.strokes.value(of: key) { return known }
      let isKept = contents.takeRoom(area.pointCount)
      if isKept { contents.strokes.append(Entry(key: key, value: area)) }
      return area
    }
  }

  func extent(tolerance: CGFloat, made: () -> PathExtent) -> PathExtent {
    if let known = contents.withLock({ $0.extents.value(of: tolerance) }) { return known }
    let extent = made()
    contents.withLock { contents in
      if contents.extents.count >= Self.entryLimit { contents.extents = [] }
      contents.extents.append(Entry(key: tolerance, value: extent))
    }
    return extent
  }

  func lines(tolerance: CGFloat, made: () -> [StrokeLine]) -> [StrokeLine] {
    let known = contents.withLock { $0.lines.value(of: tolerance) }
    if let known { return known }
    let lines = made()
    return contents.withLock { contents in
      if let known = contents.lines.value(of: tolerance) { return known }
      let count = lines.reduce(0) { $0 + $1.nodes.count }
      if contents.takeRoom(2 * count) { contents.lines.append(Entry(key: tolerance, value: lines)) }
      return lines
    }
  }
}

extension Array {
  /// By indices: to look at an entry then copies none.
  fileprivate func value<Key, Value>(of key: Key) -> Value? where Element == PathCache.Entry<Key, Value> {
    for index in indices where self[index].key == key { return self[index].value }
    return nil
  }
}

extension CGPath.Geometry {
  /// The area inside the path, curves within `tolerance` of their chords: the same object whenever it is asked for
  /// again.
  package func area(tolerance: CGFloat) -> PathArea {
    storage.cache.area(tolerance: tolerance) { PathArea(polygons(tolerance: tolerance)) }
  }

  /// The area that a pen covers: the same object whenever it is asked for again.
  package func area(stroking style: StrokeStyle, tolerance: CGFloat) -> PathArea {
    storage.cache.area(stroking: style, tolerance: tolerance) { PathArea(stroked(style, tolerance: tolerance)) }
  }

  /// The path as lines, found once.
  func lines(tolerance: CGFloat) -> [StrokeLine] {
    storage.cache.lines(tolerance: tolerance) { madeLines(tolerance: tolerance) }
  }

  /// How many areas and sets of lines are kept with the path.
  package var keptAreas: Int { storage.cache.count }
}

extension CGRect {
  /// Around all end and control points; null where there are none.
  fileprivate init(around elements: [CGPath.Geometry.Element]) {
    let infinity = CGFloat.infinity
    var (low, high) = (CGPoint(x: infinity, y: infinity), CGPoint(x: -infinity, y: -infinity))
    func add(_ point: CGPoint) {
      low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    for element in elements {
      switch element {
      case .move(let end), .line(let end): add(end)
      case .quadCurve(let end, let control):
        add(control)
        add(end)
      case .curve(let end, let control1, let control2):
        add(control1)
        add(control2)
        add(end)
      case .close: break
      }
    }
    self = elements.isEmpty ? .null : CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
