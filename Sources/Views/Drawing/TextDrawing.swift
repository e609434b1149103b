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

  /// The rectangle that the text takes, from the origin on: within a width where lines break, and with as many lines as
  /// there are.
  ///
  /// - Parameter options: without `usesLineFragmentOrigin`, one line is measured, as by `size()`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext? = nil
  ) -> CGRect {
    guard options.contains(.usesLineFragmentOrigin), size.width > 0 else {
      return CGRect(origin: .zero, size: self.size())
    }
    let width = min(size.width, Self.unbounded.width)
    let text = typeset(in: CGSize(width: width, height: Self.unbounded.height), isWrapped: true)
    return CGRect(origin: .zero, size: text.size)
  }

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
    for (image, place) in text.pictures {
      context.saveGState()
      context.translateBy(x: place.minX, y: place.maxY)
      context.scaleBy(x: 1, y: -1)
      context.draw(image, in: CGRect(origin: .zero, size: place.size))
      context.restoreGState()
    }
    context.restoreGState()
  }
}

/// How texts are measured. Raw values are UIKit's.
public struct NSStringDrawingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int
  /// A set by its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Lines break at the width; the rectangle begins at the top of the first one.
  public static let usesLineFragmentOrigin = Self(rawValue: 1)
  /// Heights are those of fonts, as always here.
  public static let usesFontLeading = Self(rawValue: 2)
  /// The ink would be measured; here the lines are.
  public static let usesDeviceMetrics = Self(rawValue: 8)
  /// The last line gives way to an ellipsis; measures are those of all lines here.
  public static let truncatesLastVisibleLine = Self(rawValue: 32)
}

/// What UIKit tells about drawn texts. Here for source compatibility: texts are never made smaller.
open class NSStringDrawingContext: NSObject {
  /// Smallest factor that fonts may be scaled by. Without an effect.
  open var minimumScaleFactor: CGFloat = 0
  /// Always 1.
  open var actualScaleFactor: CGFloat { 1 }
}

extension NSString {
  /// As `String.boundingRect(with:options:attributes:context:)`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    description.boundingRect(with: size, options: options, attributes: attributes, context: context)
  }

  /// As `String.size(withAttributes:)`.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    description.size(withAttributes: attributes)
  }
}

extension String {
  /// As `NSAttributedString.boundingRect(with:options:context:)`, with one look.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    NSAttributedString(string: self, attributes: attributes).boundingRect(with: size, options: options)
  }

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
