import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineTestSupport
import Testing

/// Cases about hit testing, layout, scrolling and tiles.
@Suite struct PlacementCaseTests {
  let cases: ConformanceCases

  init() throws {
    cases = try ConformanceCases("core-animation")
  }

  @Test(arguments: ["hitTest", "hitTest.flipped"]) func hitTest(kind: String) {
    let summary = cases.check(kind) { item in
      let layers = family(item.inputs)
      let point = try #require(item.inputs["point"].numbers)
      let receiver = try #require(layers[item.inputs["receiver"].string ?? ""])
      let hit = receiver.hitTest(CGPoint(x: point[0], y: point[1]))
      let name = layers.first { $0.value === hit }?.key
      return name == item.expected.string ? .passed : .failed("\(name ?? "nothing")")
    }
    #expect(summary.failures == [])
    #expect(summary.skipped == 0)
  }

  @Test func hitTestOrder() {
    let summary = cases.check("hitTest.zPosition") { item in
      let (parent, siblings) = (CALayer(), (item.inputs["siblings"].array ?? []).map(layer))
      parent.bounds.size = CGSize(width: 100, height: 100)
      for sibling in siblings {
        sibling.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        parent.addSublayer(sibling)
      }
      let expected = item.expected.string?.hasPrefix("first") == true ? siblings[0] : siblings[1]
      return parent.hitTest(.zero) === expected ? .passed : .failed("the other one")
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 2)
  }

  @Test func transformLayersAreNotHit() {
    let summary = cases.check("hitTest.transformLayer") { item in
      let (layer, child) = (CATransformLayer(), CALayer())
      layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      child.frame = layer.bounds
      layer.addSublayer(child)
      return layer.hitTest(CGPoint(x: 5, y: 5)) == nil && item.expected.isNull ? .passed : .failed("hit")
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  @Test func containsPoint() {
    let summary = cases.check("containsPoint") { item in
      let layer = CALayer()
      let bounds = try #require(item.inputs["bounds"].numbers)
      layer.bounds = CGRect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3])
      let point = try #require(item.inputs["point"].numbers)
      return layer.contains(CGPoint(x: point[0], y: point[1])) == item.expected.bool ? .passed : .failed("\(point)")
    }
    #expect(summary.failures == [])
  }

  @Test func autoresize() {
    let bits = ["minXMargin": 1, "width": 2, "maxXMargin": 4, "minYMargin": 8, "height": 16, "maxYMargin": 32]
    let summary = cases.check("autoresize") { item in
      let (parent, child) = (CALayer(), CALayer())
      let sizes = (item.inputs["parent"].array ?? []).compactMap(\.numbers)
      parent.bounds.size = CGSize(width: sizes[0][0], height: sizes[0][1])
      child.setValue(item.inputs["child.frame"].numbers, forKey: "frame")
      child.setValue(
        (item.inputs["mask"].array ?? []).reduce(0) { $0 + (bits[$1.string ?? ""] ?? 0) }, forKey: "autoresizingMask")
      parent.addSublayer(child)
      parent.bounds.size = CGSize(width: sizes[1][0], height: sizes[1][1])
      return .compare(numbers(child.frame), item.expected.numbers ?? [], tolerance: 1e-9)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 2)
  }

  @Test func constraints() {
    let summary = cases.check("constraints") { item in
      let (container, child) = (CALayer(), layer(item.inputs["child"]))
      container.layoutManager = CAConstraintLayoutManager()
      container.setValue(item.inputs["container"].numbers ?? [0, 0, 200, 100], forKey: "bounds")
      if let frame = item.inputs["child.frame"].numbers { child.setValue(frame, forKey: "frame") }
      container.addSublayer(child)
      if let equations = item.inputs["eq"].array {
        equations.compactMap(\.string).compactMap(constraint).forEach(child.addConstraint)
        #expect(child.constraints?.count == equations.count)
      } else {
        child.frame = CGRect(x: 40, y: 6, width: 20, height: 30)
        child.addConstraint(CAConstraint(attribute: .minX, relativeTo: "nobody", attribute: .minX))
        child.addConstraint(
          CAConstraint(attribute: .minY, relativeTo: "superlayer", attribute: .minY, offset: 12))
      }
      container.layoutIfNeeded()
      if let frame = item.expected.numbers { return .compare(numbers(child.frame), frame, tolerance: 1e-9) }
      let actual = numbers(child.bounds) + [child.position.x, child.position.y] + numbers(child.frame)
      let expected = ["bounds", "position", "frame"].flatMap { item.expected[$0].numbers ?? [] }
      return .compare(actual, expected, tolerance: 1e-9)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 3)
  }

