import Synchronization

/// Animations of an emitter's values, as a sequence of stretches in which the values are constant.
///
/// While something moves, a stretch is a step of a fixed grid of the layer's time, cut where an animation begins or
/// ends; its values are those of its middle, so that the number of births is the integral of the rate. The centre of
/// the shape moves evenly within a stretch. Where nothing moves, one stretch spans all of it.
final class EmissionAnimation: Sendable {
  /// Shortest step in seconds; a power of 2, so that the grid is exact.
  static let shortestStep = 1.0 / 64
  /// Steps that one frame looks at, with up to `trackLimit` animations: beyond, the step is doubled.
  private static let stepsPerFrame = 1024
  /// With more animations a frame looks at fewer steps, because it reads all of them at each.
  private static let trackLimit = 512
  /// Where animations never end, particles are seen no longer than this after their birth, seconds.
  static let longestReach = 4096.0
  /// Births of rates that do not come to rest are counted over as many blocks of `stepLimit` steps, an hour at least;
  /// then the count starts anew, which gives living particles other places.
  private static let blockLimit = 256.0
  /// Moments of each animation that tell how far its values go, and of all of them.
  private static let (sampleCount, sampleLimit) = (64, 8192)
  /// Frames of a clip that living particles are born by.
  private static let clipFrameLimit = 96.0

  let tracks: [Track]
  /// Values that the animations go through, to judge how long particles live.
  let samples: [EmissionValues]
  private let start: Double
  private let base: EmissionValues
  /// The clip that particles are born by, with its step in seconds: births within one have the same frame.
  private let clip: (clip: VideoClip, begin: Double, step: Double)?
  /// Where animations begin and end, ascending.
  private let edges: [Double]
  /// For the times before each edge, and after the last.
  private let isMoving: [Bool]
  private let step: Double
  /// Steps that one frame looks at.
  private let stepLimit: Double
  private let ratesChange: Bool
  private let centerMoves: Bool
  private let hasBehaviors: Bool
  private let counts = Mutex(BirthCountCache())

  /// - Parameter start: when the tracks take effect, in the layer's time.
  /// - Parameter reach: seconds that anything is left of a particle; nil if longer than can be told.
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
    // What ends may be looked back at as a whole, however long ago.
    let longest = isMoving[edges.count] ? Self.longestReach : .greatestFiniteMagnitude
    let length = min(reach(samples) ?? .infinity, moving, longest)
    self.clip = clip.flatMap { clip in
      clip.span.map { (clip, $0.begin, Self.step(length, Self.clipFrameLimit)) }
    }
    let share = max(1, Double(tracks.count) / Double(Self.trackLimit))
    stepLimit = Double.exp2(Double.log2(Double(Self.stepsPerFrame) / share).rounded(.down))
    step = Self.step(length, stepLimit)
  }

  /// The shortest step of which no more than a limit are needed for a time.
  private static func step(_ length: Double, _ limit: Double) -> Double {
    var step = shortestStep
    while length / step > limit { step *= 2 }
    return step
  }

  /// Whether any span covers the times before each edge, and after the last.
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

  /// Whether animations never come to rest.
  var isEndless: Bool { isMoving[edges.count] }

  func values(at time: Double) -> EmissionValues {
    var values = base.animated(by: tracks, at: time)
    if let clip {
      // The frame of the step's middle, as with all values; before its beginning the first one.
      let middle = ((time / clip.step).rounded(.down) + 0.5) * clip.step
      values.emitter.clipFrame = clip.clip.frame(at: max(middle, clip.begin))
    }
    return values
  }

  /// Stretches that one frame may look at; particles that were born before them are not seen any more.
  var stretchLimit: Double { stepLimit * 4 }

  /// The stretches from the one that holds `first`, through `last`; no more than a limit, which leaves out the first.
  func segments(from first: Double, through last: Double, limit: Double) -> [Emission.Segment] {
    var result: [Emission.Segment] = []
    var time = max(first, start(ofLast: limit, before: last))
    while time <= last {
      let stretch = stretch(at: time)
      let segment = segment(stretch)
      if let previous = result.last, previous.hasEqualValues(segment) {
        // One stretch, as far as births are concerned.
      } else {
        result.append(segment)
      }
      time = stretch.end
    }
    return result
  }

  /// Births of each top-level cell since the start.
  func births(until end: Double) -> [Double] {
    guard ratesChange else { return base.births(from: start, until: end) }
    let block = step * stepLimit
    let firstBlock = (max(start, edges.first ?? start) / block).rounded(.up)
    let lastBlock = (end / block).rounded(.down)
    guard lastBlock > firstBlock else { return sum(from: start, until: end) }
    return add(births(beforeBlock: lastBlock, from: firstBlock), sum(from: lastBlock * block, until: end))
  }

  /// - Parameters: numbers of blocks; whole, if they are not beyond what numbers tell apart.
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

  // MARK: Stretches

  private typealias Stretch = (start: Double, end: Double, middle: Double)

  private func stretch(at time: Double) -> Stretch {
    let next = edges.firstIndex(above: time)
    let low = next > 0 ? edges[next - 1] : -.infinity
    let high = next < edges.count ? edges[next] : .infinity
    guard isMoving[next] else {
      let middle = low.isFinite ? (high.isFinite ? (low + high) / 2 : low + 1) : (high.isFinite ? high - 1 : 0)
      return (low, high, middle)
    }
    let grid = (time / step).rounded(.down) * step
    let (start, end) = (max(low, grid), min(high, grid + step))
    // Where the numbers are too coarse for the grid, the walk goes on nevertheless.
    return (start, max(end, time.nextUp), (start + end) / 2)
  }

  /// Where the last stretches before a time begin, of a number that is not exceeded.
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

  /// Values in the middle of a stretch, and how the centre moves through it; with births by its way.
  private func values(of stretch: Stretch) -> (
    values: EmissionValues, movement: (from: EmitterState, drift: EmitterDrift)?
  ) {
    var values = values(at: stretch.middle)
    guard centerMoves, stretch.start.isFinite, stretch.end.isFinite else { return (values, nil) }
    let (from, to) = (self.values(at: stretch.start).emitter, self.values(at: stretch.end).emitter)
    let way = to.center - from.center
    let bend = values.emitter.center - (from.center + to.center) / 2
    // A jump stays one: what moves is near its average half-way.
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
      segment.ends = (self.values(at: stretch.start), self.values(at: stretch.end), stretch.end)
    }
    return segment
  }
}

/// Births of each top-level cell in the blocks of one animation: a cache of what follows from the rest.
private struct BirthCountCache {
  private struct Block: Hashable {
    /// Number of the block that the count starts with, and of blocks after it.
    var origin: Double
    var index: Int
  }
  private static let limit = 4096
  private var births: [Block: [Double]] = [:]

  /// - Parameter count: blocks to count.
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
  /// The place of the first of ascending numbers that is above a limit.
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
