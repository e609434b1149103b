/// Subviews in a row or column, by arithmetic alone: there are no constraints here.
///
/// A subview's own size is its `intrinsicContentSize`, otherwise its size. What `fill` has to give or take goes to the
/// last subview (ours: UIKit decides by priorities of constraints).
open class UIStackView: UIView {
  /// Raw values are UIKit's.
  public enum Axis: Int, Sendable {
    /// UIKit's names: in a row, or in a column.
    case horizontal, vertical
  }

  /// How the length is shared.
  public enum Distribution: Int, Sendable {
    /// UIKit's names: who takes the space that is left along the axis.
    case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
  }

  /// Where subviews lie across the axis.
  public enum Alignment: Int, Sendable {
    /// UIKit's names: where views lie across the axis.
    case fill, leading, firstBaseline, center, trailing, lastBaseline
    /// `leading` of a row.
    public static let top = Alignment.leading
    /// `trailing` of a row.
    public static let bottom = Alignment.trailing
  }

  /// The subviews that are laid out, in order.
  open private(set) var arrangedSubviews: [UIView] = []
  /// Default horizontal.
  open var axis = Axis.horizontal { didSet { setNeedsLayout() } }
  /// Default `fill`.
  open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
  /// Default `fill`.
  open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
  /// Points between subviews; the least where spaces are equal. Default 0.
  open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
  private var customSpacings: [ObjectIdentifier: CGFloat] = [:]

  /// A stack of views, in order.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  /// Adds a view at the end.
  open func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  /// Adds a view at a place among the arranged ones.
  ///
  /// - Precondition: the index is one of the arranged subviews, or their number.
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    arrangedSubviews.insert(view, at: min(stackIndex, arrangedSubviews.count))
    if view.superview !== self { addSubview(view) }
    setNeedsLayout()
  }

  /// The view stays a subview (documented).
  open func removeArrangedSubview(_ view: UIView) {
    arrangedSubviews.removeAll { $0 === view }
    setNeedsLayout()
  }

  /// A view that leaves is no longer arranged.
  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  /// Points after a view, instead of `spacing`.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings[ObjectIdentifier(arrangedSubview)] = spacing
    setNeedsLayout()
  }

  // MARK: Arithmetic

  /// Hidden subviews take no room (documented).
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

  /// Places the arranged views that are not hidden.
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

  /// Centres at equal distances.
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

  /// The views with the spaces between them.
  open override var intrinsicContentSize: CGSize {
    let views = shown
    let sizes = views.map(own)
    let along = sizes.map(length).reduce(0, +) + gaps(views).reduce(0, +)
    let across = sizes.map(breadth).max() ?? 0
    return axis == .horizontal ? CGSize(width: along, height: across) : CGSize(width: across, height: along)
  }

  /// As `intrinsicContentSize`.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
