import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineRaster
import StarmineReference
import StarmineScene
import StarmineTestSupport
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

/// Draws into every layer it is the delegate of.
final class FuzzPainter: CALayerDelegate, Sendable {
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
