extension UIView {
  /// Options of a block animation. Raw values are those of UIKit (behavior.md 8.4).
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Creates a set from its raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Lays out changed views inside the block, so that subviews animate too.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Views receive touches while they are animated.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Starts from the visible value. Applies to properties without additive animations: opacity, colours.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Repeats indefinitely.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// Runs forward and backward. Without `repeat` it does so once, then shows the end value.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// Does not inherit the duration of the enclosing block.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// Does not inherit the curve of the enclosing block.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// In transitions, property changes inside the block animate too.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// In transitions between views, hides one view and shows the other instead of removing and adding them.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// Does not inherit the spring and the options of the enclosing block.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)

    /// Slow start and end. The default.
    public static let curveEaseInOut: AnimationOptions = []
    /// Slow start.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Constant speed.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

    // MARK: Transitions of `UIView.transition`
    /// The view flips about its vertical axis with the left side toward the viewer.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// The view flips about its vertical axis with the right side toward the viewer.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// The old state curls up like a page.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// The new state curls down over the old one like a page.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// The new state fades in over the old one.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// The view flips about its horizontal axis with the top toward the viewer.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// The view flips about its horizontal axis with the bottom toward the viewer.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

    // MARK: Frame rates, without effect: every frame of a movie is drawn
    /// A frame rate of 60 frames per second. Ignored: movies have their own rate.
    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
    /// A frame rate of 30 frames per second. Ignored: movies have their own rate.
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

    mutating func set(_ option: AnimationOptions, _ isOn: Bool) { if isOn { insert(option) } else { remove(option) } }
    var curve: AnimationCurve { AnimationCurve(rawValue: Int(rawValue >> 16 & 15)) ?? .easeInOut }
    var transition: AnimationTransition? { AnimationTransition(rawValue: Int(rawValue >> 20 & 15)) }
    /// The options that nested blocks inherit.
    static let inherited: AnimationOptions = [.allowUserInteraction, .beginFromCurrentState, .repeat, .autoreverse]
  }

  /// The easing of an animation. Raw values are those of UIKit.
  public enum AnimationCurve: Int, Sendable {
    /// The cases of UIKit; see `curveEaseInOut` and the other curve options.
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

  /// The transition between two states of a view. The first five raw values are those of UIKit, the others those of the
  /// options.
  public enum AnimationTransition: Int, Sendable {
    /// The cases of UIKit; see `transitionFlipFromLeft` and the other transition options.
    case none, flipFromLeft, flipFromRight, curlUp, curlDown, crossDissolve, flipFromTop, flipFromBottom
  }

  /// Options of a keyframe animation. Raw values are those of UIKit. You can add curves of `AnimationOptions` by raw
  /// value.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Creates a set from its raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// See the option of the same name in `AnimationOptions`.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// See the option of the same name in `AnimationOptions`.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// See the option of the same name in `AnimationOptions`.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// See the option of the same name in `AnimationOptions`.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// See the option of the same name in `AnimationOptions`.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// See the option of the same name in `AnimationOptions`.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// See the option of the same name in `AnimationOptions`.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)

    /// Linear interpolation. The default.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// Each value is kept until the next keyframe.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// Constant speed. The times of the keyframes are ignored.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// A smooth curve through the values.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// A smooth curve with constant speed.
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
    /// The bits with the same meaning in both types.
    var common: AnimationOptions { AnimationOptions(rawValue: rawValue & ~(7 << 10)) }
  }
}
