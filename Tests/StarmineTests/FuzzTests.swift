import Foundation
import Graphics
import Layers
import Raster
import Scene
import TestSupport
import Testing

/// Random trees of every class with random values through every row: nothing may crash, hang or leave the frame.
///
/// The environment says more: STARMINE_FUZZ_SECONDS (5 by default) and STARMINE_FUZZ_SEED, to see a failure again.
@Suite struct FuzzTests {
  @Test func randomTrees() {
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["STARMINE_FUZZ_SECONDS"].flatMap(Double.init) ?? 5
    let first = environment["STARMINE_FUZZ_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64(UInt32.max))
    // Before the first tree: a crash leaves this line behind.
    print("fuzz: STARMINE_FUZZ_SEED=\(first), \(seconds) s")
    let end = Date.now.addingTimeInterval(seconds)
    var slowest = (seed: first, seconds: 0.0)
    var count: UInt64 = 0
    repeat {
      let start = Date.now
      check(seed: first + count)
      let taken = Date.now.timeIntervalSince(start)
      if taken > slowest.seconds { slowest = (first + count, taken) }
      count += 1
    } while Date.now < end
    print("fuzz: \(count) trees, slowest \(slowest.seconds) s with seed \(slowest.seed)")
  }

  private func check(seed: UInt64) {
    var trees = RandomTrees(seed: seed)
    let root = trees.tree()
    let layers = root.subtree
    for _ in 0..<3 {
      let viewport = Viewport(width: 40, height: 30, scale: [0.5, 1, 3].randomElement(using: &trees.random) ?? 1)
      let time = 1000 + trees.number()
      let list = evaluate(root.committedTree(), at: time.isNaN ? 0 : time, in: viewport)
      for command in list.commands {
        let b = command.bounds
        let isInside = b.minX >= 0 && b.minY >= 0 && b.maxX <= 40 && b.maxY <= 30
        #expect(isInside, "seed \(seed): \(b)")
      }
      let pixels = draw(list, Renderer(tileSize: 16, kernels: .reference))
      let isPremultiplied = pixels.allSatisfy { max($0 >> 16 & 255, $0 >> 8 & 255, $0 & 255) <= $0 >> 24 }
      #expect(isPremultiplied, "seed \(seed)")
      let again = draw(list, Renderer(tileSize: 64, workers: 2)) == pixels
      #expect(again, "seed \(seed): tile size, workers or kernels change pixels")
      trees.change(layers)
      ask(layers, &trees)
    }
  }

  /// Questions that must have an answer for any layers.
  private func ask(_ layers: [CALayer], _ trees: inout RandomTrees) {
    guard let one = layers.randomElement(using: &trees.random), let other = layers.randomElement(using: &trees.random)
    else { return }
    _ = layers[0].hitTest(trees.point())
    _ = one.convert(trees.point(), to: other)
    _ = one.convert(trees.rect(), from: other)
    _ = one.convertTime(trees.number(), to: other)
    _ = (one.frame, one.visibleRect, one.preferredFrameSize())
    one.scrollRectToVisible(trees.rect())
    one.setNeedsDisplay()
    other.setNeedsLayout()
    one.layoutIfNeeded()
  }

  private func draw(_ list: DisplayList, _ renderer: Renderer) -> [UInt32] {
    var buffer = PixelBuffer(width: list.width, height: list.height)
    renderer.render(list, into: &buffer)
    return (0..<list.height).flatMap { y in (0..<list.width).map { buffer[$0, y] } }
  }
}

/// Layers with random values, many of them at the edge of what numbers can be.
struct RandomTrees {
  var random: SeededGenerator
  private static let registry = LayerRegistry()
  private static let images = [(1, 1), (9, 5), (1, 40)].map { width, height in
    CGImage(width: width, height: height, pixels: (0..<width * height).map { UInt32($0 % 256) << 24 })
  }
  private static let extremes: [CGFloat] = [
    0, -0.0, 1, -1, 0.5, 1e-300, 1e-12, 1e6, -1e9, 1e18, 1e300, .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

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
  private mutating func write(_ target: some PropertyContainer) {
    guard let key = target.allKeys.sorted().randomElement(using: &random), let info = target.info(forKey: key),
      let value = value(info)
    else { return }
    _ = target.writeProperty(value, key)
  }

  /// Nil for lists of objects, which the tree makes itself.
  private mutating func value(_ info: PropertyInfo) -> Any? {
    switch info.kind {
    case .number:
      guard let range = info.range, chance(0.7) else { return number() }
      return Double.random(in: range, using: &random)
    case .integer: return chance(0.5) ? Int.random(in: -5...200, using: &random) : number()
    case .boolean: return chance(0.5)
    case .string: return ["", "a", "superlayer"].randomElement(using: &random)
    case .point: return point()
    case .size: return size()
    case .rect: return rect()
    case .color: return color()
    case .transform: return transform()
    case .image: return Self.images.randomElement(using: &random)
    case .enumeration(let names): return names.randomElement(using: &random)
    case .path: return path()
    case .colors: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in color() }
    case .numbers: return (0..<Int.random(in: 0..<4, using: &random)).map { _ in Double(number()) }
    default: return nil
    }
  }

  private mutating func path() -> CGPath {
    let path = CGMutablePath()
    for _ in 0..<Int.random(in: 0..<6, using: &random) {
      if chance(0.3) { path.move(to: point()) }
      if chance(0.5) { path.addCurve(to: point(), control1: point(), control2: point()) }
      if chance(0.5) { path.addLine(to: point()) }
      if chance(0.2) { path.addEllipse(in: rect()) }
    }
    return path
  }

  private mutating func transform() -> CATransform3D {
    var result =
      chance(0.5)
      ? CATransform3DMakeRotation(number(), number(), number(), number())
      : CATransform3DMakeScale(number() / 20, number() / 20, number())
    if chance(0.3) { result.m34 = chance(0.5) ? -0.005 : number() }
    if chance(0.1) { (result.m14, result.m44) = (number(), number()) }
    return result
  }
}

/// Draws into every layer it is the delegate of.
private final class FuzzPainter: CALayerDelegate, Sendable {
  static let shared = FuzzPainter()

  func draw(_ layer: CALayer, in ctx: CGContext) {
    ctx.concatenate(CGAffineTransform(scaleX: layer.bounds.width, y: 1e3))
    ctx.clip(to: layer.frame)
    ctx.fillEllipse(in: layer.bounds)
    ctx.restoreGState()
    ctx.endTransparencyLayer()
    ctx.beginTransparencyLayer()
    ctx.stroke(layer.frame, width: layer.zPosition)
    ctx.setLineWidth(layer.bounds.width)
    ctx.addEllipse(in: layer.frame)
    ctx.addLine(to: layer.position)
    ctx.strokePath()
    for sublayer in layer.sublayers ?? [] where sublayer.sublayers == nil { sublayer.render(in: ctx) }
  }
}

extension CALayer {
  fileprivate var subtree: [CALayer] { [self] + (sublayers ?? []).flatMap(\.subtree) }
}
