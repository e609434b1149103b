import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Hit testing beyond the conformance cases (behavior.md 1.1.2, 1.8, 4.2).
@Suite struct HitTestTests {
  private func box(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    return layer
  }

  @Test func masksLimitHits() {
    let (layer, child) = (box(0, 0, 100, 100), box(0, 0, 100, 100))
    layer.addSublayer(child)
    layer.mask = box(10, 10, 20, 20)
    #expect(layer.hitTest(CGPoint(x: 15, y: 15)) === child)
    #expect(layer.hitTest(CGPoint(x: 50, y: 50)) == nil)
    layer.mask?.transform = CATransform3DMakeScale(0, 1, 1)
    #expect(layer.hitTest(CGPoint(x: 20, y: 15)) == nil, "a mask seen edge on shows nothing")
  }

  @Test func masksAreFlippedWithTheirLayer() {
    let layer = box(0, 0, 100, 100)
    layer.isGeometryFlipped = true
    layer.mask = box(0, 0, 100, 20)
    #expect(layer.hitTest(CGPoint(x: 50, y: 90)) === layer)
    #expect(layer.hitTest(CGPoint(x: 50, y: 10)) == nil)
  }

  /// A mask is not a sublayer.
  @Test func sublayerTransformsLeaveMasksAlone() throws {
    let layer = box(0, 0, 100, 100)
    layer.mask = box(10, 10, 20, 20)
    layer.sublayerTransform = CATransform3DMakeTranslation(50, 0, 0)
    let mask = try #require(layer.mask)
    #expect(mask.convert(CGPoint.zero, to: layer) == CGPoint(x: 10, y: 10))
    #expect(layer.hitTest(CGPoint(x: 15, y: 15)) === layer)
  }

  @Test func replicatorsAreHitInTheirFirstInstance() {
    let (replicator, child) = (CAReplicatorLayer(), box(0, 0, 10, 10))
    replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    (replicator.instanceCount, replicator.instanceTransform) = (2, CATransform3DMakeTranslation(50, 0, 0))
    replicator.addSublayer(child)
    #expect(replicator.hitTest(CGPoint(x: 5, y: 5)) === child)
    #expect(replicator.hitTest(CGPoint(x: 55, y: 5)) === replicator)
    replicator.instanceCount = 0
    #expect(replicator.hitTest(CGPoint(x: 5, y: 5)) === replicator)
  }

  @Test func layersBehindTheEyeAreNotHit() {
    let (parent, child) = (box(0, 0, 100, 100), box(25, 25, 50, 50))
    parent.sublayerTransform.m34 = -1 / 100
    parent.addSublayer(child)
    #expect(parent.hitTest(CGPoint(x: 50, y: 50)) === child)
    child.zPosition = 200
    #expect(parent.hitTest(CGPoint(x: 50, y: 50)) === parent)
  }

  @Test func clippingLayersAreHitInside() {
    let (layer, child) = (box(0, 0, 50, 50), box(40, 0, 50, 50))
    layer.addSublayer(child)
    #expect(layer.hitTest(CGPoint(x: 70, y: 10)) === child)
    layer.masksToBounds = true
    #expect(layer.hitTest(CGPoint(x: 70, y: 10)) == nil && layer.hitTest(CGPoint(x: 45, y: 10)) === child)
    child.isHidden = true
    #expect(layer.hitTest(CGPoint(x: 45, y: 10)) === layer)
    child.isHidden = false
    child.opacity = 0
    #expect(layer.hitTest(CGPoint(x: 45, y: 10)) === layer)
  }
}

/// Values that are kept for documents and code, each with its accessor, key and default.
@Suite struct StoredValueTests {
  @Test func accessorsReachTheirRows() {
    let layer = CALayer()
    #expect(layer.allowsEdgeAntialiasing && layer.edgeAntialiasingMask == .all && layer.rasterizationScale == 1)
    #expect(layer.toneMapMode == .automatic && layer.preferredDynamicRange == .standard && layer.contentsHeadroom == 0)
    (layer.toneMapMode, layer.preferredDynamicRange, layer.contentsHeadroom) = (.ifSupported, .high, 2)
    (layer.edgeAntialiasingMask, layer.allowsEdgeAntialiasing) = ([.layerLeftEdge, .layerTopEdge], false)
    (layer.minificationFilterBias, layer.shouldRasterize, layer.rasterizationScale) = (1.5, true, 3)
    let values: [(String, Any)] = [
      ("toneMapMode", "ifSupported"), ("preferredDynamicRange", "high"), ("contentsHeadroom", NSNumber(value: 2)),
      ("edgeAntialiasingMask", NSNumber(value: 9)), ("allowsEdgeAntialiasing", NSNumber(value: false)),
      ("minificationFilterBias", NSNumber(value: 1.5)), ("shouldRasterize", NSNumber(value: true)),
      ("rasterizationScale", NSNumber(value: 3)),
    ]
    for (key, value) in values { #expect(same(layer.value(forKey: key), value), "\(key)") }
  }

  /// Every stored property of the table of behavior.md 1.1.1 has a key.
  @Test func everyStoredPropertyHasAKey() {
    let keys = [
      "bounds", "position", "zPosition", "anchorPoint", "anchorPointZ", "transform", "frame", "hidden", "sublayers",
      "sublayerTransform", "mask", "masksToBounds", "contents", "contentsRect", "contentsGravity", "contentsScale",
      "contentsCenter", "contentsFormat", "minificationFilter", "magnificationFilter", "minificationFilterBias",
      "opaque", "needsDisplayOnBoundsChange", "drawsAsynchronously", "edgeAntialiasingMask", "allowsEdgeAntialiasing",
      "backgroundColor", "cornerRadius", "maskedCorners", "cornerCurve", "borderWidth", "borderColor", "opacity",
      "allowsGroupOpacity", "compositingFilter", "filters", "backgroundFilters", "shouldRasterize",
      "rasterizationScale", "shadowColor", "shadowOpacity", "shadowOffset", "shadowRadius", "shadowPath", "name",
      "doubleSided", "geometryFlipped", "autoresizingMask", "wantsExtendedDynamicRangeContent", "toneMapMode",
      "preferredDynamicRange", "contentsHeadroom", "beginTime", "timeOffset", "speed", "duration", "repeatCount",
      "repeatDuration", "autoreverses", "fillMode",
    ]
    let layer = CALayer()
    for key in keys { #expect(layer.info(forKey: key) != nil, "\(key)") }
  }
}
