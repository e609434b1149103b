import CStarmineParticleKernels
import Foundation

/// Affine maps by the time of birth, one row of cubic polynomials per step: made anew for every frame, backward from
/// now (emitters.md 10.2).
struct AffineTable {
  /// Where the rows of a stretch lie.
  struct Part {
    var firstRow = 0
    var count = 0
    /// Time at which they start, and rows per second.
    var start = 0.0
    var perSecond = 0.0
  }

  private(set) var parts: [Part]
  let rows: KernelMemory<Float>
  /// Numbers in a row.
  let width: Int

  /// Seconds of a row at most, and rows at most.
  private static let (longestStep, rowLimit) = (1.0 / 64, 4096.0)
  /// Share of what changes quickest in one row, and in one step of the solution.
  private static let (rowShare, stepShare) = (0.35, 0.1)

  /// - Parameters:
  ///   - earliest: birth of the oldest particle.
  ///   - forces: at a stretch and the share of it that is over.
  init<Map: AffineMap>(
    _ map: Map.Type, _ stretches: [ForceStretch], now: Double, earliest: Double,
    forces: @escaping (Int, Double) -> LinearForces
  ) {
    let quickest = stretches.indices.map { forces($0, 0.5).quickestInRow }.max() ?? 0
    var step = Self.longestStep
    while step * quickest > Self.rowShare, (now - earliest) / step < Self.rowLimit / 2 { step /= 2 }
    while (now - earliest) / step > Self.rowLimit { step *= 2 }
    width = Map.start.numbers.count * 4
    parts = stretches.map { Part($0, step: step, now: now, earliest: earliest) }
    var rows: [Float] = []
    var current = Map.start
    for index in stretches.indices.reversed() where parts[index].count > 0 {
      let solver = Solver<Map>(part: parts[index], stretch: stretches[index]) { forces(index, $0) }
      let isLast = stretches[index].end > now
      let knots = solver.knots(from: current, at: isLast ? now : stretches[index].end)
      current = knots[0].value
      parts[index].firstRow = rows.count / width
      for (left, right) in zip(knots, knots.dropFirst()) {
        rows += left.polynomials(to: right, 1 / parts[index].perSecond)
      }
    }
    self.rows = KernelMemory(rows)
  }

  func motion(of stretch: Int, kind: Int, now: Double, needsVelocity: Bool) -> ParticleMotion {
    let part = parts[stretch]
    var motion = ParticleMotion()
    (motion.kind, motion.needs_velocity) = (Int32(kind), needsVelocity ? 1 : 0)
    motion.rows = UnsafePointer(rows.start + part.firstRow * width)
    motion.row_count = Int32(max(1, part.count))
    motion.rows_per_second = Float(part.perSecond)
    motion.row_now = Float((now - part.start) * part.perSecond)
    return motion
  }
}

extension AffineTable.Part {
  /// Rows of whole steps where the stretch has no end of its own, otherwise as many even ones as it takes.
  init(_ stretch: ForceStretch, step: Double, now: Double, earliest: Double) {
    let isLast = stretch.end > now
    let first = max(stretch.start, earliest)
    guard isLast || stretch.end > first else { return }
    if stretch.end.isFinite {
      let length = stretch.end - stretch.start
      let even = length.isFinite ? length / max(1, (length / step).rounded(.up)) : step
      count = max(1, Int(((stretch.end - first) / even).rounded(.up)))
      (start, perSecond) = (stretch.end - Double(count) * even, 1 / even)
    } else {
      let anchor = stretch.start.isFinite ? stretch.start : 0
      start = anchor + ((first - anchor) / step).rounded(.down) * step
      count = max(1, Int(((now - start) / step).rounded(.down)) + 1)
      perSecond = 1 / step
    }
  }
}

/// A map and its slope at one time.
private struct Knot<Map: AffineMap> {
  var value: Map
  var slope: Map

  /// The cubic polynomials of the share of the way that meet both knots with their slopes.
  func polynomials(to next: Knot, _ step: Double) -> [Float] {
    let (a, b) = (value.numbers, next.value.numbers)
    let (slopeA, slopeB) = ((slope * step).numbers, (next.slope * step).numbers)
    return a.indices.flatMap { index -> [Float] in
      let rise = b[index] - a[index]
      return [
        bounded(a[index]), bounded(slopeA[index]), bounded(3 * rise - 2 * slopeA[index] - slopeB[index]),
        bounded(slopeA[index] + slopeB[index] - 2 * rise),
      ]
    }
  }
}

/// Solves the equations of one stretch by the fourth-order Runge-Kutta method.
private struct Solver<Map: AffineMap> {
  let part: AffineTable.Part
  let stretch: ForceStretch
  let forces: (Double) -> LinearForces
  private let steps: Int

  init(part: AffineTable.Part, stretch: ForceStretch, forces: @escaping (Double) -> LinearForces) {
    (self.part, self.stretch, self.forces) = (part, stretch, forces)
    steps = min(32, max(1, Int((forces(0.5).quickest / part.perSecond / 0.1).rounded(.up))))
  }

  private func forces(at time: Double) -> LinearForces {
    let length = stretch.end - stretch.start
    return forces(length.isFinite && length > 0 ? (time - stretch.start) / length : 0.5)
  }

  /// - Parameter value: at the end of the stretch, or at now within it.
  func knots(from value: Map, at time: Double) -> [Knot<Map>] {
    // The last knot lies at that time or after it.
    var current = solve(value, from: time, to: self.time(of: part.count))
    var knots: [Knot<Map>] = []
    for number in (0...part.count).reversed() {
      if number < part.count { current = solve(current, from: self.time(of: number + 1), to: self.time(of: number)) }
      let time = self.time(of: number)
      knots.append(Knot(value: current, slope: current.slope(forces(at: time), at: time)))
    }
    return knots.reversed()
  }

  private func time(of knot: Int) -> Double { part.start + Double(knot) / part.perSecond }

  private func solve(_ start: Map, from first: Double, to last: Double) -> Map {
    let step = (last - first) / Double(steps)
    guard step != 0 else { return start }
    var current = start
    for index in 0..<steps {
      let time = first + Double(index) * step
      let (early, middle, late) = (forces(at: time), forces(at: time + step / 2), forces(at: time + step))
      let a = current.slope(early, at: time)
      let b = (current + a * (step / 2)).slope(middle, at: time + step / 2)
      let c = (current + b * (step / 2)).slope(middle, at: time + step / 2)
      let d = (current + c * step).slope(late, at: time + step)
      current = current + (a + (b + c) * 2 + d) * (step / 6)
    }
    return current
  }
}
