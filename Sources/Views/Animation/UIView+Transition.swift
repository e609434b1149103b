extension UIView.AnimationTransition {
  /// The layer transition with the same effect, or nil.
  ///
  /// A layer calls the edge with the largest y the top, which is the bottom of a view.
  fileprivate var layerTransition: CATransition? {
    let transition = CATransition()
    let (style, side): (Transition.Style, CATransitionSubtype?)
    switch self {
    case .none: return nil
    case .flipFromLeft: (style, side) = (.flip, .fromLeft)
    case .flipFromRight: (style, side) = (.flip, .fromRight)
    case .flipFromTop: (style, side) = (.flip, .fromBottom)
    case .flipFromBottom: (style, side) = (.flip, .fromTop)
    case .curlUp: (style, side) = (.curl, nil)
    case .curlDown: (style, side) = (.uncurl, nil)
    case .crossDissolve: (style, side) = (.fade, nil)
    }
    (transition.type, transition.subtype) = (CATransitionType(rawValue: style.rawValue), side)
    return transition
  }
}

extension UIView {
  /// Animates the changes of a view and its contents with the transition in the options: a flip, a curl or a
  /// cross-dissolve.
  ///
  /// A flip rotates the view about its middle, with the named side toward the viewer. A curl rolls the old state up, or
  /// the new one down, over a cylinder. It is drawn in strips (ours: Apple's is a private filter). Without a transition
  /// in the options, and on views that have not been committed, the change is visible at once.
  ///
  /// - Parameters:
  ///   - view: the view that changes.
  ///   - duration: duration in seconds. With 0 or less, the change is visible at once.
  ///   - options: the transition, its curve and its repetition.
  ///   - animations: a block of changes. They do not animate unless the options contain `allowAnimatedContent`.
  ///   - completion: see `animate(withDuration:)`.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)? = nil,
    completion: ((Bool) -> Void)? = nil
  ) {
    let tracker = AnimationTracker(completion)
    let block = makeBlock(AnimationSettings(duration: duration, options: options), tracker)
    if let transition = options.transition { block.start(transition, of: view) }
    let context: any UIViewActionContext = options.contains(.allowAnimatedContent) ? block : StillContext()
    ViewThread.current.with(context) { animations?() }
    tracker.close()
  }

  /// Replaces a view by another one with a transition of their superview. Does nothing if `fromView` has no superview.
  ///
  /// With `showHideTransitionViews`, the views are hidden and shown. Otherwise they are removed and added.
  public class func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let container = fromView.superview else { return }
    transition(with: container, duration: duration, options: options) {
      if options.contains(.showHideTransitionViews) {
        (fromView.isHidden, toView.isHidden) = (true, false)
      } else {
        container.insertSubview(toView, aboveSubview: fromView)
        fromView.removeFromSuperview()
      }
    } completion: {
      completion?($0)
    }
  }

  /// Sets the transition of a view inside `beginAnimations`, one for each block. `cache` has no effect: both states can
  /// change during the transition.
  public class func setAnimationTransition(
    _ transition: AnimationTransition, for view: UIView, cache: Bool
  ) {
    AnimationBlock.current?.start(transition, of: view)
  }
}

extension AnimationBlock {
  fileprivate func start(_ transition: UIView.AnimationTransition, of view: UIView) {
    guard settings.isAnimated, view.layer.presentation() != nil, let animation = transition.layerTransition else {
      return
    }
    animation.duration = settings.duration
    if case .curve(let function) = settings.pace { animation.timingFunction = function }
    animation.fillMode = .backwards
    settings.schedule(animation, on: view.layer)
    animation.delegate = tracker.ticket(blocking: settings.options.contains(.allowUserInteraction) ? nil : view)
    view.layer.add(animation, forKey: kCATransition)
  }
}
