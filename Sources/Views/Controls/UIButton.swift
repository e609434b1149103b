/// A control with a title, an image, or both beside each other.
open class UIButton: UIControl {
  /// Raw values are UIKit's.
  public enum ButtonType: Int, Sendable {
    /// Nothing of its own.
    case custom
    /// Title and template images in the tint colour.
    case system
  }

  /// The type it was made with.
  public let buttonType: ButtonType
  private var titles: [State: String] = [:]
  private var attributedTitles: [State: NSAttributedString] = [:]
  private var titleColors: [State: UIColor] = [:]
  private var images: [State: UIImage] = [:]
  private var backgrounds: [State: UIImage] = [:]
  private let label = UILabel()
  private let picture = UIImageView()
  private let background = UIImageView()

  /// Space around title and image. Default zero.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// Moves the title. Default zero.
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// Moves the image. Default zero.
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }

  /// An empty button at (0, 0), without a size.
  public convenience init(type: ButtonType) { self.init(type: type, frame: .zero) }

  /// A button that runs an action when it is pressed, with its title and image.
  public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: type)
    guard let primaryAction else { return }
    if !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
    setImage(primaryAction.image, for: .normal)
    addAction(primaryAction, for: .primaryActionTriggered)
  }

  private init(type: ButtonType, frame: CGRect) {
    buttonType = type
    super.init(frame: frame)
    prepare()
  }

  /// A button of the custom type.
  public override init(frame: CGRect) {
    buttonType = .custom
    super.init(frame: frame)
    prepare()
  }

  /// Archives are not read here: an empty button of the custom type.
  public required init?(coder: NSCoder) {
    buttonType = .custom
    super.init(coder: coder)
    prepare()
  }

  private func prepare() {
    for view in [background, picture, label] as [UIView] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    label.font = UIFont.systemFont(ofSize: buttonType == .system ? 15 : UIFont.buttonFontSize)
    label.textAlignment = .center
    update()
  }

  /// Shows the title; its text is set by `setTitle(_:for:)`.
  open var titleLabel: UILabel? { label }
  /// Shows the image; it is set by `setImage(_:for:)`.
  open var imageView: UIImageView? { picture }

  // MARK: Looks by state

  /// Sets the title of a state; what a state does not have is as for the normal one.
  open func setTitle(_ title: String?, for state: State) { set(\.titles, title, state) }
  /// A title with attributes, shown where the state has no plain one.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) { set(\.attributedTitles, title, state) }
  /// Colour of the plain title in a state; nil for the type's own.
  open func setTitleColor(_ color: UIColor?, for state: State) { set(\.titleColors, color, state) }
  /// The image before the title in a state; nil for the normal state's.
  open func setImage(_ image: UIImage?, for state: State) { set(\.images, image, state) }
  /// An image that fills the bounds, below the rest.
  open func setBackgroundImage(_ image: UIImage?, for state: State) { set(\.backgrounds, image, state) }

  /// The title of a state, or of the normal one.
  open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }
  /// The colour of a state's title, or of the normal one.
  open func titleColor(for state: State) -> UIColor? { titleColors[state] ?? titleColors[.normal] }
  /// The image of a state, or of the normal one.
  open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }
  /// The background of a state, or of the normal one.
  open func backgroundImage(for state: State) -> UIImage? { backgrounds[state] ?? backgrounds[.normal] }

  /// The title that is seen.
  open var currentTitle: String? { title(for: state) }
  /// The title's colour that is seen.
  open var currentTitleColor: UIColor { titleColor(for: state) ?? (buttonType == .system ? tintColor : .white) }
  /// The image that is seen.
  open var currentImage: UIImage? { image(for: state) }

  private func set<Value>(_ path: ReferenceWritableKeyPath<UIButton, [State: Value]>, _ value: Value?, _ state: State) {
    self[keyPath: path][state] = value
    update()
  }

  override func stateDidChange() { update() }

  /// Colours title and image anew.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    update()
  }

  private func update() {
    if let text = attributedTitles[state] ?? attributedTitles[.normal], titles[state] == nil {
      label.attributedText = text
    } else {
      label.text = currentTitle
    }
    label.textColor = currentTitleColor
    let image = currentImage
    picture.image = buttonType == .system ? image?.withRenderingMode(.alwaysTemplate) : image
    background.image = backgroundImage(for: state)
    // A press shows where the state has no looks of its own (assumed).
    let isDimmed = state.contains(.highlighted) && titleColors[.highlighted] == nil && images[.highlighted] == nil
    let isPale = state.contains(.disabled) && titleColors[.disabled] == nil && images[.disabled] == nil
    for view in [picture, label] as [UIView] { view.alpha = isDimmed ? 0.4 : isPale ? 0.35 : 1 }
    setNeedsLayout()
  }

  // MARK: Layout

  /// Places image and title beside each other, where the content alignments say.
  open override func layoutSubviews() {
    super.layoutSubviews()
    background.frame = bounds
    let content = bounds.inset(by: contentEdgeInsets)
    let (imageSize, titleSize) = (picture.image?.size ?? .zero, titleSize)
    let left = left(of: imageSize.width + titleSize.width, in: content)
    let image = CGRect(
      x: left, y: top(of: imageSize.height, in: content), width: imageSize.width, height: imageSize.height)
    let title = CGRect(
      x: left + imageSize.width, y: top(of: titleSize.height, in: content), width: titleSize.width,
      height: titleSize.height)
    picture.frame = Self.moved(image, imageEdgeInsets)
    label.frame = Self.moved(title, titleEdgeInsets)
  }

  private func left(of width: CGFloat, in content: CGRect) -> CGFloat {
    switch contentHorizontalAlignment {
    case .left, .leading: content.minX
    case .right, .trailing: content.maxX - width
    case .center, .fill: content.midX - width / 2
    }
  }

  private func top(of height: CGFloat, in content: CGRect) -> CGFloat {
    switch contentVerticalAlignment {
    case .top: content.minY
    case .bottom: content.maxY - height
    case .center, .fill: content.midY - height / 2
    }
  }

  /// Insets on opposite sides move what is in the middle by half of their difference.
  private static func moved(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect {
    rect.offsetBy(dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2)
  }

  private var titleSize: CGSize { (label.text ?? "").isEmpty ? .zero : label.sizeThatFits(.zero) }

  /// Space above and below a title that has no insets of its own, and the least width (assumed from the sizes that
  /// buttons of the system have).
  private static let (titleMargin, leastWidth): (CGFloat, CGFloat) = (6, 30)

  /// Image, title and the space around both: without insets, six points above and below a title.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let (image, title, insets) = (picture.image?.size ?? .zero, titleSize, contentEdgeInsets)
    let hasMargin = title.height > 0 && insets.top + insets.bottom == 0
    return CGSize(
      width: max(image.width + title.width + insets.left + insets.right, image.width > 0 ? 0 : Self.leastWidth),
      height: max(image.height, title.height + (hasMargin ? 2 * Self.titleMargin : 0)) + insets.top + insets.bottom)
  }

  /// As `sizeThatFits(_:)`.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }
}
