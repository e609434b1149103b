/// Type of a transition between two images of a layer.
public struct CATransitionType: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The new state appears over the old one; the default.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new state slides over the old one.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new state pushes the old one away.
  public static let push = CATransitionType(rawValue: "push")
  /// The old state slides away and reveals the new one.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// Start edge of a movement, in the coordinates of the layer. Top is the edge with the largest y, which is below if y
/// points down (behavior.md 4.12).
public struct CATransitionSubtype: CAStringConstant {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From the right edge to the left.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From the left edge to the right.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From the edge with the largest y, which Core Animation calls the top.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From the edge with the smallest y, which Core Animation calls the bottom.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// A transition of a layer and its sublayers from their old image to the new one (behavior.md 4.12).
///
/// The old image is the layer before the commit that adds the transition. The new image is the layer after it. A layer
/// has one transition at a time, always with the key "transition".
open class CATransition: CAAnimation {
  override class var properties: [Property<AnimationValues>] { super.properties + Property.transition }

  /// Type of the transition. Types other than these four and those of `UIView.transition` fade, and
  /// `CALayer.animationProblems` reports them. Default fade.
  open var type: CATransitionType {
    get { CATransitionType(rawValue: stored.special.transition.type) }
    set { stored.special.transition.type = newValue.rawValue }
  }
  /// Start edge of the movement. Nil means left (assumed). Default nil.
  open var subtype: CATransitionSubtype? {
    get { stored.special.transition.subtype.map(CATransitionSubtype.init(rawValue:)) }
    set { stored.special.transition.subtype = newValue?.rawValue }
  }
  /// Progress at the start, 0...1. Default 0.
  open var startProgress: Float {
    get { stored.special.transition.startProgress }
    set { stored.special.transition.startProgress = newValue }
  }
  /// Progress at the end, 0...1. Default 1.
  open var endProgress: Float {
    get { stored.special.transition.endProgress }
    set { stored.special.transition.endProgress = newValue }
  }
  /// A filter that replaces `type` on macOS. Not supported: the transition uses `type`, and `CALayer.animationProblems`
  /// reports it. Default nil.
  open var filter: Any? {
    get { stored.special.transition.filter }
    set { stored.special.transition.filter = newValue }
  }
}

extension CATransition {
  static let key = "transition"

  /// - Parameter old: the layer's node before the commit.
  func resolved(replacing old: RenderNode?) -> Transition {
    Transition(
      Transition.Style(rawValue: type.rawValue) ?? .fade,
      from: subtype.flatMap { Transition.Side(rawValue: $0.rawValue) } ?? .fromLeft,
      clock: AnimationClock(stored.timing, curve: timingFunction?.curve), startProgress: Double(startProgress),
      endProgress: Double(endProgress), replacing: old)
  }
}
