import Foundation
import StarmineGraphics

/// The path that the lines of a text follow: one of its layer's masks.
struct LottieTextPath {
  /// The mask's path, and the margins at its start and its end, points.
  let properties: [LottieProperty]
  /// Whether characters stand upright on the path instead of as they are.
  let turns: Bool
  /// Whether each line reaches from margin to margin.
  let isForced: Bool
  private let isReversed: Bool
  /// The path, if it does not move.
  private let still: LottieMeasuredPath?

  /// Nil, and a note, where the mask is missing.
  init?(_ item: LottieObject, masks: [LottieObject]) {
    let index = item.whole("m", default: -1)
    guard masks.indices.contains(index) else {
      item.keys.lose("m", "the layer lacks the mask that the text follows")
      return nil
    }
    func flag(_ key: String) -> Bool {
      if item.property(key).isMoving { item.keys.lose(key, "it stays as it begins") }
      return item.property(key).value[at: 0] != 0
    }
    let path = masks[index].property("pt", default: [1])
    properties = [path, item.property("f"), item.property("l")]
    (turns, isForced, isReversed) = (flag("p"), flag("a"), flag("r"))
    still = path.isMoving ? nil : Self.way(path.value, isReversed)
  }

  private static func way(_ numbers: [Double], _ isReversed: Bool) -> LottieMeasuredPath {
    let path = LottiePath(numbers)
    return LottieMeasuredPath(isReversed ? path.reversed : path)
  }

  /// What a character costs: a path that moves is measured anew at each moment.
  var cost: Int { still == nil ? properties[0].value.count * 100 : 0 }

  /// Where a character stands, and how far it is turned there, degrees.
  ///
  /// Margins act as documented by After Effects: on the side to which a line is aligned, or both where it is centred.
  ///
  /// - Parameters:
  ///   - line: the characters of its line.
  ///   - shift: how far it is moved along the path, and down from it.
  ///   - values: of `properties`.
  func spot(
    of glyph: LottieGlyph, in line: [LottieGlyph], _ text: LottieText, shift: SIMD2<Double>,
    _ values: ArraySlice<[Double]>
  ) -> (place: SIMD2<Double>, turn: Double) {
    let own = Array(values)
    let way = still ?? Self.way(own[0], isReversed)
    let (first, room) = (own[1][at: 0], way.length + own[2][at: 0] - own[1][at: 0])
    var along = first + room * glyph.share + glyph.x - text.origin.x + glyph.advance / 2
    if isForced, line.count > 1, let start = line.first, let end = line.last {
      let step = (room - (start.advance + end.advance) / 2) / Double(line.count - 1)
      along = first + start.advance / 2 + step * Double(glyph.places[0] - start.places[0])
    }
    let (point, direction) = way.spot(at: along + shift.x)
    let down = glyph.y - text.origin.y + shift.y
    guard turns else { return (point + SIMD2(0, down), 0) }
    return (
      point + SIMD2(-direction.y, direction.x) * down, Double.atan2(direction.y, direction.x) * 180 / .pi
    )
  }
}

struct LottieMeasuredPath {
  private let curves: [LottieCubic]
  /// Of pieces, of which a curve has `pieces`.
  private let lengths: LottieLengths
  private let isClosed: Bool
  private static let pieces = 32

  var length: Double { lengths.total }

  init(_ path: LottiePath) {
    (curves, isClosed) = ((0..<path.segmentCount).map { path.evenCurve($0) }, path.isClosed)
    let ways = curves.flatMap { curve in
      (1...Self.pieces).map { curve.point(Double($0) / Double(Self.pieces)) }
    }
    lengths = LottieLengths(curves.prefix(1).map(\.a) + ways)
  }

  /// The point at a length, and the direction there: round and round on a closed path, straight on beyond the ends of
  /// another one.
  func spot(at given: Double) -> (point: SIMD2<Double>, direction: SIMD2<Double>) {
    guard length > 0 else { return (curves.first?.a ?? .zero, SIMD2(1, 0)) }
    let distance = isClosed ? given - (given / length).rounded(.down) * length : given
    let inside = max(0, min(length, distance))
    let (index, part) = lengths.piece(at: inside)
    let curve = curves[index / Self.pieces]
    let t = (Double(index % Self.pieces) + part) / Double(Self.pieces)
    let direction = curve.direction(t)
    return (curve.point(t) + direction * (distance - inside), direction)
  }
}

extension LottieCubic {
  /// The direction at a parameter, of length 1; at an end without a tangent that of the way from or to it.
  func direction(_ t: Double) -> SIMD2<Double> {
    let tangent = slope(t)
    let way = tangent.length > 1e-9 ? tangent : point(min(1, t + 0.01)) - point(max(0, t - 0.01))
    return way.length > 0 ? way / way.length : SIMD2(1, 0)
  }
}
