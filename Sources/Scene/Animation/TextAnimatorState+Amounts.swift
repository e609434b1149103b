extension TextAnimatorState {
  /// The strength of the animator for each unit, in reading order.
  package func amounts(count: Int) -> [Double] {
    guard isRandom else { return (0..<count).map { amount(at: $0, of: count) } }
    return order(of: count).map { amount(at: $0, of: count) }
  }

  /// The positions of units in random order. Equal for equal seeds on all systems.
  package func order(of count: Int) -> [Int] {
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
    var places = Array(0..<count)
    for index in places.indices.dropFirst().reversed() { places.swapAt(index, Int(random.next() % UInt64(index + 1))) }
    return places
  }

  /// The strength of the animator for the unit at an index.
  package func amount(at index: Int, of count: Int) -> Double {
    let way = Double(offset) * (isIndexed ? 1 : Double(count))
    // If the end is before the start, the range is empty.
    let (first, last) = (units(start, of: count) + way, units(end, of: count) + way)
    let place = Double(index)
    let share: Double
    if shape == .square {
      share = max(0, min(place + 1, last) - max(place, first))
    } else {
      let reach = last > first ? max(0, min(1, (0.5 + place - first) / (last - first))) : place >= last ? 1 : 0
      share = ease.value(at: height(of: reach))
    }
    let amount = share * Double(amount)
    return amount.isFinite ? max(-1, min(1, amount)) : 0
  }

  /// An end of the range in units. Negative values count from the end.
  private func units(_ end: CGFloat, of count: Int) -> Double {
    guard isIndexed else { return Double(end) * Double(count) }
    return Double(end) + (end < 0 ? Double(count) : 0)
  }

  /// - Parameter reach: position in the range, 0...1.
  private func height(of reach: Double) -> Double {
    switch shape {
    case .square: 1
    case .rampUp: reach
    case .rampDown: 1 - reach
    case .triangle: 1 - abs(2 * reach - 1)
    case .round: max(0, 1 - (2 * reach - 1) * (2 * reach - 1)).squareRoot()
    case .smooth: (1 - Double.cos(2 * .pi * reach)) / 2
    }
  }

  private var ease: TimingCurve {
    let (high, low) = (Float(max(-1, min(1, easeHigh))), Float(max(-1, min(1, easeLow))))
    return TimingCurve(max(0, low), max(0, -low), high > 0 ? 1 - high : 1, high > 0 ? 1 : 1 + high)
  }
}
