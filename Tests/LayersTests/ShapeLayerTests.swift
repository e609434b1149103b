import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineReference
import StarmineScene
import StarmineTestSupport
import Testing

@Suite struct ShapeLayerTests {
  private let triangle = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 20), transform: nil)

  @Test func strokeRangesAreStoredAsGiven() throws {
    let summary = try ConformanceCases("core-animation").check("shape.strokeStartStored") { item in
      let layer = CAShapeLayer()
      layer.strokeStart = CGFloat(try #require(item.inputs["set"].number))
      return .compare([layer.strokeStart], [item.expected.number ?? .nan], tolerance: 0)
    }
    #expect(summary.failures == [] && summary.passed == 2)
  }

  /// Truth: documented defaults.
  @Test func defaults() {
    let layer = CAShapeLayer()
    #expect(layer.path == nil && layer.fillColor == .black && layer.strokeColor == nil)
    #expect(layer.fillRule == .nonZero && layer.lineCap == .butt && layer.lineJoin == .miter)
    #expect(layer.strokeStart == 0 && layer.strokeEnd == 1 && layer.lineWidth == 1 && layer.miterLimit == 10)
    #expect(layer.lineDashPhase == 0 && layer.lineDashPattern == nil)
  }

  @Test func keyValueCoding() {
    let layer = CAShapeLayer()
    layer.setValue(triangle, forKey: "path")
    layer.setValue([4, 2.5], forKey: "lineDashPattern")
    layer.setValue("even-odd", forKey: "fillRule")
    layer.setValue(CAShapeLayerLineCap.round, forKey: "lineCap")
    layer.setValue("no such join", forKey: "lineJoin")
    layer.setValue(nil, forKey: "fillColor")
    #expect(layer.path == triangle && layer.value(forKey: "path") as? CGPath == triangle)
    #expect(layer.lineDashPattern == [4, 2.5] && layer.fillRule == .evenOdd && layer.lineCap == .round)
    #expect(layer.lineJoin == .miter && layer.fillColor == nil)
    #expect(CALayer.propertyTable["path"] == nil)
    #expect(LayerRegistry()["CAShapeLayer"] != nil)
  }

  @Test func laterChangesOfAMutablePathDoNotShow() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 5, height: 5))
    let layer = CAShapeLayer()
    layer.path = path
    path.addRect(CGRect(x: 50, y: 50, width: 5, height: 5))
    #expect(layer.path?.boundingBox == CGRect(x: 0, y: 0, width: 5, height: 5))
    // What a program makes of another layer is a fresh one (measured).
    layer.opacity = 0.5
    let fresh = CAShapeLayer(layer: layer)
    #expect(fresh.path == nil && fresh.opacity == 1 && fresh.bounds == .zero)
  }

  /// Drawing order (behavior.md 4.5): background, shape, sublayers; and what needs a group.
  private func dump(_ change: (CAShapeLayer) -> Void) -> [Substring] {
    let layer = CAShapeLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.position = CGPoint(x: 20, y: 20)
    layer.path = triangle
    change(layer)
    let root = CALayer()
    root.addSublayer(layer)
    let list = evaluate(root.committedTree(), at: CACurrentMediaTime(), in: Viewport(width: 100, height: 100))
    return list.text.split(separator: "\n").dropFirst().map { $0 }
  }

  @Test func drawingOrder() {
    let lines = dump { layer in
      layer.backgroundColor = .white
      layer.strokeColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      layer.lineWidth = 4
      let inner = CALayer()
      inner.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      inner.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      layer.addSublayer(inner)
    }
    #expect(
      lines == [
        "fill #ffffffff 0,0..40,40 in 0,0..40,40",
        "fill #ff000000 path of 4 points winding 0,0..10,20 in 0,0..10,20",
        "fill #ffff0000 path of 10 points winding -2,-2..12,22 in 0,0..12,22",
        "fill #ff0000ff 0,0..4,4 by [1 0; 0 1; -2 -2] in 0,0..2,2",
      ])
  }

  @Test func groupsAreForSeveralPieces() {
    #expect(dump { $0.opacity = 0.5 } == ["fill #80000000 path of 4 points winding 0,0..10,20 in 0,0..10,20"])
    let stroked = dump { layer in
      layer.opacity = 0.5
      layer.strokeColor = .white
    }
    #expect(stroked.count == 3 && stroked[0].hasPrefix("group alpha 128"))
    let clipped = dump { layer in
      layer.masksToBounds = true
      layer.bounds.size.width = 5
    }
    #expect(clipped.first?.contains("clip") == true)
  }

  @Test func nothingToDraw() {
    #expect(dump { $0.path = nil } == [])
    #expect(dump { $0.path = CGPath() } == [])
    #expect(dump { $0.fillColor = nil } == [])
    #expect(dump { $0.fillColor = .clear } == [])
    #expect(dump { $0.path = CGPath(rect: CGRect(x: 200, y: 0, width: 9, height: 9), transform: nil) } == [])
  }
}

/// Animations between paths that cannot be matched show one of their own paths, never the model's.
@Suite struct UnmatchedPathTests {
  private let rect = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 60), transform: nil)
  private let oval = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 30, height: 60), transform: nil)

  private func shown(_ animation: CAPropertyAnimation, at time: Double, model: CGPath?) -> CGPath? {
    MediaClock.time = 1000
    let layer = CAShapeLayer()
    layer.path = model
    _ = layer.committedTree()
    (animation.duration, animation.fillMode, animation.isRemovedOnCompletion) = (1, .both, false)
    layer.add(animation, forKey: nil)
    _ = layer.committedTree()
    MediaClock.advance(to: 1000 + time)
    return layer.presentation()?.path
  }

  @Test(arguments: [false, true]) func theAnimationsOwnPathsAreSeen(hasModel: Bool) {
    let model = hasModel ? CGPath(rect: CGRect(x: 500, y: 0, width: 1, height: 1), transform: nil) : nil
    for (time, path) in [(0, rect), (0.4, rect), (0.6, oval), (1, oval)] {
      let frames = CAKeyframeAnimation(keyPath: "path")
      frames.values = [rect, oval]
      #expect(shown(frames, at: time, model: model) == path)
      let basic = CABasicAnimation(keyPath: "path")
      (basic.fromValue, basic.toValue) = (rect, oval)
      #expect(shown(basic, at: time, model: model) == path)
    }
  }

  @Test func anAdditivePathOfAnotherStructureIsSeen() {
    let basic = CABasicAnimation(keyPath: "path")
    (basic.fromValue, basic.toValue, basic.isAdditive) = (oval, oval, true)
    #expect(shown(basic, at: 0.5, model: rect) == oval)
  }
}
