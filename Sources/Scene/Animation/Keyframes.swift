/// Interpolation between keyframes (`CAAnimationCalculationMode`).
package enum CalculationMode: String, Sendable, CaseIterable {
  case linear, discrete, paced, cubic, cubicPaced

  package var isPaced: Bool { self == .paced || self == .cubicPaced }
  package var isCubic: Bool { self == .cubic || self == .cubicPaced }
}

/// Kochanek-Bartels parameters by keyframe. Missing values are 0.
package struct SplineShape: Sendable, Hashable {
  package var tension: [Double]
  package var continuity: [Double]
  package var bias: [Double]

  package init(tension: [Double] = [], continuity: [Double] = [], bias: [Double] = []) {
    (self.tension, self.continuity, self.bias) = (tension, continuity, bias)
  }
}

/// Values at times, with an interpolation rule (behavior.md 2.5).
package struct Keyframes<Value: Animatable>: Sendable {
  private let values: [Value]
  /// One per value, ascending, plus one if the last value has a duration.
  private let times: [Double]
  private let mode: CalculationMode
  private let curves: [TimingCurve]
  private let spline: Spline?

  /// Nil if the list has no effect: fewer than two values (measured), values without distances in a paced mode, or
  /// numbers that are not finite.
  /// - Parameter curves: timing functions of the segments. Paced and discrete modes ignore them.
  package init?(
    _ values: [Value], keyTimes: [Double]? = nil, mode: CalculationMode = .linear, curves: [TimingCurve] = [],
    shape: SplineShape = SplineShape()
  ) {
    guard values.count > 1, !mode.isPaced || Value.canBePaced else { return nil }
    let components = values.map { $0.components ?? [] }
    guard components.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return nil }
    // Lists of different lengths are cut to the shorter one (measured).
    let count = min(values.count, keyTimes?.count ?? values.count)
    guard count > 1 else { return nil }
    self.values = Array(values.prefix(count))
    self.mode = mode
    self.curves = mode.isPaced || mode == .discrete ? [] : curves
    times =
      keyTimes.map { Array($0.prefix(mode == .discrete ? count + 1 : count)) }
      ?? evenOrPacedTimes(count, mode.isPaced ? components : nil, isDiscrete: mode == .discrete)
    spline = mode.isCubic ? Spline(Array(components.prefix(count)), times: times, shape: shape) : nil
  }

  package func value(at progress: Double) -> Value? {
    if mode == .discrete {
      let index = times.lastIndex { $0 <= progress } ?? 0
      return values[min(index, values.count - 1)]
    }
    let (index, local) = segment(in: times, at: progress)
    let eased = index < curves.count ? curves[index].value(at: local) : local
    if let spline { return values[index].replacing(components: spline.value(in: index, at: eased)) }
    return values[index].mixed(values[index + 1], eased)
  }
}

/// The segment that contains a progress, and the fraction of it.
func segment(in times: [Double], at progress: Double) -> (index: Int, local: Double) {
  var (low, high) = (0, times.count - 2)
  while low < high {
    let middle = (low + high + 1) / 2
    if times[middle] <= progress { low = middle } else { high = middle - 1 }
  }
  let length = times[low + 1] - times[low]
  guard length > 0 else { return (low, progress < times[low] ? 0 : 1) }
  return (low, min(max((progress - times[low]) / length, 0), 1))
}

/// Default key times: even, or by distance.
private func evenOrPacedTimes(_ count: Int, _ components: [[Double]]?, isDiscrete: Bool) -> [Double] {
  if isDiscrete { return (0...count).map { Double($0) / Double(count) } }
  if let components {
    let lengths = zip(components, components.dropFirst()).map { from, to in
      zip(from, to).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
    }
    if let times = proportionalTimes(lengths) { return times }
  }
  return (0..<count).map { Double($0) / Double(count - 1) }
}

/// Ends of segments with durations proportional to their lengths; nil if all lengths are 0.
func proportionalTimes(_ lengths: [Double]) -> [Double]? {
  let total = lengths.reduce(0, +)
  guard total > 0, total.isFinite else { return nil }
  var times = [0.0]
  for length in lengths { times.append(times[times.count - 1] + length / total) }
  times[times.count - 1] = 1
  return times
}

/// A Kochanek-Bartels spline with tangents scaled to the lengths of segments (scaling measured, behavior.md 2.5).
private struct Spline: Sendable {
  private let points: [[Double]]
  private let incoming: [[Double]]
  private let outgoing: [[Double]]

  /// Nil if the points have no components or different numbers of them.
  init?(_ points: [[Double]], times: [Double], shape: SplineShape) {
    guard let size = points.first?.count, size > 0, points.allSatisfy({ $0.count == size }) else { return nil }
    self.points = points
    let tangents = points.indices.map { Self.tangents(points, times, shape, at: $0) }
    (incoming, outgoing) = (tangents.map(\.0), tangents.map(\.1))
  }

  private static func tangents(
    _ points: [[Double]], _ times: [Double], _ shape: SplineShape, at index: Int
  ) -> ([Double], [Double]) {
    let last = points.count - 1
    func difference(_ first: Int) -> [Double] { zip(points[first], points[first + 1]).map { $1 - $0 } }
    // At the ends, the neighbour's difference replaces the missing one (a mirrored point; measured).
    let before = difference(max(index - 1, 0))
    let after = difference(min(index, last - 1))
    let lengthBefore = index > 0 ? times[index] - times[index - 1] : 0
    let lengthAfter = index < last ? times[index + 1] - times[index] : 0
    let sum = lengthBefore + lengthAfter
    let isInner = index > 0 && index < last && sum > 0
    let (scaleIn, scaleOut) = isInner ? (2 * lengthBefore / sum, 2 * lengthAfter / sum) : (1, 1)
    func parameter(_ list: [Double]) -> Double { index < list.count ? list[index] : 0 }
    let (t, c, b) = (parameter(shape.tension), parameter(shape.continuity), parameter(shape.bias))
    func tangent(_ c: Double, _ scale: Double) -> [Double] {
      zip(before, after).map { (1 - t) / 2 * ((1 - c) * (1 + b) * $0 + (1 + c) * (1 - b) * $1) * scale }
    }
    return (tangent(c, scaleIn), tangent(-c, scaleOut))
  }

  func value(in segment: Int, at t: Double) -> [Double] {
    let (t2, t3) = (t * t, t * t * t)
    let (h00, h10, h01, h11) = (2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, 3 * t2 - 2 * t3, t3 - t2)
    let (from, to) = (points[segment], points[segment + 1])
    let (out, into) = (outgoing[segment], incoming[segment + 1])
    return from.indices.map { h00 * from[$0] + h10 * out[$0] + h01 * to[$0] + h11 * into[$0] }
  }
}
