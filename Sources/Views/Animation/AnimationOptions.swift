extension UIView {
  /// Options of a block animation. Raw values are UIKit's (behavior.md 8.4).
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Lays changed views out inside the block, so that subviews move along.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Touches come to views while they are animated.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Starts from what is seen, where animations do not add up anyway: opacity, colours.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// For ever.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// There and back; alone it goes back once, then the end value shows.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Does not take the duration of the block around.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// Does not take the curve of the block around.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// Transitions: changes of properties inside the block animate too.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// Transitions from view to view hide one and show the other instead of removing and adding.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// Takes neither spring nor options of the block around.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)

    /// The default.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slow at the start.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Even.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

    // What `UIView.transition` does.
    /// The view turns about its vertical axis, the left side towards the viewer.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// The view turns about its vertical axis, the right side towards the viewer.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// The old page curls up and away.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// The new page curls down over the old one.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// The new state appears over the old one.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// The view turns about its horizontal axis, the top towards the viewer.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// The view turns about its horizontal axis, the bottom towards the viewer.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

    // Wishes for a frame rate, without effect: every frame of a movie is drawn.
    /// A wish for 60 frames a second; movies have their own rate.
    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
    /// A wish for 30 frames a second; movies have their own rate.
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

    var curve: AnimationCurve { AnimationCurve(rawValue: Int(rawValue >> 16 & 15)) ?? .easeInOut }
    var transition: AnimationTransition? { AnimationTransition(rawValue: Int(rawValue >> 20 & 15)) }
    /// The options that a nested block takes over.
    static let inherited: AnimationOptions = [.allowUserInteraction, .beginFromCurrentState, .repeat, .autoreverse]
  }

  /// The pace of an animation. Raw values are UIKit's.
  public enum AnimationCurve: Int, Sendable {
    /// UIKit's names, as `curveEaseInOut` and the others.
    case easeInOut, easeIn, easeOut, linear

    var timingFunction: CAMediaTimingFunction {
      switch self {
      case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
      case .easeIn: CAMediaTimingFunction(name: .easeIn)
      case .easeOut: CAMediaTimingFunction(name: .easeOut)
      case .linear: CAMediaTimingFunction(name: .linear)
      }
    }
  }

  /// How one picture of a view takes the place of the other. The first five raw values are UIKit's, the others those of
  /// the options.
  public enum AnimationTransition: Int, Sendable {
    /// UIKit's names, as `transitionFlipFromLeft` and the others.
    case none, flipFromLeft, flipFromRight, curlUp, curlDown, crossDissolve, flipFromTop, flipFromBottom
  }

  /// Options of a keyframe animation. Raw values are UIKit's; curves of `AnimationOptions` may be added by raw value.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// As in `AnimationOptions`.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// As in `AnimationOptions`.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// As in `AnimationOptions`.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// As in `AnimationOptions`.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// As in `AnimationOptions`.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// As in `AnimationOptions`.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// As in `AnimationOptions`.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)

    /// Straight from value to value, the default.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// Each value until the next keyframe, without anything between.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// At constant speed; the times of the keyframes do not count.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// On a smooth curve through the values.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// On a smooth curve, at constant speed.
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

    var calculationMode: CAAnimationCalculationMode {
      switch rawValue >> 10 & 7 {
      case 1: .discrete
      case 2: .paced
      case 3: .cubic
      case 4: .cubicPaced
      default: .linear
      }
    }
    /// The bits that both kinds of options have at the same places.
    var common: AnimationOptions { AnimationOptions(rawValue: rawValue & ~(7 << 10)) }
  }
}
