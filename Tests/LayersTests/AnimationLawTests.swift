import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineReference
import StarmineScene
import StarmineTestSupport
import Testing

/// Laws of every animated scene.
@Suite struct AnimationLawTests {
  private let viewport = Viewport(width: 320, height: 240)

  private func text(_ tree: RenderTree, at time: Double) -> String {
    evaluate(tree, at: time, in: viewport).text(particles: 100)
  }

  /// A box in the middle, with one animation.
  private func scene(_ animation: CAAnimation?) -> RenderTree {
    MediaClock.time = 1000
    let (root, box) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
    (root.position, box.position) = (CGPoint(x: 160, y: 120), CGPoint(x: 100, y: 60))
    box.bounds = CGRect(x: 0, y: 0, width: 40, height: 30)
    box.backgroundColor = CGColor(red: 0.5, green: 0.25, blue: 1, alpha: 1)
    root.addSublayer(box)
    if let animation { box.add(animation, forKey: nil) }
    return root.committedTree()
  }

  private func move(_ duration: Double = 1) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "position")
    (animation.fromValue, animation.toValue) = (CGPoint(x: 16, y: 32), CGPoint(x: 272, y: 160))
    animation.duration = duration
    return animation
  }

  // Times are fractions of powers of two, so that the arithmetic is exact.
  private static let steps = (0...64).map { Double($0) / 32 }

  @Test func twiceTheSpeedForTwiceTheDurationIsTheSame() {
    let fast = move(2)
    (fast.speed, fast.timingFunction) = (2, CAMediaTimingFunction(name: .easeInEaseOut))
    let plain = move(1)
    plain.timingFunction = fast.timingFunction
    let (first, second) = (scene(plain), scene(fast))
    for step in Self.steps { #expect(text(first, at: 1000 + step) == text(second, at: 1000 + step), "\(step)") }
  }

  @Test func reversingIsSymmetric() {
    let animation = move()
    animation.autoreverses = true
    let tree = scene(animation)
    for step in Self.steps where step < 1 {
      #expect(text(tree, at: 1001 - step) == text(tree, at: 1001 + step), "\(step)")
    }
  }

  @Test func repetitionsAreAlike() {
    let animation = move()
    animation.repeatCount = 4
    let tree = scene(animation)
    for step in Self.steps where step < 1 {
      for round in 1...3 {
        #expect(text(tree, at: 1000 + step) == text(tree, at: 1000 + step + Double(round)), "\(step)")
      }
    }
  }

  @Test func aGroupOfOneIsItsChild() {
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([move()], 1)
    let (alone, grouped) = (scene(move()), scene(group))
    for step in Self.steps { #expect(text(alone, at: 1000 + step) == text(grouped, at: 1000 + step), "\(step)") }
    #expect(text(alone, at: 1000.5) != text(scene(nil), at: 1000.5))
  }

  @Test func additiveAnimationsCommute() {
    func layers(_ order: [Int]) -> RenderTree {
      MediaClock.time = 1000
      let root = CALayer()
      root.backgroundColor = .white
      root.bounds = CGRect(x: 0, y: 0, width: 64, height: 32)
      let animations = order.map { index in
        let animation = CABasicAnimation(keyPath: ["position.x", "position", "bounds.size", "position"][index])
        let values: [(Any, Any)] = [
          (0, 64), (CGPoint(x: 8, y: 16), CGPoint(x: 4, y: 64)),
          (CGSize(width: 0, height: 8), CGSize(width: 32, height: 0)), (CGPoint.zero, CGPoint(x: 32, y: 0)),
        ]
        (animation.fromValue, animation.toValue) = values[index]
        (animation.duration, animation.isAdditive) = ([1.0, 2, 0.5, 1][index], true)
        return animation
      }
      animations.forEach { root.add($0, forKey: nil) }
      return root.committedTree()
    }
    let trees = [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]].map(layers)
    for step in Self.steps {
      let pictures = trees.map { text($0, at: 1000 + step) }
      #expect(Set(pictures).count == 1, "\(step)")
    }
  }

  /// From the model's value to the model's value: for every row that has one.
  @Test(arguments: LayerRegistry().names) func animationsThatChangeNothingChangeNoPixel(name: String) throws {
    let entry = try #require(LayerRegistry()[name])
    func tree(animating keyPath: String?) -> RenderTree {
      MediaClock.time = 1000
      let (layer, child) = (entry.make(), CALayer())
      (layer.bounds, layer.position) = (CGRect(x: 0, y: 0, width: 200, height: 100), CGPoint(x: 150, y: 100))
      (child.bounds, child.position) = (CGRect(x: 0, y: 0, width: 50, height: 40), CGPoint(x: 60, y: 50))
      child.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
      layer.backgroundColor = CGColor(red: 0, green: 0.5, blue: 0.25, alpha: 1)
      (layer.borderWidth, layer.shadowOpacity, layer.opacity) = (3, 0.5, 0.75)
      layer.addSublayer(child)
      if let keyPath, let value = layer.value(forKeyPath: keyPath) {
        let still = CABasicAnimation(keyPath: keyPath)
        (still.fromValue, still.toValue, still.duration) = (value, value, 1)
        layer.add(still, forKey: nil)
      }
      return layer.committedTree()
    }
    let expected = text(tree(animating: nil), at: 1000.5)
    for row in entry.properties where row.isAnimatable {
      #expect(text(tree(animating: row.key), at: 1000.5) == expected, "\(row.key)")
    }
  }

  // MARK: Random scenes

  @Test(arguments: 0..<24) func soughtIsPlayed(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    MediaClock.time = 1000
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 320, height: 240)
    root.position = CGPoint(x: 160, y: 120)
    grow(root, depth: 0, &generator)
    let tree = root.committedTree()
    let times = (0..<30).map { _ in Double.random(in: 999...1006, using: &generator) }
    var list: DisplayList?
    var played: [Double: String] = [:]
    for time in times.sorted() {
      let current = evaluate(tree, at: time, in: viewport, recycling: list.take())
      played[time] = current.text(particles: 100)
      list = current
    }
    for time in times.shuffled(using: &generator) { #expect(text(tree, at: time) == played[time]) }
    #expect(Set(played.values).count > 8, "the scene moves")
  }

  private func grow(_ layer: CALayer, depth: Int, _ generator: inout SplitMix64) {
    for _ in 0..<(depth == 0 ? 4 : 2) {
      let names = [
        "CALayer", "CAShapeLayer", "CAGradientLayer", "CAReplicatorLayer", "CATransformLayer", "CAEmitterLayer",
      ]
      guard let child = LayerRegistry()[names.randomElement(using: &generator) ?? ""]?.make() else { continue }
      child.bounds = CGRect(x: 0, y: 0, width: 80, height: 60)
      child.position = CGPoint(
        x: Double.random(in: 0...200, using: &generator), y: Double.random(in: 0...150, using: &generator))
      child.backgroundColor = CGColor(red: 0.5, green: 0.25, blue: 0.75, alpha: 1)
      if let emitter = child as? CAEmitterLayer {
        let cell = CAEmitterCell()
        (cell.name, cell.birthRate, cell.lifetime, cell.velocity) = ("a", 20, 2, 30)
        cell.contents = CGImage(width: 4, height: 4, pixels: [UInt32](repeating: .max, count: 16))
        emitter.emitterCells = [cell]
      }
      child.speed = Bool.random(using: &generator) ? 1 : 0.5
      for _ in 0..<2 {
        if let animation = randomAnimation(for: child, &generator) { child.add(animation, forKey: nil) }
      }
      layer.addSublayer(child)
      if depth < 2 { grow(child, depth: depth + 1, &generator) }
    }
  }

  private func randomAnimation(for layer: CALayer, _ generator: inout SplitMix64) -> CAAnimation? {
    let rows = type(of: layer).properties.filter {
      $0.isAnimatable && [.number, .point, .size, .color, .boolean].contains($0.kind)
    }
    guard let row = rows.randomElement(using: &generator) else { return nil }
    let numbers = (0..<12).map { _ in Double.random(in: 0...(row.range?.upperBound ?? 100) / 8, using: &generator) }
    func value(_ index: Int) -> Any {
      switch row.kind {
      case .point: CGPoint(x: numbers[index], y: numbers[index + 1])
      case .size: CGSize(width: numbers[index], height: numbers[index + 1])
      case .color: CGColor(red: numbers[index], green: numbers[index + 1], blue: 0.5, alpha: 1)
      case .boolean: numbers[index] > numbers[index + 1]
      default: numbers[index]
      }
    }
    let animation = CAKeyframeAnimation(keyPath: row.key)
    animation.values = [value(0), value(2), value(4)]
    animation.calculationMode = [.linear, .discrete, .cubic].randomElement(using: &generator) ?? .linear
    animation.duration = Double.random(in: 0.2...3, using: &generator)
    animation.beginTime = Double.random(in: 498...502, using: &generator) * (layer.speed == 1 ? 2 : 1)
    animation.repeatCount = Bool.random(using: &generator) ? .infinity : 1.5
    (animation.autoreverses, animation.fillMode) = (Bool.random(using: &generator), .both)
    animation.isAdditive = Bool.random(using: &generator)
    return animation
  }
}
