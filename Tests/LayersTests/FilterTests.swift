import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Filters as values of layers: key paths, copies, animations. Truth: ours; Apple's class is private.
@Suite(.serialized) struct FilterTests {
  private func blurred() -> CALayer {
    let (layer, blur) = (CALayer(), CAFilter(type: "gaussianBlur"))
    blur.name = "blur"
    blur.setValue(8, forKey: "inputRadius")
    layer.filters = [blur, CAFilter(name: "CIColorInvert")]
    return layer
  }

  @Test func inputsAreFoundByNameOnTheLayer() throws {
    let layer = blurred()
    #expect(layer.value(forKeyPath: "filters.blur.inputRadius") as? NSNumber == 8)
    layer.setValue(3, forKeyPath: "filters.blur.inputRadius")
    #expect(layer.state.effects.filters?.map(\.radius) == [3, 0])
    #expect((layer.filters?.first as? CAFilter)?.value(forKey: "inputRadius") as? NSNumber == 3)
    try layer.set(5, atKeyPath: "filters.blur.inputRadius")
    #expect((layer.value(forKeyPath: "filters.blur") as? CAFilter)?.state.radius == 5)
    layer.setValue(1, forKeyPath: "filters.other.inputRadius")
    #expect(layer.value(forKeyPath: "backgroundFilters.blur.inputRadius") == nil)
    #expect(throws: PropertyError.self) { try layer.set(1, atKeyPath: "filters.blur.inputAngle") }
    #expect(throws: PropertyError.self) { try layer.set("wide", atKeyPath: "filters.blur.inputRadius") }
    #expect(layer.allProperties.contains { $0.keyPath == "filters.blur.inputRadius" && $0.info.unit == .points })
  }

  @Test func layersKeepWhatFiltersHadWhenAssigned() {
    let (layer, filter) = (CALayer(), CAFilter(type: "colorSaturate"))
    filter.setValue(0.5, forKey: "inputAmount")
    layer.backgroundFilters = [filter]
    filter.setValue(0.1, forKey: "inputAmount")
    #expect(layer.state.effects.backgroundFilters?.map(\.amount) == [0.5])
    #expect(layer.filters == nil && CALayer.defaultValue(forKey: "filters") == nil)
    layer.backgroundFilters = nil
    #expect(layer.state.effects.backgroundFilters == nil)
  }

  @Test func everyKindHasItsInputs() {
    for kind in FilterKind.allCases {
      let filter = CAFilter(type: kind.rawValue)
      #expect(filter.isKnown && filter.keys == ["name", "enabled"] + filter.inputKeys)
      for key in filter.inputKeys {
        let info = filter.info(forKey: key)
        #expect(info != nil, "\(kind).\(key)")
        guard let info else { continue }
        let value: Any = info.kind == .numbers ? (0..<20).map { Double($0) } : sample(for: info)
        #expect(filter.writeProperty(value, key) && same(filter.readProperty(key), value), "\(kind).\(key)")
        let copy = filter.copy() as? CAFilter
        #expect(copy == filter && copy !== filter)
        filter.setDefaults()
        #expect(same(filter.readProperty(key), filter.defaultProperty(key)))
      }
      #expect(filter.info(forKey: "inputSomething") == nil)
    }
    let unknown = CAFilter(type: "vibrantDark")
    #expect(!unknown.isKnown && unknown.inputKeys.isEmpty)
    unknown.setValue(3, forKey: "inputAmount")
    #expect(unknown.value(forKey: "inputAmount") as? Int == 3)
    for (alias, kind) in FilterKind.aliases { #expect(FilterKind(named: alias) == kind) }
  }

  @Test func animationsReachInputs() throws {
    let (root, layer) = (CALayer(), blurred())
    root.addSublayer(layer)
    let animation = CABasicAnimation(keyPath: "filters.blur.inputRadius")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 10, 1)
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    layer.add(animation, forKey: "soften")
    let start = CACurrentMediaTime()
    let node = try #require(root.committedTree().root.sublayers.first)
    #expect(layer.animationProblems.isEmpty)
    #expect(node.presentedState(at: start + 0.25).effects.filters?.map(\.radius) == [2.5, 0])
    #expect(node.state.effects.filters?.map(\.radius) == [8, 0])
    #expect(
      layer.problems(with: CABasicAnimation(keyPath: "filters.blur.inputRadios"), forKey: nil).isEmpty == false)
  }

  /// Documented: a filter's value animates by itself as other properties do.
  @Test func inputsAnimateImplicitly() throws {
    let (root, layer) = (CALayer(), blurred())
    root.addSublayer(layer)
    _ = root.committedTree()
    layer.setValue(2, forKeyPath: "filters.blur.inputRadius")
    let key = "filters.blur.inputRadius"
    let animation = try #require(layer.animation(forKey: key) as? CABasicAnimation)
    #expect(animation.keyPath == key && animation.fromValue as? NSNumber == 8)
  }

  /// Names of Apple's list of filters that documents here have under another one.
  @Test func namesOfApplesListAreKnown() {
    let layer = CALayer()
    layer.compositingFilter = "multiply"
    #expect(layer.state.compositingFilter == .multiplyBlendMode)
    layer.minificationFilter = CALayerContentsFilter(rawValue: "lanczos")
    layer.setValue("lanczos", forKey: "magnificationFilter")
    #expect(layer.minificationFilter == .trilinear && layer.magnificationFilter == .trilinear)
  }

  @Test func compositingFiltersTakeTheNameOfAFilter() {
    let layer = CALayer()
    layer.compositingFilter = CAFilter(name: "screenBlendMode")
    #expect(layer.compositingFilter as? String == "screenBlendMode")
  }
}
