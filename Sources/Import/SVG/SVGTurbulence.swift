/// The noise of `feTurbulence`, by the definition in the specification of filter effects.
struct SVGTurbulence {
  private var lattice = Array(0..<256)
  private var gradients: [[SIMD2<Double>]] = []
  private let frequency: SIMD2<Double>
  private let octaves: Int
  private let isFractal: Bool
  private let isLinear: Bool

  init(_ step: SVGNode, isLinear: Bool) {
    func numbers(_ key: String) -> [Double] { SVGValues.numbers(step[key]) }
    let parts = numbers("baseFrequency")
    frequency = SIMD2(parts.first ?? 0, parts.last ?? 0)
    octaves = Int(exactly: max(0, min(8, numbers("numOctaves").first?.rounded(.down) ?? 1))) ?? 1
    (isFractal, self.isLinear) = (step["type"] == "fractalNoise", isLinear)
    let limit = 2_147_483_647
    var state = Int(exactly: (numbers("seed").first ?? 0).rounded(.towardZero)) ?? 0
    state = min(limit - 1, state > 0 ? state : 1 - state % (limit - 1))
    func next() -> Int {
      state = 16_807 * (state % 127_773) - 2836 * (state / 127_773)
      if state <= 0 { state += limit }
      return state
    }
    for _ in 0..<4 {
      gradients.append(
        (0..<256).map { _ in
          let (x, y) = (Double(next() % 512 - 256), Double(next() % 512 - 256))
          return SIMD2(x, y) / max(1e-9, Double.hypot(x, y))
        })
    }
    for index in (1..<256).reversed() { lattice.swapAt(index, next() % 256) }
  }

  private func noise(_ channel: Int, _ point: SIMD2<Double>) -> Double {
    let place = point + 4096
    let low = place.rounded(.down)
    let (near, far) = (place - low, place - low - 1)
    let (x, y) = (Int(exactly: low.x) ?? 0, Int(exactly: low.y) ?? 0)
    func part(_ column: Int, _ row: Int, _ way: SIMD2<Double>) -> Double {
      (gradients[channel][lattice[(lattice[(x &+ column) & 255] &+ y &+ row) & 255]] * way).sum()
    }
    let share = near * near * (3 - 2 * near)
    func mixed(_ a: Double, _ b: Double, _ share: Double) -> Double { a + (b - a) * share }
    return mixed(
      mixed(part(0, 0, near), part(1, 0, SIMD2(far.x, near.y)), share.x),
      mixed(part(0, 1, SIMD2(near.x, far.y)), part(1, 1, far), share.x), share.y)
  }

  private func value(_ channel: Int, _ point: SIMD2<Double>) -> UInt8 {
    var (sum, factor) = (0.0, 1.0)
    for _ in 0..<octaves {
      let part = noise(channel, point * frequency * factor) / factor
      sum += isFractal ? part : abs(part)
      factor *= 2
    }
    let light = max(0, min(1, isFractal ? (sum + 1) / 2 : sum))
    let component = isLinear && channel < 3 ? ColorEncoding.component(ofLight: light) : light
    return UInt8(exactly: (component * 255).rounded()) ?? 0
  }

  /// Steps that a picture takes, about.
  func cost(_ size: CGSize) -> Int { Int(exactly: (size.width * size.height / 50).rounded()).map { $0 * octaves } ?? 0 }

  /// A TIFF of the noise in a region.
  func picture(_ region: CGRect, _ size: CGSize) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let (width, height) = (Int(exactly: size.width) ?? 1, Int(exactly: size.height) ?? 1)
    // The four numbers of bits follow the table, then the pixels.
    let tags = [
      (256, width), (257, height), (258, 134), (259, 1), (262, 2), (273, 142), (277, 4), (278, height),
      (279, 4 * width * height), (338, 2),
    ]
    var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0] + little(8, 4) + little(tags.count, 2)
    for (tag, value) in tags {
      let isShort = tag == 258 || tag == 338
      bytes += little(tag, 2) + little(isShort ? 3 : 4, 2) + little(tag == 258 ? 4 : 1, 4) + little(value, 4)
    }
    bytes += little(0, 4) + (0..<4).flatMap { _ in little(8, 2) }
    for y in 0..<height {
      for x in 0..<width {
        let point = SIMD2(
          region.minX + (Double(x) + 0.5) * region.width / Double(width),
          region.minY + (Double(y) + 0.5) * region.height / Double(height))
        for channel in 0..<4 { bytes.append(value(channel, point)) }
      }
    }
    return bytes
  }
}
