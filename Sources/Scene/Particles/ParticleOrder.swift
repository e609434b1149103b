extension ParticleBatch {
  /// Reorders all columns by ascending or descending keys; equal keys keep their order.
  mutating func sort(by keys: [Float], descending: Bool) {
    let permutation = stablePermutation(of: keys.map { sortable($0) ^ (descending ? UInt32.max : 0) })
    func reordered<Element>(_ column: [Element]) -> [Element] {
      permutation.map { column[Int($0)] }
    }
    x = reordered(x)
    y = reordered(y)
    widthX = reordered(widthX)
    widthY = reordered(widthY)
    heightX = reordered(heightX)
    heightY = reordered(heightY)
    tint = reordered(tint)
    sprite = reordered(sprite)
  }
}

/// Bits that order as unsigned numbers like the floats do.
private func sortable(_ value: Float) -> UInt32 {
  let bits = (value + 0).bitPattern
  return bits & 0x8000_0000 != 0 ? ~bits : bits | 0x8000_0000
}

/// Indices of `keys` in ascending order: radix sort by 11 bits at a time, linear in the number of keys.
private func stablePermutation(of keys: [UInt32]) -> [UInt32] {
  var indices = (0..<UInt32(keys.count)).map { $0 }
  var sorted = indices
  for shift in [0, 11, 22] as [UInt32] {
    var ends = [Int](repeating: 0, count: 2049)
    for key in keys { ends[Int(key >> shift & 2047) + 1] += 1 }
    for bucket in 1...2048 { ends[bucket] += ends[bucket - 1] }
    for index in indices {
      let bucket = Int(keys[Int(index)] >> shift & 2047)
      sorted[ends[bucket]] = index
      ends[bucket] += 1
    }
    swap(&indices, &sorted)
  }
  return indices
}
