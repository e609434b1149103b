/// An interval of a cell's clock with a constant birth rate.
///
/// The n-th particle (n = 1, 2, ...) is born when the count of births reaches n. So the first one is born 1 / rate
/// after the start, and fractions carry over between intervals.
struct BirthInterval {
  /// Seconds on the cell's clock.
  var start: Double
  var end: Double
  /// Births per second of the cell's clock, above 0.
  var rate: Double
  var countAtStart: Double

  var countAtEnd: Double { countAtStart + (end - start) * rate }

  /// In births: rounding must not move a birth at the end of an interval to the next one.
  private static let tolerance = 1e-6

  /// Indices of births in `(earliest, latest]` within this interval. May include one too many at the start.
  func births(from earliest: Double, through latest: Double) -> ClosedRange<Int>? {
    let low = max(earliest, start)
    let high = min(latest, end)
    guard high >= low else { return nil }
    let countAtLow = countAtStart + (low - start) * rate + Self.tolerance
    let countAtHigh = countAtStart + (high - start) * rate + Self.tolerance
    // Counts are not negative, so the conversion rounds down.
    guard countAtLow >= 0, countAtHigh < 9e15 else { return nil }
    let first = max(Int(countAtLow) + (low > start ? 0 : 1), 1)
    let last = Int(countAtHigh)
    return first <= last ? first...last : nil
  }
}

/// The rate of a sub-cell over the life of its parent, as mean factors of equal intervals.
struct RateCurve {
  struct Stretch {
    var start: Double
    var end: Double
    var factor: Double
  }

  private let factors: [Double]
  /// Number of intervals, and maximum number of values. More values are sampled at equal distances.
  private static let (count, valueLimit) = (32, 256)

  /// - Parameter values: evenly spaced over the life. Nil if empty.
  init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    let used = min(values.count, Self.valueLimit)
    let stops = (0..<used).map { index in
      let value = values[used > 1 ? index * (values.count - 1) / (used - 1) : 0]
      return value.isNaN ? 0 : min(max(value, 0), 1e9)
    }
    let count = Double(Self.count)
    factors = (0..<Self.count).map { index in
      Self.mean(of: stops, from: Double(index) / count, to: Double(index + 1) / count)
    }
  }

  /// Mean of the linear interpolation over a part of the life.
  private static func mean(of stops: [Double], from low: Double, to high: Double) -> Double {
    guard stops.count > 1 else { return stops[0] }
    let lines = Double(stops.count - 1)
    func value(at place: Double) -> Double {
      let index = min(Int(place), stops.count - 2)
      return stops[index] + (stops[index + 1] - stops[index]) * (place - Double(index))
    }
    let (first, last) = (low * lines, high * lines)
    // The stops between split the part into linear pieces.
    let inner = (Int(first) + 1..<max(Int(first) + 1, Int(last.rounded(.up)))).map(Double.init)
    let places = [first] + inner + [last]
    let area = zip(places, places.dropFirst()).reduce(0) {
      $0 + (value(at: $1.0) + value(at: $1.1)) / 2 * ($1.1 - $1.0)
    }
    return area / (last - first)
  }

  func stretches(from low: Double, to high: Double, of life: ClosedRange<Double>) -> [Stretch] {
    let length = (life.upperBound - life.lowerBound) / Double(factors.count)
    guard length > 0, length.isFinite else { return [] }
    return factors.indices.compactMap { index in
      let start = max(low, life.lowerBound + Double(index) * length)
      let end = min(high, index + 1 < factors.count ? life.lowerBound + Double(index + 1) * length : life.upperBound)
      return end > start && factors[index] > 0 ? Stretch(start: start, end: end, factor: factors[index]) : nil
    }
  }
}

/// When a cell emits, in the clock of its parent (behavior.md 5.10).
struct EmissionWindow {
  var start: Double
  var end: Double

  /// Seconds of emission at a parent's death or impact for cells without a duration.
  private static let burst = 1.0 / 60

  /// Schedule of a sub-cell, from the birth of its parent, or from its death or an impact.
  init(_ cell: EmitterCellState) {
    self.init(cell.timing)
    if cell.emissionMoment != .life, !end.isFinite { end = start + Self.burst }
  }

  /// - Parameter timing: timing of the cell. `timeOffset` shifts the emission to an earlier time.
  init(_ timing: Timing) {
    let speed = Double(timing.speed)
    guard speed > 0, speed.isFinite, timing.beginTime.isFinite else {
      (start, end) = (0, 0)
      return
    }
    let offset = timing.timeOffset.isFinite ? timing.timeOffset : 0
    start = timing.beginTime - offset / speed
    end = start + timing.activeDuration / speed
  }
}

/// A clock with a constant speed within each segment: the time of a cell as a function of its parent's time.
struct CellClock {
  private struct Reference {
    var parent: Double
    var own: Double
    var speed: Double
  }
  private var references: [Reference] = []

  /// - Parameter segments: start in the parent's clock, and speed from there, 0 or more. The first one has no start.
  init(segments: [(start: Double, speed: Double)]) {
    for (index, segment) in segments.enumerated() {
      let start = index == 0 ? 0 : segment.start
      let own = index == 0 ? 0 : time(atParent: start)
      references.append(Reference(parent: start, own: own, speed: segment.speed))
    }
  }

  func time(atParent time: Double) -> Double {
    var (low, high) = (0, references.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if references[middle].parent <= time { low = middle } else { high = middle - 1 }
    }
    let reference = references[low]
    return reference.own + (time - reference.parent) * reference.speed
  }
}
