import Graphics
import Scene
import Synchronization

/// Outlines of path areas that were swept before, by everything that they are made from: an outline out of here is the
/// one that would be made anew.
///
/// An area that comes a second time is kept, one that changes all the time is not. Bounded; what the last frames did not
/// use goes.
final class SweptAreas: Sendable {
  /// Bytes of edges that are kept.
  static let limit = 64 << 20
  /// Frames that an outline is kept without being used; as many may be drawn at the same time.
  static let patience = 64

  /// What an outline depends on.
  struct Key: Hashable {
    /// The area is held by the entry, so that no other one gets its identity.
    var area: ObjectIdentifier
    var rule: CGPathFillRule
    var transform: PlaneTransform
    /// What the area is cut to; nil where it lies wholly inside, and then the transform's shift is less than a pixel.
    var frame: DeviceRect?
  }

  fileprivate struct Entry {
    var area: PathArea
    var edges: [Edge]
    var lastFrame: Int
  }

  fileprivate struct Contents {
    var entries: [Key: Entry] = [:]
    /// Keys that came once, by their hash.
    var seen: [Int] = []
    var bytes = 0
    var frame = 0
    var sweeps = 0
  }

  private let contents = Mutex(Contents())

  /// How many outlines are kept.
  var count: Int { contents.withLock { $0.entries.count } }
  /// How often an outline was made.
  var sweeps: Int { contents.withLock { $0.sweeps } }

  func beginFrame() {
    contents.withLock { contents in
      contents.frame += 1
      if contents.frame % Self.patience == 0 { contents.removeUnused() }
    }
  }

  /// Appends an outline that is known, moved by whole pixels; false if it has to be made.
  func append(_ key: Key, movedBy shift: (x: Int32, y: Int32), to edges: inout [Edge]) -> Bool {
    contents.withLock { contents in
      guard let index = contents.entries.index(forKey: key) else { return false }
      contents.entries.values[index].lastFrame = contents.frame
      edges.append(contents.entries.values[index].edges[...], movedBy: shift)
      return true
    }
  }

  /// Hears of an outline that was made.
  func remember(_ key: Key, of area: PathArea, _ edges: ArraySlice<Edge>) {
    contents.withLock { contents in
      contents.sweeps += 1
      guard area.isKept, contents.isSecondTime(key) else { return }
      contents.keep(Entry(area: area, edges: Array(edges), lastFrame: contents.frame), key)
    }
  }
}

extension SweptAreas.Contents {
  private static let seenCount = 1 << 14

  fileprivate mutating func isSecondTime(_ key: SweptAreas.Key) -> Bool {
    if seen.isEmpty { seen = Array(repeating: 0, count: Self.seenCount) }
    let hash = key.hashValue
    let place = hash & (Self.seenCount - 1)
    defer { seen[place] = hash }
    return seen[place] == hash
  }

  fileprivate mutating func keep(_ entry: SweptAreas.Entry, _ key: SweptAreas.Key) {
    guard entry.byteCount <= SweptAreas.limit / 4, entries[key] == nil else { return }
    entries[key] = entry
    bytes += entry.byteCount
    if bytes <= SweptAreas.limit { return }
    // Down to half, so that this is rare.
    for (key, entry) in entries.sorted(by: { $0.value.lastFrame < $1.value.lastFrame })
    where bytes > SweptAreas.limit / 2 {
      remove(key, entry)
    }
  }

  fileprivate mutating func removeUnused() {
    for (key, entry) in entries where entry.lastFrame < frame - SweptAreas.patience { remove(key, entry) }
  }

  private mutating func remove(_ key: SweptAreas.Key, _ entry: SweptAreas.Entry) {
    entries[key] = nil
    bytes -= entry.byteCount
  }
}

extension SweptAreas.Entry {
  /// With what an area of about as many points takes.
  fileprivate var byteCount: Int { 128 + 2 * edges.count * MemoryLayout<Edge>.stride }
}

extension [Edge] {
  /// - Parameter shift: pixels.
  mutating func append(_ other: ArraySlice<Edge>, movedBy shift: (x: Int32, y: Int32)) {
    let first = count
    append(contentsOf: other)
    move(from: first, by: shift)
  }

  /// Moves the edges from an index on by whole pixels.
  mutating func move(from first: Int, by shift: (x: Int32, y: Int32)) {
    guard shift.x != 0 || shift.y != 0 else { return }
    let (x, y) = (shift.x << 8, shift.y << 8)
    withUnsafeMutableBufferPointer { edges in
      for index in first..<edges.count {
        edges[index].x0 &+= x
        edges[index].x1 &+= x
        edges[index].y0 &+= y
        edges[index].y1 &+= y
      }
    }
  }
}
