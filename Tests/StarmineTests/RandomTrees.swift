import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport

/// Layers with random values, many of them at the edge of what numbers can be.
struct RandomTrees {
  var random: SplitMix64
  private static let registry = LayerRegistry()
  static let images = [(1, 1), (9, 5), (1, 40)].map { width, height in
    CGImage(width: width, height: height, pixels: (0..<width * height).map { UInt32($0 % 256) << 24 })
  }
  private static let extremes: [CGFloat] = [
    0, -0.0, 1, -1, 0.5, 1e-300, 1e-12, 1e6, -1e9, 1e18, 1e300, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  mutating func number() -> CGFloat {
    if chance(0.2) { return Self.extremes.randomElement(using: &random) ?? 0 }
    return CGFloat.random(in: -40...60, using: &random)
  }

  mutating func point() -> CGPoint { CGPoint(x: number(), y: number()) }
  mutating func size() -> CGSize { CGSize(width: number(), height: number()) }
  mutating func rect() -> CGRect { CGRect(origin: point(), size: size()) }
  mutating func color() -> CGColor { CGColor(red: number(), green: 0.4, blue: 1, alpha: chance(0.5) ? 1 : number()) }

  /// Up to 30 layers deep, then some more at random places.
  mutating func tree() -> CALayer {
    let root = layer()
    var all = [root]
    for _ in 0..<Int.random(in: 0..<30, using: &random) {
      let next = layer()
      all[all.count - 1].addSublayer(next)
      all.append(next)
    }
    for _ in 0..<Int.random(in: 0..<20, using: &random) {
      let next = layer()
      all.randomElement(using: &random)?.addSublayer(next)
      all.append(next)
    }
    return root
  }

  mutating func layer() -> CALayer {
    let registry = Self.registry
    let layer = registry.names.randomElement(using: &random).flatMap { registry[$0] }?.make() ?? CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 30, height: 20)
    layer.backgroundColor = chance(0.5) ? color() : nil
    (layer as? CAEmitterLayer)?.emitterCells = [cell()]
    if chance(0.3) { layer.layoutManager = CAConstraintLayoutManager() }
    if chance(0.3) { layer.delegate = FuzzPainter.shared }
    for _ in 0..<Int.random(in: 0..<6, using: &random) { write(layer) }
    decorate(layer)
    return layer
  }

  mutating func cell() -> CAEmitterCell {
    let cell = CAEmitterCell()
    (cell.birthRate, cell.lifetime, cell.contents) = (20, 2, Self.images[0])
    for _ in 0..<Int.random(in: 0..<5, using: &random) { write(cell) }
    return cell
  }

  mutating func change(_ layers: [CALayer]) {
    for _ in 0..<5 {
      guard let layer = layers.randomElement(using: &random) else { return }
      write(layer)
      layer.constraints = [
        CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .width, scale: number(), offset: number())
      ]
    }
  }

  /// Any row, with a value of its kind; rows refuse what they cannot hold.
  mutating func write(_ target: some PropertyContainer) {
    guard let key = target.allKeys.sorted().randomElement(using: &random), let info = target.info(forKey: key),
      let value = value(info)
    else { return }
    _ = target.writeProperty(value, key)
  }

  /// Nil for lists of objects, which the tree makes itself.
  mutating func value(_ info: PropertyInfo) -> Any? {
    switch info.kind {
    case .number:
      guard let range = info.range, chance(0.7) else { return number() }
      return Double.random(in: range, using: &random)
    case .integer: return chance(0.5) ? Int.random(in: -5...200, using: &random) : number()
    case .boolean: return chance(0.5)
    case .string: return Self.texts.randomElement(using: &random)
    case .point: return point()
    case .size: return size()
    case .rect: return rect()
    case .color: return color()
    case .transform: return transform()
    case .image, .contents: return Self.images.randomElement(using: &random)
    case .enumeration(let names): return names.randomElement(using: &random)
    case .path: return path()
    case .colors: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in color() }
    case .filters: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in filter() }
    case .behaviors: return (0..<Int.random(in: 0..<3, using: &random)).map { _ in behavior() }
    case .animators: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in animator() }
    case .numbers: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in Double(number()) }
    default: return nil
    }
  }

  mutating func behavior() -> CAEmitterBehavior {
    let type = CAEmitterBehavior.behaviorTypes().randomElement(using: &random) ?? ""
    let behavior = CAEmitterBehavior(type: type)
    for _ in 0..<4 { write(behavior) }
    return behavior
  }

  mutating func animator() -> CATextAnimator {
    let animator = CATextAnimator()
    for _ in 0..<6 { write(animator) }
    return animator
  }

  mutating func path() -> CGPath {
    let path = CGMutablePath()
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      if chance(0.3) { path.move(to: point()) }
      if chance(0.5) { path.addCurve(to: point(), control1: point(), control2: point()) }
      if chance(0.5) { path.addLine(to: point()) }
      if chance(0.2) { path.addEllipse(in: rect()) }
    }
    return path
  }

  mutating func transform() -> CATransform3D {
    var result =
      chance(0.5)
      ? CATransform3DMakeRotation(number(), number(), number(), number())
      : CATransform3DMakeScale(number() / 20, number() / 20, number())
    if chance(0.3) { result.m34 = chance(0.5) ? -0.005 : number() }
    if chance(0.1) { (result.m14, result.m44) = (number(), number()) }
    return result
  }
}
