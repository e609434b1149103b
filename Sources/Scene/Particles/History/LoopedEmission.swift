/// The emission of a layer in a loop. Each repetition emits the same as the first one, and particles live on in the
/// next repetition (emitters.md 11).
package final class LoopedEmission: Sendable {
  /// Start and length of the first repetition in the layer's own time.
  private let start: Double
  private let length: Double
  private let emission: Emission
  /// The first repetition's intervals of constant values, ascending.
  private let stretches: [Emission.Segment]
  /// Factors of the rates of each top-level cell, so that a repetition has a whole number of births.
  private let rates: [Double]
  /// Number of previous repetitions with living particles.
  private let roundsBack: Int

  /// Maximum number of intervals per frame.
  private static let stretchLimit = 4096
  /// Maximum number of previous repetitions for particles with infinite lifetimes.
  private static let roundLimit = 64.0

  /// - Parameter emission: the complete history of the first repetition.
  init(_ emission: Emission, start: Double, length: Double) {
    (self.emission, self.start, self.length) = (emission, start, length)
    let stretches = emission.stretches(from: start, until: start + length).map { segment in
      var kept = segment
      kept.start = max(segment.start, start)
      let values = segment.values.repeating(after: length)
      (kept.emitter, kept.cells) = (values.emitter, values.cells)
      kept.ends = segment.ends.map {
        ($0.first.repeating(after: length), $0.last.repeating(after: length), $0.time)
      }
      return kept
    }
    self.stretches = stretches
    // A whole number of births at a multiplier of 1. Other multipliers keep these births.
    let densities = stretches.first?.cells.map(\.state.birthDensity) ?? []
    rates = zip(Self.births(of: stretches, until: start + length), densities).map { births, density in
      births > 0 ? (births / density).rounded() * density / births : 0
    }
    let rounds = emission.longestReach.map { ($0 / length).rounded(.up) } ?? Self.roundLimit
    roundsBack = max(1, min(Int(min(rounds, 1e6)), Self.stretchLimit / max(1, stretches.count)))
  }

  private static func births(of stretches: [Emission.Segment], until end: Double) -> [Double] {
    var sum = stretches.first?.cells.map { _ in 0.0 } ?? []
    for (index, stretch) in stretches.enumerated() {
      let next = index + 1 < stretches.count ? stretches[index + 1].start : end
      sum = zip(sum, stretch.values.births(from: stretch.start, until: next)).map { $0 + $1 }
    }
    return sum
  }

  var isUniform: Bool { stretches.count == 1 }

  /// Number of the repetition at a time; 0 for the first one.
  func round(at time: Double) -> Double { ((time - start) / length).rounded(.down) }

  /// The intervals needed in a repetition, including those of previous ones, ascending.
  func segments(in present: Double) -> [Emission.Segment] {
    (0...roundsBack).reversed().flatMap { back in
      let shift = (present - Double(back)) * length
      return stretches.enumerated().map { index, stretch in
        var segment = stretch
        segment.round = Emission.Round(
          number: present - Double(back), seenFrom: present, place: back, shift: shift, begins: index == 0,
          rates: rates)
        segment.start += shift
        segment.drift?.start += shift
        segment.ends?.time += shift
        return segment
      }
    }
  }

  /// The cells at a time, as used by births.
  func cells(at time: Double) -> [EmitterCellTree] {
    let shift = round(at: time) * length
    return (stretches.last { $0.start + shift <= time } ?? stretches.last)?.cells ?? []
  }

  /// The values at a time, including animations.
  func values(at time: Double) -> EmissionValues? {
    emission.values(at: time - round(at: time) * length)?.repeating(after: length)
  }
}

extension Emission {
  struct Round {
    var number: Double
    /// The repetition that contains the frames.
    var seenFrom: Double
    /// Number of repetitions between both.
    var place: Int
    /// Seconds since the first repetition.
    var shift: Double
    var begins: Bool
    var rates: [Double]
  }

  /// The intervals of constant values between two times.
  fileprivate func stretches(from first: Double, until last: Double) -> [Segment] {
    segments.indices.flatMap { index -> [Segment] in
      let segment = segments[index]
      let end = index + 1 < segments.count ? segments[index + 1].start : .infinity
      guard segment.start < last, end > first else { return [] }
      guard let animation = segment.animation else { return [segment] }
      return animation.segments(
        from: max(segment.start, first), through: min(last, end).nextDown, limit: animation.stretchLimit)
    }
  }
}

extension EmissionValues {
  /// With behaviours that repeat after a time of the layer.
  fileprivate func repeating(after period: Double) -> EmissionValues {
    var result = self
    for index in emitter.behaviors.indices { result.emitter.behaviors[index].period = period }
    result.cells = cells.map { $0.repeating(after: period) }
    return result
  }
}

extension EmitterCellTree {
  /// With behaviours that repeat after a time of the parent's clock.
  fileprivate func repeating(after period: Double) -> EmitterCellTree {
    var result = self
    let own = period * state.clockSpeed
    for index in state.behaviors.indices { result.state.behaviors[index].period = own }
    result.cells = cells.map { $0.repeating(after: own) }
    return result
  }
}
