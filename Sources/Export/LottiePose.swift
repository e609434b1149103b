import StarmineGraphics
import StarmineImport

/// Transforms of a layer over its frames, as Lottie spells them: place, size, turn and skew about an anchor.
struct LottiePose {
  private let anchor: (Double, Double)
  private var places: [[Double]] = [[], []]
  /// Percent; heights below 0 are mirrored.
  private var scales: [[Double]] = [[], []]
  /// Degrees, clockwise.
  private var angles: [Double] = []
  private var skews: [Double] = []
  /// Points from the anchor to what is farthest from it.
  private let reach: Double

  /// - Parameters:
  ///   - matrices: one a frame.
  ///   - anchor: about which turns and sizes are told; in the layer's coordinates.
  ///   - reach: points from there to what is farthest away.
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
    // What has no width is turned as its height is, or as it was.
    var angle =
      width > 1e-6
      ? Double.atan2(x.y, x.x) * 180 / .pi : y.length > 1e-6 ? Double.atan2(-y.x, y.y) * 180 / .pi : last
    angle += ((last - angle) / 360).rounded() * 360
    // The nearer of both ways to say it: half a turn more is both sizes below 0.
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
    // Beyond a right angle the skew is told from the other side.
    if let skew = skews.last, abs(skew) > 90 { skews[skews.count - 1] = skew > 0 ? skew - 180 : skew + 180 }
  }

  /// Members of a transform, without braces.
  func text(first: Int) -> String {
    var members: [String] = []
    if anchor != (0, 0) { members.append("'a':{'a':0,'k':\(LottieFit.list([anchor.0, anchor.1], 3))}") }
    let place = LottieFit(places, tolerance: 0.02, pace: .together)
    members.append("'p':\(place.text(first: first, digits: 3))")
    return (members + shape(first: first)).joined(separator: ",")
  }

  /// Size, turn and skew.
  func shape(first: Int) -> [String] {
    var members: [String] = []
    let scale = LottieFit(scales, tolerance: min(1, max(0.005, 3 / reach)), pace: .together)
    if !scale.isConstant || scale.keys[0].value.contains(where: { abs($0 - 100) > 0.001 }) {
      members.append("'s':\(scale.text(first: first, digits: 3))")
    }
    for (key, values) in [("r", angles), ("sk", skews)] {
      let fit = LottieFit([values], tolerance: min(0.5, max(0.003, 2 / reach)))
      if !fit.isConstant || abs(fit.keys[0].value[0]) > 0.001 {
        members.append("'\(key)':\(fit.text(first: first, digits: 3))")
      }
    }
    return members
  }
}
