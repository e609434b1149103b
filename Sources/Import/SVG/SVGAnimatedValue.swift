/// A value of an attribute: numbers that can be interpolated, and the text around them.
struct SVGAnimatedValue: Equatable {
  enum Kind: Equatable {
    case lengths, color, path, motion, word
    /// Functions of a `transform`, or the one of an `animateTransform`.
    case functions
    case function(String)
  }

  let kind: Kind
  var numbers: [Double]
  /// The text around numbers, which are empty strings. Values with equal text can be interpolated.
  var words: [String]

  private static let colors: Set = ["fill", "stroke", "color", "stop-color", "flood-color", "lighting-color"]
  private static let colorWords = ["rgb(", "", "", "", "/", "", ")"]

  static func kind(of key: String) -> Kind {
    key == "d" ? .path : key == "transform" ? .functions : colors.contains(key) ? .color : .lengths
  }

  init(_ kind: Kind, _ numbers: [Double], _ words: [String] = []) {
    (self.kind, self.numbers, self.words) = (kind, numbers, words)
  }

  /// - Parameter motion: x, y, and degrees.
  init(motion: [Double]) { self.init(.motion, motion, ["translate(", "", "", ") rotate(", "", ")"]) }

  /// Returns nil if the text is not a value of this kind.
  init?(_ text: String, _ kind: Kind) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var word = SVGAnimatedValue(.word, [], [text])
    switch kind {
    case .word: break
    case .motion: return nil
    case .color:
      if let color = SVGValues.color(text) {
        let parts = [color.red, color.green, color.blue].map { Double($0 * 255) }
        word = Self(.color, parts + [Double(color.alpha)], Self.colorWords)
      }
    case .path:
      let words = PathText.text(PathText.leading(SVGContext.pathText(text))).split(separator: " ").map(String.init)
      word = Self(.path, words.compactMap(Double.init), words.map { Double($0) == nil ? $0 : "" })
    case .function(let name):
      var numbers = SVGValues.numbers(text)
      guard (1...3).contains(numbers.count) else { return nil }
      if name == "scale", numbers.count == 1 { numbers.append(numbers[0]) }
      let count = name == "rotate" ? 3 : name.hasPrefix("skew") ? 1 : 2
      word = Self(function: name, Array((numbers + [0, 0]).prefix(count)), kind)
    case .functions:
      word = text.matches(of: /(\w+)\s*\(([^()]*)\)/).reduce(Self(.functions, [])) {
        $0.followed(by: Self(function: String($1.1), SVGValues.arguments(String($1.2)) ?? [], .functions))
      }
    case .lengths:
      let items = text.split { $0 == "," || $0.isWhitespace }
      let lengths = items.compactMap { SVGLength(String($0)) }
      if lengths.count == items.count, !items.isEmpty {
        word = Self(.lengths, lengths.flatMap { [$0.parts.x, $0.parts.y, $0.parts.z] })
      } else if text.isEmpty || text.prefixMatch(of: /[-+.\d]/) != nil {
        return nil
      }
    }
    self = word
  }

  private init(function name: String, _ numbers: [Double], _ kind: Kind) {
    self.init(kind, numbers, [name + "("] + numbers.map { _ in "" } + [")"])
  }

  private func isLike(_ other: Self) -> Bool {
    kind == other.kind && kind != .word && words == other.words && numbers.count == other.numbers.count
  }

  func mapped(_ body: (Double) -> Double) -> Self { Self(kind, numbers.map(body), words) }

  /// Returns nil if the values cannot be added.
  func adding(_ other: Self, times factor: Double = 1) -> Self? {
    guard isLike(other) else { return nil }
    var result = Self(kind, zip(numbers, other.numbers).map { $0 + $1 * factor }, words)
    // A sum of colours has the opacity of the first.
    if kind == .color { result.numbers[3] = numbers[3] }
    return result
  }

  func followed(by other: Self) -> Self { Self(.functions, numbers + other.numbers, words + other.words) }

  /// Interpolates to another value. Incompatible values switch in the middle.
  func mixed(with other: Self, _ share: Double) -> Self {
    if kind == .functions, words != other.words {
      if words.isEmpty { return other.neutral.mixed(with: other, share) }
      return other.words.isEmpty ? mixed(with: neutral, share) : matrix.mixed(with: other.matrix, share)
    }
    guard isLike(other) else { return share < 0.5 ? self : other }
    return Self(kind, zip(numbers, other.numbers).map { $0 + ($1 - $0) * share }, words)
  }

  /// The same functions with neutral arguments.
  private var neutral: Self {
    var (name, place, numbers) = ("", 0, [Double]())
    for word in words {
      (name, place) = word.isEmpty ? (name, place + 1) : (word, 0)
      let isOne = name.hasPrefix("scale") || name.hasPrefix("matrix") && (place == 1 || place == 4)
      if word.isEmpty { numbers.append(isOne ? 1 : 0) }
    }
    return Self(kind, numbers, words)
  }

  private var matrix: Self {
    let m = SVGValues.transform(text) ?? .identity
    return Self(function: "matrix", [m.a, m.b, m.c, m.d, m.tx, m.ty].map { Double($0) }, .functions)
  }

  /// Distance to another value, for `calcMode="paced"`.
  func distance(to other: Self) -> Double {
    let used = kind == .function("rotate") ? 1 : numbers.count
    return zip(numbers, other.numbers).prefix(used).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
  }

  var text: String {
    guard kind != .lengths else {
      return stride(from: 0, to: numbers.count, by: 3).map {
        SVGLength.text(SIMD3(numbers[$0], numbers[$0 + 1], numbers[$0 + 2]))
      }.joined(separator: " ")
    }
    var rest = numbers[...]
    return words.map { $0.isEmpty ? "\(((rest.popFirst() ?? 0) * 1e6).rounded() / 1e6)" : $0 }.joined(separator: " ")
  }
}
