/// The context of a block that animates.
protocol BlockContext: UIViewActionContext {
  /// Settings that a block inside this one takes over.
  var settings: AnimationSettings { get }
  var tracker: AnimationTracker { get }
  /// Takes the animations instead of their layers.
  var animator: UIViewPropertyAnimator? { get }
  /// Views whose properties have changed, each once.
  var changedViews: [UIView] { get }
}

extension ViewThread {
  /// The block around the present code; nil where nothing animates.
  var block: (any BlockContext)? { contexts.last as? any BlockContext }
}

extension BlockContext {
  /// Adds an animation to the layer, or hands it to the animator.
  func start(_ animation: CAPropertyAnimation, of change: AnimatedChange, _ settings: AnimationSettings) {
    if let animator { return animator.adopt(change, [animation], settings, tracker) }
    settings.schedule(animation, on: change.layer)
    animation.delegate = tracker.ticket(
      blocking: settings.options.contains(.allowUserInteraction) ? nil : change.view)
    change.layer.add(animation, forKey: change.freeKey)
  }

  /// With `layoutSubviews`, subviews of what has changed move along.
  func layOutIfAsked() {
    guard settings.options.contains(.layoutSubviews) else { return }
    var index = 0
    while index < changedViews.count {
      changedViews[index].layoutIfNeeded()
      index += 1
    }
  }
}

/// The context of a running animation block: answers changes with animations (behavior.md 8.3).
final class AnimationBlock: BlockContext {
  /// Legacy blocks change them while they run.
  var settings: AnimationSettings
  let tracker: AnimationTracker
  let animator: UIViewPropertyAnimator?
  var changedViews: [UIView] = []
  /// State that `UIView.beginAnimations` keeps; nil for other blocks.
  var legacyState: AnyObject?

  init(_ settings: AnimationSettings, _ tracker: AnimationTracker, animator: UIViewPropertyAnimator? = nil) {
    (self.settings, self.tracker, self.animator) = (settings, tracker, animator)
  }

  static var current: AnimationBlock? { ViewThread.current.contexts.last as? AnimationBlock }

  func action(for view: UIView, forKey event: String) -> (any CAAction)? {
    guard AnimatedKey.contains(event), settings.isAnimated else { return nil }
    let recipe = AnimationRecipe(keyPath: event)
    (recipe.fromValue, recipe.fillMode) = (view.layer.value(forKeyPath: event), .both)
    (recipe.duration, recipe.block, recipe.view) = (settings.duration, self, view)
    if case .curve(let function) = settings.pace { recipe.timingFunction = function }
    if !changedViews.contains(where: { $0 === view }) { changedViews.append(view) }
    return recipe
  }

  /// A property has changed.
  func animate(_ view: UIView, key: String, from old: Any?) {
    let new = view.layer.value(forKeyPath: key)
    for change in AnimatedChange.changes(of: view, key: key, old: old, new: new) {
      for animation in change.animations(settings) { start(animation, of: change, settings) }
    }
  }

  /// Runs the body of the block.
  func run(_ body: () -> Void) {
    ViewThread.current.with(self) {
      body()
      layOutIfAsked()
    }
    tracker.close()
  }
}

/// The action that a view answers in a block: a basic animation with the old value (as on iOS 7; behavior.md 11.3),
/// which becomes the real animation when it is run, after the change.
final class AnimationRecipe: CABasicAnimation {
  var block: AnimationBlock?
  var view: UIView?

  override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let block, let view else { return }
    block.animate(view, key: event, from: fromValue)
  }
}

/// Lets nothing animate.
final class StillContext: UIViewActionContext {
  func action(for view: UIView, forKey event: String) -> (any CAAction)? { nil }
}
