import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineTestSupport
import Testing

/// Cases of animated values of many types, read from the presentation layer.
@Suite(.serialized) struct AnimationValueCaseTests {
  let cases: ConformanceCases

  init() throws {
    cases = try ConformanceCases("core-animation")
  }

  @Test(arguments: [
    "basicAnimation.rectBy", "basicAnimation.fromBy", "basicAnimation.toBy", "basicAnimation.colorBy",
    "basicAnimation.colorByAdditive", "basicAnimation.color", "basicAnimation.locationsBy", "basicAnimation.colorsBy",
    "basicAnimation.locations", "basicAnimation.colors", "basicAnimation.locationsMismatch",
    "basicAnimation.transformBy", "basicAnimation.transformToBy", "basicAnimation.transformToBySingular",
    "basicAnimation.additive.end", "basicAnimation.bool", "keyframe.discrete.bool", "keyframe.cumulative.locations",
    "keyframe.cumulative.colors", "keyframe.unknownMode", "keyframe.paced.unsupportedTransform", "color.cmyk",
    "color.cmykAdditive",
  ])
  func shownValue(kind: String) {
    let summary = cases.check(kind) { item in
      if item.fields["confidence"].string == "peer-test-conflict" { return .skipped("conflict between sources") }
      let keyPath = item.inputs["keyPath"].string ?? Self.keyPath(of: kind)
      let actual = try shown(item, keyPath: keyPath)
      guard let transform = actual as? CATransform3D else {
        return .compare(
          CaseValues.numbers(actual), CaseValues.numbers(item.expected), tolerance: max(item.tolerance, 1e-6))
      }
      if item.expected.object == nil {
        return try transform == TransformText.parse(item.inputs["model"].string ?? "") ? .passed : .failed("changed")
      }
      let elements = (item.expected.object ?? [:]).sorted { $0.key < $1.key }
      return .compare(
        try elements.map { try TransformText.element($0.key, of: transform) }, elements.compactMap(\.value.number),
        tolerance: 1e-6)
    }
    #expect(summary.failures == [])
  }

  /// Where a case names no property, one of its kind of value.
  private static func keyPath(of kind: String) -> String {
    let kinds = [
      ("colors", "colors"), ("ocations", "locations"), ("color", "backgroundColor"), ("ransform", "transform"),
      ("bool", "hidden"),
    ]
    return kinds.first { kind.contains($0.0) }?.1 ?? "position.x"
  }

  private func shown(_ item: ConformanceCases.Case, keyPath: String) throws -> Any? {
    MediaClock.time = 1000
    let layer = CAGradientLayer()
    if let model = try Self.value(item.inputs["model"], keyPath) { layer.setValue(model, forKeyPath: keyPath) }
    for inputs in item.inputs["animations"].array ?? [item.inputs] {
      layer.add(try animation(inputs, item.kind, keyPath), forKey: nil)
    }
    _ = layer.committedTree()
    MediaClock.time = 1000 + (item.inputs["elapsed"].number ?? item.inputs["progress"].number ?? 1)
    return try #require(layer.presentation()).value(forKeyPath: keyPath)
  }

  private static func value(_ json: JSONValue, _ keyPath: String) throws -> Any? {
    if let list = json.array, keyPath == "colors" { return try list.map(CaseValues.color) }
    if !json["cmyka"].isNull || keyPath == "backgroundColor", !json.isNull { return try CaseValues.color(json) }
    return try CaseValues.value(json, isTransform: keyPath == "transform")
  }

  private func animation(_ inputs: JSONValue, _ kind: String, _ keyPath: String) throws -> CAAnimation {
    let animation: CAPropertyAnimation
    if let values = inputs["values"].array {
      let keyframes = CAKeyframeAnimation(keyPath: keyPath)
      keyframes.values = try values.compactMap { try Self.value($0, keyPath) }
      keyframes.keyTimes = inputs["keyTimes"].numbers?.map { NSNumber(value: $0) }
      let mode = ["discrete", "paced"].first { kind.contains(".\($0).") } ?? "linear"
      keyframes.calculationMode = .init(rawValue: inputs["mode"].string ?? mode)
      animation = keyframes
    } else {
      let basic = CABasicAnimation(keyPath: keyPath)
      basic.fromValue = try Self.value(inputs["from"], keyPath)
      basic.toValue = try Self.value(inputs["to"], keyPath)
      basic.byValue = try Self.value(inputs["by"], keyPath)
      animation = basic
    }
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.duration = 1
    animation.isAdditive = inputs["additive"].bool ?? kind.hasSuffix("Additive")
    animation.isCumulative = kind.contains("cumulative")
    animation.repeatCount = Float(inputs["repeatCount"].number ?? 0)
    return animation
  }
}
