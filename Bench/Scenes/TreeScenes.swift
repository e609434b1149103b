import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

extension BenchScene {
  /// In motion and at rest; and in motion for engines that set the text themselves.
  static func texts(_ count: String) -> [BenchScene] {
    let summary = "text layers 240x48, two lines of 16 pt"
    var set = layers(named: "layers-text-engine-\(count)", "\(summary), set by each engine", cycle: 12) { root, stage in
      addTexts(to: root, &stage)
      // A font by name, which others find as well.
      for case let layer as CATextLayer in root.sublayers ?? [] { layer.font = "DejaVu Sans" }
    }
    set.setsText = true
    return layersInMotionAndAtRest(named: "layers-text", count: count, summary, addTexts) + [set]
  }

  private static func addTexts(to root: CALayer, _ stage: inout LayerStage) {
    for index in 0..<200 {
      let layer = stage.place(CATextLayer(), width: 240, height: 48)
      layer.string = "Layer \(index): the quick brown fox jumps over the lazy dog"
      (layer.fontSize, layer.isWrapped, layer.foregroundColor) = (16, true, stage.color())
      root.addSublayer(layer)
    }
  }

  /// Cards whose parts overlap, each faded as one picture.
  static func fadedGroups(_ count: Int) -> BenchScene {
    layers(named: "layers-groups-\(count)", "\(count) groups 120x120 of four overlapping layers, opacity 0.7") {
      root, stage in
      for _ in 0..<count {
        let group = stage.place(CALayer(), width: 120, height: 120)
        group.opacity = 0.7
        for corner in 0..<4 {
          let part = CALayer()
          part.frame = CGRect(x: 40 * (corner % 2), y: 40 * (corner / 2), width: 80, height: 80)
          part.backgroundColor = stage.color()
          group.addSublayer(part)
        }
        root.addSublayer(group)
      }
    }
  }

  /// Discs that mix with what lies below them, a third in each of three modes.
  static func blends(_ count: Int) -> BenchScene {
    layers(named: "layers-blends-\(count)", "\(count) discs of 80 px over a picture: multiply, screen, plus") {
      root, stage in
      let below = CALayer()
      below.frame = CGRect(x: 0, y: 0, width: viewport.width, height: viewport.height)
      below.contents = LayerStage.picture(side: 256)
      below.add(fade(from: 1, to: 1), forKey: "fade")
      root.addSublayer(below)
      for index in 0..<count {
        let layer = stage.place(CALayer(), width: 80, height: 80)
        (layer.cornerRadius, layer.backgroundColor) = (40, stage.color(alpha: 0.8))
        layer.compositingFilter = ["multiplyBlendMode", "screenBlendMode", "plusL"][index % 3]
        root.addSublayer(layer)
      }
    }
  }

  /// Blurred more and less as they drift.
  static func blurs(_ count: Int) -> BenchScene {
    layers(named: "layers-blurs-\(count)", "\(count) pictures 160x100 blurred by 2 to 12 px, sub-pixel", cycle: 12) {
      root, stage in
      let image = LayerStage.picture(width: 160, height: 100)
      for _ in 0..<count {
        let layer = stage.place(CALayer(), width: 160, height: 100)
        layer.contents = image
        let blur = CAFilter(type: "gaussianBlur")
        blur.name = "blur"
        layer.filters = [blur]
        let change = CABasicAnimation(keyPath: "filters.blur.inputRadius")
        (change.fromValue, change.toValue, change.duration) = (2, 12, stage.value(0.5...2))
        (change.repeatCount, change.autoreverses, change.timeOffset) = (.infinity, true, stage.value(0...4))
        stage.drift(layer)
        layer.add(change, forKey: "blur")
        root.addSublayer(layer)
      }
    }
  }

  static func masks(_ count: String) -> [BenchScene] {
    layersInMotionAndAtRest(named: "layers-masks", count: count, "images 96x96 under a round mask") { root, stage in
      let image = LayerStage.picture(side: 64)
      for _ in 0..<200 {
        let layer = stage.place(CALayer(), width: 96, height: 96)
        layer.contents = image
        let mask = CAShapeLayer()
        mask.path = CGPath(ellipseIn: CGRect(x: 4, y: 4, width: 88, height: 88), transform: nil)
        layer.mask = mask
        root.addSublayer(layer)
      }
    }
  }

  /// Chains of layers, each the only sublayer of the one before, which turn and shrink.
  static func deepTrees(_ count: Int, depth: Int) -> BenchScene {
    layers(named: "layers-deep-\(depth)", "\(count) chains of \(depth) layers, each turned in the one before") {
      root, stage in
      for _ in 0..<count {
        var outer = root
        for level in 0..<depth {
          let layer = CALayer()
          layer.bounds = CGRect(x: 0, y: 0, width: 160, height: 160)
          layer.position = level == 0 ? stage.position(width: 160, height: 160) : CGPoint(x: 80, y: 80)
          layer.transform = CATransform3DScale(CATransform3DMakeRotation(0.2, 0, 0, 1), 0.94, 0.94, 1)
          (layer.borderWidth, layer.borderColor) = (2, stage.color())
          outer.addSublayer(layer)
          outer = layer
        }
      }
    }
  }

  /// Small coloured layers all over the frame, each with two animations that never end.
  static func animatedLayers(_ count: Int) -> BenchScene {
    layers(named: "layers-animated-\(count / 1000)k", "\(count) layers of 8 px, each moving and fading") { root, _ in
      fill(root, animated: count)
    }
  }

  /// - Parameter animated: how many layers.
  static func fill(_ root: CALayer, animated count: Int) {
    for index in 0..<count {
      let layer = CALayer()
      layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
      layer.position = CGPoint(
        x: (index * 37) % (viewport.width - 20) + 10, y: (index * 7_919) % (viewport.height - 20) + 10)
      layer.backgroundColor = CGColor(red: 0.7, green: 0.6, blue: 0.5, alpha: 1)
      animate(layer)
      root.addSublayer(layer)
    }
  }

  /// To and fro, and from pale to full.
  static func animate(_ layer: CALayer) {
    let move = CABasicAnimation(keyPath: "position.x")
    (move.byValue, move.duration, move.repeatCount, move.autoreverses) = (20, 1.5, .infinity, true)
    move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    layer.add(move, forKey: "move")
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration, fade.repeatCount) = (0.25, 1, 2, .infinity)
    layer.add(fade, forKey: "fade")
  }
}
