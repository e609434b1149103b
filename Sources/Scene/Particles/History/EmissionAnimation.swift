import Synchronization

/// Animations of an emitter's values, as a sequence of intervals with constant values.
///
/// While values change, an interval is a step of a fixed grid of the layer's time, split where an animation begins or
/// ends. Its values are those of its middle, so that the number of births is the integral of the rate. The shape's
/// centre moves evenly within an interval. While nothing changes, there is a single interval.
final class EmissionAnimation: Sendable {
  /// Shortest step in seconds. A power of 2, so that the grid is exact.
  static let shortestStep = 1.0 / 64
  /// Maximum number of steps per frame with up to `trackLimit` animations. Above it, the step is doubled.
  private static let stepsPerFrame = 1024
  /// With more animations, a frame uses fewer steps, because each step evaluates all of them.
  private static let trackLimit = 512
  /// Maximum age of particles in seconds if animations never end.
  static let longestReach = 4096.0
  /// Births with endless animations are counted over this number of blocks of `stepLimit` steps, at least an hour. Then
  /// the count starts again, which changes the positions of living particles.
  private static let blockLimit = 256.0
  /// Samples of each animation and of all, to find the range of values.
  private static let (sampleCount, sampleLimit) = (64, 8192)
  /// Maximum number of frames of a birth video for living particles.
  private static let clipFrameLimit = 96.0

  let tracks: [Track]
  /// Samples of the values, to estimate the lifetime of particles.
  let samples: [EmissionValues]
  private let start: Double
  private let base: EmissionValues
  /// The birth video with its step in seconds. Births in a step use the same frame.
  private let clip: (clip: VideoClip, begin: Double, step: Double)?
  /// Start and end times of animations, in ascending order.
  private let edges: [Double]
  private let isMoving: [Bool]
  private let step: Double
  /// Maximum number of steps per frame.
  private let stepLimit: Double
  private let ratesChange: Bool
  private let centerMoves: Bool
  private let hasBehaviors: Bool
  private let counts = Mutex(BirthCountCache())

  /// - Parameter start: when the tracks take effect, in the layer's time.
  /// - Parameter reach: seconds during which a particle or its descendants exist; nil if unlimited.
  init(_ tracks: [Track], base: EmissionValues, start: Double, reach: ([EmissionValues]) -> Double?) {
    (self.tracks, self.base, self.start) = (tracks, base, start)
    let clip = base.emitter.birthClip
    let spans = (tracks.map(\.span) + [clip?.span].compactMap(\.self)).map {
      (begin: max($0.begin, -.greatestFiniteMagnitude), end: $0.end)
    }
    let edges = Set(spans.flatMap { [$0.begin, $0.end] }).filter(\.isFinite).sorted()
    self.edges = edges
    isMoving = Self.movingSpans(begins: spans.map(\.begin), ends: spans.map(\.end), between: edges)
    let sampleCount = max(1, min(Self.sampleCount, Self.sampleLimit / max(1, tracks.count)))
    let times = tracks.flatMap { track in
      (0...sampleCount).map { track.span.begin + track.cycle * (Double($0) / Double(sampleCount)) }
    }
    let samples = [base] + times.map { time in base.animated(by: tracks, at: time) }
    self.samples = samples
    centerMoves = !samples.allSatisfy { $0.center == base.center }
    let emitsByWay = centerMoves && samples.contains { $0.cells.contains { $0.state.birthsPerPoint > 0 } }
    ratesChange = emitsByWay || !samples.allSatisfy { $0.emitsLike(base) }
    hasBehaviors = !base.emitter.behaviors.isEmpty || base.cells.contains { $0.hasBehaviors }
    let moving = zip(spans.map(\.begin), spans.map(\.end)).reduce(0) { $0 + ($1.1 - $1.0) }
    // Animations that end may be evaluated completely, however long ago they were.
    let longest = isMoving[edges.count] ? Self.longestReach : .greatestFiniteMagnitude
    let length = min(reach(samples) ?? .infinity, moving, longest)
    self.clip = clip.flatMap { clip in
      clip.span.map { (clip, $0.begin, Self.step(length, Self.clipFrameLimit)) }
    }
    let share = max(1, Double(tracks.count) / Double(Self.trackLimit))
    stepLimit = Double.exp2(Double.log2(Double(Self.stepsPerFrame) / share).rounded(.down))
    step = Self.step(length, stepLimit)
  }

