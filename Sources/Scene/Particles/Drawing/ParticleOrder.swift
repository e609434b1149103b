extension ParticleBatch {
  struct SortScratch {
    fileprivate var keys: [UInt32] = []
    fileprivate var indices: [UInt32] = []
    fileprivate var sorted: [UInt32] = []
    fileprivate var ends: [Int] = []
    fileprivate var numbers: [Float] = []
    fileprivate var tints: [UInt32] = []
    fileprivate var sprites: [UInt16] = []
  }

  /// Sorts all columns by keys. Equal keys keep their order.
  mutating func sort(by keys: [Float], descending: Bool, scratch: inout SortScratch) {
    scratch.keys.removeAll(keepingCapacity: true)
    scratch.keys.append(contentsOf: keys.lazy.map { sortable($0) ^ (descending ? UInt32.max : 0) })
    scratch.sortIndices()
    for column in Self.numbers { reorder(&self[keyPath: column], scratch.indices, &scratch.numbers) }
    reorder(&tint, scratch.indices, &scratch.tints)
    reorder(&sprite, scratch.indices, &scratch.sprites)
  }
}

/// Permutes a column. Its memory becomes the spare memory.
private func reorder<Element>(_ column: inout [Element], _ permutation: [UInt32], _ spare: inout [Element]) {
  spare.removeAll(keepingCapacity: true)
  spare.reserveCapacity(column.count)
  for index in permutation { spare.append(column[Int(index)]) }
  swap(&column, &spare)
}

/// Bits that sort as unsigned numbers in the order of the floats.
private func sortable(_ value: Float) -> UInt32 {
  let bits = (value + 0).bitPattern
  return bits & 0x8000_0000 != 0 ? ~bits : bits | 0x8000_0000
}

extension ParticleBatch.SortScratch {
  /// Computes `indices` in ascending order of `keys`: radix sort with 11 bits per pass.
  fileprivate mutating func sortIndices() {
    indices.removeAll(keepingCapacity: true)
    indices.append(contentsOf: 0..<UInt32(keys.count))
    sorted.removeAll(keepingCapacity: true)
    sorted.append(contentsOf: indices)
    for shift in [0, 11, 22] as [UInt32] {
      ends.removeAll(keepingCapacity: true)
      ends.append(contentsOf: repeatElement(0, count: 2049))
      for key in keys { ends[Int(key >> shift & 2047) + 1] += 1 }
      for bucket in 1...2048 { ends[bucket] += ends[bucket - 1] }
      for index in indices {
        let bucket = Int(keys[Int(index)] >> shift & 2047)
        sorted[ends[bucket]] = index
        ends[bucket] += 1
      }
      swap(&indices, &sorted)
    }
  }
}
