import Foundation
import StarmineGraphics
import StarmineDocument

/// What percentages of a length count.
enum SVGAxis {
  case x, y, diagonal
}

/// A number with a unit.
struct SVGLength {
  let value: Double
  /// In lower case; empty without one.
  let unit: String

  /// Nil for another text.
  init?(_ text: String) {
    var scanner = TextScanner(text)
    scanner.skipSpace()
    guard let value = scanner.number(), value.isFinite else { return nil }
    (self.value, unit) = (max(-1e9, min(1e9, value)), scanner.word())
    guard unit.isEmpty || unit == "%" || Self.factor(unit, fontSize: 1) != nil else { return nil }
  }

  private static let factors: [String: Double] = [
    "": 1, "px": 1, "pt": 4 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4,
  ]

  private static func factor(_ unit: String, fontSize: Double) -> Double? {
    factors[unit] ?? (unit == "em" ? fontSize : unit == "ex" ? fontSize / 2 : nil)
  }

  /// - Parameter whole: what 100 % is.
  func points(fontSize: Double, whole: Double) -> Double {
    unit == "%" ? value / 100 * whole : value * (Self.factor(unit, fontSize: fontSize) ?? 1)
  }

  static func fontSize(_ text: String, in outer: Double) -> Double {
    let names = ["xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large"]
    if let index = names.firstIndex(of: text) { return 16 * Double.pow(1.2, Double(index - 3)) }
    if text == "smaller" || text == "larger" { return text == "larger" ? outer * 1.2 : outer / 1.2 }
    return SVGLengthSum(text).map { max(0, $0.points(fontSize: outer, whole: outer)) } ?? outer
  }
}

/// A sum of lengths: one length, or `calc()` with `+` and `-`.
struct SVGLengthSum {
  var points = 0.0
  /// Multiples of the font size, and of what percentages count.
  var (heights, share) = (0.0, 0.0)

  init(points: Double, heights: Double, share: Double) {
    (self.points, self.heights, self.share) = (points, heights, share)
  }

  /// Nil for another text.
  init?(_ text: String) {
    guard text.contains("calc") else {
      guard let length = SVGLength(text) else { return nil }
      add(length)
      return
    }
    guard var rest = text.wholeMatch(of: /\s*calc\((.*)\)\s*/)?.1 else { return nil }
    while !rest.isEmpty {
      guard let match = rest.prefixMatch(of: /\s*([-+]?)\s*((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[a-z%]*)\s*/),
        let length = SVGLength("\(match.1)\(match.2)")
      else { return nil }
      add(length)
      rest = rest[match.range.upperBound...]
    }
  }

  private mutating func add(_ length: SVGLength) {
    switch length.unit {
    case "%": share += length.value / 100
    case "em": heights += length.value
    case "ex": heights += length.value / 2
    default: points += length.points(fontSize: 0, whole: 0)
    }
  }

  func points(fontSize: Double, whole: Double) -> Double { points + heights * fontSize + share * whole }

  var text: String {
    let parts = [(points, ""), (heights, "em"), (share * 100, "%")].filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }
    return parts.count < 2 ? parts.first ?? "0" : "calc(\(parts.joined(separator: "+").replacing("+-", with: "-")))"
  }
}

enum SVGValues {
  /// Numbers up to the first thing that is not one.
  static func numbers(_ text: String?) -> [Double] {
    var (scanner, result) = (TextScanner(text ?? ""), [Double]())
    while true {
      scanner.skip { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == UInt8(ascii: ",") }
      guard let number = scanner.number(), number.isFinite, result.count < 1_000_000 else { return result }
      result.append(max(-1e9, min(1e9, number)))
    }
  }

  /// A number or a percentage, 0...1.
  static func share(_ text: String?, default standard: Double = 1) -> Double {
    guard let length = text.flatMap({ SVGLength($0) }), length.unit.isEmpty || length.unit == "%" else {
      return standard
    }
    return max(0, min(1, length.points(fontSize: 1, whole: 1)))
  }

  /// The id in `url(#id)`, and what follows as a fallback.
  static func link(_ text: String) -> (id: String, rest: String)? {
    guard let match = text.prefixMatch(of: /\s*url\(\s*["']?\s*#([^)"']*?)\s*["']?\s*\)\s*/) else { return nil }
    return (String(match.1), String(text[match.range.upperBound...]))
  }

