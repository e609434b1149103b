extension UIView {
  /// Animations that the system has a look for. Raw values are UIKit's.
  public enum SystemAnimation: UInt, Sendable {
    /// Shrinks and fades away; then the view leaves its superview.
    case delete
  }

  /// Seconds of a system animation (assumed).
  private static let systemDuration = 0.3

  /// Lets views go in the system's way, and other changes along with it.
  ///
  /// - Parameters:
  ///   - animation: the way they go.
  ///   - views: views that leave their superviews at the end.
  ///   - options: as in `animate(withDuration:)`.
  ///   - parallelAnimations: changes that animate at the same pace.
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
