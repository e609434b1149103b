/// Where the lines of a text lie. Raw values are UIKit's.
public enum NSTextAlignment: Int, Sendable {
  /// UIKit's names and numbers.
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

/// How text that does not fit a line breaks. Raw values are UIKit's.
public enum NSLineBreakMode: Int, Sendable {
  /// UIKit's names and numbers.
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

/// A view that shows text, half-way between the top and the bottom of its bounds, set by a text layer in it.
///
/// Lines break between words, inside a word where it is longer than a line; by character is the same here.
open class UILabel: UIView {
  private let textLayer = CATextLayer()
  private let still = StillDelegate()

  /// An empty label, which takes no touches (documented).
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Archives are not read here: the same as `init(frame:)` with an empty frame.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    isUserInteractionEnabled = false
    textLayer.delegate = still
    layer.addSublayer(textLayer)
    showText()
  }

  /// Default nil. Setting it replaces an attributed text.
  open var text: String? {
    didSet {
      attributes = nil
      showText()
    }
  }
  /// Text with looks of its own: `.font` and `.foregroundColor` win over the label's. Default nil.
  open var attributedText: NSAttributedString? {
    get { attributes ?? text.map { NSAttributedString(string: $0) } }
    set {
      text = newValue?.string
      attributes = newValue
      showText()
    }
  }
  private var attributes: NSAttributedString?

  /// Default the system font of 17 points.
  open var font: UIFont! = UIFont.systemFont(ofSize: UIFont.labelFontSize) {
    didSet { showText() }
  }
  /// Default black.
  open var textColor: UIColor! = UIColor.black {
    didSet { showText() }
  }
  /// Default natural.
  open var textAlignment = NSTextAlignment.natural { didSet { showText() } }
  /// Default: the end of the last line gives way to an ellipsis.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail { didSet { showText() } }
  /// The most lines; 0 for as many as fit. Default 1.
  open var numberOfLines = 1 { didSet { showText() } }
  /// The width that `intrinsicContentSize` breaks lines at; 0, the default, for none.
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

  /// The label's look where the text says nothing.
  private static func completed(_ text: NSAttributedString, _ font: UIFont, _ color: UIColor) -> NSAttributedString {
    let result = NSMutableAttributedString(string: "")
    unsafe text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
      let attributes = [.font: font, .foregroundColor: color].merging(attributes) { $1 }
      result.append(NSAttributedString(string: text.attributedSubstring(from: range).string, attributes: attributes))
    }
    return result
  }

  // MARK: Layout

  /// Where the text lies: as high as its lines, in the middle of the bounds (documented for `drawText(in:)`).
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    let height = textLayer.textSize(in: bounds.size, lineLimit: numberOfLines).height
    return CGRect(x: bounds.minX, y: bounds.midY - height / 2, width: bounds.width, height: height)
  }

  /// Shows the text in a rectangle of the view. The text is a layer here and always drawn: this places it, with the
  /// bounds, and what overrides it calls this with a smaller rectangle for insets.
  open func drawText(in rect: CGRect) {
    textLayer.frame = textRect(forBounds: rect, limitedToNumberOfLines: numberOfLines)
  }

  /// Places the text in the bounds.
  open override func layoutSubviews() {
    super.layoutSubviews()
    drawText(in: bounds)
  }

  /// The text's size within a width; 0 sets no limit.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width > 0 && numberOfLines != 1 ? size.width : 100_000
    let text = textLayer.textSize(in: CGSize(width: width, height: 100_000), lineLimit: numberOfLines)
    return CGSize(width: text.width.rounded(.up), height: text.height.rounded(.up))
  }

  /// The text's size within `preferredMaxLayoutWidth`.
  open override var intrinsicContentSize: CGSize { sizeThatFits(CGSize(width: preferredMaxLayoutWidth, height: 0)) }
}

/// The text follows the label without animations of its own.
private final class StillDelegate: CALayerDelegate {
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
}
