/// Values that are kept up to a number of bytes; those not used for longest go first.
struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var bytes: Int
    /// On the owner's clock, whatever it counts.
    var lastUse: Int
  }

  private let limit: Int
  private var entries: [Key: Entry] = [:]
  private var bytes = 0

  /// - Parameter limit: bytes.
  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  /// Hands a value that is kept to `body`; nil if it is not.
  mutating func use<Result>(_ key: Key, at time: Int, _ body: (Value) -> Result) -> Result? {
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = time
    return body(entries.values[index].value)
  }

  /// Keeps a value that takes a quarter of the limit at most, unless the key has one.
  mutating func keep(_ value: Value, _ key: Key, bytes size: Int, at time: Int) {
    guard size <= limit / 4, entries[key] == nil else { return }
    entries[key] = Entry(value: value, bytes: size, lastUse: time)
    bytes += size
    if bytes <= limit { return }
    // Down to half, so that this is rare.
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where bytes > limit / 2 {
      remove(key, entry)
    }
  }

  /// Lets go of what was last used before a time.
  mutating func removeUnused(since time: Int) {
    for (key, entry) in entries where entry.lastUse < time { remove(key, entry) }
  }

  private mutating func remove(_ key: Key, _ entry: Entry) {
    entries[key] = nil
    bytes -= entry.bytes
  }
}
