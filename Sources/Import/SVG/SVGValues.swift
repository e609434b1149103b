/// The dimension that percentages of a length refer to.
enum SVGAxis {
  case x, y, diagonal
}

/// A number with a unit, or a sum: `calc()` with `+` and `-`.
struct SVGLength {
  let value: Double
  /// Lowercase; empty without a unit, `calc` for a sum.
  let unit: String
  /// Points, and multiples of the font size and of the percentage base.
  let parts: SIMD3<Double>

  private static let units: [String: SIMD3<Double>] = [
    "": [1, 0, 0], "px": [1, 0, 0], "pt": [4 / 3, 0, 0], "pc": [16, 0, 0], "in": [96, 0, 0], "cm": [96 / 2.54, 0, 0],
    "mm": [96 / 25.4, 0, 0], "em": [0, 1, 0], "ex": [0, 0.5, 0], "%": [0, 0, 0.01],
  ]

  /// Returns nil for other texts.
  init?(_ text: String) {
    if text.contains("calc("), let sum = Self.sum(text) {
      (value, unit, parts) = (0, "calc", sum)
      return
    }
    var scanner = TextScanner(text)
    scanner.skipSpace()
    guard let number = scanner.number(), number.isFinite else { return nil }
    (value, unit) = (number.bounded, scanner.word())
    guard let factors = Self.units[unit] else { return nil }
    parts = value * factors
  }

  private static func sum(_ text: String) -> SIMD3<Double>? {
    guard var rest = text.wholeMatch(of: /\s*calc\((.*)\)\s*/)?.1 else { return nil }
    var result = SIMD3<Double>.zero
    while let match = rest.prefixMatch(of: /\s*([-+]?)\s*((?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?[a-z%]*)\s*/) {
      guard let length = SVGLength("\(match.1)\(match.2)") else { return nil }
      result += length.parts
      rest = rest[match.range.upperBound...]
    }
    return rest.isEmpty ? result : nil
  }

  /// - Parameter whole: The value of 100 %.
  func points(fontSize: Double, whole: Double) -> Double { (parts * SIMD3(1, fontSize, whole)).sum() }

  static func text(_ parts: SIMD3<Double>) -> String {
    let terms = [(parts.x, ""), (parts.y, "em"), (parts.z * 100, "%")].filter { $0.0 != 0 }.map { "\($0.0)\($0.1)" }
    return terms.count < 2 ? terms.first ?? "0" : "calc(\(terms.joined(separator: "+").replacing("+-", with: "-")))"
  }

  static func fontSize(_ text: String, in outer: Double) -> Double {
    let names = ["xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large"]
    if let index = names.firstIndex(of: text) { return 16 * Double.pow(1.2, Double(index - 3)) }
    if text == "smaller" || text == "larger" { return text == "larger" ? outer * 1.2 : outer / 1.2 }
    return SVGLength(text).map { max(0, $0.points(fontSize: outer, whole: outer)) } ?? outer
  }
}

enum SVGValues {
  /// Numbers up to the first invalid one.
  static func numbers(_ text: String?) -> [Double] {
    var (scanner, result) = (TextScanner(text ?? ""), [Double]())
    while true {
      scanner.skip { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == UInt8(ascii: ",") }
      guard let number = scanner.number(), number.isFinite, result.count < 1_000_000 else { return result }
      result.append(number.bounded)
    }
  }

  /// A number or a percentage, 0...1.
  static func share(_ text: String?, default standard: Double = 1) -> Double {
    guard let length = text.flatMap({ SVGLength($0) }), length.unit.isEmpty || length.unit == "%" else {
      return standard
    }
    return max(0, min(1, length.points(fontSize: 1, whole: 1)))
  }

  /// The ID in `url(#id)`, and the fallback that follows.
  static func link(_ text: String) -> (id: String, rest: String)? {
    guard let match = text.prefixMatch(of: /\s*url\(\s*["']?\s*#([^)"']*?)\s*["']?\s*\)\s*/) else { return nil }
    return (String(match.1), String(text[match.range.upperBound...]))
  }

  /// A list of functions such as `translate(10 5) rotate(30)`; nil if it is invalid.
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

  private static let angles: [Substring: Double] = ["deg": 1, "rad": 180 / .pi, "turn": 360, "grad": 0.9]

  /// Numbers. Units of style sheets are converted to points and degrees.
  static func arguments(_ text: String) -> [Double]? {
    var result: [Double] = []
    for match in text.matches(of: /([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([a-z%]*)/) {
      guard let number = Double(match.1), number.isFinite else { return nil }
      let factor = angles[match.2] ?? SVGLength("1" + match.2)?.points(fontSize: 16, whole: 0)
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

  /// The map of a viewBox to a rectangle.
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

  /// Red, green, blue and alpha; nil for an invalid colour.
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

  func inside(_ outer: CGAffineTransform) -> CGAffineTransform { concatenating(outer) }

  var determinant: Double { Double(a * d - b * c) }

  init(unitsOf box: CGRect) {
    self.init(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
  }
}

extension CGRect {
  /// Returns nil if the numbers are missing or the size is not positive.
  init?(viewBox text: String?) {
    let v = SVGValues.numbers(text)
    guard v.count == 4, v[2] > 0, v[3] > 0 else { return nil }
    self.init(x: v[0], y: v[1], width: v[2], height: v[3])
  }
}
