import Foundation
import StarmineLayers
import StarmineViews

/// A block API as users write their own, after the recipe of listing C4: what the body changes jumps out to the new
/// value and takes its time to come back.
extension UIView {
  static func popAnimation(duration: TimeInterval, animations: () -> Void) {
    let easing: Float = 0.2
    for change in changes(in: animations) {
      let animation = CAKeyframeAnimation(keyPath: change.keyPath)
      animation.values = [change.oldValue, change.newValue, change.oldValue].compactMap { $0 }
      animation.keyTimes = [0, 0.35, 1]
      animation.timingFunctions = [
        CAMediaTimingFunction(controlPoints: 1, 0, 1 - easing, 1),
        CAMediaTimingFunction(controlPoints: easing, 0, 0, 1),
      ]
      animation.duration = duration
      change.undo()
      change.layer.add(animation, forKey: change.keyPath)
    }
  }
}

/// The same by hand, as it is written on iOS: a context that notes old values when it is asked for actions.
final class PopContext: UIViewActionContext {
  private var states: [(layer: CALayer, keyPath: String, oldValue: Any?)] = []

  func action(for view: UIView, forKey event: String) -> (any CAAction)? {
    states.append((view.layer, event, view.layer.value(forKeyPath: event)))
    return NSNull()
  }

  static func run(duration: TimeInterval, _ body: () -> Void) {
    let context = PopContext()
    UIView.perform(in: context, body)
    for state in context.states {
      let animation = CAKeyframeAnimation(keyPath: state.keyPath)
      animation.values = [state.oldValue, state.layer.value(forKeyPath: state.keyPath), state.oldValue]
        .compactMap { $0 }
      (animation.keyTimes, animation.duration) = ([0, 0.35, 1], duration)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      state.layer.setValue(state.oldValue, forKeyPath: state.keyPath)
      CATransaction.commit()
      state.layer.add(animation, forKey: state.keyPath)
    }
  }
}
