/// The animations of a layer in the order they were added. Lookup by key or by identity does not depend on their
/// number.
struct AnimationList {
  private(set) var entries: [AnimationEntry] = []
  /// Entries by key, or nil for short lists.
  private var byKey: [String: [AnimationEntry]]?

  /// Longer lists use a dictionary.
  private static let few = 16

  var isEmpty: Bool { entries.isEmpty }

  subscript(key: String) -> AnimationEntry? {
    if let byKey { return byKey[key]?.first }
    return entries.first { $0.key == key }
  }

  func contains(_ entry: AnimationEntry) -> Bool { index(of: entry) != nil }

  mutating func append(_ entry: AnimationEntry) {
    if entries.isEmpty { entries.reserveCapacity(2) }
    entry.place = (entries.last?.place ?? 0) + 1
    entries.append(entry)
    if entries.count == Self.few + 1 {
      byKey = [:]
      entries.forEach { note($0) }
    } else {
      note(entry)
    }
  }

  /// Does nothing for an animation that is not in the list.
  mutating func remove(_ entry: AnimationEntry) {
    guard let index = index(of: entry) else { return }
    entries.remove(at: index)
    guard let key = entry.key, byKey != nil else { return }
    byKey?[key]?.removeAll { $0 === entry }
    if byKey?[key]?.isEmpty == true { byKey?[key] = nil }
  }

  mutating func removeAll() { self = AnimationList() }

  /// Moves the last animation to the position of a removed animation.
  mutating func moveLast(toPlaceOf old: AnimationEntry) {
    guard let moved = entries.popLast() else { return }
    moved.place = old.place
    entries.insert(moved, at: index(from: old.place))
    if let key = moved.key { byKey?[key]?.sort { $0.place < $1.place } }
  }

  private mutating func note(_ entry: AnimationEntry) {
    if let key = entry.key, byKey != nil { byKey?[key, default: []].append(entry) }
  }

  private func index(of entry: AnimationEntry) -> Int? {
    let index = index(from: entry.place)
    return index < entries.count && entries[index] === entry ? index : nil
  }

  private func index(from place: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
