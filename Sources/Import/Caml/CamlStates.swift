import StarmineLayers
import StarmineDocument

/// States of a CAML document: values by layer and key path, and the animations that lead from one to another.
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
      reader.record.lose(place, "states set values alone, this is a \(node.name.excerpt())", at: node.location)
      return nil
    }
    guard let target = reader.target(node["targetId"] ?? "") else {
      reader.record.lose(place, "there is no such layer", at: node.location)
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
      // Older documents say the key path alone.
      guard let target = reader.target(element["targetId"] ?? ""), let key = element["key"] ?? element["keyPath"] else {
        reader.record.lose(place, "there is no such layer, or no key", at: element.location)
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