  /// The shortest step for which a limit is sufficient.
  private static func step(_ length: Double, _ limit: Double) -> Double {
    var step = shortestStep
    while length / step > limit { step *= 2 }
    return step
  }

  /// Whether an interval covers the times before each edge, and after the last.
  private static func movingSpans(begins: [Double], ends: [Double], between edges: [Double]) -> [Bool] {
    let (begins, ends) = (begins.sorted(), ends.sorted())
    var (begun, ended) = (0, 0)
    return [false]
      + edges.map { edge in
        while begun < begins.count, begins[begun] <= edge { begun += 1 }
        while ended < ends.count, ends[ended] <= edge { ended += 1 }
        return begun > ended
      }
  }

  var isEndless: Bool { isMoving[edges.count] }

  func values(at time: Double) -> EmissionValues {
    var values = base.animated(by: tracks, at: time)
    if let clip {
      // The frame at the middle of the step, as for all values. Before the start, the first frame.
      let middle = ((time / clip.step).rounded(.down) + 0.5) * clip.step
      values.emitter.clipFrame = clip.clip.frame(at: max(middle, clip.begin))
    }
    return values
  }

  /// Maximum number of intervals per frame. Older particles are not visible.
  var stretchLimit: Double { stepLimit * 4 }

  /// The intervals from the one that contains `first` through `last`. Above the limit, the first are omitted.
  func segments(from first: Double, through last: Double, limit: Double) -> [Emission.Segment] {
    var result: [Emission.Segment] = []
    var time = max(first, start(ofLast: limit, before: last))
    while time <= last {
      let stretch = stretch(at: time)
      let segment = segment(stretch)
      if let previous = result.last, previous.hasEqualValues(segment) {
        // For births, a single interval.
      } else {
        result.append(segment)
      }
      time = stretch.end
    }
    return result
  }

  func births(until end: Double) -> [Double] {
    guard ratesChange else { return base.births(from: start, until: end) }
    let block = step * stepLimit
    let firstBlock = (max(start, edges.first ?? start) / block).rounded(.up)
    let lastBlock = min((end / block).rounded(.down), .greatestFiniteMagnitude)
    guard lastBlock > firstBlock else { return sum(from: start, until: end) }
    return add(births(beforeBlock: lastBlock, from: firstBlock), sum(from: lastBlock * block, until: end))
  }

  /// - Parameters: numbers of blocks, integers up to the precision of numbers.
  private func births(beforeBlock last: Double, from first: Double) -> [Double] {
    let block = step * stepLimit
    let isNear = last - first <= Self.blockLimit
    let origin = isNear ? first : (last / Self.blockLimit).rounded(.down) * Self.blockLimit
    return counts.withLock { cache in
      cache.births(beforeBlock: Int(last - origin), after: origin) { number in
        guard number >= 0 else { return isNear ? sum(from: start, until: first * block) : base.cells.map { _ in 0 } }
        let start = origin + Double(number)
        return sum(from: start * block, until: (start + 1) * block)
      }
    }
  }

  private func sum(from start: Double, until end: Double) -> [Double] {
    var result = base.cells.map { _ in 0.0 }
    var time = start
    while time < end {
      let stretch = stretch(at: time)
      result = add(result, values(of: stretch).values.births(from: time, until: min(stretch.end, end)))
      time = stretch.end
    }
    return result
  }

  private func add(_ left: [Double], _ right: [Double]) -> [Double] { zip(left, right).map { $0 + $1 } }

  // MARK: Intervals

  private typealias Stretch = (start: Double, end: Double, middle: Double)

  private func stretch(at time: Double) -> Stretch {
    let next = edges.firstIndex(above: time)
    let low = next > 0 ? edges[next - 1] : -.infinity
    let high = next < edges.count ? edges[next] : .infinity
    guard isMoving[next] else {
      let middle = low.isFinite ? (high.isFinite ? (low + high) / 2 : low + 1) : (high.isFinite ? high - 1 : 0)
      return (low, high, middle)
    }
    // Above this time, numbers are multiples of the step, and at last the quotient is infinite.
    let grid = abs(time) < step * 0x1p53 ? (time / step).rounded(.down) * step : time
    let (start, end) = (max(low, grid), min(high, grid + step))
    // If numbers are too coarse for the grid, the loop must still advance.
    return (start, max(end, time.nextUp), (start + end) / 2)
  }

