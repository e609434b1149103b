import StarmineGraphics
import StarmineScene
import StarmineImport

/// What a particle does over its frames.
struct LottieWay {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// Degrees, clockwise.
  private(set) var angle: [Double] = []
  /// Points; heights below 0 are mirrored.
  private(set) var width: [Double] = []
  private(set) var height: [Double] = []
  private(set) var alpha: [Double] = []
  /// Red, green and blue, each over the frames.
  private(set) var colors: [[Double]] = [[], [], []]
  /// How exactly colours are told: they come in 255 steps of their opacity.
  private(set) var colorBound = 0.015
  private(set) var isTurnedInSpace = false
  /// From a square of one point to the particle.
  private(set) var matrices: [LottieMatrix] = []
  /// Largest sides, which are 100 %.
  let size: (Double, Double)

  init(_ samples: [TracedParticle]) {
    size = (
      max(1e-3, samples.reduce(0) { max($0, $1.width.length) }),
      max(1e-3, samples.reduce(0) { max($0, $1.height.length) })
    )
    for sample in samples {
      x.append(Double(sample.center.x))
      y.append(Double(sample.center.y))
      let (w, h) = (sample.width, sample.height)
      matrices.append(LottieMatrix(a: Double(w.x), b: Double(w.y), c: Double(h.x), d: Double(h.y)))
      let cross = Double(w.x * h.y - w.y * h.x)
      width.append(w.length)
      height.append(cross < 0 ? -h.length : h.length)
      if abs(Double((w * h).sum())) > 0.02 * w.length * h.length + 1e-4 { isTurnedInSpace = true }
      add(angle: w.length > 1e-6 ? Double.atan2(Double(w.y), Double(w.x)) * 180 / .pi : angle.last ?? 0)
      add(tint: sample.tint)
    }
    // A colour of almost nothing is not told exactly: the nearest clear one stands for it.
    let least = (alpha.max() ?? 0) / 2
    colorBound = max(0.015, 1 / (255 * max(least, 1.0 / 255)))
    let clear = alpha.indices.filter { alpha[$0] >= least }
    for component in 0..<3 {
      var next = 0
      for index in alpha.indices where alpha[index] < least {
        while next + 1 < clear.count, abs(clear[next + 1] - index) <= abs(clear[next] - index) { next += 1 }
        colors[component][index] = colors[component][clear[next]]
      }
    }
  }

  /// The shorter way round.
  private mutating func add(angle degrees: Double) {
    let last = angle.last ?? degrees
    angle.append(degrees + ((last - degrees) / 360).rounded() * 360)
  }

  private mutating func add(tint: UInt32) {
    let own = Double(tint >> 24)
    alpha.append(own / 255)
    for component in 0..<3 {
      let value = Double(tint >> UInt32(16 - 8 * component) & 255)
      colors[component].append(own > 0 ? min(1, value / own) : 0)
    }
  }
}

extension SIMD2<Float> {
  fileprivate var length: Double { Double((self * self).sum().squareRoot()) }
}

extension LottieSprite {
  /// Where a disc of one opacity ends, as a share of half the picture's side; nil for what is soft.
  static func edge(of stops: [(place: Double, alpha: Double)]) -> Double? {
    guard let end = stops.firstIndex(where: { $0.alpha < 0.5 }), end > 0 else { return nil }
    let (a, b) = (stops[end - 1], stops[end])
    let isWhole = stops[..<end].allSatisfy { $0.alpha > 0.9 } && stops[end...].allSatisfy { $0.alpha < 0.5 }
    guard isWhole, b.place - a.place < 0.2 else { return nil }
    return a.place + (b.place - a.place) * (a.alpha - 0.5) / (a.alpha - b.alpha)
  }
}
