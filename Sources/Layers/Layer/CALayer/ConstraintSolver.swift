import Foundation
import StarmineGraphics

/// Solves spans when they are asked for, each once.
struct ConstraintSolver {
  private enum Progress {
    case running
    case solved(Span)
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
    CGRect(x: solve(index, .x), y: solve(index, .y))
  }

  private mutating func solve(_ index: Int, _ axis: Axis) -> Span {
    let present = children[index].frame.span(axis)
    let key = index * 2 + axis.rawValue
    switch progress[key] {
    case .solved(let span): return span
    // A circle; callers leave such equations out before they come here.
    case .running: return present
    case nil: break
    }
    progress[key] = .running
    var equations: [(line: Int, value: CGFloat)] = []
    for constraint in children[index].constraints ?? [] where constraint.attribute.axis == axis {
      guard let value = value(of: constraint) else { continue }
      equations.append((constraint.attribute.line, value * constraint.scale + constraint.offset))
    }
    let span = present.satisfying(equations) ?? present
    progress[key] = .solved(span)
    return span
  }

  /// Nil for an unknown source and for a circle.
  private mutating func value(of constraint: CAConstraint) -> CGFloat? {
    let (axis, line) = (constraint.sourceAttribute.axis, constraint.sourceAttribute.line)
    if constraint.sourceName == "superlayer" { return container.span(axis).value(line) }
    guard let index = children.firstIndex(where: { $0.name == constraint.sourceName }) else { return nil }
    if case .running = progress[index * 2 + axis.rawValue] { return nil }
    return solve(index, axis).value(line)
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
  /// The span that satisfies the equations, moved where one is given; nil where they contradict each other or are not
  /// finite.
  fileprivate func satisfying(_ equations: [(line: Int, value: CGFloat)]) -> Span? {
    guard let first = equations.first else { return self }
    let second = equations.first { $0.line != first.line }
    let solved: Span
    if let second {
      solved = Span.between(first, second)
    } else if first.line == 3 {
      solved = Span(low: low, high: low + first.value)
    } else {
      let move = first.value - value(first.line)
      solved = Span(low: low + move, high: high + move)
    }
    let agrees = equations.allSatisfy { abs(solved.value($0.line) - $0.value) <= 1e-6 * max(1, abs($0.value)) }
    return agrees && solved.low.isFinite && solved.high.isFinite && solved.low <= solved.high ? solved : nil
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
