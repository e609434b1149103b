import CStarmineParticleKernels

/// Affine maps for each time of birth, approximated by cubic polynomials. Computed for every frame (emitters.md 10.2).
struct AffineTable {
  struct Part {
    var firstRow = 0
    var count = 0
    /// Start time, and rows per second.
    var start = 0.0
    var perSecond = 0.0
  }

  private(set) var parts: [Part]
  let rows: KernelMemory<Float>
  let width: Int

  /// Maximum seconds per row, and maximum number of rows.
  fileprivate static let (longestStep, rowLimit) = (1.0 / 64, 4096.0)
  /// Fraction of the fastest change per row, and per integration step.
  private static let (rowShare, stepShare) = (0.35, 0.1)

  /// - Parameter end: end of the last stretch, after now.
  /// - Parameter earliest: birth of the oldest particle.
  init<Map: AffineMap>(
    _ map: Map.Type, _ stretches: ArraySlice<ForceStretch>, _ moments: ArraySlice<LinearMoments>, end: Double,
    now: Double, earliest: Double
  ) {
    let quickest = moments.map { $0.forces(at: 0.5).quickestInRow }.max() ?? 0
    var step = Self.longestStep
    // Shorter steps are below the precision of times. The limit is also needed for lives of length 0.
    let shortest = max(0x1p-64, now.ulp, earliest.ulp)
    while step > shortest, step * quickest > Self.rowShare, (now - earliest) / step < Self.rowLimit / 2 { step /= 2 }
    while (now - earliest) / step > Self.rowLimit { step *= 2 }
    width = Map.count * 4
    func span(_ index: Int) -> (Double, Double) {
      (stretches[index].start, index + 1 < stretches.count ? stretches[index].end : end)
    }
    parts = stretches.indices.map { Part(span($0), step: step, now: now, earliest: earliest) }
    rows = KernelMemory(count: parts.reduce(0) { $0 + $1.count } * width)
    var current = Map.start
    var row = 0
    for index in stretches.indices.reversed() where parts[index].count > 0 {
      let span = span(index)
      let solver = Solver<Map>(part: parts[index], span: span, moments[index])
      current = solver.fill(rows.row(from: row * width), from: current, at: min(span.1, now))
      parts[index].firstRow = row
      row += parts[index].count
    }
  }

  func motion(of stretch: Int, kind: Int, now: Double, needsVelocity: Bool) -> ParticleMotion {
    let part = parts[stretch]
    var motion = ParticleMotion()
    (motion.kind, motion.needs_velocity) = (Int32(kind), needsVelocity ? 1 : 0)
    motion.rows = rows.row(from: part.firstRow * width).start.readable
    motion.row_count = Int32(max(1, part.count))
    motion.rows_per_second = Float(part.perSecond)
    motion.row_now = Float((now - part.start) * part.perSecond)
    return motion
  }
}

extension AffineTable.Part {
  /// Rows of whole steps for an interval without an end, otherwise equal rows.
  init(_ span: (start: Double, end: Double), step: Double, now: Double, earliest: Double) {
    let first = max(span.start, earliest)
    guard span.end > now || span.end > first else { return }
    if span.end.isFinite {
      let length = span.end - span.start
      let even = length.isFinite ? length / max(1, (length / step).rounded(.up)) : step
      count = Self.rows(((span.end - first) / even).rounded(.up))
      (start, perSecond) = (span.end - Double(count) * even, 1 / even)
    } else {
      let anchor = span.start.isFinite ? span.start : 0
      start = anchor + ((first - anchor) / step).rounded(.down) * step
      count = Self.rows(((now - start) / step).rounded(.down) + 1)
      perSecond = 1 / step
    }
  }

  /// At least one. More than twice the limit is possible only for times beyond the precision of numbers.
  private static func rows(_ count: Double) -> Int { count >= 1 ? Int(min(count, 2 * AffineTable.rowLimit)) : 1 }
}

