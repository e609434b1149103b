extension UIView {
  /// System-defined animations. Raw values are those of UIKit.
  public enum SystemAnimation: UInt, Sendable {
    /// The view shrinks and fades out, then leaves its superview.
    case delete
  }

  /// Seconds of a system animation (assumed).
  private static let systemDuration = 0.3

  /// Animates views with a system-defined animation, together with other changes.
  ///
  /// - Parameters:
  ///   - animation: the animation.
  ///   - views: views that leave their superviews at the end.
  ///   - options: see `animate(withDuration:)`.
  ///   - parallelAnimations: changes that animate with the same easing.
  ///   - completion: called when the views have left.
  public class func perform(
    _ animation: SystemAnimation, on views: [UIView], options: AnimationOptions = [],
    animations parallelAnimations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: systemDuration, delay: 0, options: options) {
      for view in views {
        view.alpha = 0
        view.transform = view.transform.scaledBy(x: 0.01, y: 0.01)
      }
      parallelAnimations?()
    } completion: { finished in
      views.forEach { $0.removeFromSuperview() }
      completion?(finished)
    }
  }
}
