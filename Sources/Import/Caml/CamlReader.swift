/// Reads Core Animation's XML: a layer tree with animations, and states with transitions between them.
///
/// The property tables define the meaning of attributes: every property of the engine can be read.
final class CamlReader {
  let record: ImportRecord
  private let pictures: Pictures
  private let registry = LayerRegistry()
  private var layers: [String: CamlTarget] = [:]
  private var names: Set<String>
  /// The next number for each name that several layers share.
  private var numbers: [String: Int] = [:]
  private var targets: [CamlTarget] = []
  private var targetsByName: [String: CamlTarget] = [:]

  /// Finds a picture by its name in the document. Reports a missing one and returns nil.
  typealias Pictures = (_ name: String, _ place: SourceLocation) -> DocumentValue?

  private init(_ source: ImportSource, _ pictures: @escaping Pictures, names: Set<String>) {
    (record, self.pictures, self.names) = (source.record, pictures, names)
  }

  /// - Parameter names: names of layers that are already used.
  /// - Parameter pictures: pictures by name; nil for those in the document's folder.
  static func scene(
    _ source: ImportSource, names: Set<String> = [], pictures: Pictures? = nil
  ) throws(ImportError) -> ForeignScene {
    let document = try XMLTree.parse(source)
    let inFolder: Pictures = {
      EmbeddedImage.file(named: $0, in: source.folder, below: "assets", source.record, at: $1)
    }
    let reader = CamlReader(source, pictures ?? inFolder, names: names)
    guard let root = document.name == "caml" ? document.children.first(where: reader.isLayer) : document,
      reader.isLayer(root)
    else { throw source.error("expected <caml> with a layer in it, found <\(document.name.excerpt())>") }
    if let list = crowdedCells(in: root) {
      throw source.error(
        "expected at most \(PresetLoader.mostCells) cells, found \(list.children.count)", at: list.location)
    }
    return reader.scene(root)
  }

  /// Finds a list with too many cells, before states search it for names.
  private static func crowdedCells(in node: XMLNode) -> XMLNode? {
    if node.name == "emitterCells", node.children.count > PresetLoader.mostCells { return node }
    for child in node.children {
      if let list = crowdedCells(in: child) { return list }
    }
    return nil
  }

  private func scene(_ root: XMLNode) -> ForeignScene {
    var scene = ForeignScene()
    // y points up, unless the root is flipped.
    scene.isFlipped = true
    scene.startsClean = false
    scene.duration = 10
    scene.scale = 2
    if let bounds = root["bounds"].map(CamlText.numbers), bounds.count == 4, bounds[2] >= 1, bounds[3] >= 1,
      max(bounds[2], bounds[3]) <= 8192
    {
      scene.size = CGSize(width: bounds[2], height: bounds[3])
    }
    find(root)
    scene.layers = [layer(root, path: root.name)]
    let states = CamlStates(reader: self)
    (scene.states, scene.transitions) = states.read(root)
    scene.usedNames = names
    return scene
  }

  /// Registers every layer under a unique name: states and animations refer to layers by name.
  private func find(_ node: XMLNode) {
    let target = CamlTarget(layer: prototype(node), name: freshName(node["name"] ?? node["id"] ?? node.name))
    targets.append(target)
    targetsByName[target.name] = target
    if let id = node["id"] { layers[id] = target }
    // In the order in which layers are read.
    for child in node.children where child.name == "sublayers" || child.name == "mask" {
      let layers = child.children.filter(isLayer)
      for layer in child.name == "mask" ? Array(layers.prefix(1)) : layers { find(layer) }
    }
  }

  private func freshName(_ wanted: String) -> String {
    let base = wanted.isEmpty ? "layer" : String(wanted.prefix(200))
    var (name, number) = (base, numbers[base] ?? 2)
    while !names.insert(name).inserted { (name, number) = ("\(base) \(number)", number + 1) }
    numbers[base] = number
    return name
  }

  /// Finds a layer by `id`, with or without `#`, or by name.
  func target(_ id: String) -> CamlTarget? {
    let plain = id.hasPrefix("#") ? String(id.dropFirst()) : id
    return layers[plain] ?? layers[id] ?? targetsByName[plain]
  }

  func className(_ node: XMLNode) -> String? {
    [node["class"], node["type"], node.name].compactMap { $0 }.first { registry[$0] != nil }
  }

