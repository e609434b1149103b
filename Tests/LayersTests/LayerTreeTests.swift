import Foundation
import StarmineGraphics
import StarmineLayers
import Testing

/// Rules of the tree: documented, or measured where the comment says so.
@Suite struct LayerTreeTests {
  private func named(_ names: String...) -> [CALayer] {
    names.map {
      let layer = CALayer()
      layer.name = $0
      return layer
    }
  }

  private func order(_ layer: CALayer) -> [String] { (layer.sublayers ?? []).compactMap(\.name) }

  @Test func insertsWhereAsked() {
    let root = CALayer()
    let layers = named("a", "b", "c", "d", "e")
    root.addSublayer(layers[0])
    root.insertSublayer(layers[1], at: 0)
    root.insertSublayer(layers[2], at: 99)
    root.insertSublayer(layers[3], below: layers[0])
    root.insertSublayer(layers[4], above: layers[1])
    #expect(order(root) == ["b", "e", "d", "a", "c"])
    root.insertSublayer(layers[2], at: 0)
    #expect(order(root) == ["c", "b", "e", "d", "a"])
    root.insertSublayer(layers[0], below: layers[0])
    root.insertSublayer(layers[4], below: nil)
    root.insertSublayer(layers[2], above: nil)
    #expect(order(root) == ["e", "b", "d", "a", "c"])
  }

  @Test func replacesInPlace() {
    let root = CALayer()
    let layers = named("a", "b", "c", "d")
    layers[0...2].forEach(root.addSublayer)
    root.replaceSublayer(layers[1], with: layers[3])
    #expect(order(root) == ["a", "d", "c"])
    #expect(layers[1].superlayer == nil && layers[3].superlayer === root)
    root.replaceSublayer(layers[0], with: layers[2])
    #expect(order(root) == ["c", "d"])
  }

  @Test func layersOutliveWhatIsAroundThem() {
    let (middle, inner, mask) = (CALayer(), CALayer(), CALayer())
    var root: CALayer? = CALayer()
    root?.addSublayer(middle)
    root?.mask = mask
    middle.addSublayer(inner)
    root = nil
    #expect(middle.superlayer == nil && mask.superlayer == nil && inner.superlayer === middle)
    var around: CALayer? = CALayer()
    var between: CALayer? = CALayer()
    between?.addSublayer(inner)
    between?.mask = mask
    if let between { around?.addSublayer(between) }
    (between, around) = (nil, nil)
    #expect(inner.superlayer == nil && mask.superlayer == nil)
    // A layer asks what is around it for a new layout.
    inner.bounds.size = CGSize(width: 1, height: 2)
    middle.addSublayer(inner)
    #expect(inner.superlayer === middle)
  }

  @Test func aLayerHasOnePlace() {
    let (first, second, layer) = (CALayer(), CALayer(), CALayer())
    first.addSublayer(layer)
    second.addSublayer(layer)
    #expect(first.sublayers == nil)
    #expect(layer.superlayer === second)
    layer.removeFromSuperlayer()
    layer.removeFromSuperlayer()
    #expect(second.sublayers == nil && layer.superlayer == nil)
  }

  @Test func settingSublayersReplacesAll() {
    let root = CALayer()
    let layers = named("a", "b", "c")
    root.sublayers = [layers[0], layers[1]]
    root.sublayers = [layers[2], layers[0]]
    #expect(order(root) == ["c", "a"])
    #expect(layers[1].superlayer == nil)
    root.sublayers = nil
    #expect(root.sublayers == nil && layers[0].superlayer == nil)
  }

  @Test func superlayerIsWeak() {
    let child = CALayer()
    do {
      let parent = CALayer()
      parent.addSublayer(child)
      #expect(child.superlayer === parent)
    }
    #expect(child.superlayer == nil)
  }

  @Test func cyclesTrap() async {
    await #expect(processExitsWith: .failure) {
      let (outer, inner) = (CALayer(), CALayer())
      outer.addSublayer(inner)
      inner.addSublayer(outer)
    }
    await #expect(processExitsWith: .failure) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    await #expect(processExitsWith: .failure) {
      CALayer().insertSublayer(CALayer(), below: CALayer())
    }
  }

  @Test func initialisersOfSubclassesWrittenForIOS() {
    let layer = Ornament()
    layer.radius = 7
    layer.opacity = 0.25
    layer.setValue("free", forKey: "custom")
    let copy = Ornament(layer: layer)
    #expect(copy.radius == 7 && copy.opacity == 1 && copy.value(forKey: "custom") == nil)
    #expect(Ornament(layer: "something else").opacity == 1)
    _ = layer.committedTree()
    let shown: Ornament? = layer.presentation()
    #expect(shown?.radius == 7 && shown?.opacity == 0.25 && shown?.value(forKey: "custom") as? String == "free")
    #expect(shown?.model() === layer)
    #expect(copy.info(forKey: "opacity") != nil)
  }
}

private final class Ornament: CALayer {
  var radius = 1.0

  override init() { super.init() }
  override init(layer: Any) {
    super.init(layer: layer)
    if let other = layer as? Ornament { radius = other.radius }
  }
  override func makePresentation() -> CALayer { Ornament(layer: self) }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}

@Suite struct FrameTests {
  @Test func underScale() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(2, 4, 1)
    layer.anchorPoint = CGPoint(x: 0.25, y: 1)
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 80)
    #expect(layer.bounds.size == CGSize(width: 50, height: 20))
    #expect(layer.position == CGPoint(x: 35, y: 100))
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 100, height: 80))
  }

  @Test func underAQuarterTurn() {
    let layer = CALayer()
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    #expect(abs(layer.bounds.width - 20) < 1e-9 && abs(layer.bounds.height - 40) < 1e-9)
    #expect(abs(layer.frame.width - 40) < 1e-9 && abs(layer.frame.minX) < 1e-9)
    #expect(abs(layer.affineTransform().b - 1) < 1e-12)
  }

  @Test func withoutInverseKeepsBounds() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.transform = CATransform3DMakeScale(0, 1, 1)
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    #expect(layer.bounds.size == CGSize(width: 10, height: 10))
    #expect(layer.position.x == 20)
  }

  @Test func keepsTheBoundsOrigin() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 100, y: 50, width: -10, height: 10)
    #expect(layer.bounds == CGRect(x: 90, y: 50, width: 10, height: 10))
    layer.setValue(40, forKeyPath: "frame.size.width")
    #expect(layer.bounds == CGRect(x: 90, y: 50, width: 40, height: 10))
    layer.setValue([0, 0, -5, 5], forKey: "bounds")
    #expect(layer.bounds == CGRect(x: -5, y: 0, width: 5, height: 5))
  }

  @Test func convertsBetweenCousins() {
    let (root, left, right) = (CALayer(), CALayer(), CALayer())
    for layer in [root, left, right] { layer.anchorPoint = .zero }
    root.sublayers = [left, right]
    left.position = CGPoint(x: 10, y: 0)
    right.position = CGPoint(x: 0, y: 30)
    right.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(left.convert(CGPoint(x: 2, y: 40), to: right) == CGPoint(x: 6, y: 5))
    #expect(left.convert(CGPoint(x: 6, y: 5), from: right) == CGPoint(x: 2, y: 40))
    #expect(left.convert(CGPoint(x: 1, y: 1), to: left) == CGPoint(x: 1, y: 1))
    #expect(
      right.convert(CGRect(x: 0, y: 0, width: 5, height: 5), to: root) == CGRect(x: 0, y: 30, width: 10, height: 10))
  }
}
