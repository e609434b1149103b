package import Foundation
import Synchronization

/// Facts found out about the elements of a path: its areas, its lines. They follow from the elements, so that keeping
/// them changes nothing but the time it takes.
///
/// Bounded: whatever tolerances and pens a path is asked for, a limited number of points is kept with it.
struct PathCache: ~Copyable, Sendable {
  // Not private, as all that `contents` holds: Swift 6.3 without optimisation stops at it, since paths in another file
  // end the cache.
  struct Entry<Key: Equatable, Value> {
    var key: Key
    var value: Value
  }

  struct StrokeKey: Hashable {
    var tolerance: CGFloat
    var style: StrokeStyle
  }

  struct Contents {
    /// Areas inside the path, each of another tolerance.
    var fills: [PathArea] = []
    var strokes: [StrokeKey: PathArea] = [:]
    var lines: [Entry<CGFloat, [StrokeLine]>] = []
    var pointCount = 0

    /// How many areas and sets of lines are kept.
    var count: Int { fills.count + strokes.count + lines.count }
    private var isFull: Bool {
      fills.count + lines.count >= PathCache.entryLimit || strokes.count >= PathCache.penLimit
    }
    var isEmpty: Bool { count == 0 }

    /// Makes room for something that is to be kept; false if it alone is too much.
    mutating func takeRoom(_ count: Int) -> Bool {
      guard count <= PathCache.pointLimit / 2 else { return false }
      if pointCount + count > PathCache.pointLimit || isFull {
        (fills, strokes, lines, pointCount) = ([], [:], [], 0)
      }
      pointCount += count
      return true
    }
  }

  /// Points kept for one path: 16 MB.
  static let pointLimit = 1 << 20
  /// Areas inside the path, and sets of lines: looked through in order, so there are few.
  static let entryLimit = 48
  /// Areas of pens: layers that share a path may each have another one.
  static let penLimit = 1 << 12

  /// The first area inside the path that was kept, for which no lock is taken: a frame asks for thousands of the same.
  private let firstFill = KeptObject()
  private let contents = Mutex(Contents())

  /// How many areas and sets of lines are kept.
  var count: Int { contents.withLock { $0.count } }

  /// Whether nothing was found out.
  var isEmpty: Bool { contents.withLock { $0.isEmpty } && firstFill.address == nil }

  /// The area inside the path.
  func area(tolerance: CGFloat, made: () -> PathArea) -> PathArea {
    if let address = firstFill.address {
      let first = Unmanaged<PathArea>.fromOpaque(address)
      if first._withUnsafeGuaranteedRef({ $0.tolerance == tolerance }) { return first.takeUnretainedValue() }
    }
    let (area, isKept) = value(made, pointCount: \.pointCount) { contents in
      contents.fills.first { $0.tolerance == tolerance }
    } keep: { contents, area in
      contents.fills.append(area)
    }
    if isKept, firstFill.address == nil { _ = firstFill.keep(area) }
    return area
  }

  /// The area that a pen covers.
  func area(stroking style: StrokeStyle, tolerance: CGFloat, made: () -> PathArea) -> PathArea {
    let key = StrokeKey(tolerance: tolerance, style: style)
    return value(made, pointCount: \.pointCount, known: { $0.strokes[key] }, keep: { $0.strokes[key] = $1 }).value
  }

  func lines(tolerance: CGFloat, made: () -> [StrokeLine]) -> [StrokeLine] {
    value(made, pointCount: { 2 * $0.reduce(0) { $0 + $1.nodes.count } }) { contents in
      contents.lines.value(of: tolerance)
    } keep: { contents, lines in
      contents.lines.append(Entry(key: tolerance, value: lines))
    }.value
  }

  /// A value that is known, or is made and kept if there is room for its points.
  @inline(__always)
  private func value<Value: Sendable>(
    _ made: () -> Value, pointCount: (Value) -> Int, known: @Sendable (inout Contents) -> Value?,
    keep: @Sendable (inout Contents, Value) -> Void
  ) -> (value: Value, isKept: Bool) {
    if let value = contents.withLock({ known(&$0) }) { return (value, true) }
    let value = made()
    let count = pointCount(value)
    return contents.withLock { contents in
      // Another thread may have been faster: one object for all.
      if let value = known(&contents) { return (value, true) }
      let isKept = contents.takeRoom(count)
      if isKept { keep(&contents, value) }
      return (value, isKept)
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
    storage.cache.area(tolerance: tolerance) { PathArea(polygons(tolerance: tolerance), tolerance: tolerance) }
  }

  /// The area that a pen covers: the same object whenever it is asked for again.
  package func area(stroking style: StrokeStyle, tolerance: CGFloat) -> PathArea {
    storage.cache.area(stroking: style, tolerance: tolerance) {
      PathArea(stroked(style, tolerance: tolerance), turnsOneWay: true)
    }
  }

  /// The path as lines, found once.
  func lines(tolerance: CGFloat) -> [StrokeLine] {
    storage.cache.lines(tolerance: tolerance) { madeLines(tolerance: tolerance) }
  }

  /// How many areas and sets of lines are kept with the path.
  package var keptAreas: Int { storage.cache.count }
}
