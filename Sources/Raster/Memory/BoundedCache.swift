/// Values kept up to a total size in bytes; the least recently used are removed first.
struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    var value: Value
    var bytes: Int
    /// In the owner's unit of time.
    var lastUse: Int
  }

  private let limit: Int
  private var entries: [Key: Entry] = [:]
  private var bytes = 0

  /// - Parameter limit: Bytes.
  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  /// Passes a cached value to `body`. Returns nil if it is not cached.
  mutating func use<Result>(_ key: Key, at time: Int, _ body: (Value) -> Result) -> Result? {
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = time
    return body(entries.values[index].value)
  }

  /// Caches a value of at most a quarter of the limit, unless the key exists.
  mutating func keep(_ value: Value, _ key: Key, bytes size: Int, at time: Int) {
    guard size <= limit / 4, entries[key] == nil else { return }
    entries[key] = Entry(value: value, bytes: size, lastUse: time)
    bytes += size
    if bytes <= limit { return }
    // Reduces to half the limit, so that this is rare.
    for (key, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) where bytes > limit / 2 {
      remove(key, entry)
    }
  }

  mutating func removeUnused(since time: Int) {
    for (key, entry) in entries where entry.lastUse < time { remove(key, entry) }
  }

  private mutating func remove(_ key: Key, _ entry: Entry) {
    entries[key] = nil
    bytes -= entry.bytes
  }
}
