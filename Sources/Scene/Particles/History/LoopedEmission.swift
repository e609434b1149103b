/// The emission of one layer in a loop: what it emits in the first round it emits in every round, before and after it,
/// and particles of one round live on in the next (emitters.md 11).
package final class LoopedEmission: Sendable {
  /// When the first round begins, and how long a round is, in the layer's own time.
  private let start: Double
  private let length: Double
  private let emission: Emission
  /// The first round's stretches of constant values, ascending.
  private let stretches: [Emission.Segment]
  /// Factors of the rates of each top-level cell, so that a round has whole births.
  private let rates: [Double]
  /// Rounds before the present one that are looked at.
  private let roundsBack: Int

  /// Stretches that one frame looks at.
  private static let stretchLimit = 4096
  /// Rounds back where particles may live for ever.
  private static let roundLimit = 64.0

  /// - Parameter emission: with everything that was noted in the first round.
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
    // A whole number of births at a multiplier of 1: other multipliers keep these births.
    let densities = stretches.first?.cells.map(\.state.birthDensity) ?? []
    rates = zip(Self.births(of: stretches, until: start + length), densities).map { births, density in
      births > 0 ? (births / density).rounded() * density / births : 0
    }
    let rounds = emission.longestReach.map { ($0 / length).rounded(.up) } ?? Self.roundLimit
    roundsBack = max(1, min(Int(min(rounds, 1e6)), Self.stretchLimit / max(1, stretches.count)))
  }

  /// Births of each top-level cell in the first round.
  private static func births(of stretches: [Emission.Segment], until end: Double) -> [Double] {
    var sum = stretches.first?.cells.map { _ in 0.0 } ?? []
    for (index, stretch) in stretches.enumerated() {
      let next = index + 1 < stretches.count ? stretches[index + 1].start : end
      sum = zip(sum, stretch.values.births(from: stretch.start, until: next)).map { $0 + $1 }
    }
    return sum
  }

  /// Whether the same values hold all the time.
  var isUniform: Bool { stretches.count == 1 }

  /// The round of a time: the first one has the number 0.
  func round(at time: Double) -> Double { ((time - start) / length).rounded(.down) }

  /// The stretches that matter in a round, those of rounds before it included, ascending.
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

  /// The cells at a time, as births of that moment have them.
  func cells(at time: Double) -> [EmitterCellTree] {
    let shift = round(at: time) * length
    return (stretches.last { $0.start + shift <= time } ?? stretches.last)?.cells ?? []
  }

  /// The layer's values at a time, animations included.
  func values(at time: Double) -> EmissionValues? {
    emission.values(at: time - round(at: time) * length)?.repeating(after: length)
  }
}

extension Emission {
  /// Round of a loop that a segment belongs to.
  struct Round {
    var number: Double
    /// The round that frames lie in.
    var seenFrom: Double
    /// Rounds between both.
    var place: Int
    /// Seconds since the first one.
    var shift: Double
    /// Whether the segment is the round's first.
    var begins: Bool
    /// Factors of the rates of each top-level cell.
    var rates: [Double]
  }

  /// The stretches of constant values between two times.
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
  /// With behaviours that come back after a time of the layer.
  fileprivate func repeating(after period: Double) -> EmissionValues {
    var result = self
    for index in emitter.behaviors.indices { result.emitter.behaviors[index].period = period }
    result.cells = cells.map { $0.repeating(after: period) }
    return result
  }
}

extension EmitterCellTree {
  /// With behaviours that come back after a time of the parent's clock.
  fileprivate func repeating(after period: Double) -> EmitterCellTree {
    var result = self
    let own = period * state.clockSpeed
    for index in state.behaviors.indices { result.state.behaviors[index].period = own }
    result.cells = cells.map { $0.repeating(after: own) }
    return result
  }
}
