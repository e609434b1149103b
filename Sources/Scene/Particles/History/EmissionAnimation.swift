import Foundation
import Synchronization

/// Animations of an emitter's values, as a sequence of stretches in which the values are constant.
///
/// While something moves, a stretch is a step of a fixed grid of the layer's time, cut where an animation begins or
/// ends; its values are those of its middle, so that the number of births is the integral of the rate. The centre of
/// the shape moves evenly within a stretch. Where nothing moves, one stretch spans all of it.
final class EmissionAnimation: Sendable {
  /// Shortest step in seconds; a power of 2, so that the grid is exact.
  static let shortestStep = 1.0 / 64
  /// Steps that one frame looks at, at most: beyond, the step is doubled.
  static let stepLimit = 1024.0
  /// Where animations never end, particles are seen no longer than this after their birth, seconds.
  static let longestReach = 4096.0
  /// Births of rates that do not come to rest are counted over as many blocks of `stepLimit` steps, an hour at least;
  /// then the count starts anew, which gives living particles other places.
  private static let blockLimit = 256.0
  /// Moments of each animation that tell how far its values go.
  private static let sampleCount = 64

  let tracks: [Track]
  /// Values that the animations go through, to judge how long particles live.
  let samples: [EmissionValues]
  private let start: Double
  private let base: EmissionValues
  /// Where animations begin and end, ascending.
  private let edges: [Double]
  /// For the times before each edge, and after the last.
  private let isMoving: [Bool]
  private let step: Double
  private let ratesChange: Bool
  private let centerMoves: Bool
  /// Births of each top-level cell before the ends of blocks; a memory of what follows from the rest.
  private let counts = Mutex<[Double: [Double]]>([:])

  /// - Parameters:
  ///   - start: when the tracks take effect, in the layer's time.
  ///   - reach: seconds that anything is left of a particle; nil if longer than can be told.
  init(_ tracks: [Track], base: EmissionValues, start: Double, reach: ([EmissionValues]) -> Double?) {
    (self.tracks, self.base, self.start) = (tracks, base, start)
    let spans = tracks.map(\.span)
    let edges = Set(spans.flatMap { [$0.begin, $0.end] }).filter(\.isFinite).sorted()
    self.edges = edges
    isMoving = (0...edges.count).map { index in
      let low = index > 0 ? edges[index - 1] : -.infinity
      let high = index < edges.count ? edges[index] : .infinity
      return spans.contains { $0.begin <= low && $0.end >= high }
    }
    let times = tracks.flatMap { track in
      (0...Self.sampleCount).map { track.span.begin + track.cycle * (Double($0) / Double(Self.sampleCount)) }
    }
    let samples = [base] + times.map { time in base.animated(by: tracks, at: time) }
    self.samples = samples
    ratesChange = !samples.allSatisfy { $0.emitsLike(base) }
    centerMoves = !samples.allSatisfy { $0.center == base.center }
    let moving = zip(spans.map(\.begin), spans.map(\.end)).reduce(0) { $0 + ($1.1 - $1.0) }
    let length = min(reach(samples) ?? .infinity, moving, Self.longestReach)
    var step = Self.shortestStep
    while length / step > Self.stepLimit { step *= 2 }
    self.step = step
  }

  /// Whether animations never come to rest.
  var isEndless: Bool { isMoving[edges.count] }

  func values(at time: Double) -> EmissionValues { base.animated(by: tracks, at: time) }

  /// The stretches from the one that holds `first`, through `last`.
  func segments(from first: Double, through last: Double) -> [Emission.Segment] {
    var result: [Emission.Segment] = []
    var time = first
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
    let block = step * Self.stepLimit
    let firstBlock = (max(start, edges.first ?? start) / block).rounded(.up)
    let lastBlock = (end / block).rounded(.down)
    guard lastBlock > firstBlock else { return sum(from: start, until: end) }
    return add(births(beforeBlock: lastBlock, from: firstBlock), sum(from: lastBlock * block, until: end))
  }

  private func births(beforeBlock last: Double, from first: Double) -> [Double] {
    let block = step * Self.stepLimit
    return counts.withLock { counts in
      var known = last
      let origin = last - first > Self.blockLimit ? (last / Self.blockLimit).rounded(.down) * Self.blockLimit : first
      while known > origin, counts[known] == nil { known -= 1 }
      var sum =
        counts[known] ?? (origin == first ? self.sum(from: start, until: first * block) : base.cells.map { _ in 0 })
      counts[known] = sum
      while known < last {
        sum = add(sum, self.sum(from: known * block, until: (known + 1) * block))
        known += 1
        counts[known] = sum
      }
      return sum
    }
  }

  private func sum(from start: Double, until end: Double) -> [Double] {
    var result = base.cells.map { _ in 0.0 }
    var time = start
    while time < end {
      let stretch = stretch(at: time)
      result = add(result, values(at: stretch.middle).births(from: time, until: min(stretch.end, end)))
      time = stretch.end
    }
    return result
  }

  private func add(_ left: [Double], _ right: [Double]) -> [Double] { zip(left, right).map { $0 + $1 } }

  // MARK: Stretches

  private typealias Stretch = (start: Double, end: Double, middle: Double)

  private func stretch(at time: Double) -> Stretch {
    let next = edges.firstIndex { $0 > time } ?? edges.count
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

  private func segment(_ stretch: Stretch) -> Emission.Segment {
    var values = values(at: stretch.middle)
    var drift: EmitterDrift?
    if centerMoves, stretch.start.isFinite, stretch.end.isFinite {
      let (from, to) = (self.values(at: stretch.start).emitter, self.values(at: stretch.end).emitter)
      let way = to.center - from.center
      let bend = values.emitter.center - (from.center + to.center) / 2
      // A jump stays one: what moves is near its average half-way.
      if way != .zero, (bend * bend).sum() < (way * way).sum() / 16 {
        (values.emitter.emitterPosition, values.emitter.emitterZPosition) = (
          from.emitterPosition, from.emitterZPosition
        )
        drift = EmitterDrift(start: stretch.start, velocity: way / (stretch.end - stretch.start))
      }
    }
    var segment = Emission.Segment(start: max(stretch.start, start), emitter: values.emitter, cells: values.cells)
    segment.drift = drift
    return segment
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
    drift == nil && other.drift == nil && emitter == other.emitter && cells == other.cells
  }
}
