import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

extension BenchScene {
  /// The layer cases of the suite. Everything moves, unless its name says static.
  static let layerScenes: [BenchScene] =
    roundedRects("1k") + [roundedRects("5k")[0], growingRects(1_000)]
    + [rotatedImages(1_000), rotatedImages(5_000), bunnies(10_000), panels(500)]
    + FillGround.allCases.map(translucentFills) + gradientScenes + shadows("200") + filledShapes("500")
    + [polygons(1_000), coast, letters(200)] + strokes + [dashes(300), solids(10_000)] + texts("200")
    + [fadedGroups(300), blends(300), blurs(100)] + masks("200") + [deepTrees(20, depth: 30), animatedLayers(10_000)]

  private static let strokes = [animatedStrokes(500), zigzags(500, width: 1), zigzags(500, width: 8)]

  private static func roundedRects(_ count: String) -> [BenchScene] {
    layersInMotionAndAtRest(
      named: "layers-rounded", count: count, "rounded rectangles 64x64, radius 8, opacity 0.8, sub-pixel"
    ) { root, stage in
      for _ in 0..<(count == "1k" ? 1_000 : 5_000) {
        let layer = stage.place(CALayer())
        (layer.cornerRadius, layer.opacity, layer.backgroundColor) = (8, 0.8, stage.color())
        root.addSublayer(layer)
      }
    }
  }

  /// Every frame shows all of them at another size.
  private static func growingRects(_ count: Int) -> BenchScene {
    layers(
      named: "layers-rounded-growing-\(count / 1000)k",
      "\(count) rounded rectangles that grow from 32 to 96, radius 8, and fade, sub-pixel"
    ) { root, stage in
      for _ in 0..<count {
        let (layer, duration) = (stage.place(CALayer(), width: 96, height: 96), stage.value(0.5...2))
        let start = stage.value(0...duration)
        (layer.cornerRadius, layer.backgroundColor) = (8, stage.color())
        let (size, opacity) = (CABasicAnimation(keyPath: "bounds.size"), CABasicAnimation(keyPath: "opacity"))
        (size.fromValue, size.toValue) = (CGSize(width: 32, height: 32), CGSize(width: 96, height: 96))
        (opacity.fromValue, opacity.toValue) = (0.9, 0.5)
        for animation in [size, opacity] {
          (animation.duration, animation.repeatCount, animation.autoreverses) = (duration, .infinity, true)
          animation.timeOffset = start
          layer.add(animation, forKey: animation.keyPath)
        }
        stage.drift(layer)
        root.addSublayer(layer)
      }
    }
  }

  private static func rotatedImages(_ count: Int) -> BenchScene {
    layers(
      named: "layers-images-\(count / 1000)k", "\(count) images 64x64 turned by any angle, bilinear"
    ) { root, stage in
      let image = LayerStage.picture(side: 64)
      for _ in 0..<count {
        let layer = stage.place(CALayer())
        layer.contents = image
        layer.transform = CATransform3DMakeRotation(stage.value(0...2 * .pi), 0, 0, 1)
        root.addSublayer(layer)
      }
    }
  }

  /// Sprites as `bunnymark` has them.
  private static func bunnies(_ count: Int) -> BenchScene {
    layers(named: "layers-bunnies-\(count / 1000)k", "\(count) pictures 26x37, unscaled, sub-pixel") { root, stage in
      let image = LayerStage.picture(width: 26, height: 37)
      for _ in 0..<count {
        let layer = stage.place(CALayer(), width: 26, height: 37)
        layer.contents = image
        root.addSublayer(layer)
      }
    }
  }

  /// Only the middle of their picture stretches.
  private static func panels(_ count: Int) -> BenchScene {
    layers(named: "layers-slices-\(count)", "\(count) panels 160x100 of nine slices of a picture 48x48, sub-pixel") {
      root, stage in
      let image = LayerStage.picture(side: 48)
      for _ in 0..<count {
        let layer = stage.place(CALayer(), width: 160, height: 100)
        layer.contents = image
        layer.contentsCenter = CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
        root.addSublayer(layer)
      }
    }
  }

  /// Pixels below translucent fills: over one colour a tile's fills become one.
  private enum FillGround: String, CaseIterable {
    case black, image, gradient
  }

