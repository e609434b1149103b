/// The context of an animation block.
protocol BlockContext: UIViewActionContext {
  /// Settings that nested blocks inherit.
  var settings: AnimationSettings { get }
  var tracker: AnimationTracker { get }
  /// Takes the animations instead of their layers: those of a property animator.
  var adopt: AnimationTaker? { get }
  /// Changed views, without duplicates.
  var changedViews: [UIView] { get }
}

/// Takes animations of a change, with their settings and tracker.
typealias AnimationTaker = (AnimatedChange, [CAPropertyAnimation], AnimationSettings, AnimationTracker) -> Void

extension ViewThread {
  /// The innermost running block, or nil.
  var block: (any BlockContext)? { contexts.last as? any BlockContext }
}

extension BlockContext {
  /// Adds an animation to the layer, or passes it to `adopt`.
  func start(_ animation: CAPropertyAnimation, of change: AnimatedChange, _ settings: AnimationSettings) {
    if let adopt { return adopt(change, [animation], settings, tracker) }
    settings.schedule(animation, on: change.layer)
    animation.delegate = tracker.ticket(blocking: settings.options.contains(.allowUserInteraction) ? nil : change.view)
    change.layer.add(animation, forKey: change.freeKey)
  }

  /// Runs a body in this context. With `layoutSubviews`, subviews of changed views animate too.
  func record(_ body: () -> Void) {
    ViewThread.current.with(self) {
      body()
      guard settings.options.contains(.layoutSubviews) else { return }
      var index = 0
      while index < changedViews.count {
        changedViews[index].layoutIfNeeded()
        index += 1
      }
    }
  }
}

/// The context of a running animation block. It animates property changes (behavior.md 8.3).
final class AnimationBlock: BlockContext {
  /// Legacy blocks change the settings while they run.
  var settings: AnimationSettings
  let tracker: AnimationTracker
  let adopt: AnimationTaker?
  var changedViews: [UIView] = []
  /// State for `UIView.beginAnimations`; nil for other blocks.
  var legacyState: AnyObject?

  init(_ settings: AnimationSettings, _ tracker: AnimationTracker, adopt: AnimationTaker? = nil) {
    (self.settings, self.tracker, self.adopt) = (settings, tracker, adopt)
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

  func animate(_ view: UIView, key: String, from old: Any?) {
    let new = view.layer.value(forKeyPath: key)
    for change in AnimatedChange.changes(of: view, key: key, old: old, new: new) {
      for animation in change.animations(settings) { start(animation, of: change, settings) }
    }
  }

  func run(_ body: () -> Void) {
    record(body)
    tracker.close()
  }
}

/// The action of a view in a block: a basic animation with the old value (as on iOS 7; behavior.md 11.3). It becomes
/// the real animation when it runs, after the change.
final class AnimationRecipe: CABasicAnimation {
  var block: AnimationBlock?
  var view: UIView?

  override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let block, let view else { return }
    block.animate(view, key: event, from: fromValue)
  }
}

final class StillContext: UIViewActionContext {
  func action(for view: UIView, forKey event: String) -> (any CAAction)? { nil }
}
