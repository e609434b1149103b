public import Foundation
public import Graphics

/// All values of one layer. Copying it is commit, presentation and `init(layer:)`.
///
/// Points, y down; see reference/core-animation.md section 1.1 for the meaning and defaults of each property.
public struct LayerState: Sendable, Equatable {
  private var rareTiming = Rare<Timing>()
  public var name: String?

  public var bounds = CGRect.zero
  public var position = CGPoint.zero
  public var zPosition: CGFloat = 0
  public var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  public var anchorPointZ: CGFloat = 0
  public var transform = CATransform3DIdentity
  private var rareSublayerTransform = Rare<CATransform3D>()

  public var isHidden = false
  public var isDoubleSided = true
  /// A `CATransformLayer`: no plane of its own, sublayers stay in space.
  public var isTransformLayer = false
  public var opacity: Float = 1
  public var masksToBounds = false
  /// Mirrors everything inside the layer about the middle of its bounds.
  public var isGeometryFlipped = false
  public var backgroundColor: CGColor?
  public var cornerRadius: CGFloat = 0
  public var contents: CGImage?
  /// While an animation changes the contents: what shows instead of them.
  public var contentsFade = Rare<ContentsFade>()
  /// What the layer drew for itself; shows where there is no image.
  public var drawing: Drawing?

  /// Border, and which corners are round in which way.
  public var border = Rare<BorderState>()
  public var shadow = Rare<ShadowState>()
  /// Filters and rasterization.
  public var effects = Rare<EffectState>()
  /// Nil: over what lies below.
  public var compositingFilter: CompositingFilter?
  /// Opacity applies to the layer with its sublayers as one picture instead of to each by itself.
  public var allowsGroupOpacity = true
  /// Which part of the contents lies where.
  public var placement = Rare<ContentsPlacement>()

  /// Values of `CAEmitterLayer`; costs nothing on other layers.
  public var emitter = Rare<EmitterState>()
  /// Values of `CAShapeLayer`; costs nothing on other layers.
  public var shapeLayer = Rare<ShapeState>()
  /// Resizing by the superlayer, and promises about drawing that change no pixel here.
  public var hints = Rare<LayerHints>()
  /// Values of `CAScrollLayer` and `CATiledLayer`.
  public var viewing = Rare<ViewingState>()
  /// Values of `CAGradientLayer`; costs nothing on other layers.
  public var gradient = Rare<GradientState>()
  /// Values of `CAReplicatorLayer`; costs nothing on other layers.
  public var replicator = Rare<ReplicatorState>()
  /// Values of `CATextLayer`.
  public var text = Rare<TextState>()

  public init() {}
}

// Stored apart, so that the copy of a layer that has the defaults is small: a frame copies every animated one.
extension LayerState {
  public var timing: Timing {
    get { rareTiming.value }
    set { rareTiming.value = newValue }
  }
  public var sublayerTransform: CATransform3D {
    get { rareSublayerTransform.value }
    set { rareSublayerTransform.value = newValue }
  }
}

extension CATransform3D: RareGroup {
  public static var defaults: CATransform3D { CATransform3DIdentity }
}

/// A group of values that most layers leave at their defaults: nothing is allocated until one is set.
@dynamicMemberLookup
public struct Rare<Group: RareGroup>: Sendable, Equatable {
  private final class Box: Sendable {
    let value: Group
    init(_ value: Group) { self.value = value }
  }
  private var box: Box?

  public init() {}

  /// Whether nothing was ever set.
  public var isUnset: Bool { box == nil }

  /// The group; setting it stores a new copy, so that copies of the owner keep theirs.
  public var value: Group {
    get { box?.value ?? Group.defaults }
    set { box = Box(newValue) }
  }

  public subscript<Value>(dynamicMember path: WritableKeyPath<Group, Value>) -> Value {
    get { value[keyPath: path] }
    set { value[keyPath: path] = newValue }
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.box === right.box || left.value == right.value
  }
}

/// A group of values that `Rare` can hold.
public protocol RareGroup: Sendable, Equatable {
  static var defaults: Self { get }
}
