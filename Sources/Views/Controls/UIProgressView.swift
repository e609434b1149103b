/// A line that fills up.
open class UIProgressView: UIView {
  /// Raw values are UIKit's.
  public enum Style: Int, Sendable {
    /// A line of its own, or one at the edge of a bar.
    case `default`, bar
  }

  private let track = UIView(), bar = UIView()

  /// A view of the style's height, without a width.
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: CGRect(x: 0, y: 0, width: 0, height: style == .bar ? 2.5 : 4))
  }

  /// An empty line, from edge to edge of the frame.
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
    for view in [track, bar] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    paint()
  }

  /// 0...1; other values are cut to this. Default 0.
  open var progress: Float {
    get { shown }
    set { setProgress(newValue, animated: false) }
  }
  private var shown: Float = 0

  /// Sets how much is done, 0...1; animated, it takes a quarter of a second (assumed).
  open func setProgress(_ progress: Float, animated: Bool) {
    shown = max(0, min(1, progress))
    guard animated else { return place() }
    UIView.animate(withDuration: 0.25) { self.place() }
  }

  /// Default nil: the tint colour.
  open var progressTintColor: UIColor? { didSet { paint() } }
  /// Default nil: a light grey.
  open var trackTintColor: UIColor? { didSet { paint() } }

  /// Colours the line anew.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    paint()
  }

  private func paint() {
    bar.backgroundColor = progressTintColor ?? tintColor
    track.backgroundColor = trackTintColor ?? UIColor(white: 0.5, alpha: 0.2)
  }

  /// Places the line and the part that is done.
  open override func layoutSubviews() {
    super.layoutSubviews()
    place()
  }

  private func place() {
    track.frame = bounds
    bar.frame = CGRect(x: 0, y: 0, width: bounds.width * CGFloat(shown), height: bounds.height)
    for view in [track, bar] { view.layer.cornerRadius = bounds.height / 2 }
  }

  /// The width as given, 4 points high.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 4) }
  /// Any width, 4 points high.
  open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 4) }
}
