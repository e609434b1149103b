/// Reads transforms as functions: `translate(10, 0) rotate(25deg) scale(2)`, or `identity`.
///
/// Functions and units of CSS are accepted too, with `none` for `identity`. Lengths in `px` are points.
///
/// The first function is the outermost: `translate(10, 0) rotate(90deg)` rotates the layer and moves it to the right,
/// as in CAML and CSS.
package enum TransformText {
  /// Errors: an unknown function, a wrong number of arguments, a syntax error.
  package static func parse(_ text: String) throws(ValueMismatchError) -> CATransform3D {
    var result = CATransform3DIdentity
    if ["identity", "none"].contains(text.trimmingCharacters(in: .whitespaces)) { return result }
    var rest = text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")"), open < close else {
        throw ValueMismatchError(
          "expected functions such as translate(10, 0) rotate(25deg), found \"\(rest.excerpt(40))\"")
      }
      let arguments = rest[rest.index(after: open)..<close].split { $0 == "," || $0.isWhitespace }.map(String.init)
      result = CATransform3DConcat(try function(named: String(rest[..<open]), arguments), result)
      rest = rest[rest.index(after: close)...]
    }
    guard result.isFinite else { throw ValueMismatchError("the transform \"\(text.excerpt(40))\" is too large") }
    return result
  }

  /// A function: its numbers of arguments, their units, and its matrix.
  private struct Function {
    var name: String
    var counts: ClosedRange<Int>
    var angles = 0..<0
    var unit = PropertyUnit.none
    var matrix: @Sendable ([Double]) -> CATransform3D

    init(
      _ name: String, _ counts: ClosedRange<Int>, angles: Range<Int> = 0..<0, unit: PropertyUnit = .none,
      matrix: @escaping @Sendable ([Double]) -> CATransform3D
    ) {
      (self.name, self.counts, self.angles, self.unit, self.matrix) = (name, counts, angles, unit, matrix)
    }
  }

  private static let functions = [
    Function("translate", 1...3, unit: .points) { CATransform3DMakeTranslation($0[0], $0.at(1) ?? 0, $0.at(2) ?? 0) },
    Function("translateX", 1...1, unit: .points) { CATransform3DMakeTranslation($0[0], 0, 0) },
    Function("translateY", 1...1, unit: .points) { CATransform3DMakeTranslation(0, $0[0], 0) },
    Function("translateZ", 1...1, unit: .points) { CATransform3DMakeTranslation(0, 0, $0[0]) },
    Function("translate3d", 3...3, unit: .points) { CATransform3DMakeTranslation($0[0], $0[1], $0[2]) },
    Function("scale", 1...3) {
      CATransform3DMakeScale($0[0], $0.at(1) ?? $0[0], $0.at(2) ?? ($0.count == 1 ? $0[0] : 1))
    },
    Function("scaleX", 1...1) { CATransform3DMakeScale($0[0], 1, 1) },
    Function("scaleY", 1...1) { CATransform3DMakeScale(1, $0[0], 1) },
    Function("scaleZ", 1...1) { CATransform3DMakeScale(1, 1, $0[0]) },
    Function("scale3d", 3...3) { CATransform3DMakeScale($0[0], $0[1], $0[2]) },
    Function("rotate", 1...4, angles: 0..<1) {
      CATransform3DMakeRotation($0[0], $0.at(1) ?? 0, $0.at(2) ?? 0, $0.at(3) ?? ($0.count == 1 ? 1 : 0))
    },
    Function("rotateX", 1...1, angles: 0..<1) { CATransform3DMakeRotation($0[0], 1, 0, 0) },
    Function("rotateY", 1...1, angles: 0..<1) { CATransform3DMakeRotation($0[0], 0, 1, 0) },
    Function("rotateZ", 1...1, angles: 0..<1) { CATransform3DMakeRotation($0[0], 0, 0, 1) },
    Function("rotate3d", 4...4, angles: 3..<4) { CATransform3DMakeRotation($0[3], $0[0], $0[1], $0[2]) },
    Function("skew", 1...2, angles: 0..<2) { affine(1, .tan($0.at(1) ?? 0), .tan($0[0]), 1, 0, 0) },
    Function("skewX", 1...1, angles: 0..<1) { affine(1, 0, .tan($0[0]), 1, 0, 0) },
    Function("skewY", 1...1, angles: 0..<1) { affine(1, .tan($0[0]), 0, 1, 0, 0) },
    Function("matrix", 6...6) { affine($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) },
    Function("matrix3d", 16...16) {
      CATransform3D(
        m11: $0[0], m12: $0[1], m13: $0[2], m14: $0[3], m21: $0[4], m22: $0[5], m23: $0[6], m24: $0[7], m31: $0[8],
        m32: $0[9], m33: $0[10], m34: $0[11], m41: $0[12], m42: $0[13], m43: $0[14], m44: $0[15])
    },
    Function("perspective", 1...1, unit: .points) {
      var matrix = CATransform3DIdentity
      matrix.m34 = $0[0] == 0 ? 0 : -1 / $0[0]
      return matrix
    },
  ]

  private static func affine(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ x: Double, _ y: Double
  ) -> CATransform3D {
    CATransform3DMakeAffineTransform(CGAffineTransform(a: a, b: b, c: c, d: d, tx: x, ty: y))
  }

  /// A function of numbers, with angles in degrees; nil for an unknown function or a wrong number of arguments.
  package static func matrix(named name: String, degrees numbers: [Double]) -> CATransform3D? {
    guard let function = functions.first(where: { $0.name == name && $0.counts.contains(numbers.count) }) else {
      return nil
    }
    return function.matrix(numbers.enumerated().map { function.angles.contains($0) ? $1 * .pi / 180 : $1 })
  }

  private static func function(named name: String, _ texts: [String]) throws(ValueMismatchError) -> CATransform3D {
    guard let function = functions.first(where: { $0.name == name }) else {
      throw ValueMismatchError(
        "unknown transform function \"\(name.excerpt(40))\"; the functions are "
          + functions.map(\.name).joined(separator: ", "))
    }
    guard function.counts.contains(texts.count) else {
      throw ValueMismatchError("\(name) takes \(function.counts.text) numbers, found \(texts.count)")
    }
    var numbers: [Double] = []
    for (index, text) in texts.enumerated() {
      let isLength = function.unit == .points && !function.angles.contains(index)
      if isLength, text.hasSuffix("%") {
        throw ValueMismatchError(
          "\(name) takes points, found \"\(text.excerpt(40))\"; use position for fractions of the stage")
      }
      let points = isLength && text.hasSuffix("px") ? String(text.dropLast(2)) : text
      numbers.append(try NumberText.parse(points, unit: function.angles.contains(index) ? .radians : function.unit))
    }
    return function.matrix(numbers)
  }
}

extension Array {
  fileprivate func at(_ index: Int) -> Element? { index < count ? self[index] : nil }
}

extension ClosedRange<Int> {
  fileprivate var text: String { lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)" }
}