  /// A list of functions such as `translate(10 5) rotate(30)`; nil where it is not one.
  static func transform(_ text: String?) -> CGAffineTransform? {
    guard var rest = text?.trimmingCharacters(in: .whitespacesAndNewlines)[...], rest != "none" else {
      return .identity
    }
    var result = CGAffineTransform.identity
    while !rest.isEmpty {
      guard let match = rest.prefixMatch(of: /(\w+)\s*\(([^()]*)\)[\s,]*/),
        let part = function(String(match.1), arguments(String(match.2)))
      else { return nil }
      result = part.concatenating(result)
      rest = rest[match.range.upperBound...]
    }
    return result.isFinite ? result : nil
  }

  /// Numbers; units of style sheets are converted to points and degrees.
  static func arguments(_ text: String) -> [Double]? {
    var result: [Double] = []
    for match in text.matches(of: /([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([a-z%]*)/) {
      guard let number = Double(match.1), number.isFinite else { return nil }
      let factor: Double? =
        switch match.2 {
        case "", "deg", "px": 1
        case "rad": 180 / .pi
        case "turn": 360
        case "grad": 0.9
        default: SVGLength("1" + match.2)?.points(fontSize: 16, whole: 0)
        }
      guard let factor else { return nil }
      result.append(number * factor)
    }
    return result
  }

  private static func function(_ name: String, _ numbers: [Double]?) -> CGAffineTransform? {
    guard let numbers else { return nil }
    let isTurn = name == "rotate"
    let matrix = TransformText.matrix(named: name, degrees: isTurn ? Array(numbers.prefix(1)) : numbers)
    let map = matrix.map(CATransform3DGetAffineTransform)
    return isTurn && numbers.count >= 3 ? map?.about(CGPoint(x: numbers[1], y: numbers[2])) : map
  }

  /// The map of a viewBox onto a rectangle.
  static func fit(_ box: CGRect, into frame: CGRect, _ text: String?) -> CGAffineTransform {
    let words = (text ?? "").split(separator: " ").filter { $0 != "defer" }
    let align = words.first ?? "xMidYMid"
    var (sx, sy) = (frame.width / box.width, frame.height / box.height)
    if align != "none" {
      let scale = words.count > 1 && words[1] == "slice" ? max(sx, sy) : min(sx, sy)
      (sx, sy) = (scale, scale)
    }
    func share(_ axis: String) -> Double {
      align == "none" || align.contains(axis + "Min") ? 0 : align.contains(axis + "Max") ? 1 : 0.5
    }
    return CGAffineTransform(
      a: sx, b: 0, c: 0, d: sy, tx: frame.minX + (frame.width - box.width * sx) * share("x") - box.minX * sx,
      ty: frame.minY + (frame.height - box.height * sy) * share("Y") - box.minY * sy)
  }

  /// Red, green, blue and alpha; nil for a text that is not a colour.
  static func color(_ text: String) -> CGColor? {
    var plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if let icc = plain.range(of: "icc-color(") { plain = String(plain[..<icc.lowerBound]) }
    guard plain.lowercased() != "clear" else { return nil }
    return try? ColorText.parse(plain)
  }
}

extension CGAffineTransform {
  /// The same map with another fixed point than the origin.
  func about(_ point: CGPoint) -> CGAffineTransform {
    CGAffineTransform(translationX: -point.x, y: -point.y).concatenating(self)
      .concatenating(CGAffineTransform(translationX: point.x, y: point.y))
  }

  /// The map that is applied inside of another one.
  func inside(_ outer: CGAffineTransform) -> CGAffineTransform { concatenating(outer) }

  var determinant: Double { Double(a * d - b * c) }

  /// From units of a box.
  init(unitsOf box: CGRect) {
    self.init(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
  }
}

extension CGRect {
  /// Four numbers of a viewBox; nil without them, or where nothing is seen.
  init?(viewBox text: String?) {
    let v = SVGValues.numbers(text)
    guard v.count == 4, v[2] > 0, v[3] > 0 else { return nil }
    self.init(x: v[0], y: v[1], width: v[2], height: v[3])
  }
}
