/// A table of values by ASCII name. A document looks up thousands of names. The table uses three bytes of each, while a
/// dictionary hashes all of them.
struct NameTable<Value: Sendable>: Sendable {
  private var names: [String] = []
  private var values: [Value] = []
  /// Indices of the names, with linear probing.
  private var indices: [Int?]

  /// - Parameter pairs: the last of equal names counts.
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

  var keys: [String] { names }

  subscript(name: String) -> Value? { indices[place(of: name)].map { values[$0] } }

  @inline(__always)
  private static func mixed(_ bytes: Span<UInt8>) -> Int {
    guard !bytes.isEmpty else { return 0 }
    let (first, last) = (bytes[0], bytes[bytes.count - 1])
    return Int(first) &* 31 ^ Int(bytes[bytes.count / 2]) &* 7 ^ Int(last) &* 13 ^ bytes.count
  }

  private func place(of name: String) -> Int {
    let mask = indices.count - 1
    var place = Self.mixed(name.utf8Span.span) & mask
    while let index = indices[place], names[index] != name { place = (place + 1) & mask }
    return place
  }
}
