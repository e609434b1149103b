/// How a new picture takes the place of the old one.
public struct CATransitionType: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The new state appears over the old one; the default.
  public static let fade = CATransitionType(rawValue: "fade")
  /// The new state slides over the old one.
  public static let moveIn = CATransitionType(rawValue: "moveIn")
  /// The new state pushes the old one away.
  public static let push = CATransitionType(rawValue: "push")
  /// The old state slides away from over the new one.
  public static let reveal = CATransitionType(rawValue: "reveal")
}

/// Where a movement comes from, in the layer's coordinates: top is the largest y, which lies below where y points down
/// (behavior.md 4.12).
public struct CATransitionSubtype: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// From the right edge to the left.
  public static let fromRight = CATransitionSubtype(rawValue: "fromRight")
  /// From the left edge to the right.
  public static let fromLeft = CATransitionSubtype(rawValue: "fromLeft")
  /// From the edge of largest y, which Core Animation calls the top.
  public static let fromTop = CATransitionSubtype(rawValue: "fromTop")
  /// From the edge of smallest y, which Core Animation calls the bottom.
  public static let fromBottom = CATransitionSubtype(rawValue: "fromBottom")
}

/// Shows the changes of a layer and its sublayers as the change of one picture to another (behavior.md 4.12).
///
/// The old picture is the layer as it was before the commit that adds the transition, the new one is the layer from
/// then on. A layer has one transition at a time, always under the key "transition".
open class CATransition: CAAnimation {
  override class var properties: [Property<AnimationValues>] { super.properties + Property.transition }

  /// Default fade. Another type than these four, and those that `UIView.transition` makes, fades, and is a problem that
  /// `CALayer.animationProblems` names.
  open var type: CATransitionType {
    get { CATransitionType(rawValue: stored.special.transition.type) }
    set { stored.special.transition.type = newValue.rawValue }
  }
  /// Where the movement comes from. Default nil, which is the left (assumed).
  open var subtype: CATransitionSubtype? {
    get { stored.special.transition.subtype.map(CATransitionSubtype.init(rawValue:)) }
    set { stored.special.transition.subtype = newValue?.rawValue }
  }
  /// 0...1: how far the transition has come when it begins. Default 0.
  open var startProgress: Float {
    get { stored.special.transition.startProgress }
    set { stored.special.transition.startProgress = newValue }
  }
  /// 0...1: how far the transition has come when it ends. Default 1.
  open var endProgress: Float {
    get { stored.special.transition.endProgress }
    set { stored.special.transition.endProgress = newValue }
  }
  /// Takes the place of `type` on macOS. Not supported: the transition is drawn as its type says, which is a problem
  /// that `CALayer.animationProblems` names. Default nil.
  open var filter: Any? {
    get { stored.special.transition.filter }
    set { stored.special.transition.filter = newValue }
  }
}

extension CATransition {
  /// The key under which every transition is stored.
  static let key = "transition"

  /// The transition as it is committed.
  /// - Parameter old: the layer's node before.
  func resolved(replacing old: RenderNode?) -> Transition {
    Transition(
      Transition.Style(rawValue: type.rawValue) ?? .fade,
      from: subtype.flatMap { Transition.Side(rawValue: $0.rawValue) } ?? .fromLeft,
      clock: AnimationClock(stored.timing, curve: timingFunction?.curve), startProgress: Double(startProgress),
      endProgress: Double(endProgress), replacing: old)
  }
}
