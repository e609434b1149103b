import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineTestSupport
import Testing

/// Cases measured on Apple's system or taken from peers' tests; each case says which.
@Suite struct ConformanceTests {
  let cases: ConformanceCases

  init() throws {
    cases = try ConformanceCases("core-animation")
  }

  @Test func defaultValueForKey() {
    let summary = cases.check("defaultValueForKey") { item in
      let (key, name) = (item.inputs["key"].string ?? "", item.inputs["class"].string ?? "")
      let actual: Any?
      if let type = LayerRegistry()[name]?.type {
        actual = type.defaultValue(forKey: key)
      } else if name == "CAEmitterCell" {
        actual = CAEmitterCell.defaultValue(forKey: key)
      } else {
        guard let type = Self.animationClasses.first(where: { String(describing: $0) == name }) else {
          return .notExpressed("there is no class \(name)")
        }
        actual = type.defaultValue(forKey: key)
      }
      return matches(actual, item.expected) ? .passed : .failed("\(key): \(String(describing: actual))")
    }
    #expect(summary.failures == [] && summary.unexpressed == [])
    #expect(summary.passed >= 77)
  }

  private static let animationClasses: [CAAnimation.Type] = [
    CAAnimation.self, CAPropertyAnimation.self, CABasicAnimation.self, CAKeyframeAnimation.self, CASpringAnimation.self,
    CAAnimationGroup.self, CATransition.self,
  ]

  private func matches(_ actual: Any?, _ expected: JSONValue) -> Bool {
    switch expected {
    case .null: return actual == nil
    case .bool(let flag): return (actual as? NSNumber)?.boolValue == flag
    case .number(let number): return (actual as? NSNumber)?.doubleValue == number
    case .string("inf"): return (actual as? NSNumber)?.doubleValue == .infinity
    case .string(let text): return actual as? String == text
    case .array: return CaseValues.numbers(actual) == expected.numbers
    case .object: return CaseValues.numbers(actual) == expected["rgba"].numbers
    }
  }

