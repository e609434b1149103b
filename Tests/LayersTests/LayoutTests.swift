import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineReference
import StarmineScene
import StarmineTestSupport
import Testing

/// Hit testing, layout and scrolling beyond the measured cases.
@Suite struct LayoutTests {
  final class Placer: CALayerDelegate {
    var calls: [String] = []
    var onLayout: (CALayer) -> Void = { _ in }
    func layoutSublayers(of layer: CALayer) {
      calls.append(layer.name ?? "")
      onLayout(layer)
    }
  }

  private func layer(_ name: String, _ frame: CGRect = CGRect(x: 0, y: 0, width: 100, height: 100)) -> CALayer {
    let layer = CALayer()
    (layer.name, layer.frame) = (name, frame)
    return layer
  }

  @Test func hitTestSkipsWhatCannotBeSeen() {
    let (parent, child) = (layer("parent"), layer("child", CGRect(x: 50, y: 50, width: 100, height: 100)))
    parent.addSublayer(child)
    let outside = CGPoint(x: 120, y: 120)
    #expect(parent.hitTest(outside) === child)
    parent.masksToBounds = true
    #expect(parent.hitTest(outside) == nil)
    #expect(parent.hitTest(CGPoint(x: 60, y: 60)) === child)
    child.opacity = 0
    #expect(parent.hitTest(CGPoint(x: 60, y: 60)) === parent)
    (child.opacity, child.isHidden) = (1, true)
    #expect(parent.hitTest(CGPoint(x: 60, y: 60)) === parent)
    #expect(parent.hitTest(CGPoint(x: 100, y: 60)) == nil)
    parent.transform = CATransform3DMakeScale(0, 1, 1)
    #expect(parent.hitTest(CGPoint(x: 60, y: 60)) == nil)
  }

  @Test func onlyOddNumbersOfFlipsMirror() {
    let (parent, child) = (layer("parent"), layer("child"))
    parent.addSublayer(child)
    #expect(!child.contentsAreFlipped())
    parent.isGeometryFlipped = true
    #expect(child.contentsAreFlipped() && parent.contentsAreFlipped())
    child.isGeometryFlipped = true
    #expect(!child.contentsAreFlipped())
  }

  @Test func flippedSublayersAreDrawnMirrored() {
    let (parent, child) = (layer("parent"), layer("child", CGRect(x: 10, y: 0, width: 20, height: 30)))
    child.contents = CGImage(width: 1, height: 2, pixels: [.max, 0])
    child.backgroundColor = .black
    parent.addSublayer(child)
    parent.isGeometryFlipped = true
    let list = evaluate(parent.committedTree(), at: 1000, in: Viewport(width: 100, height: 100))
    #expect(
      list.commands.map(\.bounds) == Array(repeating: DeviceRect(minX: 10, minY: 70, maxX: 30, maxY: 100), count: 2))
    guard case .fill(let fill) = list.commands[0], case .image(let image) = list.commands[1] else {
      Issue.record("\(list.text)")
      return
    }
    #expect(fill.transform.m22 == -1)
    #expect(image.transform.m22 == 1)
  }

  @Test func layoutGoesDownFromTheTop() {
    let delegate = Placer()
    let layers = ["top", "middle", "bottom"].map { layer($0) }
    layers[0].addSublayer(layers[1])
    layers[1].addSublayer(layers[2])
    layers.forEach { $0.delegate = delegate }
    layers[0].layoutIfNeeded()
    delegate.calls = []
    layers[2].setNeedsLayout()
    layers[0].setNeedsLayout()
    #expect(layers[2].needsLayout() && !layers[1].needsLayout())
    layers[2].layoutIfNeeded()
    #expect(delegate.calls == ["top", "bottom"])
    #expect(!layers[2].needsLayout())
  }

  @Test func layoutRunsAtCommitAndRepeats() {
    let delegate = Placer()
    let (parent, child) = (layer("parent"), layer("child"))
    parent.addSublayer(child)
    parent.delegate = delegate
    var passes = 0
    delegate.onLayout = { layer in
      passes += 1
      child.position.x = CGFloat(passes)
      if passes < 3 { layer.setNeedsLayout() }
    }
    let tree = parent.committedTree()
    #expect(passes == 3)
    #expect(tree.root.sublayers[0].state.position.x == 3)
    parent.bounds.size.width = 50
    #expect(parent.needsLayout())
    _ = parent.committedTree()
    #expect(passes == 4)
    _ = parent.committedTree()
    #expect(passes == 4)
    // A layer that always asks does not hang the commit.
    delegate.onLayout = { $0.setNeedsLayout() }
    parent.setNeedsLayout()
    _ = parent.committedTree()
    #expect(parent.needsLayout())
  }

  @Test func delegateIsWeak() {
    let subject = layer("subject")
    do {
      let delegate = Placer()
      subject.delegate = delegate
      #expect(subject.delegate === delegate)
    }
    #expect(subject.delegate == nil)
  }

  @Test func constraintsFollowSiblings() {
    let container = layer("container", CGRect(x: 0, y: 0, width: 300, height: 100))
    container.layoutManager = CAConstraintLayoutManager()
    let (first, second) = (layer("first"), layer("second"))
    container.sublayers = [second, first]
    first.constraints = [
      CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midX),
      CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .width, scale: 0.5),
      CAConstraint(attribute: .height, relativeTo: "first", attribute: .width, scale: 0.1),
      CAConstraint(attribute: .minY, relativeTo: "superlayer", attribute: .minY),
    ]
    second.constraints = [
      CAConstraint(attribute: .minX, relativeTo: "first", attribute: .maxX, offset: 5),
      CAConstraint(attribute: .maxY, relativeTo: "third", attribute: .maxY),
    ]
    container.layoutIfNeeded()
    #expect(first.frame == CGRect(x: 75, y: 0, width: 150, height: 15))
    #expect(second.frame == CGRect(x: 230, y: 0, width: 100, height: 100))
    // Circles and contradictions leave an axis alone.
    first.constraints = [CAConstraint(attribute: .minX, relativeTo: "second", attribute: .maxX)]
    second.constraints = [
      CAConstraint(attribute: .minX, relativeTo: "first", attribute: .maxX),
      CAConstraint(attribute: .minY, relativeTo: "superlayer", attribute: .minY, offset: 1),
      CAConstraint(attribute: .minY, relativeTo: "superlayer", attribute: .minY, offset: 2),
    ]
    container.layoutIfNeeded()
    #expect(second.frame.minY == 0 && second.frame.height == 100)
    #expect(first.frame.minX.isFinite && second.frame.minX.isFinite)
  }

  @Test func preferredSizeIsTheFrames() {
    #expect(layer("layer").preferredFrameSize() == CGSize(width: 100, height: 100))
  }

  @Test func rowsOfTheNewClasses() throws {
    let scroll = try #require(LayerRegistry()["CAScrollLayer"]).make()
    #expect(scroll is CAScrollLayer && scroll.masksToBounds)
    #expect(scroll.writeProperty("vertically", "scrollMode"))
    #expect((scroll as? CAScrollLayer)?.scrollMode == .vertically)
    let tiled = try #require(LayerRegistry()["CATiledLayer"]).make()
    #expect(tiled.writeProperty(4, "levelsOfDetail") && tiled.writeProperty([64, 32], "tileSize"))
    #expect((tiled as? CATiledLayer)?.tileSize == CGSize(width: 64, height: 32))
  }
}
