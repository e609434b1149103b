import Foundation
import StarmineLayers
import StarminePresets
import Testing

/// `filters` of layers in documents.
@Suite struct FilterDocumentTests {
  @Test func filtersAreReadAndAnimated() throws {
    let scene = try load(
      """
      {layer: {filters: [{type: 'gaussianBlur', name: 'blur', inputRadius: 8},
          {type: 'colorControls', inputSaturation: 0, inputContrast: 2, enabled: false},
          {type: 'hueRotate', inputAngle: '90deg'}],
        backgroundFilters: [{type: 'colorMonochrome', name: 'tint', inputColor: '#ff0000'}],
        shouldRasterize: true, rasterizationScale: 2, edgeAntialiasingMask: 3, allowsEdgeAntialiasing: false,
        animations: {soften: {keyPath: 'filters.blur.inputRadius', fromValue: 0, duration: 2}}}}
      """)
    let layer = scene.rootLayer
    let filters = try #require(layer.filters as? [CAFilter])
    #expect(filters.map(\.type) == ["gaussianBlur", "colorControls", "hueRotate"])
    #expect(filters[0].value(forKey: "inputRadius") as? NSNumber == 8 && filters[0].name == "blur")
    #expect(filters[1].value(forKey: "inputContrast") as? NSNumber == 2 && !filters[1].isEnabled)
    #expect(abs(((filters[2].value(forKey: "inputAngle") as? NSNumber)?.doubleValue ?? 0) - Double.pi / 2) < 1e-9)
    #expect(layer.value(forKeyPath: "backgroundFilters.tint.inputColor.green") as? NSNumber == 0)
    #expect(layer.shouldRasterize && layer.rasterizationScale == 2)
    #expect(layer.value(forKey: "edgeAntialiasingMask") as? NSNumber == 3 && !layer.allowsEdgeAntialiasing)
    #expect(layer.animationKeys() == ["soften"] && layer.animationProblems.isEmpty)
    #expect(scene.unsupported.isEmpty)
  }

  @Test func unknownTypesAreLeftOutWithANote() throws {
    let scene = try load(
      "{layer: {filters: [{type: 'gausianBlur', inputRadius: 8}, {type: 'colorInvert', inputQuality: 'low'}]}}")
    #expect((scene.rootLayer.filters as? [CAFilter])?.map(\.type) == ["colorInvert"])
    #expect(scene.unsupported.count == 2)
    #expect(scene.unsupported[0].description.hasPrefix("test.json:1:27: not supported: layer.filters[0]: the filter"))
    #expect(scene.unsupported[0].message.contains("did you mean \"gaussianBlur\"?"))
    #expect(scene.unsupported[1].path == "layer.filters[1].inputQuality")
  }

  @Test(arguments: [
    ("{inputRadius: 8}", "a filter needs a type"), ("{type: 'gaussianBlur', inputRadios: 8}", "inputRadius"),
    ("{type: 'gaussianBlur', inputRadius: 'wide'}", "wide"), ("{type: 'colorInvert', inputAngle: 1}", "inputAngle"),
    ("{type: 3}", "expected a text"), ("'blur'", "expected an object"),
  ])
  func mistakesAreNamed(filter: String, part: String) {
    let messages = problems(of: "{layer: {filters: [\(filter)]}}")
    #expect(messages.count == 1 && messages[0].contains(part), "\(messages)")
  }
}
