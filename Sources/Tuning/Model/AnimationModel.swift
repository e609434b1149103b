import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineScene

/// An animation for programs that show it: its rows as records, and its values as documents spell them.
struct AnimationModel {
  let className: String
  /// The key, and for a child of a group what it animates.
  let name: String
  /// Values that differ from those of a new animation.
  private(set) var values: [String: JSONValue] = [:]
  let target: PropertyRecord?

  private let animation: CAAnimation
  /// Nil: each value says itself what it is.
  private let valueKind: ValueKind?

  init(_ animation: CAAnimation, on layer: CALayer, key: String, texts: ValueText) {
    self.animation = animation
    className = AnimationReader.className(of: animation)
    let property = animation as? CAPropertyAnimation
    let keyPath = property?.keyPath ?? key
    name = layer.animation(forKey: key) === animation ? key : keyPath
    let info = property == nil ? nil : layer.info(atKeyPath: keyPath)
    let hasFunction = property?.valueFunction != nil
    target = hasFunction ? nil : info.map { PropertyRecord($0, default: nil) }
    valueKind = hasFunction ? .number : info?.kind
    addRows(texts)
    addRest()
  }

  private mutating func addRows(_ texts: ValueText) {
    let fresh = AnimationReader.classes[className]?()
    for info in Self.rows(of: type(of: animation)) {
      let value = animation.value(forKey: info.key)
      guard texts.text(value, info) != texts.text(fresh?.value(forKey: info.key), info) else { continue }
      let isEndless = (value as? NSNumber)?.doubleValue == .infinity
      let endless = DocumentValue(.string("infinity"))
      values[info.key] = JSONValue(value: isEndless ? endless : ValueSpelling.model(value, info, texts))
    }
  }

  private mutating func addRest() {
    set("timingFunction", animation.timingFunction.map(Self.spelling))
    if let basic = animation as? CABasicAnimation {
      for key in ["fromValue", "toValue", "byValue"] { set(key, basic.value(forKey: key).flatMap(value)) }
    }
    if let property = animation as? CAPropertyAnimation {
      set("valueFunction", property.valueFunction.map { DocumentValue(.string($0.name.rawValue)) })
    }
    guard let keyframes = animation as? CAKeyframeAnimation else { return }
    let list = keyframes.values?.compactMap(value)
    set("values", list.flatMap { $0.count == keyframes.values?.count ? DocumentValue(.array($0)) : nil })
    set("path", keyframes.path.map { DocumentValue(.string(PathText.text($0.geometry))) })
    set("timingFunctions", keyframes.timingFunctions.map { DocumentValue(.array($0.map(Self.spelling))) })
    for (key, numbers) in [
      ("keyTimes", keyframes.keyTimes), ("tensionValues", keyframes.tensionValues),
      ("continuityValues", keyframes.continuityValues), ("biasValues", keyframes.biasValues),
    ] {
      set(key, numbers.flatMap { ValueSpelling.document($0, .numbers) })
    }
  }

  private mutating func set(_ key: String, _ value: DocumentValue?) {
    if let value { values[key] = JSONValue(value: value) }
  }

  private func value(_ value: Any) -> DocumentValue? { valueKind.flatMap { ValueSpelling.document(value, $0) } }

  /// Its name, or its control points.
  static func spelling(_ function: CAMediaTimingFunction) -> DocumentValue {
    for name in AnimationReader.curves
    where CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name)) == function {
      return DocumentValue(.string(name))
    }
    let curve = function.curve
    return DocumentValue(
      .array([curve.x1, curve.y1, curve.x2, curve.y2].map { DocumentValue(.number(Double("\($0)") ?? 0)) }))
  }

  // MARK: Rows

  /// The records of every class of animations that can be changed.
  static var classes: [String: [PropertyRecord]] {
    let kinds = AnimationReader.classes.mapValues { $0() }.filter { !($0.value is CATransition) }
    return kinds.mapValues { animation in
      let own = AnimationReader.otherKeys(animation) + ["timingFunction"]
      return others.filter { own.contains($0.key) }
        + rows(of: type(of: animation)).map { info in
          PropertyRecord(
            info, default: animation.value(forKey: info.key),
            group: PropertyGroup.title(of: info.key) == "Timing" ? nil : PropertyGroup.animation)
        }
    }
  }

  /// The animated property stays: its values would be others.
  private static func rows(of type: CAAnimation.Type) -> [PropertyInfo] {
    type.keys.filter { $0 != "keyPath" }.compactMap { type.info(forKey: $0) }
  }

  private static let others: [PropertyRecord] = [
    record("values", "keyframes", "Values at the keyframes."),
    record("keyTimes", "line", "When each keyframe is, as parts of the duration; even where it is empty."),
    record("timingFunctions", "line", "The pace between each keyframe and the next."),
    record("fromValue", "target", "Where it starts."), record("toValue", "target", "Where it ends."),
    record("byValue", "target", "How far it goes."),
    record("timingFunction", "timing", "The pace of the whole."),
    record("path", "path", "What a position goes along; wins over values."),
    record("valueFunction", "line", "What the values are for a transform, such as rotateZ."),
    record("tensionValues", "line", "Tightness of cubic curves at each keyframe."),
    record("continuityValues", "line", "Sharpness of the corner at each keyframe."),
    record("biasValues", "line", "Whether the curve overshoots before or after each keyframe."),
  ]

  private static func record(_ key: String, _ kind: String, _ summary: String) -> PropertyRecord {
    PropertyRecord(
      animation: key, kind: kind, options: kind == "timing" ? AnimationReader.curves : nil,
      isRequired: kind == "keyframes", summary)
  }
}
