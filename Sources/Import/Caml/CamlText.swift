enum CamlText {
  /// Stands in for infinite seconds or points, because documents store finite numbers.
  static let endless = 1e9

  static func infinity(_ text: String) -> Double? {
    let number = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    return number?.isInfinite == true ? number : nil
  }

  /// Numbers separated by spaces, commas or semicolons.
  static func numbers(_ text: String) -> [Double] {
    let parts = text.split { " ,;\n\t".contains($0) }
    let numbers = parts.compactMap { Double($0) }.filter { $0.isFinite && abs($0) < 1e30 }
    return numbers.count == parts.count ? numbers : []
  }

  /// The value of a property; nil if the text is invalid.
  static func value(_ text: String, _ info: PropertyInfo) -> DocumentValue? {
    let list = numbers(text)
    switch info.kind {
    case .number, .integer: return number(text, info, list)
    case .boolean:
      let (yes, no) = (["1", "true", "YES", "yes"], ["0", "false", "NO", "no"])
      return yes.contains(text)
        ? DocumentValue(.boolean(true)) : no.contains(text) ? DocumentValue(.boolean(false)) : nil
    case .string: return isPath(text, info) ? nil : .text(String(text.prefix(100_000)))
    case .enumeration(let names): return names.contains(text) ? .text(text) : nil
    case .point, .size: return list.count == 2 ? .list(list) : nil
    case .rect: return list.count == 4 ? .list(list) : nil
    case .color: return color(text, list)
    case .transform:
      if (try? TransformText.parse(text)) != nil { return .text(text) }
      return list.count == 16 ? .list(list) : list.count == 6 ? .list(matrix(list)) : nil
    case .path: return (try? PathText.parse(text)) != nil && !text.isEmpty ? .text(text) : nil
    case .numbers: return list.isEmpty ? nil : .list(list)
    case .colors, .image, .contents, .cells, .layers, .layer, .filters, .behaviors, .animators: return nil
    }
  }

  /// Fonts must be names: a path could lead out of the folder.
  static func isPath(_ text: String, _ info: PropertyInfo) -> Bool {
    ["font", "emitterFont"].contains(info.key) && text.contains("/")
  }

  private static func number(_ text: String, _ info: PropertyInfo, _ list: [Double]) -> DocumentValue? {
    if list.count == 1 {
      let number = list[0]
      if info.kind == .integer { return number == number.rounded() ? .number(number) : nil }
      return abs(number) < 1e30 ? .number(number) : nil
    }
    return (try? NumberText.parse(text, unit: info.unit)).map { .number($0) }
  }

  /// White and alpha, or red, green, blue and alpha. Components outside 0...1 are kept.
  private static func color(_ text: String, _ list: [Double]) -> DocumentValue? {
    switch list.count {
    case 1: colorValue(list[0], list[0], list[0], 1)
    case 2: colorValue(list[0], list[0], list[0], list[1])
    case 3: colorValue(list[0], list[1], list[2], 1)
    case 4: colorValue(list[0], list[1], list[2], list[3])
    default: (try? ColorText.parse(text)) != nil ? .text(text) : nil
    }
  }

  /// Converts an affine transform to a 4 x 4 matrix.
  private static func matrix(_ n: [Double]) -> [Double] {
    [n[0], n[1], 0, 0, n[2], n[3], 0, 0, 0, 0, 1, 0, n[4], n[5], 0, 1]
  }

  static func single(_ info: PropertyInfo) -> PropertyInfo {
    PropertyInfo(element: info.kind == .colors ? .color : .number, of: info)
  }
}

/// States of a CAML document: values by layer and key path, and the transitions between states.
struct CamlStates {
  let reader: CamlReader
  private let index = ElementIndex()

  func read(_ root: XMLNode) -> (states: [(String, DocumentValue)], transitions: [DocumentValue]) {
    (root.list("states").compactMap(state), root.list("stateTransitions").compactMap(transition))
  }

  private func state(_ node: XMLNode) -> (String, DocumentValue)? {
    let name = node["name"] ?? ""
    guard node.name.hasSuffix("State"), !name.isEmpty else {
      reader.record.lose("states.\(node.name)", "a state needs a name", at: node.location)
      return nil
    }
    reader.record.use()
    let values = node.list("elements").compactMap { setting($0, path: "states.\(name)") }
    return (name, .object(CamlReader.unique(values)))
  }

  private func setting(_ node: XMLNode, path: String) -> (String, DocumentValue?)? {
    let keyPath = node["keyPath"] ?? ""
    let place = "\(path).\((node["targetId"] ?? "?").excerpt(40)).\(keyPath)"
    guard ["LKStateSetValue", "CAStateSetValue", "LKStateSetProperty"].contains(node.name) else {
      reader.record.lose(place, "states can only set values; this is a \(node.name.excerpt())", at: node.location)
      return nil
    }
    guard let target = reader.target(node["targetId"] ?? "") else {
      reader.record.lose(place, "the layer does not exist", at: node.location)
      return nil
    }
    guard let info = index.place(ofKeyPath: keyPath, on: target.layer)?.info else {
      reader.record.lose(place, "the layer has no such property", at: node.location)
      return nil
    }
    guard
      let value = node.child("value").flatMap({ reader.value($0, info) })
        ?? node["value"].flatMap({ CamlText.value($0, info) })
    else {
      reader.record.lose(place, "expected \(info.kind)", at: node.location)
      return nil
    }
    reader.record.use(3)
    return ("\(target.name).\(keyPath)", value)
  }

  private func transition(_ node: XMLNode) -> DocumentValue? {
    let (from, to) = (node["fromState"] ?? "*", node["toState"] ?? "*")
    reader.record.use(2)
    var animations: [(name: String, members: [(String, DocumentValue?)])] = []
    var places: [String: Int] = [:]
    for element in node.list("elements") {
      let place = "stateTransitions.\(from) > \(to).\((element["targetId"] ?? "?").excerpt(40))"
      // Older documents contain only the key path.
      guard let target = reader.target(element["targetId"] ?? ""), let key = element["key"] ?? element["keyPath"] else {
        reader.record.lose(place, "the layer or the key does not exist", at: element.location)
        continue
      }
      let reading = CamlAnimations(reader: reader, layer: target.layer, takesValues: true)
      let nodes = element.children.filter { $0.name == "animation" || $0["type"] != nil }
      reader.record.use(2)
      for child in nodes {
        let known = index.place(ofKeyPath: key, on: target.layer) != nil ? key : nil
        guard let value = reading.animation(child, path: "\(place).\(key)", isTop: true, keyPath: known) else {
          continue
        }
        let position = places[target.name] ?? animations.count
        places[target.name] = position
        if position == animations.count { animations.append((target.name, [])) }
        animations[position].members.append((key, value))
      }
    }
    return .object([
      ("from", .text(from)), ("to", .text(to)),
      (
        "animations",
        animations.isEmpty ? nil : .object(animations.map { ($0.name, .object(CamlReader.unique($0.members))) })
      ),
    ])
  }
}
