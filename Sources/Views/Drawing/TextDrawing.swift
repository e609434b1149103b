import StarmineText

extension NSAttributedString {
  /// Draws the text with its top left corner at a point of the current context, with y down. Line feeds start new
  /// lines. Does nothing without a current context (`UIGraphicsGetCurrentContext()`).
  public func draw(at point: CGPoint) { draw(typeset(in: Self.unbounded, isWrapped: false), at: point) }

  /// Draws the text in a rectangle. Lines wrap at its width, and lines that do not fit are omitted.
  public func draw(in rect: CGRect) {
    let rect = rect.standardized
    draw(typeset(in: rect.size, isWrapped: true), at: rect.origin)
  }

  /// Returns the size of the text drawn by `draw(at:)`, in points.
  public func size() -> CGSize { typeset(in: Self.unbounded, isWrapped: false).size }

  /// Returns the bounding rectangle of the text, with the origin (0, 0). Lines wrap at the given width; their number is
  /// not limited.
  ///
  /// - Parameter options: without `usesLineFragmentOrigin`, a single line is measured, as by `size()`.
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

/// Options for measuring text. Raw values are those of UIKit.
public struct NSStringDrawingOptions: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: Int
  /// Creates a set from its raw bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Lines wrap at the width. The origin is at the top of the first line.
  public static let usesLineFragmentOrigin = Self(rawValue: 1)
  /// Uses the line height of the font. Always on.
  public static let usesFontLeading = Self(rawValue: 2)
  /// Measures the ink. Ignored: lines are measured.
  public static let usesDeviceMetrics = Self(rawValue: 8)
  /// Ends the last visible line with an ellipsis. Ignored for measuring: all lines count.
  public static let truncatesLastVisibleLine = Self(rawValue: 32)
}

/// Options of text drawing, for source compatibility. Text is never scaled down.
open class NSStringDrawingContext: NSObject {
  /// Minimum scale of fonts. Ignored. Default 0.
  open var minimumScaleFactor: CGFloat = 0
  /// The scale of the fonts. Always 1.
  open var actualScaleFactor: CGFloat { 1 }
}

extension NSString {
  /// See `String.boundingRect(with:options:attributes:context:)`.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    description.boundingRect(with: size, options: options, attributes: attributes, context: context)
  }

  /// See `String.size(withAttributes:)`.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    description.size(withAttributes: attributes)
  }
}

extension String {
  /// See `NSAttributedString.boundingRect(with:options:context:)`. The attributes apply to the whole text.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext? = nil
  ) -> CGRect {
    NSAttributedString(string: self, attributes: attributes).boundingRect(with: size, options: options)
  }

  /// See `NSAttributedString.draw(at:)`. The attributes apply to the whole text.
  public func draw(at point: CGPoint, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attributes).draw(at: point)
  }

  /// See `NSAttributedString.draw(in:)`. The attributes apply to the whole text.
  public func draw(in rect: CGRect, withAttributes attributes: [NSAttributedString.Key: Any]? = nil) {
    NSAttributedString(string: self, attributes: attributes).draw(in: rect)
  }

  /// See `NSAttributedString.size()`. The attributes apply to the whole text.
  public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSAttributedString(string: self, attributes: attributes).size()
  }
}
