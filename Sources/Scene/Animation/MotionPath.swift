/// A path as keyframes: position and direction at each progress (behavior.md 2.6).
package struct MotionPath: Sendable {
  /// A line or curve.
  fileprivate struct Piece: Sendable {
    var start: CGPoint
    var control1: CGPoint
    var control2: CGPoint
    var end: CGPoint
    var isLine: Bool
    /// Lengths of a curve at equal steps of its parameter.
    var lengths: [Double] = []
  }
  private static let stepCount = 64

  private let pieces: [Piece]
  private let times: [Double]
  private let mode: CalculationMode
  private let curves: [TimingCurve]
  private let isPaced: Bool

  package init?(
    _ path: CGPath.Geometry, keyTimes: [Double]? = nil, mode: CalculationMode = .linear, curves: [TimingCurve] = []
  ) {
    var pieces = Self.pieces(path)
    guard !pieces.isEmpty else { return nil }
    // Key times are cut to the number of key points (measured for values).
    let times = keyTimes.flatMap { $0.count > 1 ? Array($0.prefix(pieces.count + 1)) : nil }
    if let times { pieces = Array(pieces.prefix(times.count - 1)) }
    for index in pieces.indices { pieces[index].measure(steps: Self.stepCount) }
    isPaced = mode.isPaced && times == nil
    self.pieces = pieces
    self.times =
      times ?? (isPaced ? proportionalTimes(pieces.map { $0.lengths.last ?? 0 }) : nil)
      ?? (0...pieces.count).map { Double($0) / Double(pieces.count) }
    self.mode = mode
    self.curves = mode.isPaced || mode == .discrete ? [] : curves
  }

  package func point(at progress: Double) -> CGPoint {
    let (piece, parameter) = locate(progress)
    return piece.point(parameter)
  }

  package func angle(at progress: Double) -> Double {
    let (piece, parameter) = locate(progress)
    let direction = piece.direction(parameter)
    return Double.atan2(Double(direction.y), Double(direction.x))
  }

  private func locate(_ progress: Double) -> (Piece, Double) {
    let (index, local) = segment(in: times, at: progress)
    if mode == .discrete { return (pieces[index], 0) }
    let eased = index < curves.count ? curves[index].value(at: local) : local
    return (pieces[index], isPaced ? pieces[index].parameter(atFraction: eased) : eased)
  }

  private static func pieces(_ path: CGPath.Geometry) -> [Piece] {
    var pieces: [Piece] = []
    var (start, current) = (CGPoint.zero, CGPoint.zero)
    for element in path.elements {
      switch element {
      case .move(let point):
        (start, current) = (point, point)
        continue
      case .line(let end):
        pieces.append(Piece(start: current, control1: current, control2: end, end: end, isLine: true))
      case .close: pieces.append(Piece(start: current, control1: current, control2: start, end: start, isLine: true))
      case .quadCurve(let end, let control):
        pieces.append(
          Piece(
            start: current, control1: current.between(control, 2.0 / 3), control2: end.between(control, 2.0 / 3),
            end: end, isLine: false))
      case .curve(let end, let control1, let control2):
        pieces.append(Piece(start: current, control1: control1, control2: control2, end: end, isLine: false))
      }
      current = pieces[pieces.count - 1].end
    }
    return pieces
  }
}

extension MotionPath.Piece {
  fileprivate func point(_ t: Double) -> CGPoint {
    if isLine { return start.between(end, t) }
    let u = 1 - t
    let (b0, b1, b2, b3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return CGPoint(
      x: b0 * start.x + b1 * control1.x + b2 * control2.x + b3 * end.x,
      y: b0 * start.y + b1 * control1.y + b2 * control2.y + b3 * end.y)
  }

  /// The derivative. If it is 0 (control points at the ends), the direction to the end.
  fileprivate func direction(_ t: Double) -> CGPoint {
    let u = 1 - t
    let (b0, b1, b2) = (u * u, 2 * u * t, t * t)
    let x = b0 * (control1.x - start.x) + b1 * (control2.x - control1.x) + b2 * (end.x - control2.x)
    let y = b0 * (control1.y - start.y) + b1 * (control2.y - control1.y) + b2 * (end.y - control2.y)
    return isLine || (x == 0 && y == 0) ? CGPoint(x: end.x - start.x, y: end.y - start.y) : CGPoint(x: x, y: y)
  }

  fileprivate mutating func measure(steps: Int) {
    lengths = [0]
    var last = start
    let count = isLine ? 1 : steps
    for step in 1...count {
      let next = point(Double(step) / Double(count))
      let (x, y) = (Double(next.x - last.x), Double(next.y - last.y))
      lengths.append(lengths[step - 1] + (x * x + y * y).squareRoot())
      last = next
    }
  }

  /// The parameter at a fraction of the length.
  fileprivate func parameter(atFraction fraction: Double) -> Double {
    let total = lengths[lengths.count - 1]
    guard !isLine, total > 0 else { return fraction }
    let (index, local) = segment(in: lengths, at: fraction * total)
    return (Double(index) + local) / Double(lengths.count - 1)
  }
}

extension CGPoint {
  fileprivate func between(_ other: CGPoint, _ t: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * CGFloat(t), y: y + (other.y - y) * CGFloat(t))
  }
}
