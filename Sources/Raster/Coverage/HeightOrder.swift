/// Ranks heights of one shape without comparing them: a bit for each height that occurs, and a count of the bits before
/// each word. Shapes are a few hundred pixels high, so the bits are few. Memory is kept from shape to shape.
final class HeightOrder {
  private let bits = ScratchBuffer<UInt64>()
  /// Bits set in the words before each word.
  private let before = ScratchBuffer<Int32>()
  private let counts = ScratchBuffer<Int>()
  private var low: Int32 = 0
  private var wordCount = 0

  /// Forgets all heights; others lie within these.
  func begin(from low: Int32, to high: Int32) {
    self.low = low
    wordCount = (Int(high) - Int(low)) / 64 + 1
    _ = bits.reserve(wordCount, filledWith: 0)
  }

  @inline(__always)
  func mark(_ height: Int32) {
    let place = UInt32(bitPattern: height &- low)
    bits.base[Int(place >> 6)] |= 1 << UInt64(place & 63)
  }

  /// The heights that were marked in ascending order; answers how many.
  func heights(into heights: ScratchBuffer<Int32>) -> Int {
    let (bits, before) = (bits.base, before.reserve(wordCount))
    var count = 0
    for word in 0..<wordCount {
      before[word] = Int32(truncatingIfNeeded: count)
      count += bits[word].nonzeroBitCount
    }
    let heights = heights.reserve(count)
    var index = 0
    for word in 0..<wordCount {
      var rest = bits[word]
      while rest != 0 {
        heights[index] = low &+ Int32(truncatingIfNeeded: word << 6 + rest.trailingZeroBitCount)
        rest &= rest &- 1
        index += 1
      }
    }
    return count
  }

  /// How many marked heights are less.
  @inline(__always)
  func rank(_ height: Int32) -> Int {
    let place = UInt32(bitPattern: height &- low)
    let word = Int(place >> 6)
    return Int(before.base[word]) + (bits.base[word] & ((1 << UInt64(place & 63)) - 1)).nonzeroBitCount
  }

  /// Where the things of each height start when they are put in order of their heights, by rank.
  ///
  /// - Parameters:
  ///   - count: of heights.
  ///   - forEach: calls its argument with the height of every thing.
  func places(count: Int, forEach: ((Int32) -> Void) -> Void) -> UnsafeMutablePointer<Int> {
    let places = counts.reserve(count, filledWith: 0)
    forEach { places[rank($0)] += 1 }
    var sum = 0
    for rank in 0..<count {
      let own = places[rank]
      places[rank] = sum
      sum += own
    }
    return places
  }
}
