extension UIView.AnimationTransition {
  /// The same as a transition of a layer, with the side that comes to the viewer; nil for none.
  ///
  /// A layer calls its edge of largest y the top; a view's bottom is there.
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
  /// Changes a view from what it was to what the block makes of it, with everything in it, by the transition that the
  /// options name: flips, curls, cross-dissolve.
  ///
  /// A flip turns the picture about its middle, the named side towards the viewer. A curl rolls the old page up, or the
  /// new one down, over a cylinder; it is drawn in strips (ours: Apple's is a private filter). Without a transition in
  /// the options, and on views that have not been committed, the change shows at once.
  ///
  /// - Parameters:
  ///   - view: the view that changes.
  ///   - duration: seconds; with 0 or less the change shows at once.
  ///   - options: name the transition, its curve and whether it repeats.
  ///   - animations: what it changes has no animations of its own, unless `allowAnimatedContent` is among the options.
  ///   - completion: as in `animate(withDuration:)`.
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

  /// Puts one view in the place of another by a transition of their superview. Does nothing where `fromView` has none.
  ///
  /// With `showHideTransitionViews` among the options one is hidden and the other shown, otherwise one is removed and
  /// the other added.
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

  /// Lets a view change by a transition, inside of `beginAnimations`: one for each block. `cache` has no effect: both
  /// pictures stay alive here.
  public class func setAnimationTransition(
    _ transition: AnimationTransition, for view: UIView, cache: Bool
  ) {
    AnimationBlock.current?.start(transition, of: view)
  }
}

extension AnimationBlock {
  /// Adds the transition to the view's layer, with the block's settings.
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
