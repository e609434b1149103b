/// Paths written as in SVG's `d` attribute: `M 0 0 L 10 0 10 10 A 5 5 0 0 1 0 10 Z`.
///
/// A letter and its numbers, which commas or blanks part; a small letter counts its points from the current one.
package struct PathText {
  private var scanner: TextScanner
  private var path = CGPath.Geometry()
  private var current = CGPoint.zero
  private var start = CGPoint.zero
  /// The numbers of one step, kept between steps.
  private var numbers: [CGFloat] = []
  /// The last control point, mirrored by S and T, with the letter that it belongs to.
  private var control: (letter: Letter, point: CGPoint)?

  /// A step of the path; small letters of the text are the same steps from the current point.
  private enum Letter: UInt8 {
    case move = 0x4D  // M
    case line = 0x4C  // L
    case horizontal = 0x48  // H
    case vertical = 0x56  // V
    case curve = 0x43  // C
    case smoothCurve = 0x53  // S
    case quad = 0x51  // Q
    case smoothQuad = 0x54  // T
    case arc = 0x41  // A
    case close = 0x5A  // Z

    /// How many numbers it takes.
    var count: Int {
      switch self {
      case .close: 0
      case .horizontal, .vertical: 1
      case .move, .line, .smoothQuad: 2
      case .smoothCurve, .quad: 4
      case .curve: 6
      case .arc: 7
      }
    }
  }

  /// Errors: an unknown letter, a missing or surplus number, a path that does not start with M.
  package static func parse(_ text: String) throws(ValueMismatchError) -> CGPath.Geometry {
    var reader = PathText(scanner: TextScanner(text))
    try reader.readAll()
    return reader.path
  }

  /// A path up to the first error in its text.
  package static func leading(_ text: String) -> CGPath.Geometry {
    var reader = PathText(scanner: TextScanner(text))
    try? reader.readAll()
    return reader.path
  }

  private init(scanner: TextScanner) { self.scanner = scanner }

  private mutating func skipSeparators() {
    scanner.skip { $0.isSpace || $0 == UInt8(ascii: ",") }
  }

  private mutating func readAll() throws(ValueMismatchError) {
    skipSeparators()
    while let byte = scanner.byte {
      guard byte >= UInt8(ascii: "A"), let letter = Letter(rawValue: byte & ~0x20) else {
        throw ValueMismatchError("expected one of M L H V C S Q T A Z in the path, found \"\(scanner.rest)\"")
      }
      guard letter == .move || path.currentPoint != nil else { throw ValueMismatchError("a path starts with M") }
      let name = Character(UnicodeScalar(byte))
      scanner.advance()
      skipSeparators()
      try readSteps(letter, named: name, isRelative: byte & 0x20 != 0)
    }
  }

  /// The numbers behind a letter, for one step or several.
  private mutating func readSteps(_ letter: Letter, named name: Character, isRelative: Bool) throws(ValueMismatchError)
  {
    var step = letter
    repeat {
      numbers.removeAll(keepingCapacity: true)
      for index in 0..<letter.count {
        numbers.append(try letter == .arc && (index == 3 || index == 4) ? flag() : number(after: name))
      }
      add(step, from: isRelative ? current : .zero)
      // Further points of a move are joined by lines.
      if step == .move { step = .line }
    } while letter.count > 0 && scanner.byte.map { !$0.isLetter } ?? false
  }

  private mutating func number(after letter: Character) throws(ValueMismatchError) -> CGFloat {
    let place = scanner
    guard let value = scanner.number(), abs(value) <= Double(Float.greatestFiniteMagnitude) else {
      throw ValueMismatchError("expected a number after \(letter) in the path, found \"\(place.rest)\"")
    }
    skipSeparators()
    return CGFloat(value)
  }

  /// A flag of an arc, which needs no separator behind it.
  private mutating func flag() throws(ValueMismatchError) -> CGFloat {
    guard let digit = scanner.byte, digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1") else {
      throw ValueMismatchError("expected 0 or 1 for a flag of the arc in the path, found \"\(scanner.rest)\"")
    }
    scanner.advance()
    skipSeparators()
    return digit == UInt8(ascii: "1") ? 1 : 0
  }

  // MARK: Steps

  /// The point whose coordinates are the numbers at an index and behind it.
  private func point(_ index: Int, _ origin: CGPoint) -> CGPoint {
    CGPoint(x: origin.x + numbers[index], y: origin.y + numbers[index + 1])
  }

  /// The control point of the last step, if it was of this kind, on the other side of the current point.
  private func mirrored(_ letter: Letter) -> CGPoint {
    guard let control, control.letter == letter else { return current }
    return CGPoint(x: 2 * current.x - control.point.x, y: 2 * current.y - control.point.y)
  }

  /// - Parameter origin: what the numbers count from.
  private mutating func add(_ letter: Letter, from origin: CGPoint) {
    var end = start
    var nextControl: (Letter, CGPoint)?
    switch letter {
    case .move:
      end = point(0, origin)
      path.move(to: end)
      start = end
    case .line: end = addLine(to: point(0, origin))
    case .horizontal: end = addLine(to: CGPoint(x: origin.x + numbers[0], y: current.y))
    case .vertical: end = addLine(to: CGPoint(x: current.x, y: origin.y + numbers[0]))
    case .curve, .smoothCurve:
      let first = letter == .curve ? point(0, origin) : mirrored(.curve)
      let second = point(letter == .curve ? 2 : 0, origin)
      end = point(letter == .curve ? 4 : 2, origin)
      path.addCurve(to: end, control1: first, control2: second)
      nextControl = (.curve, second)
    case .quad, .smoothQuad:
      let middle = letter == .quad ? point(0, origin) : mirrored(.quad)
      end = point(letter == .quad ? 2 : 0, origin)
      path.addQuadCurve(to: end, control: middle)
      nextControl = (.quad, middle)
    case .arc:
      end = point(5, origin)
      path.addEllipticArc(
        to: end, radiusX: numbers[0], radiusY: numbers[1], rotation: numbers[2] * .pi / 180, isLarge: numbers[3] == 1,
        isSweeping: numbers[4] == 1)
    case .close: path.closeSubpath()
    }
    (current, control) = (end, nextControl)
  }

  private mutating func addLine(to end: CGPoint) -> CGPoint {
    path.addLine(to: end)
    return end
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension PathText {
  /// A path as `parse` reads it: `M 0 0 L 10 0 Z`.
  package static func text(_ path: CGPath.Geometry) -> String {
    func spelled(_ points: CGPoint...) -> String {
      points.map { "\(ValueText.text($0.x)) \(ValueText.text($0.y))" }.joined(separator: " ")
    }
    return path.elements.map { element -> String in
      switch element {
      case .move(let to): "M " + spelled(to)
      case .line(let to): "L " + spelled(to)
      case .quadCurve(let to, let control): "Q " + spelled(control, to)
      case .curve(let to, let control1, let control2): "C " + spelled(control1, control2, to)
      case .close: "Z"
      }
    }.joined(separator: " ")
  }
}
