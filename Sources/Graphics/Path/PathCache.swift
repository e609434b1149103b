package import Foundation
import Synchronization

/// Facts found out about the elements of a path: its areas, its lines. They follow from the elements, so that keeping
/// them changes nothing but the time it takes.
///
/// Bounded: whatever tolerances and pens a path is asked for, only so many points are kept with it.
struct PathCache: ~Copyable, Sendable {
  fileprivate struct Entry<Key: Equatable, Value> {
    var key: Key
    var value: Value
  }

  private struct StrokeKey: Hashable {
    var tolerance: CGFloat
    var style: StrokeStyle
  }

  private struct Contents {
    /// Areas inside the path, by their tolerances.
    var fills: [Entry<CGFloat, PathArea>] = []
    var strokes: [StrokeKey: PathArea] = [:]
    var lines: [Entry<CGFloat, [StrokeLine]>] = []
    var extents: [Entry<CGFloat, PathExtent>] = []
    var pointCount = 0

    /// How many areas and sets of lines are kept.
    var count: Int { fills.count + strokes.count + lines.count }
    private var isFull: Bool {
      fills.count + lines.count >= PathCache.entryLimit || strokes.count >= PathCache.penLimit
    }
    var isEmpty: Bool { count == 0 && extents.isEmpty }

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
    let known = contents.withLock { $0.fills.value(of: tolerance) }
    if let known { return known }
    let area = made()
    let kept = contents.withLock { contents -> PathArea? in
      // Another thread may have been faster: one object for all.
      if let known = contents.fills.value(of: tolerance) { return known }
      let isKept = contents.takeRoom(area.pointCount)
      if isKept { contents.fills.append(Entry(key: tolerance, value: area)) }
      return isKept ? area : nil
    }
    if let kept { _ = firstFill.keep(kept) }
    return kept ?? area
  }

  /// The area that a pen covers.
  func area(stroking style: StrokeStyle, tolerance: CGFloat, made: () -> PathArea) -> PathArea {
    let key = StrokeKey(tolerance: tolerance, style: style)
    let known = contents.withLock { $0.strokes[key] }
    if let known { return known }
    let area = made()
    return contents.withLock { contents in
      if let known = contents.strokes[key] { return known }
      let isKept = contents.takeRoom(area.pointCount)
      if isKept { contents.strokes[key] = area }
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
    storage.cache.area(tolerance: tolerance) { PathArea(polygons(tolerance: tolerance), tolerance: tolerance) }
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