  private func isLayer(_ node: XMLNode) -> Bool { className(node) != nil || node.name.hasSuffix("Layer") }

  /// A layer of the class with the names of its cells and filters, which resolves key paths.
  private func prototype(_ node: XMLNode) -> CALayer {
    let layer = className(node).flatMap { registry[$0]?.make() } ?? CALayer()
    (layer as? CAEmitterLayer)?.emitterCells = cells(node)
    (layer as? CAEmitterLayer)?.emitterBehaviors = behaviors(node)
    layer.filters = node.list("filters").compactMap { child in
      guard let type = Self.filterType(child) else { return nil }
      let filter = CAFilter(type: type)
      filter.name = child["name"]
      return filter.isKnown ? filter : nil
    }
    return layer
  }

  private func cells(_ node: XMLNode) -> [CAEmitterCell] {
    node.list("emitterCells").map { child in
      let cell = CAEmitterCell()
      cell.name = child["name"]
      cell.emitterCells = cells(child)
      cell.emitterBehaviors = behaviors(child)
      return cell
    }
  }

  private func behaviors(_ node: XMLNode) -> [CAEmitterBehavior] {
    node.list("emitterBehaviors").map { child in
      let behavior = CAEmitterBehavior(type: Self.behaviorType(child))
      behavior.name = child["name"]
      return behavior
    }
  }

  private var next = 0

  private func layer(_ node: XMLNode, path: String) -> DocumentValue {
    let target = targets[next]
    next += 1
    var members: [(String, DocumentValue?)] = []
    if let name = className(node) {
      members.append(("class", .text(name)))
      record.use()
    } else {
      record.lose(path, "drawn as a plain CALayer", at: node.location)
    }
    members.append(("name", .text(target.name)))
    if let id = node["id"], id != target.name { members.append(("id", .text(id))) }
    for (key, text) in node.attributes where !["class", "name", "id"].contains(key) {
      // Some documents write the class as `type`, which is also a property of gradients.
      if key == "type", registry[text] != nil || target.layer.info(forKey: key) == nil { continue }
      members += attribute(key, text, of: target.layer, node, path)
    }
    record.use([node["id"], node["name"]].count { $0 != nil })
    for child in node.children { members += self.child(child, of: target.layer, path: "\(path).\(child.name)") }
    return .object(Self.unique(members))
  }

  /// Keeps the last of members with equal names.
  static func unique(_ members: [(String, DocumentValue?)]) -> [(String, DocumentValue?)] {
    var seen = Set<String>()
    return members.reversed().filter { seen.insert($0.0).inserted }.reversed()
  }

  /// Attributes without effect on pixels, and editors' notes.
  private static let silent: Set<String> = [
    "xmlns", "contentsFlipped", "nuggetId",
  ]

  private func attribute(
    _ key: String, _ text: String, of container: some PropertyContainer, _ node: XMLNode, _ path: String
  ) -> [(String, DocumentValue?)] {
    if Self.silent.contains(key) || key.hasPrefix("caplay") || key.hasPrefix("_") || key.hasPrefix("xmlns") {
      record.pass()
      return []
    }
    let name = Self.aliases[key] ?? key
    guard let info = container.info(forKey: name) else {
      record.lose("\(path).\(key)", "\(container.className) has no such property", at: node.location)
      return []
    }
    if CamlText.isPath(text, info) {
      record.lose("\(path).\(key)", "expected a font name, found \"\(text.excerpt())\"", at: node.location)
      return []
    }
    // Tiny begin times mean the start of the movie. Those of nested cells are relative to the particle's birth.
    let isNested = path.split(separator: ".").count(where: { $0 == "emitterCells" }) > 1
    if name == "beginTime", !isNested, let time = CamlText.numbers(text).first {
      record.use()
      return time > 0 ? [(name, .text(time < 1e-6 ? "now" : "now + \(time)"))] : []
    }
    guard let value = CamlText.value(text, info) ?? endless(text, info, container) else {
      record.lose("\(path).\(key)", "expected \(info.kind), found \"\(text.excerpt())\"", at: node.location)
      return []
    }
    record.use()
    return [(name, value)]
  }

