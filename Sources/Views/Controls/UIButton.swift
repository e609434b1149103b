/// A control with a title, an image, or both side by side.
open class UIButton: UIControl {
  /// Type of a button. Raw values are those of UIKit.
  public enum ButtonType: Int, Sendable {
    /// No default appearance.
    case custom
    /// Title and template images have the tint colour.
    case system
  }

  /// Type of the button.
  public let buttonType: ButtonType
  private var titles: [State: String] = [:]
  private var attributedTitles: [State: NSAttributedString] = [:]
  private var titleColors: [State: UIColor] = [:]
  private var images: [State: UIImage] = [:]
  private var backgrounds: [State: UIImage] = [:]
  private let label = UILabel()
  private let picture = UIImageView()
  private let background = UIImageView()

  /// Insets of title and image in points. Default zero.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// Insets that move the title, in points. Default zero.
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  /// Insets that move the image, in points. Default zero.
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { setNeedsLayout() } }

  /// Creates an empty button with an empty frame.
  public convenience init(type: ButtonType) { self.init(type: type, frame: .zero) }

  /// Creates a button with the title and the image of an action. The button runs the action when it is pressed.
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

  /// Creates a button of the custom type.
  public override init(frame: CGRect) {
    buttonType = .custom
    super.init(frame: frame)
    prepare()
  }

  /// Does not read archives. Creates an empty button of the custom type.
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

  /// The label of the title. Set its text with `setTitle(_:for:)`.
  open var titleLabel: UILabel? { label }
  /// The view of the image. Set it with `setImage(_:for:)`.
  open var imageView: UIImageView? { picture }

  // MARK: Appearance by state

  /// Sets the title for a state. A state without a title uses that of the normal state.
  open func setTitle(_ title: String?, for state: State) { set(\.titles, title, state) }
  /// Sets an attributed title for a state. A plain title of the state takes precedence.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) { set(\.attributedTitles, title, state) }
  /// Sets the colour of the plain title for a state. Nil means the default of the type.
  open func setTitleColor(_ color: UIColor?, for state: State) { set(\.titleColors, color, state) }
  /// Sets the image before the title for a state. Nil means the image of the normal state.
  open func setImage(_ image: UIImage?, for state: State) { set(\.images, image, state) }
  /// Sets an image for a state that fills the bounds, behind title and image.
  open func setBackgroundImage(_ image: UIImage?, for state: State) { set(\.backgrounds, image, state) }

  /// Returns the title for a state, or that of the normal state.
  open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }
  /// Returns the title colour for a state, or that of the normal state.
  open func titleColor(for state: State) -> UIColor? { titleColors[state] ?? titleColors[.normal] }
  /// Returns the image for a state, or that of the normal state.
  open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }
  /// Returns the background image for a state, or that of the normal state.
  open func backgroundImage(for state: State) -> UIImage? { backgrounds[state] ?? backgrounds[.normal] }

  /// The visible title.
  open var currentTitle: String? { title(for: state) }
  /// The visible title colour.
  open var currentTitleColor: UIColor { titleColor(for: state) ?? (buttonType == .system ? tintColor : .white) }
  /// The visible image.
  open var currentImage: UIImage? { image(for: state) }

  private func set<Value>(_ path: ReferenceWritableKeyPath<UIButton, [State: Value]>, _ value: Value?, _ state: State) {
    self[keyPath: path][state] = value
    update()
  }

  override func stateDidChange() { update() }

  /// Updates the colours of title and image.
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
    // A pressed button is dimmed if the state has no appearance (assumed).
    let isDimmed = state.contains(.highlighted) && titleColors[.highlighted] == nil && images[.highlighted] == nil
    let isPale = state.contains(.disabled) && titleColors[.disabled] == nil && images[.disabled] == nil
    for view in [picture, label] as [UIView] { view.alpha = isDimmed ? 0.4 : isPale ? 0.35 : 1 }
    setNeedsLayout()
  }

  // MARK: Layout

  /// Lays out image and title side by side, as set by the content alignments.
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

  /// Insets on opposite sides move centred content by half of their difference.
  private static func moved(_ rect: CGRect, _ insets: UIEdgeInsets) -> CGRect {
    rect.offsetBy(dx: (insets.left - insets.right) / 2, dy: (insets.top - insets.bottom) / 2)
  }

  private var titleSize: CGSize { (label.text ?? "").isEmpty ? .zero : label.sizeThatFits(.zero) }

  /// Space above and below a title without insets, and the minimum width (assumed from the sizes of system buttons).
  private static let (titleMargin, leastWidth): (CGFloat, CGFloat) = (6, 30)

  /// Returns the size of image, title and insets. Without insets, six points are added above and below a title.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let (image, title, insets) = (picture.image?.size ?? .zero, titleSize, contentEdgeInsets)
    let hasMargin = title.height > 0 && insets.top + insets.bottom == 0
    return CGSize(
      width: max(image.width + title.width + insets.left + insets.right, image.width > 0 ? 0 : Self.leastWidth),
      height: max(image.height, title.height + (hasMargin ? 2 * Self.titleMargin : 0)) + insets.top + insets.bottom)
  }

  /// The result of `sizeThatFits(_:)`.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }
}
