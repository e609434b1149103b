package import Foundation
import Synchronization

/// Cached data of a path: areas and lines. It depends only on the elements.
///
/// Limited, so that a path has a bounded number of cached points for any tolerances and pens.
struct PathCache: ~Copyable, Sendable {
  // Not private: without optimization, Swift 6.3 fails to compile a deinitialization in another file.
  struct Entry<Key: Equatable, Value> {
    var key: Key
    var value: Value
  }

  struct StrokeKey: Hashable {
    var tolerance: CGFloat
    var style: StrokeStyle
  }

  struct Contents {
    /// Areas inside the path, by tolerance.
    var fills: [PathArea] = []
    var strokes: [StrokeKey: PathArea] = [:]
    var lines: [Entry<CGFloat, [StrokeLine]>] = []
    var pointCount = 0

    var count: Int { fills.count + strokes.count + lines.count }
    private var isFull: Bool {
      fills.count + lines.count >= PathCache.entryLimit || strokes.count >= PathCache.penLimit
    }
    var isEmpty: Bool { count == 0 }

    /// Makes room for an entry. Returns false if it is too large.
    mutating func takeRoom(_ count: Int) -> Bool {
      guard count <= PathCache.pointLimit / 2 else { return false }
      if pointCount + count > PathCache.pointLimit || isFull {
        (fills, strokes, lines, pointCount) = ([], [:], [], 0)
      }
      pointCount += count
      return true
    }
  }

  /// Cached points per path: 16 MB.
  static let pointLimit = 1 << 20
  /// Maximum number of fills and of line sets. They are searched linearly.
  static let entryLimit = 48
  /// Maximum number of strokes: layers that share a path may have different pens.
  static let penLimit = 1 << 12

  /// The first cached area inside the path, read without a lock: a frame requests it thousands of times.
  private let firstFill = CachedObject()
  private let contents = Mutex(Contents())

  var count: Int { contents.withLock { $0.count } }

  var isEmpty: Bool { contents.withLock { $0.isEmpty } && firstFill.address == nil }

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

  /// Returns a cached value, or creates it and caches it if there is room.
  @inline(__always)
  private func value<Value: Sendable>(
    _ made: () -> Value, pointCount: (Value) -> Int, known: @Sendable (inout Contents) -> Value?,
    keep: @Sendable (inout Contents, Value) -> Void
  ) -> (value: Value, isKept: Bool) {
    if let value = contents.withLock({ known(&$0) }) { return (value, true) }
    let value = made()
    let count = pointCount(value)
    return contents.withLock { contents in
      // Another thread may have been faster. All use the same object.
      if let value = known(&contents) { return (value, true) }
      let isKept = contents.takeRoom(count)
      if isKept { keep(&contents, value) }
      return (value, isKept)
    }
  }
}

extension Array {
  /// By index, so that entries are not copied.
  fileprivate func value<Key, Value>(of key: Key) -> Value? where Element == PathCache.Entry<Key, Value> {
    for index in indices where self[index].key == key { return self[index].value }
    return nil
  }
}

extension CGPath.Geometry {
  /// The area inside the path, with curves accurate to `tolerance`. Cached.
  package func area(tolerance: CGFloat) -> PathArea {
    storage.cache.area(tolerance: tolerance) { PathArea(polygons(tolerance: tolerance), tolerance: tolerance) }
  }

  /// The area of a stroke. Cached.
  package func area(stroking style: StrokeStyle, tolerance: CGFloat) -> PathArea {
    storage.cache.area(stroking: style, tolerance: tolerance) {
      PathArea(stroked(style, tolerance: tolerance), turnsOneWay: true)
    }
  }

  func lines(tolerance: CGFloat) -> [StrokeLine] {
    storage.cache.lines(tolerance: tolerance) { madeLines(tolerance: tolerance) }
  }

  package var keptAreas: Int { storage.cache.count }
}
