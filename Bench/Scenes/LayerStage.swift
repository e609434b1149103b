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

  /// A picture without symmetry: smooth colours, soft at the rim.
  static func picture(side: Int) -> CGImage {
    let pixels = (0..<side * side).map { index -> UInt32 in
      let (x, y) = (index % side, index / side)
      let rim = min(min(x, side - 1 - x), min(y, side - 1 - y))
      let alpha = UInt8(min(255, 64 + rim * 24))
      return CGImage.premultiplied(
        red: UInt8(x * 255 / side), green: UInt8(y * 255 / side), blue: UInt8((x ^ y) * 255 / side & 255), alpha: alpha)
    }
    return CGImage(width: side, height: side, pixels: pixels)
  }
}

extension BenchScene {
  /// A scene of layers under one root, none of which is clipped by it.
  static func layers(
    named name: String, _ summary: String, seed: UInt64 = 1,
    _ fill: @escaping @Sendable (CALayer, inout LayerStage) -> Void
  ) -> BenchScene {
    tree(named: name, .layers, summary) {
      let root = CALayer()
      var stage = LayerStage(seed: seed)
      fill(root, &stage)
      return root.committedTree()
    }
  }
}