  /// The value of an infinite number where it is allowed: durations and repeat counts of layers and cells, and the
  /// range of behaviours.
  private func endless(_ text: String, _ info: PropertyInfo, _ container: some PropertyContainer) -> DocumentValue? {
    guard let sign = CamlText.infinity(text), info.kind == .number else { return nil }
    let isLong = ["duration", "repeatCount", "repeatDuration"].contains(info.key) && sign > 0
    guard isLong || container is CAEmitterBehavior else { return nil }
    return .number(sign > 0 ? CamlText.endless : -CamlText.endless)
  }

  private static let aliases = ["isHidden": "hidden", "text": "string", "contentMode": "contentsGravity"]

  private func child(_ node: XMLNode, of layer: CALayer, path: String) -> [(String, DocumentValue?)] {
    switch node.name {
    case "sublayers":
      let found = node.children.filter(isLayer)
      for other in node.children where !isLayer(other) {
        record.lose("\(path).\(other.name)", "expected a layer", at: other.location)
      }
      return found.isEmpty ? [] : [("sublayers", .texts(found.map { self.layer($0, path: "\(path).\($0.name)") }))]
    case "mask":
      return node.children.first(where: isLayer).map { [("mask", self.layer($0, path: "\(path).\($0.name)"))] } ?? []
    case "contents": return image(node).map { [("contents", $0)] } ?? []
    case "emitterCells" where layer is CAEmitterLayer:
      let prototypes = (layer as? CAEmitterLayer)?.emitterCells ?? []
      let cells = zip(node.children, prototypes).map { cell($0, $1, path: "\(path).\($0.name)") }
      return [("emitterCells", .texts(cells))]
    case "emitterBehaviors" where layer is CAEmitterLayer:
      return [("emitterBehaviors", .texts(node.children.compactMap { behavior($0, path: "\(path).\($0.name)") }))]
    case "filters", "backgroundFilters":
      let filters = node.children.compactMap { filter($0, path: "\(path).\($0.name)") }
      return filters.isEmpty ? [] : [(node.name, .texts(filters))]
    case "compositingFilter": return compositing(node, of: layer, path)
    case "animations":
      let animations = CamlAnimations(reader: self, layer: layer).read(node, path: path)
      return animations.isEmpty ? [] : [("animations", .object(animations.map { ($0, $1) }))]
    case "states", "stateTransitions": return []
    // Editors' notes: no effect unless they have content.
    case "scriptComponents", "modules",
      "style" where node.children.allSatisfy { $0.children.isEmpty }:
      record.pass()
      return []
    default: return property(node, of: layer, path)
    }
  }

  /// `<borderColor type="CGColor" value="1 0 0" opacity="0.5"/>`, or a list.
  private func property(
    _ node: XMLNode, of container: some PropertyContainer, _ path: String
  ) -> [(String, DocumentValue?)] {
    guard let info = container.info(forKey: Self.aliases[node.name] ?? node.name) else {
      record.lose(path, "\(container.className) has no such property", at: node.location)
      return []
    }
    guard let value = value(node, info) ?? endless(node["value"] ?? node.text, info, container) else {
      let isPath = CamlText.isPath(node["value"] ?? node.text, info)
      record.lose(path, isPath ? "expected a font name" : "expected \(info.kind)", at: node.location)
      return []
    }
    record.use()
    return [(info.key, value)]
  }

  private func cell(_ node: XMLNode, _ prototype: CAEmitterCell, path: String) -> DocumentValue {
    var members: [(String, DocumentValue?)] = []
    for (key, text) in node.attributes where key != "class" && key != "type" && key != "id" {
      members += attribute(key, text, of: prototype, node, path)
    }
    for child in node.children {
      let place = "\(path).\(child.name)"
      switch child.name {
      case "contents": if let image = image(child) { members.append(("contents", image)) }
      case "emitterBehaviors":
        members.append(("emitterBehaviors", .texts(child.children.compactMap { behavior($0, path: place) })))
      case "emitterCells":
        let inner = zip(child.children, prototype.emitterCells ?? []).map { cell($0, $1, path: "\(place).\($0.name)") }
        members.append(("emitterCells", .texts(inner)))
      default: members += property(child, of: prototype, place)
      }
    }
    return .object(Self.unique(members))
  }

