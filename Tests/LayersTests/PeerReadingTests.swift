import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Readings of Apple's interface that a peer's tests have: each was different here once.
@Suite(.serialized) struct PeerReadingTests {
  private final class CountingManager: CALayoutManager {
    var (layouts, invalidations) = (0, 0)

    func invalidateLayout(of layer: CALayer) {
      invalidations += 1
      layer.setNeedsLayout()
    }

    func layoutSublayers(of layer: CALayer) {
      layouts += 1
      if layouts == 1 { layer.setNeedsLayout() }
    }

    func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 7, height: 8) }
  }

  @Test func managersHearThatTheirLayoutIsInvalid() {
    let (layer, manager) = (CALayer(), CountingManager())
    layer.layoutManager = manager
    layer.layoutIfNeeded()
    #expect(manager.layouts == 2 && manager.invalidations == 2 && !layer.needsLayout())
    #expect(layer.preferredFrameSize() == CGSize(width: 7, height: 8))
  }

  @Test func constraintsPreferTheBoundsSize() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 10, y: 20, width: 80, height: 45)
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    #expect(CAConstraintLayoutManager().preferredSize(of: layer) == CGSize(width: 80, height: 45))
    #expect(layer.preferredFrameSize() == CGSize(width: 160, height: 90))
  }

  @Test func textAsksForDrawingWhenItChanges() {
    let layer = CATextLayer()
    #expect(!layer.needsDisplay())
    layer.backgroundColor = .white
    #expect(!layer.needsDisplay())
    layer.string = "a"
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay())
    layer.setValue(20, forKey: "fontSize")
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    layer.style = ["fontSize": 12]
    #expect(layer.needsDisplay())
    // Drawing nothing by itself, it goes on showing its text.
    _ = layer.committedTree()
    #expect(!layer.needsDisplay() && layer.contents == nil)
  }

  private final class OwnKey: CALayer {
    override class func needsDisplay(forKey key: String) -> Bool { key == "angle" || super.needsDisplay(forKey: key) }
  }

  @Test func ownKeysAskForDrawing() {
    let layer = OwnKey()
    layer.setValue(1, forKey: "radius")
    #expect(!layer.needsDisplay())
    layer.setValue(1, forKey: "angle")
    #expect(layer.needsDisplay())
  }

  @Test func timingFunctionsOfOneCurveAreEqual() {
    let (named, other) = (CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeIn))
    #expect(named == other && named.hash == other.hash)
    #expect(CAMediaTimingFunction(controlPoints: 0.42, 0, 1, 1) == named)
    #expect(named != CAMediaTimingFunction(name: .easeOut))
    #expect(Set([named, other]).count == 1)
  }

  @Test func classesKeepTheirTraitsInCopiesOfPlainLayers() {
    #expect(CAScrollLayer(layer: CALayer()).masksToBounds && CAScrollLayer(layer: 1).masksToBounds)
    #expect(CATransformLayer(layer: CALayer()).state.isTransformLayer && !CALayer(layer: CALayer()).masksToBounds)
  }

  @Test func objectsAreArchived() {
    let (layer, emitter) = (CALayer(), CAEmitterLayer())
    let keys = ["mask", "sublayers", "style", "layoutManager", "constraints", "actions", "delegate", "contents"]
    for key in keys + ["filters"] { #expect(!layer.shouldArchiveValue(forKey: key), "\(key)") }
    let delegate = Delegate()
    (layer.mask, layer.delegate, layer.contents) = (CALayer(), delegate, "contents")
    layer.addSublayer(CALayer())
    (layer.style, layer.actions) = (["value": 1], ["opacity": CABasicAnimation()])
    layer.layoutManager = CAConstraintLayoutManager()
    layer.constraints = [CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX)]
    layer.filters = [CAFilter(type: "colorInvert")]
    for key in keys + ["filters"] { #expect(layer.shouldArchiveValue(forKey: key), "\(key)") }
    for key in ["frame", "superlayer", "futureKey"] { #expect(!layer.shouldArchiveValue(forKey: key), "\(key)") }
    emitter.emitterCells = [CAEmitterCell()]
    #expect(emitter.shouldArchiveValue(forKey: "emitterCells"))
  }

  private final class Delegate: CALayerDelegate {}

  @Test func componentsWithoutResizingStayExact() {
    let (parent, child) = (CALayer(), CALayer())
    parent.bounds.size = CGSize(width: 100, height: 100)
    child.anchorPoint = .zero
    child.frame = CGRect(x: 10.2, y: 15.3, width: 20.4, height: 25.5)
    parent.addSublayer(child)
    child.resize(withOldSuperlayerSize: CGSize(width: 50, height: 50))
    #expect(child.frame == CGRect(x: 10.2, y: 15.3, width: 20.4, height: 25.5))
    child.autoresizingMask = .layerWidthSizable
    parent.bounds.size = CGSize(width: 111.2, height: 120)
    #expect(child.frame.minY == 15.3 && child.frame.height == 25.5)
    #expect(child.frame.minX == 10 && abs(child.frame.width - 32.2) < 1e-9)
  }

  /// From the value before to the present one (documented).
  @Test func animationsWithoutEndsStartWhereTheLayerWas() throws {
    for path in [nil, "position.x"] {
      MediaClock.time = 1000
      let layer = CALayer()
      let animation = path.map { CABasicAnimation(keyPath: $0) } ?? CABasicAnimation()
      animation.duration = 1
      layer.actions = ["position": animation]
      layer.position = CGPoint(x: 10, y: 0)
      _ = layer.committedTree()
      layer.position = CGPoint(x: 30, y: 0)
      _ = layer.committedTree()
      MediaClock.time = 1000.5
      #expect(try #require(layer.presentation()).position.x == 20, "\(path ?? "none")")
      #expect((layer.animation(forKey: "position") as? CABasicAnimation)?.fromValue == nil)
      MediaClock.time = 1001.5
      #expect(try #require(layer.presentation()).position.x == 30)
    }
  }
}
