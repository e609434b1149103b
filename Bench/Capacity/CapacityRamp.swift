import Foundation
import StarmineGraphics

/// Frames of one size in one ramp.
package struct CapacityStep: Codable, Sendable, Equatable {
  /// Which ramp, from 0.
  package var ramp: Int
  /// How much a frame held, on average.
  package var count: Double
  /// Wall clock of each frame.
  package var seconds: [Double]

  package init(ramp: Int, count: Double, seconds: [Double]) {
    (self.ramp, self.count, self.seconds) = (ramp, count, seconds)
  }
}

/// Finds how much holds a frame rate, after MotionMark 1.3.1: tiers that grow until frames take twice the time, then
/// ramps from much down to little around the edge. Frames after a change of size are not counted.
package struct CapacityRamp {
  /// Seconds of a frame.
  package var target: Double
  package var ramps = 6
  package var stepsPerRamp = 9
  package var framesPerStep = 6
  /// Where the tiers begin and end.
  package var limits = 30.0...4_000_000.0

  package init(target: Double) { self.target = target }

  /// Range that a ramp covers, as times of a frame relative to the target.
  private static let reach = 0.5...1.5

  /// - Parameter measure: draws a number of counted frames of about that size.
  package func run(_ measure: (_ count: Int, _ frames: Int) throws -> (count: Double, seconds: [Double])) rethrows
    -> [CapacityStep]
  {
    var points = try tiers(measure)
    var steps: [CapacityStep] = []
    for ramp in 0..<ramps {
      // What the ramps before have found steers the next one.
      guard let curve = CapacityCurve(fitting: points) else { break }
      let low = max(limits.lowerBound, min(curve.count(for: target * Self.reach.lowerBound), limits.upperBound))
      let high = min(limits.upperBound, max(curve.count(for: target * Self.reach.upperBound), low * 2))
      if ramp == 0 { points = [] }
      for step in (0..<stepsPerRamp).reversed() {
        let share = Double(step) / Double(max(1, stepsPerRamp - 1))
        let size = low * pow(high / low, share)
        let (count, seconds) = try measure(Int(size.rounded()), framesPerStep)
        steps.append(CapacityStep(ramp: ramp, count: count, seconds: seconds))
        points.append(CapacityCurve.Point(count: count, seconds: Statistics.median(seconds)))
      }
    }
    return steps
  }

  /// Half powers of ten until frames take twice the time; of these, the two or three around the target. Two at least:
  /// on a slow machine the first may be too many already.
  private func tiers(
    _ measure: (_ count: Int, _ frames: Int) throws -> (count: Double, seconds: [Double])
  ) rethrows -> [CapacityCurve.Point] {
    var points: [CapacityCurve.Point] = []
    var size = limits.lowerBound
    while size <= limits.upperBound {
      let (count, seconds) = try measure(Int(size.rounded()), 5)
      points.append(CapacityCurve.Point(count: count, seconds: Statistics.median(seconds)))
      if points.count > 1, let last = points.last, last.seconds > 2 * target { break }
      size *= 10.0.squareRoot()
    }
    return points.suffix(3)
  }
}

/// The capacity of a scene: how many hold a frame rate.
package struct CapacityResult: Codable, Sendable {
  package var scene: String
  /// Name of the counted things.
  package var unit: String
  package var threads: Int
  package var framesPerSecond: Double
  /// How much holds the rate in half of the frames, and in 95 % of them.
  package var p50: Bootstrap.Estimate
  package var p95: Bootstrap.Estimate
  /// Time of the frame in the middle, by what it holds.
  package var curve: CapacityCurve
  /// Nil in reports of older programs, and where it cannot be told.
  package var limit: CapacityLimit?
  package var steps: [CapacityStep]
  /// Capacities of drawn samples, at p50 and p95, for the score's interval.
  package var drawn: [[Double]] = []

  enum CodingKeys: CodingKey {
    case scene, unit, threads, framesPerSecond, p50, p95, curve, limit, steps
  }

  /// Nil where nothing rises with the count.
  package init?(
    scene: String, unit: String, threads: Int, framesPerSecond: Double, steps: [CapacityStep],
    resamples: Int = Bootstrap.resamples
  ) {
    let target = 1 / framesPerSecond
    guard let fit = CapacityFit(steps) else { return nil }
    (self.scene, self.unit, self.threads, self.framesPerSecond) = (scene, unit, threads, framesPerSecond)
    (self.steps, curve) = (steps, fit.curve)
    var random = SplitMix64(seed: 1)
    let ramps = Dictionary(grouping: steps, by: \.ramp).sorted { $0.key < $1.key }.map(\.value)
    let fits = (0..<resamples).compactMap { _ in
      // Ramps as a whole, and frames in their steps: a disturbance lasts longer than a step.
      CapacityFit(
        Bootstrap.draw(from: ramps, &random).flatMap { $0 }.map { step in
          CapacityStep(ramp: step.ramp, count: step.count, seconds: Bootstrap.draw(from: step.seconds, &random))
        })
    }
    drawn = [fits.map { $0.capacity(target, 0.5) }, fits.map { $0.capacity(target, 0.95) }]
    p50 = Bootstrap.estimate(fit.capacity(target, 0.5), drawn[0])
    p95 = Bootstrap.estimate(fit.capacity(target, 0.95), drawn[1])
  }
}

/// A curve through the steps' medians, and how the frames lie around it.
private struct CapacityFit {
  let curve: CapacityCurve
  /// Times of the frames as shares of the curve's, ascending.
  private let deviations: [Double]

  init?(_ steps: [CapacityStep]) {
    let points = steps.map { CapacityCurve.Point(count: $0.count, seconds: Statistics.median($0.seconds)) }
    guard let fitted = CapacityCurve(fitting: points) else { return nil }
    let shares = steps.flatMap { step in
      let expected = max(fitted.seconds(for: step.count), 1e-9)
      return step.seconds.map { $0 / expected }
    }.sorted()
    // Half of all frames lie below the curve.
    let middle = max(Statistics.percentile(ofSorted: shares, 0.5), 1e-9)
    curve = fitted.scaled(by: middle)
    deviations = shares.map { $0 / middle }
  }

  /// How much lets a share of the frames keep to the target.
  func capacity(_ target: Double, _ share: Double) -> Double {
    curve.count(for: target / max(Statistics.percentile(ofSorted: deviations, share), 1e-9))
  }
}