  @Test func cornerCurves() {
    let summary = cases.check("cornerCurveExpansionFactor") { item in
      let factor = CALayer.cornerCurveExpansionFactor(CALayerCornerCurve(rawValue: item.inputs["curve"].string ?? ""))
      return .compare([factor], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    #expect(summary.failures == [] && summary.passed == 2)
  }

  @Test func needsDisplayForKey() {
    let summary = cases.check("needsDisplayForKey") { item in
      let key = item.inputs["key"].string ?? ""
      let type = try #require(LayerRegistry()[item.inputs["class"].string ?? ""]?.type)
      return type.needsDisplay(forKey: key) == item.expected.bool ? .passed : .failed(key)
    }
    #expect(summary.failures == [] && summary.passed == 28)
  }

  @Test func defaultActionForKey() {
    let summary = cases.check("defaultActionForKey") { item in
      let type = try #require(LayerRegistry()[item.inputs["class"].string ?? ""]?.type)
      let key = item.inputs["key"].string ?? ""
      return type.defaultAction(forKey: key) == nil && item.expected.isNull ? .passed : .failed(key)
    }
    #expect(summary.failures == [] && summary.passed == 6)
  }

  @Test func convertTime() {
    let summary = cases.check("convertTime") { item in
      let layers = tree(item.inputs["layers"], rootName: "root")
      let receiver = try #require(layers[item.inputs["receiver"].string ?? ""])
      let other = item.inputs["other"].string.flatMap { layers[$0] }
      let time = item.inputs["time"].number ?? .nan
      // A superlayer is not kept alive by its sublayers.
      let actual = withExtendedLifetime(layers) {
        item.inputs["direction"].string == "from"
          ? receiver.convertTime(time, from: other) : receiver.convertTime(time, to: other)
      }
      return .compare([actual], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 11 && summary.skipped == 0)
  }

  @Test(arguments: [
    "convertPoint.toNil", "convertPoint.fromNil", "convertPoint.flipped", "convertPoint.flippedRotated",
    "convertPoint.sublayerTransform", "convertPoint.m14", "convertPoint.perspective", "convertPoint.singular",
  ])
  func convertPoint(kind: String) {
    let summary = cases.check(kind) { item in
      let layers = family(item.inputs)
      let point = try #require(item.inputs["point"].numbers.map { CGPoint(x: $0[0], y: $0[1]) })
      let actual: CGPoint
      if item.inputs["layer"].isNull {
        let from = layers[item.inputs["from"].string ?? "child"]
        actual = try #require(from).convert(point, to: layers[item.inputs["to"].string ?? "child"])
      } else {
        let layer = layer(item.inputs["layer"])
        actual = kind.hasSuffix("toNil") ? layer.convert(point, to: nil) : layer.convert(point, from: nil)
      }
      guard let expected = item.expected.numbers else {
        return actual.x.isFinite || actual.y.isFinite ? .failed("\(actual)") : .passed
      }
      return .compare([actual.x, actual.y], expected, tolerance: max(1e-6, item.tolerance))
    }
    #expect(summary.failures == [])
    #expect(summary.skipped == 0)
  }

  @Test func convertRect() {
    for (kind, toNil) in [("convertRect.toNil", true), ("convertRect.fromNil", false)] {
      let summary = cases.check(kind) { item in
        let layer = layer(item.inputs["layer"])
        let r = try #require(item.inputs["rect"].numbers)
        let rect = CGRect(x: r[0], y: r[1], width: r[2], height: r[3])
        let actual = toNil ? layer.convert(rect, to: nil) : layer.convert(rect, from: nil)
        return .compare(CaseValues.numbers(actual), item.expected.numbers ?? [], tolerance: 1e-9)
      }
      #expect(summary.failures == [])
    }
  }

  @Test func frame() {
    let get = cases.check("frame.get") { item in
      .compare(CaseValues.numbers(layer(item.inputs).frame), item.expected.numbers ?? [], tolerance: 1e-9)
    }
    #expect(get.failures == [] && get.passed == 2)
    let set = cases.check("frame.set") { item in
      let layer = CALayer()
      layer.setValue(item.inputs["frame"].numbers, forKey: "frame")
      return .compare(
        [layer.bounds.width, layer.bounds.height, layer.position.x, layer.position.y],
        (item.expected["bounds.size"].numbers ?? []) + (item.expected["position"].numbers ?? []), tolerance: 1e-9)
    }
    #expect(set.failures == [] && set.passed == 1)
  }

  /// The cases animate from one value to another; what is ours here is reading and writing of the key path, so the
  /// value of the middle is set directly.
  @Test func transformKeyPaths() throws {
    let summary = cases.check("transform.keyPath") { item in
      guard let keyPath = item.inputs["keyPath"].string, keyPath.contains("."), let model = item.inputs["model"].string
      else { return .skipped("an animation of a whole transform: AnimationCaseTests has it") }
      let layer = CALayer()
      layer.transform = try TransformText.parse(model)
      layer.setValue(middle(item.inputs, layer.value(forKeyPath: keyPath)), forKeyPath: keyPath)
      return try TransformText.compare(layer.transform, with: item.expected, tolerance: item.tolerance)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 12)
  }

  private func middle(_ inputs: JSONValue, _ present: Any?) -> Any? {
    guard let values = inputs["values"].array else {
      return ((present as? NSNumber)?.doubleValue ?? .nan) / 2 + (inputs["to"].number ?? .nan) / 2
    }
    if let first = values[0].numbers, let last = values[1].numbers { return zip(first, last).map { ($0 + $1) / 2 } }
    return ((values[0].number ?? .nan) + (values[1].number ?? .nan)) / 2
  }
}

// MARK: Layers from cases

/// Layers by name, inside each other as their names say: root, parent, child; a layer of another name is in the root.
func tree(_ description: JSONValue, rootName: String) -> [String: CALayer] {
  let layers = (description.object ?? [:]).mapValues(layer)
  for (name, child) in layers where name != rootName {
    let parent = name == "child" ? layers["parent"] : nil
    (parent ?? layers[rootName])?.addSublayer(child)
  }
  return layers
}

func family(_ inputs: JSONValue) -> [String: CALayer] {
  if let names = inputs["tree"].object {
    return tree(inputs["tree"], rootName: names["root"] == nil ? "parent" : "root")
  }
  let (parent, child) = (CALayer(), layer(inputs["child"]))
  if let text = inputs["parentSublayerTransform"].string,
    let perspective = try? TransformText.parse("identity " + text.replacing("-1/100", with: "-0.01"))
  {
    parent.sublayerTransform = perspective
  }
  parent.addSublayer(child)
  return ["parent": parent, "child": child]
}

func layer(_ description: JSONValue) -> CALayer {
  let layer = CALayer()
  for (key, value) in description.object ?? [:] {
    switch value {
    case .bool(let flag): layer.setValue(flag, forKey: key)
    case .number(let number): layer.setValue(number, forKey: key)
    case .string(let text): layer.setValue(try? TransformText.parse(text), forKey: key)
    default: layer.setValue(value.numbers, forKey: key)
    }
  }
  return layer
}