  /// The value of an element: an attribute, child elements or text.
  func value(_ node: XMLNode, _ info: PropertyInfo) -> DocumentValue? {
    if node["type"] == "null" || node.name == "null" { return DocumentValue(.null) }
    switch info.kind {
    case .image, .contents: return image(node)
    case .colors, .numbers:
      let single = CamlText.single(info)
      let items = node.children.compactMap { value($0, single) }
      if !items.isEmpty { return items.count == node.children.count ? .texts(items) : nil }
    case .color:
      guard let opacity = node["opacity"].flatMap({ Double($0) }), let text = node["value"],
        case .array(let parts)? = CamlText.value(text, info)?.content, parts.count >= 3
      else { break }
      return .texts(Array(parts[..<3]) + [.number(opacity)])
    default: break
    }
    let text = node["value"] ?? node.text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.isEmpty, let child = node.children.first { return value(child, info) }
    return CamlText.value(text, info)
  }

  /// A picture of the package in either notation, or an embedded one.
  func image(_ node: XMLNode) -> DocumentValue? {
    let element = node["src"] != nil ? node : node.children.first { $0["src"] != nil } ?? node
    guard let name = element["src"] else {
      record.lose("contents", "src is missing: the name of the picture", at: node.location)
      return nil
    }
    guard let picture = name.hasPrefix("data:") ? embedded(name, at: node.location) : pictures(name, node.location)
    else { return nil }
    record.use()
    return picture
  }

  /// `data:image/jpeg;base64,...`
  private func embedded(_ text: String, at place: SourceLocation) -> DocumentValue? {
    do throws(EmbeddedImageError) {
      guard let comma = text.firstIndex(of: ","), text[..<comma].hasSuffix(";base64") else {
        throw EmbeddedImageError("it is not base64")
      }
      return try EmbeddedImage.value(base64: String(text[text.index(after: comma)...]), record)
    } catch {
      record.lose("contents", "the picture in the document: \(error.message)", at: place)
      return nil
    }
  }

  private static func filterType(_ node: XMLNode) -> String? {
    node["filter"] ?? node["type"].flatMap { $0.hasPrefix("CAFilter") || $0 == "CIFilter" ? nil : $0 } ?? node["name"]
  }

  private func filter(_ node: XMLNode, path: String) -> DocumentValue? {
    let type = Self.filterType(node) ?? ""
    let prototype = CAFilter(type: type)
    guard prototype.isKnown else {
      record.lose(path, "unknown filter \"\(type.excerpt())\"", at: node.location)
      return nil
    }
    var members: [(String, DocumentValue?)] = [("type", .text(type))]
    if let name = node["name"] { members.append(("name", .text(name))) }
    record.use(2)
    for (key, text) in node.attributes where !["filter", "type", "name", "class", "id"].contains(key) {
      members += attribute(key, text, of: prototype, node, path)
    }
    for child in node.children { members += property(child, of: prototype, "\(path).\(child.name)") }
    return .object(Self.unique(members))
  }

  private func behavior(_ node: XMLNode, path: String) -> DocumentValue? {
    let type = Self.behaviorType(node)
    let prototype = CAEmitterBehavior(type: type)
    guard prototype.isKnown else {
      record.lose(path, "unknown behaviour \"\(type.excerpt())\"", at: node.location)
      return nil
    }
    var members: [(String, DocumentValue?)] = [("type", .text(type))]
    record.use()
    for (key, text) in node.attributes where !["type", "behavior", "class", "id"].contains(key) {
      members += attribute(key, text, of: prototype, node, path)
    }
    for child in node.children { members += property(child, of: prototype, "\(path).\(child.name)") }
    return .object(Self.unique(members))
  }

  /// Uses a separate attribute if `type` is the class.
  private static func behaviorType(_ node: XMLNode) -> String {
    node["behavior"] ?? node["type"].flatMap { $0 == "CAEmitterBehavior" ? nil : $0 } ?? node["name"] ?? ""
  }

  private func compositing(_ node: XMLNode, of layer: CALayer, _ path: String) -> [(String, DocumentValue?)] {
    let element = node.children.first ?? node
    let names = [element["filter"], element["name"], element["value"], element["type"]].compactMap { $0 }
    guard let info = layer.info(forKey: "compositingFilter") else { return [] }
    for name in names {
      if let value = CamlText.value(name, info) {
        record.use()
        return [("compositingFilter", value)]
      }
    }
    record.lose(path, "unknown blend mode \"\((names.first ?? "").excerpt())\"", at: node.location)
    return []
  }
}

/// A layer of a CAML document: a prototype that resolves key paths, and its name in the converted document.
struct CamlTarget {
  let layer: CALayer
  let name: String
}
