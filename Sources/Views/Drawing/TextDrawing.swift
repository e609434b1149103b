public import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineText

extension NSAttributedString {
  /// Draws the text with its upper left corner at a point of the current context, whose y points down; line feeds break
  /// lines. Nothing without a current context (`UIGraphicsGetCurrentContext()`).
  public func draw(at point: CGPoint) { draw(typeset(in: Self.unbounded, isWrapped: false), at: point) }

  /// Draws the text into a rectangle: lines break at its width, and what does not fit is left out.
  public func draw(in rect: CGRect) {
    let rect = rect.standardized
    draw(typeset(in: rect.size, isWrapped: true), at: rect.origin)
  }

  /// Size that `draw(at:)` covers, points.
  public func size() -> CGSize { typeset(in: Self.unbounded, isWrapped: false).size }

  private static var unbounded: CGSize { CGSize(width: 100_000, height: 100_000) }

  private func typeset(in size: CGSize, isWrapped: Bool) -> TypesetText {
    Typesetter.shared.typeset(
      textRuns, in: TextFrame(size: size, isWrapped: isWrapped, alignment: isWrapped ? .natural : .left))
  }

  private func draw(_ text: TypesetText, at point: CGPoint) {
    guard let context = UIGraphicsGetCurrentContext(), point.x.isFinite, point.y.isFinite else { return }
    context.saveGState()
    context.translateBy(x: point.x, y: point.y)
    for (path, color) in text.paths {
      context.setFillColor(color)
      context.beginPath()
      context.addPath(path)
      context.fillPath()
    }
    context.restoreGState()
  }
}

extension String {
  /// As `NSAttributedString.draw(at:)`, with one look.
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attributes).draw(at: point)
  }

  /// As `NSAttributedString.draw(in:)`, with one look.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attributes).draw(in: rect)
  }

  /// As `NSAttributedString.size()`, with one look.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self, attributes: attributes).size()
  }
}
