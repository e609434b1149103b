/// Solves spans when they are asked for, each once.
struct ConstraintSolver {
  private enum Progress {
    case running
    /// Nil where the equations place nothing.
    case solved(Span?)
  }

  let children: [CALayer]
  private let container: CGRect
  /// By index of the child, twice, plus axis.
  private var progress: [Int: Progress] = [:]

  init(_ layer: CALayer) {
    children = layer.children
    container = layer.bounds
  }

  /// The frame of a child as its equations and those of its sources say.
  mutating func frame(of index: Int) -> CGRect {
    let present = children[index].frame
    return CGRect(x: solve(index, .x) ?? present.span(.x), y: solve(index, .y) ?? present.span(.y))
  }

  /// Nil where nothing places the child along the axis: it stays, and siblings can read nothing of it (measured).
  private mutating func solve(_ index: Int, _ axis: Axis) -> Span? {
    let key = index * 2 + axis.rawValue
    switch progress[key] {
    case .solved(let span): return span
    // Children that wait for each other.
    case .running: return nil
    case nil: break
    }
    progress[key] = .running
    var equations: [(line: Int, value: CGFloat)] = []
    for constraint in children[index].constraints ?? [] where constraint.attribute.axis == axis {
      guard let value = value(of: constraint) else { continue }
      equations.append((constraint.attribute.line, value * constraint.scale + constraint.offset))
    }
    let span = children[index].frame.span(axis).satisfying(equations)
    progress[key] = .solved(span)
    return span
  }

  /// Nil for an unknown source and for one that is not placed.
  private mutating func value(of constraint: CAConstraint) -> CGFloat? {
    let (axis, line) = (constraint.sourceAttribute.axis, constraint.sourceAttribute.line)
    if constraint.sourceName == "superlayer" { return container.span(axis).value(line) }
    guard let index = children.firstIndex(where: { $0.name == constraint.sourceName }) else { return nil }
    return solve(index, axis)?.value(line)
  }
}

/// An interval of one axis.
private struct Span: Equatable {
  var low: CGFloat
  var high: CGFloat

  /// - Parameter line: 0 the low edge, 1 the middle, 2 the high edge, 3 the length.
  func value(_ line: Int) -> CGFloat {
    switch line {
    case 0: low
    case 1: (low + high) / 2
    case 2: high
    default: high - low
    }
  }
}

enum Axis: Int {
  case x, y
}

extension Span {
  /// The span that satisfies the last equation and, of the others, the first line of low, middle, high and length
  /// (measured); moved where there is one alone. Nil where nothing follows: a length alone, one line twice, or what is
  /// not finite.
  fileprivate func satisfying(_ equations: [(line: Int, value: CGFloat)]) -> Span? {
    guard let last = equations.last else { return nil }
    let solved: Span
    if equations.count > 1 {
      let others = equations.filter { $0.line != last.line }
      guard let other = others.min(by: { $0.line < $1.line }) else { return nil }
      solved = Span.between(last, other)
    } else {
      guard last.line != 3 else { return nil }
      let move = last.value - value(last.line)
      solved = Span(low: low + move, high: high + move)
    }
    return solved.low.isFinite && solved.high.isFinite && solved.low <= solved.high ? solved : nil
  }

  /// From two equations of different lines.
  private static func between(_ one: (line: Int, value: CGFloat), _ two: (line: Int, value: CGFloat)) -> Span {
    let (a, b) = one.line < two.line ? (one, two) : (two, one)
    switch (a.line, b.line) {
    case (0, 1): return Span(low: a.value, high: 2 * b.value - a.value)
    case (0, 2): return Span(low: a.value, high: b.value)
    case (0, _): return Span(low: a.value, high: a.value + b.value)
    case (1, 2): return Span(low: 2 * a.value - b.value, high: b.value)
    case (1, _): return Span(low: a.value - b.value / 2, high: a.value + b.value / 2)
    default: return Span(low: a.value - b.value, high: a.value)
    }
  }
}

extension CAConstraintAttribute {
  fileprivate var axis: Axis { rawValue < 4 ? .x : .y }
  fileprivate var line: Int { rawValue % 4 }
}

extension CGRect {
  fileprivate init(x: Span, y: Span) {
    self.init(x: x.low, y: y.low, width: x.high - x.low, height: y.high - y.low)
  }

  fileprivate func span(_ axis: Axis) -> Span {
    axis == .x ? Span(low: minX, high: maxX) : Span(low: minY, high: maxY)
  }
}
