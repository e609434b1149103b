import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

/// Places and colours of one scene's layers: the same numbers for the same seed.
struct LayerStage {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func value(_ range: ClosedRange<Double>) -> Double { random.value(range) }

  mutating func color(alpha: CGFloat = 1) -> CGColor {
    CGColor(red: value(0...1), green: value(0...1), blue: value(0...1), alpha: alpha)
  }

  /// Where a layer of a size lies wholly inside the frame; between whole pixels.
  mutating func position(width: CGFloat, height: CGFloat) -> CGPoint {
    CGPoint(
      x: value(width / 2...CGFloat(BenchScene.viewport.width) - width / 2),
      y: value(height / 2...CGFloat(BenchScene.viewport.height) - height / 2))
  }

  /// A layer of that size somewhere in the frame.
  mutating func place<Layer: CALayer>(_ layer: Layer, width: CGFloat = 64, height: CGFloat = 64) -> Layer {
    layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    layer.position = position(width: width, height: height)
    return layer
  }

  /// Lets a layer drift by less than a pixel from frame to frame, each in its own direction: nothing lies where it lay.
  mutating func drift(_ layer: CALayer) {
    let move = CABasicAnimation(keyPath: "position")
    let reach = CGPoint(x: value(-20...20), y: value(-20...20))
    move.fromValue = layer.position
    move.toValue = CGPoint(x: layer.position.x + reach.x, y: layer.position.y + reach.y)
    (move.duration, move.repeatCount, move.autoreverses) = (1.7, .infinity, true)
    layer.add(move, forKey: "drift")
  }

  /// A picture without symmetry: smooth colours, soft at the rim.
  static func picture(side: Int) -> CGImage { picture(width: side, height: side) }

  static func picture(width: Int, height: Int) -> CGImage {
    let pixels = (0..<width * height).map { index -> UInt32 in
      let (x, y) = (index % width, index / width)
      let rim = min(min(x, width - 1 - x), min(y, height - 1 - y))
      let alpha = UInt8(min(255, 64 + rim * 24))
      return CGImage.premultiplied(
        red: UInt8(x * 255 / width), green: UInt8(y * 255 / height), blue: UInt8((x ^ y) * 255 / width & 255),
        alpha: alpha)
    }
    return CGImage(width: width, height: height, pixels: pixels)
  }
}

extension BenchScene {
  /// A scene of layers under one root, none of which is clipped by it. Those that are not animated drift.
  static func layers(
    named name: String, _ summary: String, seed: UInt64 = 1, cycle: Int = 4,
    _ fill: @escaping @Sendable (CALayer, inout LayerStage) -> Void
  ) -> BenchScene {
    tree(named: name, .layers, summary, cycle: cycle) { makeTree(seed, isStatic: false, fill) }
  }

  /// Frames after which the renderer has forgotten what it keeps of one. With a cycle of 4 it finds the masks of 200
  /// shadows and the outlines of 500 shapes again: they then cost a sixth and less than half of what they cost from 9
  /// frames on (tried: 4, 6, 9, 12, 17, 33, 61).
  static let forgetfulCycle = 12

  /// The same layers drifting, and as a scene of its own at rest: what is kept from the last frame then counts.
  static func layersInMotionAndAtRest(
    named name: String, count: String, _ summary: String,
    _ fill: @escaping @Sendable (CALayer, inout LayerStage) -> Void
  ) -> [BenchScene] {
    [
      layers(named: "\(name)-\(count)", summary, cycle: forgetfulCycle, fill),
      tree(named: "\(name)-static-\(count)", .layers, "\(summary), at rest") { makeTree(1, isStatic: true, fill) },
    ]
  }

  private static func makeTree(
    _ seed: UInt64, isStatic: Bool, _ fill: (CALayer, inout LayerStage) -> Void
  ) -> RenderTree {
    let root = CALayer()
    var stage = LayerStage(seed: seed)
    fill(root, &stage)
    for layer in root.sublayers ?? [] where !isStatic && layer.animationKeys() == nil { stage.drift(layer) }
    return root.committedTree()
  }
}
