import Foundation
import StarmineGraphics
import StarmineLayers
package import StarminePresets
import StarmineImport

/// Writes a scene as a `.ca` package: `main.caml`, `index.xml` and the pictures in `assets`.
package struct CamlWriter {
  private let scene: PresetScene
  private let timeline: CamlTimeline
  /// The layer that turns y round: the scene's root, or one around it.
  private let outermost: CALayer
  private var document = WrittenDocument()
  private var pictures = PictureFiles(folder: "assets")
  private var ids: [ObjectIdentifier: String] = [:]
  private var usedIds = Set<String>()
  /// The next number behind each id that several layers have.
  private var idNumbers: [String: Int] = [:]
  /// Ids by the names that transitions have for their layers.
  private var targets: [String: String] = [:]
  private var text = ""

  package static func document(of scene: PresetScene) -> WrittenDocument {
    var writer = CamlWriter(scene)
    return writer.write()
  }

  private init(_ scene: PresetScene) {
    (self.scene, timeline) = (scene, CamlTimeline(scene))
    outermost = Self.outermost(of: scene)
  }

  /// A flipped geometry mirrors what is inside a layer, not what the layer draws itself: a root that draws more than a
  /// colour, or that moves, is put into a layer that does neither.
  private static func outermost(of scene: PresetScene) -> CALayer {
    let root = scene.rootLayer
    let isPlain =
      root.className == "CALayer" && root.mask == nil && CATransform3DIsIdentity(root.transform)
      && root.animationKeys()?.isEmpty ?? true
    if isPlain { return root }
    let stage = CALayer()
    stage.bounds = CGRect(origin: CGPoint(), size: scene.size)
    stage.position = CGPoint(x: scene.size.width / 2, y: scene.size.height / 2)
    return stage
  }

  private mutating func write() -> WrittenDocument {
    number(outermost)
    text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\">\n"
    layer(outermost, indent: "  ")
    text += "</caml>\n"
    (timeline.lost + scene.featuresOfMovie).forEach { lose($0) }
    let index = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>rootDocument</key><string>main.caml</string></dict></plist>

      """
    document.files = [("main.caml", .text(text)), ("index.xml", .text(index))]
    document.files += pictures.pictures.map { ($0.path, .image($0.image)) }
    return document
  }

  private mutating func lose(_ what: String) { document.lose(what) }

  /// Gives every layer an id: its own, or a number.
  private mutating func number(_ layer: CALayer) {
    let wanted = layer.id.map(Self.spelled) ?? "#\(ids.count + 1)"
    var (id, next) = (wanted, idNumbers[wanted] ?? 1)
    while !usedIds.insert(id).inserted { (id, next) = ("\(wanted)'\(next)", next + 1) }
    idNumbers[wanted] = next
    ids[ObjectIdentifier(layer)] = id
    if let label = layer.label, targets[label] == nil { targets[label] = id }
    for child in sublayers(of: layer) { number(child) }
    if let mask = layer.mask { number(mask) }
  }

  /// With those that the timeline brings in.
  private func sublayers(of layer: CALayer) -> [CALayer] {
    if layer === outermost, layer !== scene.rootLayer { return [scene.rootLayer] }
    return (layer.sublayers ?? []) + (timeline.additions[ObjectIdentifier(layer)] ?? [])
  }

  // MARK: Elements

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in spelled(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case _ where scalar.isHidden: result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text as XML can hold it: control characters besides tabs and ends of lines, U+FFFE and U+FFFF have no spelling
  /// there and become U+FFFD.
  private static func spelled(_ text: String) -> String {
    func isMissing(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 ? !["\t", "\n", "\r"].contains(scalar) : scalar.value == 0xFFFE || scalar.value == 0xFFFF
    }
    guard text.unicodeScalars.contains(where: isMissing) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isMissing($0) ? "\u{FFFD}" : $0 }))
  }

  private static func attribute(_ key: String, _ value: String) -> String { " \(key)=\"\(escaped(value))\"" }

  private mutating func line(_ indent: String, _ content: String) { text += indent + content + "\n" }

  private mutating func layer(_ layer: CALayer, indent: String) {
    var attributes = Self.attribute("id", ids[ObjectIdentifier(layer)] ?? "")
    var children: [String] = []
    properties(of: layer, &attributes, &children, indent + "  ")
    line(indent, "<\(layer.className)\(attributes)>")
    let inner = indent + "  "
    text += children.joined()
    behaviors((layer as? CAEmitterLayer)?.emitterBehaviors, inner)
    if (layer as? CATextLayer)?.animators != nil { lose("animators: texts stand still") }
    if let cells = (layer as? CAEmitterLayer)?.emitterCells { self.cells(cells, inner) }
    for (key, list) in [("filters", layer.filters), ("backgroundFilters", layer.backgroundFilters)] {
      if let filters = list as? [CAFilter], !filters.isEmpty { self.filters(filters, key, inner) }
    }
    animations(of: layer, inner)
    if let mask = layer.mask {
      line(inner, "<mask>")
      self.layer(mask, indent: inner + "  ")
      line(inner, "</mask>")
    }
    let sublayers = sublayers(of: layer)
    if !sublayers.isEmpty {
      line(inner, "<sublayers>")
      for sublayer in sublayers { self.layer(sublayer, indent: inner + "  ") }
      line(inner, "</sublayers>")
    }
    if layer === outermost, let states = scene.rootLayer.states { self.states(states, inner) }
    line(indent, "</\(layer.className)>")
  }

  /// Values that differ from the defaults: short values as attributes, others as elements.
  private mutating func properties(
    of container: some PropertyContainer, _ attributes: inout String, _ children: inout [String], _ indent: String
  ) {
    for key in container.keys {
      guard let info = container.info(forKey: key), !info.isDerived, key != "id" else { continue }
      var value = container.readProperty(key)
      // There is no stage behind the root that could have a colour.
      if key == "backgroundColor", value == nil, (container as? CALayer) === outermost {
        value = scene.background
      }
      // Core Animation's y points up, ours down: the root turns it round.
      if key == "geometryFlipped", let layer = container as? CALayer, layer === outermost {
        value = NSNumber(value: !layer.isGeometryFlipped)
      } else if key == "hidden", let layer = container as? CALayer, timeline.late.contains(ObjectIdentifier(layer)) {
        value = NSNumber(value: true)
      } else if ValueText().text(value, info) == ValueText().text(container.defaultProperty(key), info),
        info.kind != .image
      {
        continue
      }
      if key == "beginTime", let time = (value as? NSNumber)?.doubleValue {
        attributes += Self.attribute(key, Self.time(time, scene.clock))
      } else if let image = value as? CGImage {
        let file = "assets/" + pictures.name(of: image)
        children.append("\(indent)<\(key) type=\"CGImage\" src=\"\(file)\"/>\n")
      } else if let items = value as? [Any] {
        let elements = items.compactMap { Self.element($0) }
        children.append("\(indent)<\(key)>\(elements.joined())</\(key)>\n")
      } else if let text = Self.text(value) {
        attributes += Self.attribute(key, text)
      } else if value == nil, info.kind != .image {
        children.append("\(indent)<\(key) type=\"null\"/>\n")
      } else if value != nil, ![.filters, .cells, .layers, .layer, .behaviors].contains(info.kind) {
        lose("\(container.className).\(key)")
      }
    }
  }

  /// Times of the movie's clock count from the showing; its very beginning is almost nothing.
  private static func time(_ time: Double, _ clock: Double) -> String {
    let rest = time - clock
    return rest < 0 ? "\(time)" : rest == 0 ? "1e-100" : "\(rest)"
  }

  /// As attributes spell a value.
  private static func text(_ value: Any?) -> String? {
    func list(_ numbers: [CGFloat]) -> String {
      numbers.map { SwiftLiteral.number($0) }.joined(separator: " ")
    }
    switch value {
    case let number as NSNumber:
      let text = SwiftLiteral.number(number)
      return text == ".infinity" ? "inf" : text
    case let text as String: return text
    case let point as CGPoint: return list([point.x, point.y])
    case let size as CGSize: return list([size.width, size.height])
    case let rect as CGRect: return list([rect.minX, rect.minY, rect.width, rect.height])
    case let color as CGColor: return list([color.red, color.green, color.blue, color.alpha])
    case let t as CATransform3D:
      return list([
        t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24, t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44,
      ])
    case let path as CGPath: return PathText.text(path.geometry)
    default: return nil
    }
  }

  /// As lists hold a value.
  private static func element(_ value: Any) -> String? {
    guard let text = text(value) else { return nil }
    let type =
      switch value {
      case is CGColor: "CGColor"
      case is CGPoint: "CGPoint"
      case is CGRect: "CGRect"
      case is CGSize: "CGSize"
      case is CATransform3D: "CATransform3D"
      case is String: "string"
      default: "real"
      }
    return "<\(type) value=\"\(escaped(text))\"/>"
  }

  // MARK: Cells and filters

  private mutating func behaviors(_ behaviors: [CAEmitterBehavior]?, _ indent: String) {
    guard let behaviors, !behaviors.isEmpty else { return }
    var result = "\(indent)<emitterBehaviors>\n"
    for behavior in behaviors {
      var (attributes, children) = (Self.attribute("type", behavior.type), [String]())
      properties(of: behavior, &attributes, &children, indent + "    ")
      result += "\(indent)  <CAEmitterBehavior\(attributes)>\n\(children.joined())\(indent)  </CAEmitterBehavior>\n"
    }
    text += result + "\(indent)</emitterBehaviors>\n"
  }

  private mutating func cells(_ cells: [CAEmitterCell], _ indent: String) {
    guard !cells.isEmpty else { return }
    line(indent, "<emitterCells>")
    for cell in cells {
      var (attributes, children) = ("", [String]())
      properties(of: cell, &attributes, &children, indent + "    ")
      line(indent + "  ", "<CAEmitterCell\(attributes)>")
      text += children.joined()
      behaviors(cell.emitterBehaviors, indent + "    ")
      self.cells(cell.emitterCells ?? [], indent + "    ")
      line(indent + "  ", "</CAEmitterCell>")
    }
    line(indent, "</emitterCells>")
  }

  private mutating func filters(_ filters: [CAFilter], _ key: String, _ indent: String) {
    line(indent, "<\(key)>")
    for filter in filters {
      var (attributes, children) = (Self.attribute("filter", filter.type), [String]())
      properties(of: filter, &attributes, &children, indent + "    ")
      line(indent + "  ", "<CAFilter\(attributes)>\(children.joined())</CAFilter>")
    }
    line(indent, "</\(key)>")
  }

  // MARK: Animations and states

  private mutating func animations(of layer: CALayer, _ indent: String) {
    let own = (layer.animationKeys() ?? []).compactMap { key in layer.animation(forKey: key).map { (key, $0) } }
    let all = own + (timeline.animations[ObjectIdentifier(layer)] ?? []).map { ($0.key, $0.animation) }
    guard !all.isEmpty else { return }
    line(indent, "<animations>")
    for (key, animation) in all { self.animation(animation, key: key, indent + "  ", isTop: true) }
    line(indent, "</animations>")
  }

  private mutating func animation(_ animation: CAAnimation, key: String?, _ indent: String, isTop: Bool) {
    let type = String(describing: Swift.type(of: animation))
    if animation is CATransition { return lose("transition animations") }
    var attributes = Self.attribute("type", type) + (key.map { Self.attribute("key", $0) } ?? "")
    let fresh = Swift.type(of: animation).init()
    for name in Swift.type(of: animation).keys
    where !["fillMode"].contains(name) || animation.fillMode != fresh.fillMode {
      let (value, standard) = (animation.value(forKey: name), fresh.value(forKey: name))
      guard let text = Self.text(value), text != Self.text(standard) else { continue }
      let isTime = name == "beginTime" && isTop
      let spelled = isTime ? Self.time((value as? NSNumber)?.doubleValue ?? 0, scene.clock) : text
      attributes += Self.attribute(name == "initialVelocity" ? "velocity" : name, spelled)
    }
    if let function = animation.timingFunction { attributes += Self.attribute("timingFunction", Self.curve(function)) }
    line(indent, "<animation\(attributes)>")
    values(of: animation, indent + "  ")
    line(indent, "</animation>")
  }

  private static func curve(_ function: CAMediaTimingFunction) -> String {
    var numbers: [Float] = []
    for index in [1, 2] {
      var point: [Float] = [0, 0]
      function.getControlPoint(at: index, values: &point)
      numbers += point
    }
    return numbers.map { SwiftLiteral.number(NSNumber(value: $0)) }.joined(separator: " ")
  }

  private mutating func values(of animation: CAAnimation, _ indent: String) {
    if let basic = animation as? CABasicAnimation {
      for (key, value) in [("fromValue", basic.fromValue), ("toValue", basic.toValue), ("byValue", basic.byValue)] {
        if let value { element(key, [value], indent) }
      }
      if basic.valueFunction != nil { lose("value functions") }
    }
    if let keyframes = animation as? CAKeyframeAnimation {
      if let values = keyframes.values { element("values", values, indent) }
      if let times = keyframes.keyTimes { element("keyTimes", times, indent) }
      if let path = keyframes.path { line(indent, "<path value=\"\(PathText.text(path.geometry))\"/>") }
      if let curves = keyframes.timingFunctions {
        let items = curves.map { "<CAMediaTimingFunction value=\"\(Self.curve($0))\"/>" }
        line(indent, "<timingFunctions>\(items.joined())</timingFunctions>")
      }
    }
    if let group = animation as? CAAnimationGroup {
      line(indent, "<animations>")
      for child in group.animations ?? [] { self.animation(child, key: nil, indent + "  ", isTop: false) }
      line(indent, "</animations>")
    }
  }

  private mutating func element(_ key: String, _ values: [Any], _ indent: String) {
    var items: [String] = []
    for value in values {
      if let image = value as? CGImage {
        items.append("<CGImage src=\"assets/\(pictures.name(of: image))\"/>")
      } else if let item = Self.element(value) {
        items.append(item)
      } else if let list = value as? [Any] {
        items.append("<NSArray>\(list.compactMap { Self.element($0) }.joined())</NSArray>")
      }
    }
    if items.count == values.count {
      line(indent, "<\(key)>\(items.joined())</\(key)>")
    } else {
      lose("values of animations: \(key)")
    }
  }

  private mutating func states(_ states: LayerStates, _ indent: String) {
    line(indent, "<states>")
    for (name, values) in states.all {
      line(indent + "  ", "<LKState\(Self.attribute("name", name))><elements>")
      for value in values {
        guard let id = value.layer.flatMap({ ids[ObjectIdentifier($0)] }), let item = value.value.flatMap(Self.element)
        else { continue }
        let target = Self.attribute("targetId", id) + Self.attribute("keyPath", value.keyPath)
        line(indent + "    ", "<LKStateSetValue\(target)><value>\(item)</value></LKStateSetValue>")
      }
      line(indent + "  ", "</elements></LKState>")
    }
    line(indent, "</states>")
    line(indent, "<stateTransitions>")
    for transition in states.transitions {
      let ends = Self.attribute("fromState", transition.from) + Self.attribute("toState", transition.to)
      line(indent + "  ", "<LKStateTransition\(ends)><elements>")
      for step in transition.steps {
        let target = Self.attribute("targetId", targets[step.layer] ?? step.layer) + Self.attribute("key", step.key)
        line(indent + "    ", "<LKStateTransitionElement\(target)>")
        self.animation(step.animation, key: nil, indent + "      ", isTop: true)
        line(indent + "    ", "</LKStateTransitionElement>")
      }
      line(indent + "  ", "</elements></LKStateTransition>")
    }
    line(indent, "</stateTransitions>")
  }
}
