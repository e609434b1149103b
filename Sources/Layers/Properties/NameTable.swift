/// Values by names of ASCII. A loader asks for thousands of names: three of their bytes lead to each, where a
/// dictionary mixes all of them.
struct NameTable<Value: Sendable>: Sendable {
  private var names: [String] = []
  private var values: [Value] = []
  /// Indices of the names; behind the place that its bytes lead to, a name takes the first that is free.
  private var indices: [Int?]

  /// - Parameter pairs: of equal names, the last counts.
  init(_ pairs: [(name: String, value: Value)]) {
    var count = 16
    while count < 4 * pairs.count { count *= 2 }
    indices = Array(repeating: nil, count: count)
    for (name, value) in pairs {
      let place = place(of: name)
      if let index = indices[place] {
        values[index] = value
      } else {
        indices[place] = names.count
        names.append(name)
        values.append(value)
      }
    }
  }

  /// In the order of their first pairs.
  var keys: [String] { names }

  subscript(name: String) -> Value? { indices[place(of: name)].map { values[$0] } }

  @inline(__always)
  private static func mixed(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return Int(first) &* 31 ^ Int(bytes[bytes.count / 2]) &* 7 ^ Int(last) &* 13 ^ bytes.count
  }

  /// Where a name is, or would be.
  private func place(of name: String) -> Int {
    let mask = indices.count - 1
    // Read where it lies; only strings of other languages are copied.
    let hash =
      name.utf8.withContiguousStorageIfAvailable(Self.mixed) ?? Array(name.utf8).withUnsafeBufferPointer(Self.mixed)
    var place = hash & mask
    while let index = indices[place], names[index] != name { place = (place + 1) & mask }
    return place
  }
}
