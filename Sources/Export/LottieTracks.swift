struct LottieParticleTrack {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// Degrees, clockwise.
  private(set) var angle: [Double] = []
  /// Points; negative heights are mirrored.
  private(set) var width: [Double] = []
  private(set) var height: [Double] = []
  private(set) var alpha: [Double] = []
  /// Red, green and blue, each over the frames.
  private(set) var colors: [[Double]] = [[], [], []]
  /// Precision of colors: 255 steps, relative to their opacity.
  private(set) var colorBound = 0.015
  private(set) var isTurnedInSpace = false
  /// From a square of one point to the particle.
  private(set) var matrices: [LottieMatrix] = []
  /// Sides, which are 100 %.
  let size: (Double, Double)

  /// - Parameter size: size at 100 %; nil: the largest size of the track.
  init(_ life: LottieLifetimes.Life, size given: (Double, Double)? = nil) {
    let samples = life.samples
    size =
      given ?? (
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
    // The colour of an almost transparent particle is imprecise, so the nearest precise colour is used.
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

  /// Adds an angle, taking the shorter way round.
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

extension LottieLifetimes.Life {
  /// Values that are equal for particles with the same motion and appearance, in fiftieths of a point.
  struct Look: Hashable {
    let sprite: ObjectIdentifier
    let part: SIMD4<Float>
    let samples: [SIMD8<Float>]
  }

  var look: Look {
    Look(
      sprite: ObjectIdentifier(sprite.image), part: SIMD4(sprite.minU, sprite.minV, sprite.maxU, sprite.maxV),
      samples: samples.map {
        let places = SIMD4(lowHalf: $0.width, highHalf: $0.height)
        let tint = Float($0.tint >> 16), rest = Float($0.tint & 0xFFFF)
        return SIMD8(lowHalf: SIMD4($0.center.x, $0.center.y, tint / 50, rest / 50), highHalf: places) * 50
      }.map { $0.rounded(.toNearestOrEven) })
  }
}

extension SIMD2<Float> {
  fileprivate var length: Double { Double((self * self).sum().squareRoot()) }
}

extension LottieSprite {
  /// The radius of a disc of constant opacity, relative to half the picture's side; nil for a soft spot.
  static func edge(of stops: [(place: Double, alpha: Double)]) -> Double? {
    guard let end = stops.firstIndex(where: { $0.alpha < 0.5 }), end > 0,
      let inside = stops[..<end].lastIndex(where: { $0.alpha > 0.9 }),
      let outside = stops[end...].first(where: { $0.alpha < 0.1 }), outside.place - stops[inside].place < 0.2,
      stops[...inside].allSatisfy({ $0.alpha > 0.9 }), stops[end...].allSatisfy({ $0.alpha < 0.5 })
    else { return nil }
    let (a, b) = (stops[end - 1], stops[end])
    return a.place + (b.place - a.place) * (a.alpha - 0.5) / (a.alpha - b.alpha)
  }
}

/// Particles of an emitter over the frames of a movie, joined to lives: consecutive samples of one particle.
struct LottieLifetimes {
  struct Life {
    let sprite: ParticleBatch.Sprite
    var firstFrame: Int
    /// One per frame.
    var samples: [TracedParticle]
    /// Time of birth in seconds.
    let birth: Double
  }

  private(set) var lives: [Life] = []
  private(set) var mode = EmitterRenderMode.unordered
  private(set) var hasRibbons = false
  /// Indices of lives in the drawing order of an unsorted emitter: cell by cell.
  private var asDrawn: [Int] = []
  private var open: [UInt32: Int] = [:]
  private var lastFrame = -1

  /// Adds the particles of the next frame.
  /// - Parameter time: Seconds since the first frame.
  mutating func add(_ emitter: TracedEmitter, frame: Int, time: Double) {
    mode = emitter.mode
    if emitter.hasRibbons { hasRibbons = true }
    var next: [UInt32: Int] = [:]
    var place = 0
    for particle in emitter.particles where emitter.sprites.indices.contains(particle.sprite) {
      let sprite = emitter.sprites[particle.sprite]
      if let index = open[particle.identity], lastFrame == frame - 1, goesOn(lives[index], particle, sprite) {
        lives[index].samples.append(particle)
        next[particle.identity] = index
        while place < asDrawn.count, asDrawn[place] != index { place += 1 }
        place += 1
      } else {
        next[particle.identity] = lives.count
        place = min(place, asDrawn.count)
        asDrawn.insert(lives.count, at: place)
        place += 1
        lives.append(Life(sprite: sprite, firstFrame: frame, samples: [particle], birth: time - Double(particle.age)))
      }
    }
    (open, lastFrame) = (next, frame)
  }

  private func goesOn(_ life: Life, _ particle: TracedParticle, _ sprite: ParticleBatch.Sprite) -> Bool {
    guard let last = life.samples.last, particle.age >= last.age else { return false }
    return life.sprite.image === sprite.image && life.sprite.minU == sprite.minU && life.sprite.minV == sprite.minV
      && life.sprite.maxU == sprite.maxU && life.sprite.maxV == sprite.maxV
  }

  var fromBack: [Life] {
    if mode == .unordered { return asDrawn.map { lives[$0] } }
    let order = lives.indices.sorted { one, other in
      let (a, b) = (lives[one].birth, lives[other].birth)
      if a != b { return mode == .oldestLast ? a > b : a < b }
      return one < other
    }
    return order.map { lives[$0] }
  }
}

/// Transforms of a layer over its frames as Lottie members: position, scale, rotation and skew about an anchor.
struct LottieTransform {
  private let anchor: (Double, Double)
  private var places: [[Double]] = [[], []]
  /// Percent; negative heights are mirrored.
  private var scales: [[Double]] = [[], []]
  /// Degrees, clockwise.
  private var angles: [Double] = []
  private var skews: [Double] = []
  /// Distance in points from the anchor to the farthest point.
  private let reach: Double

  /// - Parameters:
  ///   - matrices: One per frame.
  ///   - anchor: The point for rotation and scale, in the layer's coordinates.
  ///   - reach: Distance in points to the farthest point of the layer.
  init(_ matrices: [LottieMatrix], anchor: (Double, Double), reach: Double) {
    (self.anchor, self.reach) = (anchor, max(1, reach))
    for matrix in matrices { add(matrix) }
  }

  private mutating func add(_ matrix: LottieMatrix) {
    let place = matrix.point(SIMD2(anchor.0, anchor.1))
    places[0].append(place.x)
    places[1].append(place.y)
    var (x, y) = (SIMD2(matrix.a, matrix.b), SIMD2(matrix.c, matrix.d))
    var width = x.length
    let last = angles.last ?? 0
    // A layer without width takes its angle from the height axis, or keeps the previous angle.
    var angle =
      width > 1e-6
      ? Double.atan2(x.y, x.x) * 180 / .pi : y.length > 1e-6 ? Double.atan2(-y.x, y.y) * 180 / .pi : last
    angle += ((last - angle) / 360).rounded() * 360
    // Of two equivalent descriptions, the closer one: half a turn more with both scales negated.
    if !angles.isEmpty, abs(angle - last) > 90 {
      angle += angle > last ? -180 : 180
      width = -width
    }
    (x, y) = (SIMD2(Double.cos(angle * .pi / 180), Double.sin(angle * .pi / 180)), y)
    let (along, up) = ((x * y).sum(), x.x * y.y - x.y * y.x)
    angles.append(angle)
    scales[0].append(width * 100)
    scales[1].append(up * 100)
    skews.append(abs(up) > 1e-6 && abs(along) > 1e-6 * abs(up) ? -Double.atan2(along, up) * 180 / .pi : 0)
    // Beyond a right angle, the skew is measured from the opposite side.
    if let skew = skews.last, abs(skew) > 90 { skews[skews.count - 1] = skew > 0 ? skew - 180 : skew + 180 }
  }

  /// Members of a transform, without braces.
  func text(first: Int) -> String {
    var members: [String] = []
    if anchor != (0, 0) { members.append("'a':{'a':0,'k':\(LottieCurveFit.list([anchor.0, anchor.1], 3))}") }
    let place = LottieCurveFit(places, tolerance: 0.02)
    members.append("'p':\(place.text(first: first, digits: 3))")
    return (members + shape(first: first)).joined(separator: ",")
  }

  func shape(first: Int) -> [String] {
    var members: [String] = []
    let scale = LottieCurveFit(scales, tolerance: min(1, max(0.005, 3 / reach)))
    if !scale.isConstant || scale.keys[0].value.contains(where: { abs($0 - 100) > 0.001 }) {
      members.append("'s':\(scale.text(first: first, digits: 3))")
    }
    for (key, values) in [("r", angles), ("sk", skews)] {
      let fit = LottieCurveFit([values], tolerance: min(0.5, max(0.003, 2 / reach)))
      if !fit.isConstant || abs(fit.keys[0].value[0]) > 0.001 {
        members.append("'\(key)':\(fit.text(first: first, digits: 3))")
      }
    }
    return members
  }
}