/// A map and its derivative at a time.
private struct Knot<Map: AffineMap> {
  var value: Map
  var slope: Map

  /// Writes the cubic polynomials between two knots with given slopes, as functions of the elapsed fraction.
  /// - Parameter step: seconds between the knots.
  /// - Parameter numbers: memory for the numbers of both knots and their slopes. Allocating arrays for them took a
  ///   third of a frame.
  func write(
    to next: Knot, _ step: Double, into row: KernelSpan<Float>, _ numbers: KernelSpan<Double>
  ) {
    let (a, b) = (numbers, numbers.from(Map.count))
    let (slopeA, slopeB) = (b.from(Map.count), b.from(2 * Map.count))
    value.write(to: a)
    next.value.write(to: b)
    (slope * step).write(to: slopeA)
    (next.slope * step).write(to: slopeB)
    for index in 0..<Map.count {
      let (rise, polynomial) = (b[index] - a[index], row.from(4 * index))
      polynomial[0] = bounded(a[index])
      polynomial[1] = bounded(slopeA[index])
      polynomial[2] = bounded(3 * rise - 2 * slopeA[index] - slopeB[index])
      polynomial[3] = bounded(slopeA[index] + slopeB[index] - 2 * rise)
    }
  }
}

/// Integrates the equations of an interval by the fourth-order Runge-Kutta method.
private struct Solver<Map: AffineMap> {
  let part: AffineTable.Part
  let span: (start: Double, end: Double)
  let moments: LinearMoments
  private let steps: Int
  /// Forces that are constant over time.
  private let steady: LinearForces.Moment?

  init(part: AffineTable.Part, span: (start: Double, end: Double), _ moments: LinearMoments) {
    (self.part, self.span, self.moments) = (part, span, moments)
    let middle = moments.forces(at: 0.5)
    steps = min(32, max(1, Int((middle.quickest / part.perSecond / 0.1).rounded(.up))))
    steady = moments.isSteady ? middle.moment(at: 0) : nil
  }

  private func forces(at time: Double) -> LinearForces.Moment {
    if let steady { return steady }
    let length = span.end - span.start
    return moments.forces(at: length.isFinite && length > 0 ? (time - span.start) / length : 0.5).moment(at: time)
  }

  /// Fills the rows of the part, last one first, and returns the map at its start.
  /// - Parameter value: the map at the end of the interval, or at now.
  func fill(_ rows: KernelSpan<Float>, from value: Map, at time: Double) -> Map {
    KernelSpan<Double>.withRoom(for: 4 * Map.count) { numbers in
      // The last knot is at that time or after it.
      var right = knot(part.count, from: value, at: time)
      for number in (0..<part.count).reversed() {
        let left = knot(number, from: right.value, at: self.time(of: number + 1))
        left.write(to: right, 1 / part.perSecond, into: rows.from(number * Map.count * 4), numbers)
        right = left
      }
      return right.value
    }
  }

  private func knot(_ number: Int, from value: Map, at first: Double) -> Knot<Map> {
    let time = self.time(of: number)
    let value = solve(value, from: first, to: time)
    return Knot(value: value, slope: value.slope(forces(at: time)))
  }

  private func time(of knot: Int) -> Double { part.start + Double(knot) / part.perSecond }

  private func solve(_ start: Map, from first: Double, to last: Double) -> Map {
    let step = (last - first) / Double(steps)
    guard step != 0 else { return start }
    var current = start
    for index in 0..<steps {
      let time = first + Double(index) * step
      let (early, middle, late) = (forces(at: time), forces(at: time + step / 2), forces(at: time + step))
      let a = current.slope(early)
      let b = (current + a * (step / 2)).slope(middle)
      let c = (current + b * (step / 2)).slope(middle)
      let d = (current + c * step).slope(late)
      current = current + (a + (b + c) * 2 + d) * (step / 6)
    }
    return current
  }
}
