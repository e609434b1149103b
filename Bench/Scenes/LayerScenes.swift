import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene

extension BenchScene {
  /// The layer cases of the suite; the first five are those that other engines were measured on.
  static let layerScenes: [BenchScene] = [
    roundedRects(1_000), roundedRects(5_000), rotatedImages(1_000), rotatedImages(5_000),
    translucentFills(overPicture: false), translucentFills(overPicture: true), shadows(200), filledShapes(500),
    animatedStrokes(500), solids(10_000), gradients(1_000), texts(200), fadedGroups(300), masks(200),
    deepTrees(20, depth: 30), animatedLayers(10_000),
  ]

  private static func roundedRects(_ count: Int) -> BenchScene {
    layers(
      named: "layers-rounded-\(count / 1000)k", "\(count) rounded rectangles 64x64, radius 8, opacity 0.8, sub-pixel"
    ) { root, stage in
      for _ in 0..<count {
        let layer = stage.place(CALayer())
        (layer.cornerRadius, layer.opacity, layer.backgroundColor) = (8, 0.8, stage.color())
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

  /// - Parameter overPicture: a picture lies below, so that no tile has one colour all over.
  private static func translucentFills(overPicture: Bool) -> BenchScene {
    let (width, height) = (CGFloat(viewport.width), CGFloat(viewport.height))
    let name = "layers-fills-20" + (overPicture ? "-image" : "")
    return layers(
      named: name, "20 translucent fills of the whole frame" + (overPicture ? " over a picture" : "")
    ) { root, stage in
      let frame = CGRect(x: 0, y: 0, width: width, height: height)
      if overPicture {
        let below = CALayer()
        (below.frame, below.contents) = (frame, LayerStage.picture(side: 256))
        root.addSublayer(below)
      }
      for _ in 0..<20 {
        let layer = CALayer()
        (layer.frame, layer.backgroundColor) = (frame, stage.color(alpha: 0.3))
        root.addSublayer(layer)
      }
    }
  }

  private static func shadows(_ count: Int) -> BenchScene {
    layers(named: "layers-shadows-\(count)", "\(count) rounded cards 160x100 with 12 pt shadows, sub-pixel") {
      root, stage in
      for _ in 0..<count {
        let layer = stage.place(CALayer(), width: 160, height: 100)
        (layer.cornerRadius, layer.backgroundColor) = (10, stage.color())
        (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.6, 12, CGSize(width: 0, height: 6))
        root.addSublayer(layer)
      }
    }
  }

  private static func filledShapes(_ count: Int) -> BenchScene {
    layers(named: "layers-shapes-\(count)", "\(count) closed curves 120x120, filled by the even-odd rule") {
      root, stage in
      for _ in 0..<count {
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

  private static func gradients(_ count: Int) -> BenchScene {
    layers(
      named: "layers-gradients-\(count / 1000)k", "\(count) gradients 64x64 of three stops, a third of each kind"
    ) { root, stage in
      let kinds: [CAGradientLayerType] = [.axial, .radial, .conic]
      for index in 0..<count {
        let layer = stage.place(CAGradientLayer())
        layer.type = kinds[index % 3]
        layer.colors = [stage.color(), stage.color(), stage.color(alpha: 0.5)]
        if layer.type != .axial { layer.startPoint = CGPoint(x: 0.5, y: 0.5) }
        layer.endPoint = CGPoint(x: 1, y: 1)
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
