import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

@Suite struct MaskTests {
  @Test func theMaskedLayerIsTheSuperlayer() {
    let (layer, mask, parent) = (CALayer(), CALayer(), CALayer())
    parent.addSublayer(mask)
    layer.mask = mask
    #expect(layer.mask === mask && mask.superlayer === layer && parent.sublayers == nil && layer.sublayers == nil)
    layer.mask = nil
    #expect(mask.superlayer == nil && layer.mask == nil)
    layer.mask = mask
    mask.removeFromSuperlayer()
    #expect(layer.mask == nil)
    layer.mask = mask
    parent.addSublayer(mask)
    #expect(layer.mask == nil && mask.superlayer === parent)
  }

  @Test func changesOfTheMaskAreCommitted() {
    let (root, layer, mask) = (CALayer(), CALayer(), CALayer())
    layer.mask = mask
    root.addSublayer(layer)
    #expect(root.committedTree().root.sublayers[0].mask?.state.opacity == 1)
    mask.opacity = 0.25
    #expect(root.committedTree().root.sublayers[0].mask?.state.opacity == 0.25)
    layer.setValue(nil, forKey: "mask")
    #expect(root.committedTree().root.sublayers[0].mask == nil)
  }

  @Test func unknownFiltersDrawNormally() {
    let layer = CALayer()
    layer.compositingFilter = "destOut"
    #expect(layer.compositingFilter as? String == "destOut")
    layer.compositingFilter = "sparkle"
    #expect(layer.compositingFilter as? String == "sparkle" && layer.state.compositingFilter == nil)
    layer.contentsGravity = CALayerContentsGravity(rawValue: "future")
    #expect(layer.contentsGravity == .center)
    layer.cornerCurve = CALayerCornerCurve(rawValue: "angular")
    #expect(layer.cornerCurve == .circular)
  }
}
