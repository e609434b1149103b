/// Variances that cells do not support: of finish values and forces. The particles are distributed to several cells,
/// each with a different value from the spread.
extension ParticleDesigner {
  struct Share {
    var number = 0
    var count = 1

    /// The cell's position in the spread of a property, -1 to 1. All cells of a file fill it evenly. Each property uses
    /// another order, so that properties are uncorrelated.
    /// - Parameter property: A unique number.
    func place(_ property: Int) -> Double {
      let step = 1 + property % max(1, count - 1)
      return Double(2 * (number * step % count) + 1) / Double(count) - 1
    }
  }

  /// A prime, so that every step visits all positions.
  private static let shares = 11
  /// Smaller bursts are not distributed.
  private static let fewest = 4.0

  /// Whether particles rotate around the source.
  var isRadial: Bool { keys.number("emitterType") == 1 }

  private var names: [String] {
    let looks =
      ["finishParticleSizeVariance", "FinishParticleSizeVariance"]
      + ["Red", "Green", "Blue", "Alpha"].flatMap { ["finishColorVariance\($0)", "finishColor\($0)Variance"] }
    return looks + (isRadial ? ["rotatePerSecondVariance"] : ["radialAccelVariance", "tangentialAccelVariance"])
  }

  /// Whether cells differ by lifetime: each particle moves between the radii within its own life.
  private var spreadsLives: Bool {
    isRadial && lifeVariance > 0 && keys.number("maxRadius") != keys.number("minRadius")
  }

  /// Lifetimes of a share's particles in seconds.
  func lives(of share: Share) -> (mean: Double, variance: Double) {
    guard share.count > 1, spreadsLives else { return (life, lifeVariance) }
    return (life + lifeVariance * share.place(5), lifeVariance / Double(share.count))
  }

  /// The cells of a file: one, unless its spreads need several cells and there are enough particles.
  /// - Parameter rate: births per second.
  /// - Parameter count: total number of births; nil: unlimited.
  func shares(of rate: Double, count: Double?) -> [Share] {
    let spreads = names.filter { keys.has($0) && keys.number($0) != 0 }
    guard !spreads.isEmpty || spreadsLives else { return [Share()] }
    guard rate > 0, (count ?? .infinity) >= Self.fewest * Double(Self.shares) else {
      for key in spreads { keys.lose(key, "too few particles to divide into groups") }
      return [Share()]
    }
    return (0..<Self.shares).map { Share(number: $0, count: Self.shares) }
  }

  /// A non-negative variance; 0 if the particles are not distributed.
  func variance(_ key: String, _ other: String? = nil) -> Double {
    let given = other.map { keys.number(key, $0, within: -100_000...100_000) }
    let value = abs(given ?? keys.number(key, within: -100_000...100_000))
    return share.count == 1 ? 0 : value
  }
}
