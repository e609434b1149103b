extension UIView {
  /// The window that contains this view, or the view itself if it is a window.
  public var window: UIWindow? { (self as? UIWindow) ?? superview?.window }

  func insert(_ view: UIView, at index: Int) {
    place(view) {
      index < self.subviews.count
        ? Place(index: max(0, index), sibling: self.subviews[max(0, index)], isAbove: false)
        : nil
    }
  }

  func insert(_ view: UIView, beside sibling: UIView, isAbove: Bool) {
    if view === sibling { return }
    place(view) {
      self.index(of: sibling).map { Place(index: $0 + (isAbove ? 1 : 0), sibling: sibling, isAbove: isAbove) }
    }
  }

  /// Exchanges two subviews. Does nothing for an index out of range.
  public func exchangeSubview(at index1: Int, withSubviewAt index2: Int) {
    guard index1 != index2, subviews.indices.contains(index1), subviews.indices.contains(index2) else { return }
    let (low, high) = (subviews[min(index1, index2)], subviews[max(index1, index2)])
    insertSubview(high, belowSubview: low)
    // The views between them have moved down by one index; the last one is now where the higher one was.
    insertSubview(low, aboveSubview: subviews[max(index1, index2)])
  }

  func leaveSuperview() {
    guard let parent = superview else { return }
    parent.willRemoveSubview(self)
    let hadWindow = window != nil
    willMove(toSuperview: nil)
    if hadWindow { tellSubtree { $0.willMove(toWindow: nil) } }
    leave(parent)
    layer.removeFromSuperlayer()
    if hadWindow { tellSubtree { $0.didMoveToWindow() } }
    didMoveToSuperview()
  }

  /// Returns whether this is the other view or one of its descendants.
  public func isDescendant(of view: UIView) -> Bool {
    sequence(first: self) { $0.superview }.contains { $0 === view }
  }

  /// Returns this view or the first descendant with the tag.
  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    for subview in subviews {
      if let found = subview.viewWithTag(tag) { return found }
    }
    return nil
  }

  // MARK: Steps

  /// A position relative to a subview.
  struct Place {
    var index: Int
    var sibling: UIView
    var isAbove: Bool
  }

  private func index(of view: UIView) -> Int? { subviews.firstIndex { $0 === view } }

  private func leave(_ parent: UIView) {
    parent.subviews.removeAll { $0 === self }
    superview = nil
  }

  /// The order of the calls is the commonly observed order of UIKit (assumed).
  /// - Parameter place: called after the view has left its present position; nil for the topmost position.
  func place(_ view: UIView, at place: () -> Place?) {
    demand(!isDescendant(of: view), "UIView: a view cannot be inside itself: \(view)")
    let isReordered = view.superview === self
    let (oldWindow, newWindow) = (view.window, window)
    if !isReordered {
      view.superview?.willRemoveSubview(view)
      view.willMove(toSuperview: self)
      if oldWindow !== newWindow { view.tellSubtree { $0.willMove(toWindow: newWindow) } }
    }
    if let parent = view.superview { view.leave(parent) }
    let target = place()
    subviews.insert(view, at: target?.index ?? subviews.count)
    view.superview = self
    insertLayer(of: view, at: target)
    guard !isReordered else { return }
    if oldWindow !== newWindow { view.tellSubtree { $0.didMoveToWindow() } }
    view.didMoveToSuperview()
    didAddSubview(view)
    view.tellTintColor()
  }

  /// There may be other sublayers between those of the subviews.
  private func insertLayer(of view: UIView, at place: Place?) {
    guard let place, place.sibling.layer.superlayer === layer else { return layer.addSublayer(view.layer) }
    if place.isAbove {
      layer.insertSublayer(view.layer, above: place.sibling.layer)
    } else {
      layer.insertSublayer(view.layer, below: place.sibling.layer)
    }
  }

  private func tellSubtree(_ body: (UIView) -> Void) {
    body(self)
    for subview in subviews { subview.tellSubtree(body) }
  }
}
