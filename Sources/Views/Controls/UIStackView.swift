/// A view that arranges subviews in a row or column. It does not use constraints.
///
/// The size of a subview is its `intrinsicContentSize`, or its present size. With `fill`, the last subview takes the
/// difference (ours: UIKit uses priorities of constraints).
open class UIStackView: UIView {
  /// Direction of the stack. Raw values are those of UIKit.
  public enum Axis: Int, Sendable {
    /// A row, or a column.
    case horizontal, vertical
  }

  /// Distribution of subviews along the axis.
  public enum Distribution: Int, Sendable {
    /// The cases of UIKit. They differ in what takes the remaining space.
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  /// Alignment of subviews across the axis.
  public enum Alignment: Int, Sendable {
    /// The cases of UIKit.
    case fill, leading, firstBaseline, center, trailing, lastBaseline
    /// The same as `leading`, for rows.
    public static let top = Alignment.leading
    /// The same as `trailing`, for rows.
    public static let bottom = Alignment.trailing
  }

  /// The arranged subviews, in order.
  open private(set) var arrangedSubviews: [UIView] = []
  /// Direction of the stack. Default horizontal.
  open var axis = Axis.horizontal { didSet { setNeedsLayout() } }
  /// Distribution along the axis. Default `fill`.
  open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
  /// Alignment across the axis. Default `fill`.
  open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
  /// Points between subviews, or the minimum for equal spacing. Default 0.
  open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
  private var customSpacings: [ObjectIdentifier: CGFloat] = [:]

  /// Creates a stack of views.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  /// Adds an arranged view at the end.
  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  /// Inserts an arranged view at an index.
  ///
  /// - Precondition: the index is at most the number of arranged subviews.
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    arrangedSubviews.insert(view, at: min(stackIndex, arrangedSubviews.count))
    if view.superview !== self { addSubview(view) }
    setNeedsLayout()
  }

  /// Removes a view from the arranged ones. It remains a subview (documented).
  open func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    setNeedsLayout()
  }

  /// Removes a view that leaves the stack from the arranged ones.
  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  /// Sets the points after a view, instead of `spacing`.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings[ObjectIdentifier(arrangedSubview)] = spacing
    setNeedsLayout()
  }

  // MARK: Layout

  /// Hidden subviews use no space (documented).
  private var shown: [UIView] { arrangedSubviews.filter { !$0.isHidden } }

  private func own(_ view: UIView) -> CGSize {
    let (intrinsic, size) = (view.intrinsicContentSize, view.bounds.size)
    return CGSize(
      width: intrinsic.width == Self.noIntrinsicMetric ? size.width : intrinsic.width,
      height: intrinsic.height == Self.noIntrinsicMetric ? size.height : intrinsic.height)
  }

  private func length(_ size: CGSize) -> CGFloat { axis == .horizontal ? size.width : size.height }
  private func breadth(_ size: CGSize) -> CGFloat { axis == .horizontal ? size.height : size.width }

  private func gaps(_ views: [UIView]) -> [CGFloat] {
    views.dropLast().map { customSpacings[ObjectIdentifier($0)] ?? spacing }
  }

  /// Lays out the arranged views that are not hidden.
  open override func layoutSubviews() {
    super.layoutSubviews()
    let views = shown
    guard !views.isEmpty else { return }
    var gaps = gaps(views)
    let lengths = lengths(views, room: length(bounds.size) - gaps.reduce(0, +))
    if distribution == .equalSpacing || distribution == .equalCentering, !gaps.isEmpty {
      let rest = length(bounds.size) - lengths.reduce(0, +)
      gaps =
        distribution == .equalSpacing
        ? gaps.map { max($0, rest / CGFloat(gaps.count)) } : centeredGaps(lengths, gaps)
    }
    var place = axis == .horizontal ? bounds.minX : bounds.minY
    for (index, view) in views.enumerated() {
      put(view, at: place, length: lengths[index])
      place += lengths[index] + (index < gaps.count ? gaps[index] : 0)
    }
  }

  private func lengths(_ views: [UIView], room: CGFloat) -> [CGFloat] {
    var lengths = views.map { length(own($0)) }
    let total = lengths.reduce(0, +)
    switch distribution {
    case .fillEqually: lengths = lengths.map { _ in max(0, room / CGFloat(views.count)) }
    case .fillProportionally where total > 0: lengths = lengths.map { max(0, $0 * room / total) }
    case .fill, .fillProportionally: lengths[lengths.count - 1] = max(0, lengths[lengths.count - 1] + room - total)
    case .equalSpacing, .equalCentering: break
    }
    return lengths
  }

  private func centeredGaps(_ lengths: [CGFloat], _ least: [CGFloat]) -> [CGFloat] {
    let ends = (lengths.first ?? 0) / 2 + (lengths.last ?? 0) / 2
    let step = (length(bounds.size) - ends) / CGFloat(least.count)
    return least.indices.map { max(least[$0], step - lengths[$0] / 2 - lengths[$0 + 1] / 2) }
  }

  private func put(_ view: UIView, at place: CGFloat, length: CGFloat) {
    let room = breadth(bounds.size)
    let across = alignment == .fill ? room : breadth(own(view))
    let start: CGFloat =
      switch alignment {
      case .fill, .leading, .firstBaseline: 0
      case .center: (room - across) / 2
      case .trailing, .lastBaseline: room - across
      }
    view.frame =
      axis == .horizontal
      ? CGRect(x: place, y: bounds.minY + start, width: length, height: across)
      : CGRect(x: bounds.minX + start, y: place, width: across, height: length)
  }

  /// The size of the arranged views and the spaces between them.
  open override var intrinsicContentSize: CGSize {
    let views = shown
    let sizes = views.map(own)
    let along = sizes.map(length).reduce(0, +) + gaps(views).reduce(0, +)
    let across = sizes.map(breadth).max() ?? 0
    return axis == .horizontal ? CGSize(width: along, height: across) : CGSize(width: across, height: along)
  }

  /// Returns `intrinsicContentSize`.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