  /// Start of the last `count` intervals before a time.
  private func start(ofLast count: Double, before last: Double) -> Double {
    var (left, time, next) = (count, last, edges.firstIndex(above: last))
    while next > 0 {
      let low = edges[next - 1]
      let steps = isMoving[next] ? (time - low) / step + 1 : 1
      if steps > left { return isMoving[next] ? time - left * step : low }
      (left, time, next) = (left - steps, low, next - 1)
    }
    return -.infinity
  }

  /// Values in the middle of an interval, and the motion of the centre, including births along it.
  private func values(of stretch: Stretch) -> (
    values: EmissionValues, movement: (from: EmitterState, drift: EmitterDrift)?
  ) {
    var values = values(at: stretch.middle)
    guard centerMoves, stretch.start.isFinite, stretch.end.isFinite else { return (values, nil) }
    let (from, to) = (self.values(at: stretch.start).emitter, self.values(at: stretch.end).emitter)
    let way = to.center - from.center
    let bend = values.emitter.center - (from.center + to.center) / 2
    // A jump is not a motion: a motion is near its average at the middle.
    guard way != .zero, (bend * bend).sum() < (way * way).sum() / 16 else { return (values, nil) }
    let drift = EmitterDrift(start: stretch.start, velocity: way / (stretch.end - stretch.start))
    let speed = (drift.velocity * drift.velocity).sum().squareRoot()
    for index in values.cells.indices { values.cells[index].state.addBirths(alongWayAt: speed) }
    return (values, (from, drift))
  }

  private func segment(_ stretch: Stretch) -> Emission.Segment {
    var (values, movement) = values(of: stretch)
    if let from = movement?.from {
      (values.emitter.emitterPosition, values.emitter.emitterZPosition) = (from.emitterPosition, from.emitterZPosition)
    }
    var segment = Emission.Segment(start: max(stretch.start, start), emitter: values.emitter, cells: values.cells)
    segment.drift = movement?.drift
    if hasBehaviors, stretch.start.isFinite, stretch.end.isFinite {
      let (first, last) = (self.values(at: stretch.start), self.values(at: stretch.end))
      if first != last || first != segment.values { segment.ends = (first, last, stretch.end) }
    }
    return segment
  }
}

/// A cache of the births of each top-level cell in the blocks of an animation.
private struct BirthCountCache {
  private struct Block: Hashable {
    /// Number of the first counted block.
    var origin: Double
    var index: Int
  }
  private static let limit = 4096
  private var births: [Block: [Double]] = [:]

  /// - Parameter step: births in a block by its number after the origin; those before the first for number -1.
  mutating func births(beforeBlock count: Int, after origin: Double, step: (Int) -> [Double]) -> [Double] {
    if births.count > Self.limit { births.removeAll() }
    var index = max(0, count)
    while index > 0, births[Block(origin: origin, index: index)] == nil { index -= 1 }
    var sum = births[Block(origin: origin, index: index)] ?? step(-1)
    births[Block(origin: origin, index: index)] = sum
    while index < count {
      sum = zip(sum, step(index)).map { $0 + $1 }
      index += 1
      births[Block(origin: origin, index: index)] = sum
    }
    return sum
  }
}

extension [Double] {
  /// Index of the first of ascending numbers above a limit.
  fileprivate func firstIndex(above limit: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > limit { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension EmissionValues {
  fileprivate func animated(by tracks: [Track], at time: Double) -> EmissionValues {
    var values = self
    for track in tracks { track.apply(to: &values, at: time) }
    return values
  }

  fileprivate var center: SIMD3<Double> { emitter.center }
}

extension EmitterState {
  fileprivate var center: SIMD3<Double> {
    SIMD3(Double(emitterPosition.x), Double(emitterPosition.y), Double(emitterZPosition))
  }
}

extension Emission.Segment {
  fileprivate func hasEqualValues(_ other: Emission.Segment) -> Bool {
    drift == nil && other.drift == nil && ends == nil && other.ends == nil && emitter == other.emitter
      && cells == other.cells
  }
}