  /// `minX=super.minX+10`, `width=super.width*.5`
  private func constraint(_ text: String) -> CAConstraint? {
    let names: [String: CAConstraintAttribute] = [
      "minX": .minX, "midX": .midX, "maxX": .maxX, "width": .width, "minY": .minY, "midY": .midY, "maxY": .maxY,
      "height": .height,
    ]
    guard let match = text.firstMatch(of: /^(\w+)=super\.(\w+)(?:\*(\.?\d+))?([+-]\d+)?$/),
      let attribute = names[String(match.1)], let source = names[String(match.2)]
    else { return nil }
    return CAConstraint(
      attribute: attribute, relativeTo: "superlayer", attribute: source,
      scale: match.3.flatMap { Double("0" + $0) } ?? 1, offset: match.4.flatMap { Double($0) } ?? 0)
  }

  @Test(arguments: ["scroll.toPoint", "scroll.toRect"]) func scroll(kind: String) {
    let summary = cases.check(kind) { item in
      let layer = CAScrollLayer()
      let bounds = try #require(item.inputs["bounds"].numbers)
      layer.bounds = CGRect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3])
      layer.setValue(item.inputs["mode"].string, forKey: "scrollMode")
      if let p = item.inputs["point"].numbers { layer.scroll(to: CGPoint(x: p[0], y: p[1])) }
      if let r = item.inputs["rect"].numbers { layer.scroll(to: CGRect(x: r[0], y: r[1], width: r[2], height: r[3])) }
      return .compare(
        [layer.bounds.minX, layer.bounds.minY], item.expected.numbers ?? [], tolerance: 1e-9)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 4)
  }

  @Test func scrollAncestor() {
    let summary = cases.check("scroll.ancestor") { item in
      let (outer, inner, content) = (CAScrollLayer(), CAScrollLayer(), CALayer())
      outer.frame = CGRect(x: 0, y: 0, width: 500, height: 500)
      inner.setValue(item.inputs["inner"]["frame"].numbers, forKey: "frame")
      content.setValue(item.inputs["content"]["frame"].numbers, forKey: "frame")
      outer.addSublayer(inner)
      inner.addSublayer(content)
      let p = try #require(item.inputs["content.scroll"].numbers)
      content.scroll(CGPoint(x: p[0], y: p[1]))
      #expect(outer.bounds.origin == .zero)
      return .compare(
        [inner.bounds.minX, inner.bounds.minY] + numbers(content.visibleRect),
        (item.expected["inner.origin"].numbers ?? []) + (item.expected["content.visibleRect"].numbers ?? []),
        tolerance: 1e-9)
    }
    #expect(summary.failures == [])
  }

  @Test func tiles() {
    let levels = cases.check("tiled.lod") { item in
      let layer = CATiledLayer()
      let size = try #require(item.inputs["bounds"].numbers)
      layer.bounds.size = CGSize(width: size[0], height: size[1])
      layer.setValue(item.inputs["levelsOfDetail"].number, forKey: "levelsOfDetail")
      layer.setValue(item.inputs["levelsOfDetailBias"].number ?? 0, forKey: "levelsOfDetailBias")
      let level = layer.levelOfDetail(forScale: item.inputs["scale"].number ?? .nan)
      return Double(level) == item.expected.number ? .passed : .failed("\(level)")
    }
    #expect(levels.failures == [] && levels.passed == 6)
    let fade = cases.check("tiled.fade") { item in
      let opacity = CATiledLayer.fadeOpacity(after: item.inputs["elapsed"].number ?? .nan)
      return .compare([opacity], [item.expected.number ?? .nan], tolerance: 1e-9)
    }
    #expect(fade.failures == [] && fade.passed == 3)
  }

  @Test func shouldArchive() {
    let summary = cases.check("shouldArchiveValueForKey.freshCALayer") { item in
      let key = item.inputs["key"].string ?? ""
      return CALayer().shouldArchiveValue(forKey: key) == item.expected.bool ? .passed : .failed(key)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 12)
  }

  private func numbers(_ rect: CGRect) -> [Double] { [rect.minX, rect.minY, rect.width, rect.height] }
}
