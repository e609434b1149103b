/// Alignment of text. Raw values are those of UIKit.
public enum NSTextAlignment: Int, Sendable {
  /// The cases and raw values of UIKit.
  case left, center, right, justified, natural

  fileprivate var mode: CATextLayerAlignmentMode {
    switch self {
    case .left: .left
    case .center: .center
    case .right: .right
    case .justified: .justified
    case .natural: .natural
    }
  }
}

/// Line breaking of text that does not fit. Raw values are those of UIKit.
public enum NSLineBreakMode: Int, Sendable {
  /// The cases and raw values of UIKit.
  case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle

  fileprivate var truncation: CATextLayerTruncationMode {
    switch self {
    case .byTruncatingHead: .start
    case .byTruncatingTail: .end
    case .byTruncatingMiddle: .middle
    case .byWordWrapping, .byCharWrapping, .byClipping: .none
    }
  }
}

/// A view that shows text, centred vertically in its bounds. A text layer in the view draws it. It ignores touches
/// (documented).
///
/// Lines break between words, or inside a word that is longer than a line. Breaking by character has the same effect.
open class UILabel: UIView {
  private let textLayer = CATextLayer()
  private let still = StillDelegate()

  override func setUp() {
    isUserInteractionEnabled = false
    textLayer.delegate = still
    layer.addSublayer(textLayer)
    showText()
  }

  /// The text. Setting it replaces an attributed text. Default nil.
  open var text: String? {
    didSet {
      attributes = nil
      showText()
    }
  }
  /// The attributed text. Its `.font` and `.foregroundColor` take precedence over those of the label. Default nil.
  open var attributedText: NSAttributedString? {
    get { attributes ?? text.map { NSAttributedString(string: $0) } }
    set {
      text = newValue?.string
      attributes = newValue
      showText()
    }
  }
  private var attributes: NSAttributedString?

  /// The font. Default the system font of 17 points.
  open var font: UIFont! = UIFont.systemFont(ofSize: UIFont.labelFontSize) {
    didSet { showText() }
  }
  /// The text colour. Default black.
  open var textColor: UIColor! = UIColor.black {
    didSet { showText() }
  }
  /// The alignment. Default natural.
  open var textAlignment = NSTextAlignment.natural { didSet { showText() } }
  /// The line breaking. Default: an ellipsis at the end of the last line.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { showText() } }
  /// Maximum number of lines. 0 means as many as fit. Default 1.
  open var numberOfLines = 1 { didSet { showText() } }
  /// Width at which `intrinsicContentSize` wraps lines, in points. 0: no limit. Default 0.
  open var preferredMaxLayoutWidth: CGFloat = 0

  private func showText() {
    let color = textColor ?? .black
    let font: UIFont = font ?? UIFont.systemFont(ofSize: UIFont.labelFontSize)
    (textLayer.font, textLayer.fontSize, textLayer.foregroundColor) = (font.fontName, font.pointSize, color.cgColor)
    textLayer.alignmentMode = textAlignment.mode
    textLayer.truncationMode = lineBreakMode.truncation
    textLayer.isWrapped = numberOfLines != 1
    textLayer.string = attributes.map { Self.completed($0, font, color) } ?? text
    setNeedsLayout()
  }

  /// Adds the font and colour of the label where the text has none.
  private static func completed(_ text: NSAttributedString, _ font: UIFont, _ color: UIColor) -> NSAttributedString {
    let result = NSMutableAttributedString(string: "")
    unsafe text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      let attributes = [.font: font, .foregroundColor: color].merging(attributes) { $1 }
      result.append(NSAttributedString(string: text.attributedSubstring(from: range).string, attributes: attributes))
    }
    return result
  }

  // MARK: Layout

  /// Returns the rectangle of the text: centred vertically, with the height of its lines (documented for
  /// `drawText(in:)`).
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    let height = textLayer.textSize(in: bounds.size, lineLimit: numberOfLines).height
    return CGRect(x: bounds.minX, y: bounds.midY - height / 2, width: bounds.width, height: height)
  }

  /// Draws the text in a rectangle. The text is a layer that is always drawn, so this method only sets its frame. It is
  /// called with the bounds. An override can pass a smaller rectangle for insets.
  open func drawText(in rect: CGRect) {
    textLayer.frame = textRect(forBounds: rect, limitedToNumberOfLines: numberOfLines)
  }

  /// Lays out the text in the bounds.
  open override func layoutSubviews() {
    super.layoutSubviews()
    drawText(in: bounds)
  }

  /// Returns the size of the text for a width. A width of 0 means no limit.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 && numberOfLines != 1 ? size.width : 100_000
    let text = textLayer.textSize(in: CGSize(width: width, height: 100_000), lineLimit: numberOfLines)
    return CGSize(width: text.width.rounded(.up), height: text.height.rounded(.up))
  }

  /// The size of the text for `preferredMaxLayoutWidth`.
  open override var intrinsicContentSize: CGSize { sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0)) }
}

/// Disables animations of the text layer, so that it follows the label.
private final class StillDelegate: CALayerDelegate {
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
}
