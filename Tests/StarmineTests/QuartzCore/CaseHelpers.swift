import Starmine

// Objects that cases make by name, besides the classes of the library.

/// Asks for a new drawing when the opacity changes.
final class OpacityRedisplayLayer: CALayer {
  override class func needsDisplay(forKey key: String) -> Bool {
    key == "opacity" || super.needsDisplay(forKey: key)
  }
}

/// Notes the names of the methods that are called.
final class CaseLayoutManager: CALayoutManager {
  var calls: [String] = []

  func preferredSize(of layer: CALayer) -> CGSize {
    calls.append("preferredSize")
    return CGSize(width: 11, height: 22)
  }
  func invalidateLayout(of layer: CALayer) { calls.append("invalidateLayout") }
  func layoutSublayers(of layer: CALayer) { calls.append("layoutSublayers") }
}

/// Answers one action for every key.
final class CaseDelegate: CALayerDelegate {
  private let answer: any CAAction
  init(_ answer: any CAAction) { self.answer = answer }
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { answer }
}

/// Draws a green square of 10 points.
final class CasePainter: CALayerDelegate {
  func draw(_ layer: CALayer, in ctx: CGContext) {
    ctx.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
    ctx.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
  }
}

final class CaseAnimationDelegate: CAAnimationDelegate {}

/// A class of layers and how to make one: initializers of layers are not required ones.
struct LayerClass: Sendable {
  let type: CALayer.Type
  let make: @Sendable () -> CALayer
  init(_ type: CALayer.Type, _ make: @escaping @Sendable () -> CALayer) { (self.type, self.make) = (type, make) }
}

extension CaseWorld {
  /// Classes by name.
  static let layerClasses: [String: LayerClass] = [
    "CALayer": LayerClass(CALayer.self) { CALayer() },
    "CAEmitterLayer": LayerClass(CAEmitterLayer.self) { CAEmitterLayer() },
    "CAShapeLayer": LayerClass(CAShapeLayer.self) { CAShapeLayer() },
    "CAGradientLayer": LayerClass(CAGradientLayer.self) { CAGradientLayer() },
    "CAScrollLayer": LayerClass(CAScrollLayer.self) { CAScrollLayer() },
    "CATiledLayer": LayerClass(CATiledLayer.self) { CATiledLayer() },
    "CAReplicatorLayer": LayerClass(CAReplicatorLayer.self) { CAReplicatorLayer() },
    "CATextLayer": LayerClass(CATextLayer.self) { CATextLayer() },
    "CATransformLayer": LayerClass(CATransformLayer.self) { CATransformLayer() },
    "OpacityRedisplayLayer": LayerClass(OpacityRedisplayLayer.self) { OpacityRedisplayLayer() },
  ]

  static let animationClasses: [String: CAAnimation.Type] = [
    "CAAnimation": CAAnimation.self, "CAPropertyAnimation": CAPropertyAnimation.self,
    "CABasicAnimation": CABasicAnimation.self, "CAKeyframeAnimation": CAKeyframeAnimation.self,
    "CASpringAnimation": CASpringAnimation.self, "CAAnimationGroup": CAAnimationGroup.self,
    "CATransition": CATransition.self,
  ]

  private static let otherClasses: [String: @Sendable () -> Any] = [
    "NSObject": { NSObject() }, "CAEmitterCell": { CAEmitterCell() }, "LayoutManager": { CaseLayoutManager() },
    "Painter": { CasePainter() }, "AnimationDelegate": { CaseAnimationDelegate() },
  ]

  static func make(_ name: String) throws -> Any {
    if let known = layerClasses[name] { return known.make() }
    if let type = animationClasses[name] { return type.init() }
    guard let make = otherClasses[name] else { throw UnknownError("there is no class \(name)") }
    return make()
  }

  static let superclasses: [String: @Sendable (Any) -> Bool] = [
    "CALayer": { $0 is CALayer }, "CAMediaTiming": { $0 is any CAMediaTiming }, "CAAction": { $0 is any CAAction },
    "CAPropertyAnimation": { $0 is CAPropertyAnimation }, "CAAnimation": { $0 is CAAnimation },
  ]
}
