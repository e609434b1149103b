/// Animations of a CAML document. The layer determines the type of their values.
struct CamlAnimations {
  let reader: CamlReader
  let layer: CALayer
  /// Whether animations may have no values, as those of transitions.
  var takesValues = false

  private static let classes: [String: @Sendable () -> CAAnimation] = [
    "CABasicAnimation": { CABasicAnimation() }, "CAKeyframeAnimation": { CAKeyframeAnimation() },
    "CASpringAnimation": { CASpringAnimation() }, "CAAnimationGroup": { CAAnimationGroup() },
  ]
  private static let lists = [
    "values", "keyTimes", "timingFunctions", "tensionValues", "continuityValues", "biasValues",
  ]
  private static let curves = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]

  /// Members without duplicate keys.
  func read(_ node: XMLNode, path: String) -> [(String, DocumentValue)] {
    var result: [(String, DocumentValue)] = []
    var (taken, numbers) = (Set<String>(), [String: Int]())
    for child in node.children {
      let plain = ["animation", "p"].contains(child.name)
      let wanted = child["key"] ?? (plain || Self.classes[child.name] != nil ? child["keyPath"] ?? "" : child.name)
      guard let value = animation(child, path: "\(path).\(wanted.isEmpty ? child.name : wanted)", isTop: true) else {
        continue
      }
      let base = wanted.isEmpty ? "animation" : wanted
      var (key, number) = (base, numbers[base] ?? 2)
      while !taken.insert(key).inserted { (key, number) = ("\(base) \(number)", number + 1) }
      numbers[base] = number
      result.append((key, value))
    }
    return result
  }

  /// - Parameter isTop: Whether times are relative to the layer rather than to a group.
  func animation(_ node: XMLNode, path: String, isTop: Bool, keyPath standard: String? = nil) -> DocumentValue? {
    let name = node["type"] ?? node["class"] ?? node.name
    guard let prototype = Self.classes[name]?() else {
      reader.record.lose(path, "unknown animation \(name.excerpt())", at: node.location)
      return nil
    }
    var target: PropertyInfo?
    if !(prototype is CAAnimationGroup) {
      let keyPath = node["keyPath"] ?? standard ?? ""
      guard let info = layer.info(atKeyPath: keyPath), info.isAnimatable else {
        reader.record.lose(path, "\(keyPath.excerpt()) cannot be animated", at: node.location)
        return nil
      }
      target = info
    }
    var members: [(String, DocumentValue?)] = [("class", .text(name))]
    if node["keyPath"] == nil, let standard { members.append(("keyPath", .text(standard))) }
    for (key, text) in node.attributes where !["type", "class", "key", "id"].contains(key) {
      members += attribute(key, text, of: prototype, node, path: path, isTop: isTop, target: target)
    }
    reader.record.use()
    for child in node.children {
      members += self.child(child, of: prototype, path: "\(path).\(child.name)", target: target)
    }
    guard takesValues || prototype is CAAnimationGroup || Self.changesAnything(members) else {
      reader.record.lose(path, "it changes nothing", at: node.location)
      return nil
    }
    if let spring = prototype as? CASpringAnimation { settle(spring, node, &members) }
    return .object(members)
  }

  /// Whether there is a target value, at least two keyframes, or a path.
  private static func changesAnything(_ members: [(String, DocumentValue?)]) -> Bool {
    members.contains { key, value in
      if key == "values", case .array(let items)? = value?.content { return items.count > 1 }
      return ["path", "fromValue", "toValue", "byValue"].contains(key)
    }
  }

  /// With `mica_autorecalculatesDuration`, a spring lasts until it is at rest.
  private func settle(_ spring: CASpringAnimation, _ node: XMLNode, _ members: inout [(String, DocumentValue?)]) {
    guard ["1", "true"].contains(node["mica_autorecalculatesDuration"] ?? "") else { return }
    for (key, value) in members {
      guard case .number(let number)? = value?.content else { continue }
      _ = spring.set(NSNumber(value: number), forKey: key)
    }
    members.removeAll { $0.0 == "duration" }
    members.append(("duration", .number(min(1000, spring.settlingDuration))))
  }

  private func attribute(
    _ key: String, _ text: String, of prototype: CAAnimation, _ node: XMLNode, path: String, isTop: Bool,
    target: PropertyInfo?
  ) -> [(String, DocumentValue?)] {
    let name = key == "velocity" ? "initialVelocity" : key
    if key == "mica_autorecalculatesDuration" || key == "discretizesTime" || key.hasPrefix("xmlns") {
      if key.hasPrefix("mica") { reader.record.use() } else { reader.record.pass() }
      return []
    }
    let value: DocumentValue?
    switch name {
    case "timingFunction": value = Self.curve(text)
    case "beginTime":
      guard let time = CamlText.numbers(text).first else {
        reader.record.lose("\(path).\(key)", "expected seconds, found \"\(text.excerpt())\"", at: node.location)
        return []
      }
      reader.record.use()
      guard time > 0 else { return [] }
      // In a group, times are relative to its beginning.
      if !isTop { return time < 1e-6 ? [] : [(name, .number(time))] }
      return [(name, .text(time < 1e-6 ? "now" : "now + \(time)"))]
    case "repeatCount" where CamlText.infinity(text) == .infinity,
      "repeatDuration" where CamlText.infinity(text) == .infinity:
      value = .text("infinity")
    // The animation stays at its first value.
    case "duration" where CamlText.infinity(text) == .infinity: value = .number(CamlText.endless)
    case "fromValue", "toValue", "byValue": value = target.flatMap { CamlText.value(text, $0) }
    default: value = type(of: prototype).info(forKey: name).flatMap { CamlText.value(text, $0) }
    }
    guard let value else {
      reader.record.lose("\(path).\(key)", "no such value: \"\(text.excerpt())\"", at: node.location)
      return []
    }
    reader.record.use()
    return [(name, value)]
  }

  private func child(
    _ node: XMLNode, of prototype: CAAnimation, path: String, target: PropertyInfo?
  ) -> [(String, DocumentValue?)] {
    let value: DocumentValue?
    switch node.name {
    case "animations" where prototype is CAAnimationGroup:
      let inner = node.children.compactMap { animation($0, path: "\(path).\($0["keyPath"] ?? $0.name)", isTop: false) }
      value = .texts(inner)
    case "values", "fromValue", "toValue", "byValue":
      guard let target else { return lose(path, node) }
      if node.name == "values" {
        let items = node.children.compactMap { reader.value($0, target) }
        value = items.count == node.children.count ? .texts(items) : nil
      } else {
        value = reader.value(node, target)
      }
    case "timingFunction": value = Self.curve(node["value"] ?? node["name"] ?? node.text)
    case "timingFunctions":
      let curves = node.children.compactMap { Self.curve($0["value"] ?? $0["name"] ?? $0.text) }
      value = curves.count == node.children.count ? .texts(curves) : nil
    case "path": value = CamlText.value(node["value"] ?? node.text, PropertyInfo(element: .path, of: nil))
    case _ where Self.lists.contains(node.name):
      value = reader.value(node, PropertyInfo(element: .numbers, of: nil))
    default:
      value = type(of: prototype).info(forKey: node.name).flatMap { reader.value(node, $0) }
    }
    guard let value else { return lose(path, node) }
    reader.record.use()
    return [(node.name, value)]
  }

  private func lose(_ path: String, _ node: XMLNode) -> [(String, DocumentValue?)] {
    reader.record.lose(path, "its values do not fit the property", at: node.location)
    return []
  }

  /// A curve's name or its four numbers.
  private static func curve(_ text: String) -> DocumentValue? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if curves.contains(text) { return .text(text) }
    let numbers = CamlText.numbers(text)
    return numbers.count == 4 ? .list(numbers) : nil
  }
}
