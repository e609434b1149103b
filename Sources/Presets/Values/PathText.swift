import Foundation
package import StarmineGraphics

/// Paths written as in SVG's `d` attribute: `M 0 0 L 10 0 10 10 A 5 5 0 0 1 0 10 Z`.
///
/// A letter and its numbers, which commas or blanks part; a small letter counts its points from the current one.
package struct PathText {
  private var scanner: Substring
  private var path = CGPath.Geometry()
  private var current = CGPoint.zero
  private var start = CGPoint.zero
  /// The last control point, mirrored by S and T, with the letter that it belongs to.
  private var control: (letter: Character, point: CGPoint)?

  /// How many numbers a letter takes.
  private static let counts: [Character: Int] = [
    "M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0,
  ]

  /// Errors: an unknown letter, a missing or surplus number, a path that does not start with M.
  package static func parse(_ text: String) throws(ValueMismatch) -> CGPath.Geometry {
    var reader = PathText(scanner: text[...])
    try reader.readAll()
    return reader.path
  }

  private init(scanner: Substring) { self.scanner = scanner }

  private mutating func skipSeparators() {
    scanner = scanner.drop { $0.isWhitespace || $0 == "," }
  }

  private mutating func readAll() throws(ValueMismatch) {
    skipSeparators()
    while let letter = scanner.first {
      guard let kind = letter.uppercased().first, let count = Self.counts[kind] else {
        throw ValueMismatch("expected one of M L H V C S Q T A Z in the path, found \"\(scanner.prefix(20))\"")
      }
      guard kind == "M" || path.currentPoint != nil else { throw ValueMismatch("a path starts with M") }
      scanner.removeFirst()
      skipSeparators()
      if count == 0 { add(kind, [], isRelative: false) }
      var isFirst = true
      while count > 0, isFirst || scanner.first.map({ !$0.isLetter }) ?? false {
        var numbers: [CGFloat] = []
        for index in 0..<count {
          numbers.append(try kind == "A" && (index == 3 || index == 4) ? flag() : number(after: letter))
        }
        // Further points of a move are joined by lines.
        add(kind == "M" && !isFirst ? "L" : kind, numbers, isRelative: letter.isLowercase)
        isFirst = false
      }
    }
  }

  private mutating func number(after letter: Character) throws(ValueMismatch) -> CGFloat {
    guard let match = scanner.prefixMatch(of: /[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/), let value = Double(match.0),
      abs(value) <= Double(Float.greatestFiniteMagnitude)
    else { throw ValueMismatch("expected a number after \(letter) in the path, found \"\(scanner.prefix(20))\"") }
    scanner = scanner[match.range.upperBound...]
    skipSeparators()
    return CGFloat(value)
  }

  /// A flag of an arc, which needs no separator behind it.
  private mutating func flag() throws(ValueMismatch) -> CGFloat {
    guard let digit = scanner.first, digit == "0" || digit == "1" else {
      throw ValueMismatch("expected 0 or 1 for a flag of the arc in the path, found \"\(scanner.prefix(20))\"")
    }
    scanner.removeFirst()
    skipSeparators()
    return digit == "1" ? 1 : 0
  }

  private mutating func add(_ kind: Character, _ numbers: [CGFloat], isRelative: Bool) {
    let origin = isRelative ? current : .zero
    let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
      CGPoint(x: origin.x + numbers[$0], y: origin.y + numbers[$0 + 1])
    }
    let mirrored = control.map { CGPoint(x: 2 * current.x - $0.point.x, y: 2 * current.y - $0.point.y) } ?? current
    var end = points.last ?? start
    var nextControl: (Character, CGPoint)?
    switch kind {
    case "M":
      path.move(to: end)
      start = end
    case "L": path.addLine(to: end)
    case "H":
      end = CGPoint(x: origin.x + numbers[0], y: current.y)
      path.addLine(to: end)
    case "V":
      end = CGPoint(x: current.x, y: origin.y + numbers[0])
      path.addLine(to: end)
    case "C", "S":
      let first = kind == "C" ? points[0] : control?.letter == "C" ? mirrored : current
      path.addCurve(to: end, control1: first, control2: points[points.count - 2])
      nextControl = ("C", points[points.count - 2])
    case "Q", "T":
      let middle = kind == "Q" ? points[0] : control?.letter == "Q" ? mirrored : current
      path.addQuadCurve(to: end, control: middle)
      nextControl = ("Q", middle)
    case "A":
      end = CGPoint(x: origin.x + numbers[5], y: origin.y + numbers[6])
      path.addEllipticArc(
        to: end, radiusX: numbers[0], radiusY: numbers[1], rotation: numbers[2] * .pi / 180, isLarge: numbers[3] == 1,
        isSweeping: numbers[4] == 1)
    default: path.closeSubpath()
    }
    (current, control) = (end, nextControl)
  }
}
