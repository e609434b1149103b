/// A side that a strip of a `WindingSweep` meets, with its x at the strip's top and bottom.
///
/// Everything that a strip asks of its sides lies here: in shapes of very many edges the sides themselves are far away.
struct Crossing: BitwiseCopyable {
  /// The side's index times two, plus one if it was given upwards.
  private let place: Int32
  /// Height of the side's lower end.
  let end: Int32
  var top: Int32
  var bottom: Int32 = 0

  init(side: Int, winding: Int32, end: Int32, top: Int32) {
    place = Int32(truncatingIfNeeded: side << 1 | (winding < 0 ? 1 : 0))
    (self.end, self.top) = (end, top)
  }

  var side: Int { Int(place >> 1) }
  var winding: Int32 { 1 &- (place & 1) << 1 }
  var middle: Int { Int(top) &+ Int(bottom) }

  @inline(__always)
  func isBehind(_ other: Crossing) -> Bool {
    middle != other.middle ? middle > other.middle : place > other.place
  }
}

/// Orders crossings by their middle, those of one middle by their side. No two are alike, so there is one order and it
/// does not depend on the way it is found: by moving what is nearly right, or by counting digits where little is right.
struct CrossingSort {
  /// Moves for each crossing after which counting is faster.
  private static let patience = 8
  /// Crossings of which new ones need no order of their own before.
  private static let few = 64
  private static let digitBits = 10
  private static let digits = 1 << digitBits

  private let other = ScratchBuffer<Crossing>()
  private let places = ScratchBuffer<Int32>()

  /// Sorts crossings of which the last ones, `fresh` of them, come from elsewhere, in an order of their own.
  @inline(__always)
  func sort(_ crossings: UnsafeMutablePointer<Crossing>, count: Int, fresh: Int) {
    guard fresh > 0, count > Self.few else { return sort(crossings, count: count) }
    let known = count - fresh
    sort(crossings, count: known)
    sort(crossings + known, count: fresh)
    if known > 0, crossings[known - 1].isBehind(crossings[known]) { merge(crossings, known, count) }
  }

  @inline(__always)
  private func sort(_ crossings: UnsafeMutablePointer<Crossing>, count: Int) {
    var movesLeft = Self.patience * count + 16 * Self.digits
    for index in 1..<max(count, 1) {
      let moved = crossings[index]
      var place = index
      while place > 0, crossings[place - 1].isBehind(moved) {
        crossings[place] = crossings[place - 1]
        place -= 1
      }
      if place == index { continue }
      crossings[place] = moved
      movesLeft -= index - place
      if movesLeft < 0 { return countDigits(crossings, count) }
    }
  }

  /// Puts the sorted crossings from an index on in between the sorted ones before it, from the right.
  private func merge(_ crossings: UnsafeMutablePointer<Crossing>, _ known: Int, _ count: Int) {
    let fresh = other.reserve(count - known)
    fresh.update(from: crossings + known, count: count - known)
    var (left, right, place) = (known - 1, count - known - 1, count - 1)
    while right >= 0 {
      if left >= 0, crossings[left].isBehind(fresh[right]) {
        crossings[place] = crossings[left]
        left -= 1
      } else {
        crossings[place] = fresh[right]
        right -= 1
      }
      place -= 1
    }
  }

  // MARK: By digits

  /// Sorts by the middles' digits from the last to the first, and then what has one middle by its side.
  @inline(never)
  private func countDigits(_ crossings: UnsafeMutablePointer<Crossing>, _ count: Int) {
    var (low, high) = (Int.max, Int.min)
    for index in 0..<count {
      let middle = crossings[index].middle
      (low, high) = (min(low, middle), max(high, middle))
    }
    var (from, to) = (crossings, other.reserve(count))
    var shift = 0
    repeat {
      deal(from, to, count, low: low, shift: shift)
      swap(&from, &to)
      shift += Self.digitBits
    } while (high - low) >> shift > 0
    if from != crossings { crossings.update(from: from, count: count) }
    sortEqualMiddles(crossings, count)
  }

  /// Moves crossings into the order of one digit; those of one digit keep theirs.
  private func deal(
    _ from: UnsafeMutablePointer<Crossing>, _ to: UnsafeMutablePointer<Crossing>, _ count: Int, low: Int, shift: Int
  ) {
    let (places, mask) = (places.reserve(Self.digits, filledWith: 0), Self.digits - 1)
    for index in 0..<count { places[(from[index].middle &- low) >> shift & mask] &+= 1 }
    var sum: Int32 = 0
    for digit in 0..<Self.digits { (places[digit], sum) = (sum, sum &+ places[digit]) }
    for index in 0..<count {
      let digit = (from[index].middle &- low) >> shift & mask
      to[Int(places[digit])] = from[index]
      places[digit] &+= 1
    }
  }

  private func sortEqualMiddles(_ crossings: UnsafeMutablePointer<Crossing>, _ count: Int) {
    var first = 0
    while first < count {
      var last = first + 1
      while last < count, crossings[last].middle == crossings[first].middle { last += 1 }
      if last - first > 1 {
        var same = UnsafeMutableBufferPointer(start: crossings + first, count: last - first)
        same.sort { $0.side < $1.side }
      }
      first = last
    }
  }
}
