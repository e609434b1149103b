import Foundation
package import StarmineGraphics

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
