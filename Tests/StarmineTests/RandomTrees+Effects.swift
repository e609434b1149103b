import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

// What single random values hardly ever make: effects with everything they need, animations, large paths.

extension RandomTrees {
  static let texts = [
    "", "a", "superlayer", "two\nlines", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "e\u{301}\u{1F469}\u{200D}\u{1F680}\u{0}",
    String(repeating: "word ", count: 60),
  ]

  mutating func decorate(_ layer: CALayer) {
    if chance(0.15) { layer.filters = (0..<3).map { _ in filter() } }
    if chance(0.1) { layer.backgroundFilters = [filter()] }
    if chance(0.1) { (layer.shouldRasterize, layer.rasterizationScale) = (true, chance(0.5) ? 1 : number()) }
    if chance(0.15) { addShadow(to: layer) }
    if chance(0.1) { layer.mask = mask(depth: 3) }
    if chance(0.1) { (layer.transform, layer.sublayerTransform) = (transform(), transform()) }
    if chance(0.1) {
      layer.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: UInt32.random(in: 0...15, using: &random))
    }
    if chance(0.2) { animate(layer) }
    if let shape = layer as? CAShapeLayer, chance(0.7) { shape.path = chance(0.1) ? longPath() : path() }
    if let replicator = layer as? CAReplicatorLayer {
      replicator.instanceCount = Int.random(in: -1...5, using: &random)
      if chance(0.5) { replicator.instanceTransform = transform() }
      if chance(0.3) { replicator.instanceColor = color() }
    }
    if let text = layer as? CATextLayer {
      text.string = Self.texts.randomElement(using: &random)
      if chance(0.6) { text.animators = [animator(), animator()] }
    }
    if let gradient = layer as? CAGradientLayer { gradient.colors = [color(), color(), color()] }
  }

  mutating func filter() -> CAFilter {
    let filter = CAFilter(type: (CAFilter.types + ["unknown"]).randomElement(using: &random) ?? "")
    filter.name = chance(0.7) ? "f" : nil
    for key in filter.inputKeys {
      guard let info = filter.info(forKey: key) else { continue }
      let value = info.kind == .numbers ? (0..<20).map { _ in Double(number()) } : value(info)
      if let value { _ = filter.writeProperty(value, key) }
    }
    return filter
  }

  private mutating func addShadow(to layer: CALayer) {
    (layer.shadowOpacity, layer.shadowRadius) = (0.8, number())
    layer.shadowOffset = size()
    if chance(0.2) { layer.shadowPath = path() }
  }

  /// A layer with a mask of its own, and so on.
  private mutating func mask(depth: Int) -> CALayer {
    let mask = CALayer()
    (mask.frame, mask.backgroundColor) = (CGRect(x: 2, y: 2, width: 25, height: 15), .black)
    if chance(0.3) { mask.frame = rect() }
    write(mask)
    if depth > 0, chance(0.5) { mask.mask = self.mask(depth: depth - 1) }
    if chance(0.3) { mask.addSublayer(CAShapeLayer()) }
    return mask
  }

  /// Animates a random row between random values of its kind; a named filter's radius now and then.
  private mutating func animate(_ layer: CALayer) {
    let keys = layer.allKeys.sorted()
    guard let key = chance(0.1) ? "filters.f.inputRadius" : keys.randomElement(using: &random) else { return }
    let info = type(of: layer).row(forKeyPath: key)?.info
    let values = (0..<3).compactMap { _ in info.flatMap { value($0) } }
    let animation: CAPropertyAnimation
    if chance(0.5) {
      let basic = chance(0.3) ? CASpringAnimation(keyPath: key) : CABasicAnimation(keyPath: key)
      (basic.fromValue, basic.toValue) = (values.first, values.last)
      animation = basic
    } else {
      let keyframes = CAKeyframeAnimation(keyPath: key)
      keyframes.values = values
      keyframes.calculationMode = CAAnimationCalculationMode(
        rawValue: ["linear", "discrete", "paced", "cubic", "cubicPaced"].randomElement(using: &random) ?? "")
      if chance(0.3) { keyframes.path = path() }
      animation = keyframes
    }
    animation.duration = chance(0.8) ? 2 : Double(number())
    animation.repeatCount = chance(0.5) ? .infinity : Float(number())
    animation.speed = chance(0.8) ? 1 : Float(number())
    (animation.isAdditive, animation.isCumulative) = (chance(0.3), chance(0.3))
    (animation.autoreverses, animation.fillMode) = (chance(0.3), .both)
    layer.add(animation, forKey: chance(0.5) ? "a" : nil)
  }

  /// 10,000 points, some of them far away.
  private mutating func longPath() -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    for index in 0..<10_000 {
      let radius = Double(index % 97) / 4
      path.addLine(to: CGPoint(x: 15 + radius * cos(Double(index)), y: 10 + radius * sin(Double(index) * 1.7)))
      if index % 1000 == 0 { path.addLine(to: point()) }
    }
    return path
  }
}
