/// The motion of a particle that rotates in 3D: its rotation in its plane, the tilt of the plane, and the direction of
/// the tilt.
///
/// All three are smooth even when the plane is edge-on, unlike a size with a skew.
struct LottieSpin {
  /// Angle of the plane's longer side in degrees, one per frame.
  private var tilts: [Double] = []
  /// Shorter side of a square in the plane, as a fraction of the longer one; negative if it is mirrored.
  private var depths: [Double] = []
  /// Degrees in the plane.
  private var angles: [Double] = []
  /// Points for a pixel of the picture.
  private var scales: [Double] = []
  /// Sides of the picture in pixels.
  private let sides: SIMD2<Double>

  /// Maximum error of a corner in points.
  private static let bound = 0.1

  /// Nil for particles that are not rotated in 3D.
  init?(_ life: LottieLifetimes.Life) {
    let sprite = life.sprite
    sides = SIMD2(
      Double(sprite.image.width) * Double(sprite.maxU - sprite.minU),
      Double(sprite.image.height) * Double(sprite.maxV - sprite.minV))
    guard sides.min() > 0 else { return nil }
    for sample in life.samples { add(SIMD2<Double>(sample.width) / sides.x, SIMD2<Double>(sample.height) / sides.y) }
    guard depths.contains(where: { abs($0) < 0.98 }) else { return nil }
  }

  /// Adds the axes of a frame by its singular values: a turn, two sizes, and another turn.
  private mutating func add(_ x: SIMD2<Double>, _ y: SIMD2<Double>) {
    let (sum, difference, mixed) = (
      (x * x + y * y).sum() / 2, (x.x * x.x + y.x * y.x - x.y * x.y - y.y * y.y) / 2, x.x * x.y + y.x * y.y
    )
    let spread = (difference * difference + mixed * mixed).squareRoot()
    let (long, short) = ((sum + spread).squareRoot(), max(0, sum - spread).squareRoot())
    let depth = long > 0 ? short / long * (x.x * y.y - x.y * y.x < 0 ? -1 : 1) : 1
    let last = tilts.last ?? 0
    var tilt = 0.5 * Double.atan2(mixed, difference) * 180 / .pi
    tilt += ((last - tilt) / 180).rounded() * 180
    // A plane that faces the viewer has no direction of tilt.
    if abs(depth) > 0.995 { tilt = last }
    let (cosine, sine) = (Double.cos(tilt * .pi / 180), Double.sin(tilt * .pi / 180))
    // The axis of the plane that is not projected to a point.
    let (a, b) = (cosine * x.x + sine * x.y, cosine * y.x + sine * y.y)
    let (c, d) = ((cosine * x.y - sine * x.x) * depth, (cosine * y.y - sine * y.x) * depth)
    let angle = Double.atan2(c - b, a + d) * 180 / .pi
    let before = angles.last ?? angle
    angles.append(angle + ((before - angle) / 360).rounded() * 360)
    tilts.append(tilt)
    depths.append(depth)
    scales.append(long)
  }

  private var largest: Double { max(1e-6, scales.max() ?? 0) }

  /// Sides in the plane at 100 %.
  var size: (Double, Double) { (sides.x * largest, sides.y * largest) }

  private var reach: Double { max(1, sides.length * largest / 2) }

  private func turn(_ degrees: [Double], _ first: Int) -> String {
    let fit = LottieCurveFit([degrees], tolerance: min(2, max(0.2, Self.bound * 180 / .pi / reach)))
    return ",'r':\(fit.text(first: first, digits: 1))"
  }

  private var sizeBound: Double { min(5, max(0.5, 100 * Self.bound / reach)) }

  /// Members of the transform of the plane.
  func plane(_ first: Int) -> String {
    let depth = LottieCurveFit([depths.map { $0 * 100 }], tolerance: sizeBound)
    return "\(turn(tilts, first)),'s':\(depth.text(first: first, digits: 1) { [100, $0[0]] })"
  }

  /// The transform in the plane.
  func turn(_ first: Int, _ isRound: Bool) -> String {
    let scale = LottieCurveFit([scales.map { $0 / largest * 100 }], tolerance: sizeBound)
    let size = scale.isConstant ? "" : ",'s':\(scale.text(first: first, digits: 1) { [$0[0], $0[0]] })"
    return "{'ty':'tr'\(isRound ? "" : turn(angles, first))\(size)}"
  }
}
