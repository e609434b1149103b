/// A bar that shows progress.
open class UIProgressView: UIView {
  /// Style of a progress view. Raw values are those of UIKit.
  public enum Style: Int, Sendable {
    /// A standalone bar, or one at the edge of a toolbar.
    case `default`, bar
  }

  private let track = UIView(), bar = UIView()

  /// Creates a view with the height of the style and without a width.
  public convenience init(progressViewStyle style: Style) {
    self.init(frame: CGRect(x: 0, y: 0, width: 0, height: style == .bar ? 2.5 : 4))
  }

  override func setUp() {
    for view in [track, bar] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
    paint()
  }

  /// Progress, limited to 0...1. Default 0.
  open var progress: Float {
    get { shown }
    set { setProgress(newValue, animated: false) }
  }
  private var shown: Float = 0

  /// Sets the progress, 0...1. The animation takes a quarter of a second (assumed).
  open func setProgress(_ progress: Float, animated: Bool) {
    shown = max(0, min(1, progress))
    guard animated else { return place() }
    UIView.animate(withDuration: 0.25) { self.place() }
  }

  /// Colour of the completed part. Nil: the tint colour. Default nil.
  open var progressTintColor: UIColor? { didSet { paint() } }
  /// Colour of the remaining part. Nil: light grey. Default nil.
  open var trackTintColor: UIColor? { didSet { paint() } }

  /// Updates the colours.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    paint()
  }

  private func paint() {
    bar.backgroundColor = progressTintColor ?? tintColor
    track.backgroundColor = trackTintColor ?? UIColor(white: 0.5, alpha: 0.2)
  }

  /// Lays out the bar and its completed part.
  open override func layoutSubviews() {
    super.layoutSubviews()
    place()
  }

  private func place() {
    track.frame = bounds
    bar.frame = CGRect(x: 0, y: 0, width: bounds.width * CGFloat(shown), height: bounds.height)
    for view in [track, bar] { view.layer.cornerRadius = bounds.height / 2 }
  }

  /// Returns the given width and a height of 4 points.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: size.width, height: 4) }
  /// No intrinsic width, and a height of 4 points.
  open override var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: 4) }
}