  private static func translucentFills(_ ground: FillGround) -> BenchScene {
    let frame = CGRect(x: 0, y: 0, width: CGFloat(viewport.width), height: CGFloat(viewport.height))
    return layers(
      named: "layers-fills-20-\(ground.rawValue)", "20 translucent fills of the whole frame over \(ground.rawValue)"
    ) { root, stage in
      if let below = Self.ground(ground) {
        below.frame = frame
        root.addSublayer(below)
        // At rest: what lies over it changes.
        below.add(Self.fade(from: 1, to: 1), forKey: "fade")
      }
      for _ in 0..<20 {
        let layer = CALayer()
        (layer.frame, layer.backgroundColor) = (frame, stage.color())
        let alpha = stage.value(0.2...0.3)
        layer.add(Self.fade(from: alpha, to: alpha + 0.1), forKey: "fade")
        root.addSublayer(layer)
      }
    }
  }

  private static func ground(_ ground: FillGround) -> CALayer? {
    switch ground {
    case .black: return nil
    case .image:
      let layer = CALayer()
      layer.contents = LayerStage.picture(side: 256)
      return layer
    case .gradient:
      let layer = CAGradientLayer()
      layer.colors = [
        CGColor(red: 0.1, green: 0.2, blue: 0.5, alpha: 1), CGColor(red: 1, green: 0.7, blue: 0.4, alpha: 1),
      ]
      layer.endPoint = CGPoint(x: 1, y: 1)
      return layer
    }
  }

  static func fade(from: Double, to: Double) -> CABasicAnimation {
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (from, to, 2)
    (fade.repeatCount, fade.autoreverses) = (.infinity, true)
    return fade
  }

  private static func shadows(_ count: String) -> [BenchScene] {
    layersInMotionAndAtRest(
      named: "layers-shadows", count: count, "rounded cards 160x100 with 12 pt shadows, sub-pixel"
    ) { root, stage in
      for _ in 0..<200 {
        let layer = stage.place(CALayer(), width: 160, height: 100)
        (layer.cornerRadius, layer.backgroundColor) = (10, stage.color())
        (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.6, 12, CGSize(width: 0, height: 6))
        root.addSublayer(layer)
      }
    }
  }

  private static func filledShapes(_ count: String) -> [BenchScene] {
    layersInMotionAndAtRest(
      named: "layers-shapes", count: count, "closed curves 120x120, filled by the even-odd rule"
    ) { root, stage in
      for _ in 0..<500 {
        let layer = stage.place(CAShapeLayer(), width: 120, height: 120)
        (layer.path, layer.fillColor, layer.fillRule) = (stage.curve(side: 120), stage.color(), .evenOdd)
        root.addSublayer(layer)
      }
    }
  }

  /// Each frame shows another part of each curve.
  private static func animatedStrokes(_ count: Int) -> BenchScene {
    layers(
      named: "layers-strokes-\(count)", "\(count) curves 120x120 stroked 4 wide with round caps, stroke end moving"
    ) { root, stage in
      for _ in 0..<count {
        let layer = stage.place(CAShapeLayer(), width: 120, height: 120)
        layer.path = stage.curve(side: 120)
        (layer.fillColor, layer.strokeColor, layer.lineWidth) = (nil, stage.color(), 4)
        (layer.lineCap, layer.lineJoin) = (.round, .round)
        let draw = CABasicAnimation(keyPath: "strokeEnd")
        (draw.fromValue, draw.toValue, draw.repeatCount, draw.autoreverses) = (0.2, 1, .infinity, true)
        draw.duration = stage.value(0.5...2)
        layer.add(draw, forKey: "draw")
        root.addSublayer(layer)
      }
    }
  }

  private static func solids(_ count: Int) -> BenchScene {
    layers(named: "layers-solid-\(count / 1000)k", "\(count) opaque layers 24x24, sub-pixel") { root, stage in
      for _ in 0..<count {
        let layer = stage.place(CALayer(), width: 24, height: 24)
        layer.backgroundColor = stage.color()
        root.addSublayer(layer)
      }
    }
  }
}

extension LayerStage {
  /// Three cubic curves in a row inside a square.
  fileprivate mutating func curve(side: Double) -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: value(0...side), y: value(0...side)))
    for _ in 0..<3 {
      let (a, b, end) = (point(side), point(side), point(side))
      path.addCurve(to: end, control1: a, control2: b)
    }
    return path
  }

  private mutating func point(_ side: Double) -> CGPoint {
    let x = value(0...side)
    return CGPoint(x: x, y: value(0...side))
  }
}
