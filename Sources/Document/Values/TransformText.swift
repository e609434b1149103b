import Foundation
package import StarmineGraphics
import StarmineLayers

/// Transforms written as functions: `translate(10, 0) rotate(25deg) scale(2)`, or `identity`.
///
/// The first function is the outermost: `translate(10, 0) rotate(90deg)` turns the layer and moves it to the right, as
/// in CAML and CSS.
package enum TransformText {
  /// Errors: an unknown function, a wrong number of arguments, anything that is not `name(numbers)`.
  package static func parse(_ text: String) throws(ValueMismatchError) -> CATransform3D {
    var result = CATransform3DIdentity
    if text.trimmingCharacters(in: .whitespaces) == "identity" { return result }
    var rest = text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      guard let open = rest.firstIndex(of: "("), let close = rest.firstIndex(of: ")"), open < close else {
        throw ValueMismatchError(
          "expected functions such as translate(10, 0) rotate(25deg), found \"\(rest.excerpt(40))\"")
      }
      let arguments = rest[rest.index(after: open)..<close].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      result = CATransform3DConcat(try function(named: String(rest[..<open]), arguments), result)
      rest = rest[rest.index(after: close)...]
    }
    guard result.isFinite else { throw ValueMismatchError("the transform \"\(text.excerpt(40))\" is too large") }
    return result
  }

  /// One function: which argument counts it takes, which argument is an angle, and its matrix.
  private struct Function {
    var name: String
    var counts: ClosedRange<Int>
    var firstIsAngle = false
    var matrix: @Sendable ([Double]) -> CATransform3D
  }

  private static let functions = [
    Function(name: "translate", counts: 1...3) { CATransform3DMakeTranslation($0[0], $0.at(1) ?? 0, $0.at(2) ?? 0) },
    Function(name: "scale", counts: 1...3) {
      CATransform3DMakeScale($0[0], $0.at(1) ?? $0[0], $0.at(2) ?? ($0.count == 1 ? $0[0] : 1))
    },
    Function(name: "rotate", counts: 1...4, firstIsAngle: true) {
      CATransform3DMakeRotation($0[0], $0.at(1) ?? 0, $0.at(2) ?? 0, $0.at(3) ?? ($0.count == 1 ? 1 : 0))
    },
    Function(name: "rotateX", counts: 1...1, firstIsAngle: true) { CATransform3DMakeRotation($0[0], 1, 0, 0) },
    Function(name: "rotateY", counts: 1...1, firstIsAngle: true) { CATransform3DMakeRotation($0[0], 0, 1, 0) },
    Function(name: "rotateZ", counts: 1...1, firstIsAngle: true) { CATransform3DMakeRotation($0[0], 0, 0, 1) },
    Function(name: "perspective", counts: 1...1) {
      var matrix = CATransform3DIdentity
      matrix.m34 = $0[0] == 0 ? 0 : -1 / $0[0]
      return matrix
    },
  ]

  private static func function(named name: String, _ texts: [String]) throws(ValueMismatchError) -> CATransform3D {
    guard let function = functions.first(where: { $0.name == name }) else {
      throw ValueMismatchError(
        "unknown transform function \"\(name.excerpt(40))\"; there are "
          + functions.map(\.name).joined(separator: ", "))
    }
    guard function.counts.contains(texts.count) else {
      throw ValueMismatchError("\(name) takes \(function.counts.text) numbers, found \(texts.count)")
    }
    var numbers: [Double] = []
    for (index, text) in texts.enumerated() {
      let isAngle = index == 0 && function.firstIsAngle
      numbers.append(try NumberText.parse(text, unit: isAngle ? .radians : .points))
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
