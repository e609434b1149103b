extension EmissionValues {
  /// Births of each top-level cell between two times of the layer, with constant values.
  func births(from start: Double, until end: Double) -> [Double] {
    cells.map { cell in
      let window = EmissionWindow(cell.state.timing)
      let (low, high) = (max(start, window.start), min(end, window.end))
      guard high > low, low.isFinite else { return 0 }
      return (high - low) * cell.state.clockSpeed * cell.state.birthRate(under: emitter)
    }
  }

  func emitsLike(_ other: EmissionValues) -> Bool {
    zip(cells, other.cells).allSatisfy {
      $0.state.timing == $1.state.timing
        && $0.state.birthRate(under: emitter) == $1.state.birthRate(under: other.emitter)
    }
  }
}

extension EmitterCellState {
  /// Births per second of the cell's clock.
  /// - Parameter emitter: the emitter of a top-level cell.
  func birthRate(under emitter: EmitterState?) -> Double {
    let rate = Double(bounded(birthRate)) * Double(bounded(emitter?.birthRate ?? 1)) * birthDensity
    return isEnabled ? min(max(0, rate), EmissionModel.rateLimit) : 0
  }

  /// The multiplier limited to the range of the kernels.
  var thinning: Float { min(max(0, bounded(birthMultiplier)), 65_536) }

  /// Candidate births per birth of `birthRate`: the smallest power of two that is at least the multiplier.
  var birthDensity: Double { thinning <= 1 ? 1 : .exp2(.log2(Double(thinning)).rounded(.up)) }

  /// Adds births of a moving centre, whose speed is in points per second of the layer.
  mutating func addBirths(alongWayAt speed: Double) {
    guard birthsPerPoint > 0, clockSpeed > 0 else { return }
    birthRate += Float(min(Double(bounded(birthsPerPoint)) * speed / clockSpeed, EmissionModel.rateLimit))
  }

  /// Seconds on the cell's clock per second of its parent.
  var clockSpeed: Double {
    let speed = Double(timing.speed)
    return speed.isFinite ? max(0, speed) : 0
  }
}

extension EmitterCellTree {
  var hasBehaviors: Bool { !state.behaviors.isEmpty || cells.contains { $0.hasBehaviors } }
}

struct EmitterDrift: Sendable, Equatable {
  /// Time at which the centre is at the emitter's position, in the layer's time.
  var start: Double
  /// Points per second.
  var velocity: SIMD3<Double>
}
