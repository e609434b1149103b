/// An animation as documents spell it: its class, and the values that differ from those of a new one.
package struct AnimationSpelling {
  package struct Value {
    package let key: String
    package let value: DocumentValue
    package let text: String
  }

  package let className: String
  /// The property that is animated; nil for groups, transitions, and key paths that lead nowhere.
  package let target: PropertyInfo?
  /// In the order of the class's rows, then what no row has.
  package private(set) var values: [Value] = []

  private let texts: ValueText
  private let hasFunction: Bool

  /// - Parameter key: the key path of an animation that has none.
  package init(_ animation: CAAnimation, on layer: CALayer, key: String, texts: ValueText) {
    self.texts = texts
    className = AnimationReader.className(of: animation)
    let property = animation as? CAPropertyAnimation
    target = property.flatMap { layer.info(atKeyPath: $0.keyPath ?? key) }
    hasFunction = property?.valueFunction != nil
    addRows(of: animation)
    addRest(of: animation)
  }

  /// The kind of its values; nil: each says itself what it is.
  package var valueKind: ValueKind? { hasFunction ? .number : target?.kind }

  private mutating func addRows(of animation: CAAnimation) {
    let fresh = AnimationReader.classes[className]?()
    for info in type(of: animation).keys.compactMap({ type(of: animation).info(forKey: $0) }) {
      let value = animation.value(forKey: info.key)
      let text = texts.text(value, info)
      guard text != texts.text(fresh?.value(forKey: info.key), info) else { continue }
      let isEndless = (value as? NSNumber)?.doubleValue == .infinity
      let endless = DocumentValue(.string("infinity"))
      let spelled = isEndless ? endless : ValueSpelling.model(value, info, texts)
      values.append(Value(key: info.key, value: spelled, text: isEndless ? "infinity" : text))
    }
  }

  private mutating func addRest(of animation: CAAnimation) {
    set("timingFunction", animation.timingFunction.map(Self.spelling))
    if let basic = animation as? CABasicAnimation {
      for key in ["fromValue", "toValue", "byValue"] {
        guard let value = basic.value(forKey: key) else { continue }
        let text = hasFunction ? nil : target.map { texts.text(value, $0) }
        set(key, self.value(value), text)
      }
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

  private mutating func set(_ key: String, _ value: DocumentValue?, _ text: String? = nil) {
    guard let value else { return }
    let plain = if case .string(let text) = value.content { text } else { value.line() }
    values.append(Value(key: key, value: value, text: text ?? plain))
  }

  private func value(_ value: Any) -> DocumentValue? { valueKind.flatMap { ValueSpelling.document(value, $0) } }

  /// Its name, or its control points.
  package static func spelling(_ function: CAMediaTimingFunction) -> DocumentValue {
    for name in AnimationReader.curves
    where CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name)) == function {
      return DocumentValue(.string(name))
    }
    let curve = function.curve
    return DocumentValue(
      .array([curve.x1, curve.y1, curve.x2, curve.y2].map { DocumentValue(.number(Double("\($0)") ?? 0)) }))
  }
}
