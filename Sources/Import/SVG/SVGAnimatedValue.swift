import Foundation
import StarmineGraphics
import StarmineDocument

/// A value of an attribute as numbers that can be mixed.
struct SVGAnimatedValue: Equatable {
  enum Kind: Equatable {
    case lengths, color, path, motion, word
    /// Functions of a `transform`.
    case functions
    /// The function of an `animateTransform`.
    case function(String)
  }

  let kind: Kind
  var numbers: [Double]
  /// Parts that must agree so that two values can be mixed: letters of a path, names of functions, a word.
  var layout: [String] = []

  private static let colors: Set = ["fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"]

  /// The kind of an attribute's values.
  static func kind(of key: String) -> Kind {
    key == "d" ? .path : key == "transform" ? .functions : colors.contains(key) ? .color : .lengths
  }

  init(_ kind: Kind, _ numbers: [Double], _ layout: [String] = []) {
    (self.kind, self.numbers, self.layout) = (kind, numbers, layout)
  }

  /// Nil for a text that cannot be a value of this kind.
  init?(_ text: String, _ kind: Kind) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch kind {
    case .word: self.init(.word, [], [text])
    case .color:
      let color = SVGValues.color(text)
      self.init(color == nil ? .word : .color, color?.channels ?? [], color == nil ? [text] : [])
    case .path:
      let elements = PathText.leading(SVGContext.pathText(text)).elements.map(PathText.parts)
      self.init(.path, elements.flatMap(\.numbers), elements.map(\.letter))
    case .motion: return nil
    case .function(let name):
      var numbers = SVGValues.numbers(text)
      guard (1...3).contains(numbers.count) else { return nil }
      if name == "scale", numbers.count == 1 { numbers.append(numbers[0]) }
      let count = name == "rotate" ? 3 : name.hasPrefix("skew") ? 1 : 2
      self.init(kind, Array((numbers + [0, 0]).prefix(count)))
    case .functions:
      let functions = text.matches(of: /(\w+)\s*\(([^()]*)\)/).map {
        (name: String($0.1), numbers: SVGValues.arguments(String($0.2)) ?? [])
      }
      self.init(kind, functions.flatMap(\.numbers), functions.map { "\($0.name) \($0.numbers.count)" })
    case .lengths:
      let items = text.split { $0 == "," || $0.isWhitespace }
      let lengths = items.compactMap { SVGLengthSum(String($0)) }
      if lengths.count == items.count, !items.isEmpty {
        self.init(.lengths, lengths.flatMap { [$0.points, $0.heights, $0.share] })
      } else if text.prefixMatch(of: /[-+.\d]/) == nil, !text.isEmpty {
        self.init(.word, [], [text])
      } else {
        return nil
      }
    }
  }

  func isLike(_ other: Self) -> Bool {
    kind == other.kind && layout == other.layout && numbers.count == other.numbers.count
  }

  /// This value with each number changed.
  func mapped(_ body: (Double) -> Double) -> Self { Self(kind, numbers.map(body), layout) }

  /// Nil where the values cannot be added.
  func adding(_ other: Self, times factor: Double = 1) -> Self? {
    guard isLike(other), kind != .word else { return nil }
    var result = Self(kind, zip(numbers, other.numbers).map { $0 + $1 * factor }, layout)
    // A sum of colours has the opacity of the first.
    if kind == .color { result.numbers[3] = numbers[3] }
    return result
  }

  /// Functions with others applied inside of them.
  func followed(by other: Self) -> Self { Self(kind, numbers + other.numbers, layout + other.layout) }

  /// A value on the way to another one. Those that cannot be mixed change in the middle.
  func mixed(with other: Self, _ share: Double) -> Self {
    if kind == .functions, layout != other.layout {
      if layout.isEmpty { return other.neutral.mixed(with: other, share) }
      if other.layout.isEmpty { return mixed(with: neutral, share) }
      return matrix.mixed(with: other.matrix, share)
    }
    guard isLike(other), kind != .word else { return share < 0.5 ? self : other }
    return Self(kind, zip(numbers, other.numbers).map { $0 + ($1 - $0) * share }, layout)
  }

  /// The same functions without an effect.
  private var neutral: Self {
    var numbers: [Double] = []
    for part in layout {
      let words = part.split(separator: " ")
      let count = Int(words[1]) ?? 0
      let isMatrix = words[0] == "matrix" && count == 6
      numbers += isMatrix ? [1, 0, 0, 1, 0, 0] : Array(repeating: words[0].hasPrefix("scale") ? 1 : 0, count: count)
    }
    return Self(kind, numbers, layout)
  }

  private var matrix: Self {
    let m = SVGValues.transform(text) ?? .identity
    return Self(kind, [m.a, m.b, m.c, m.d, m.tx, m.ty].map { Double($0) }, ["matrix 6"])
  }

  /// How far another value is away, for `calcMode="paced"`.
  func distance(to other: Self) -> Double {
    let used = kind == .function("rotate") ? 1 : numbers.count
    return zip(numbers, other.numbers).prefix(used).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
  }

  /// As an attribute has it.
  var text: String {
    func list(_ numbers: some Sequence<Double>) -> String { numbers.map { "\($0)" }.joined(separator: " ") }
    switch kind {
    case .word: return layout[0]
    case .color:
      let parts = numbers.map { ($0 * 1e5).rounded() / 1e5 }
      return "rgb(\(list(parts.prefix(3))) / \(parts[3]))"
    case .motion: return "translate(\(list(numbers.prefix(2)))) rotate(\(numbers[2]))"
    case .function(let name): return "\(name)(\(list(numbers)))"
    case .lengths:
      return stride(from: 0, to: numbers.count, by: 3).map {
        SVGLengthSum(points: numbers[$0], heights: numbers[$0 + 1], share: numbers[$0 + 2]).text
      }.joined(separator: " ")
    case .path, .functions:
      var rest = numbers[...]
      return layout.map { part in
        let words = part.split(separator: " ")
        let count = kind == .path ? PathText.count[part] ?? 0 : words.count > 1 ? Int(words[1]) ?? 0 : 0
        defer { rest = rest.dropFirst(count) }
        return kind == .path ? "\(part) \(list(rest.prefix(count)))" : "\(words[0])(\(list(rest.prefix(count))))"
      }.joined(separator: " ")
    }
  }
}

extension PathText {
  /// Numbers behind each letter of an element.
  static let count = ["M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0]

  static func parts(_ element: CGPath.Geometry.Element) -> (letter: String, numbers: [Double]) {
    func numbers(_ points: CGPoint...) -> [Double] { points.flatMap { [Double($0.x), Double($0.y)] } }
    switch element {
    case .move(let to): return ("M", numbers(to))
    case .line(let to): return ("L", numbers(to))
    case .quadCurve(let to, let control): return ("Q", numbers(control, to))
    case .curve(let to, let control1, let control2): return ("C", numbers(control1, control2, to))
    case .close: return ("Z", [])
    }
  }
}

extension CGColor {
  /// Red, green and blue of 255, and alpha.
  fileprivate var channels: [Double] { [red * 255, green * 255, blue * 255, alpha].map { Double($0) } }
}
