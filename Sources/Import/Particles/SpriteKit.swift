import Foundation
import StarminePresets

/// Xcode's SpriteKit particle files: a keyed archive of an `SKEmitterNode`, or of a scene with some. y points up.
///
/// Keys in archives are the names of properties, with or without an underscore in front (assumed: the format is not
/// published).
struct SpriteKit {
  private let node: ForeignObject
  private let source: ImportSource
  private var draft = EmitterDraft()

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let root = try KeyedArchive.root(of: source)
    var emitters: [ForeignValue] = []
    collect(root, to: &emitters)
    guard !emitters.isEmpty else { throw source.error("the archive holds no emitter") }
    var scene = ForeignScene()
    scene.isFlipped = true
    for (index, value) in emitters.enumerated() {
      var reader = SpriteKit(value, index: emitters.count == 1 ? nil : index, source)
      scene.layers.append(reader.layer(stage: scene.size, index: index))
    }
    return scene
  }

  private static func collect(_ value: ForeignValue, to emitters: inout [ForeignValue]) {
    if value["$class"]?.text == "SKEmitterNode" { emitters.append(value) }
    for child in (value["_children"] ?? value["children"])?.items ?? [] where emitters.count < 100 {
      collect(child, to: &emitters)
    }
  }

  private init(_ value: ForeignValue, index: Int?, _ source: ImportSource) {
    let members = (value.members ?? []).map { member in
      (key: String(member.key.trimmingPrefix("_")), value: member.value)
    }
    let path = index.map { "emitter[\($0)]" } ?? ""
    node = ForeignObject(ForeignValue(.object(members), at: value.location), path: path, record: source.record)
    self.source = source
  }

  private mutating func layer(stage: CGSize, index: Int) -> DocumentValue {
    node.pass("$class")
    let position = pair("particlePosition")
    let range = pair("particlePositionRange")
    draft.place(
      x: Double(stage.width) / 2 + position.0, y: Double(stage.height) / 2 + position.1, width: range.0,
      height: range.1)
    births()
    motion()
    looks()
    sequences()
    blend()
    ignoreNode()
    let name = node.text("name") ?? (index == 0 ? "emitter" : "emitter \(index + 1)")
    node.finish()
    return draft.value(named: name)
  }

  /// A point or vector: the text that archives hold, or an object with two numbers.
  private func pair(_ key: String) -> (Double, Double) {
    guard let value = node.value(key) else { return (0, 0) }
    let numbers = value.numbersInText ?? value["NS.pointval"]?.numbersInText ?? value["NS.sizeval"]?.numbersInText
    if let numbers, numbers.count == 2 { return (numbers[0], numbers[1]) }
    let parts = [value["x"] ?? value["dx"] ?? value["width"], value["y"] ?? value["dy"] ?? value["height"]]
    return (parts[0]?.number ?? 0, parts[1]?.number ?? 0)
  }

  private mutating func births() {
    let rate = max(0, min(100_000, node.number("particleBirthRate")))
    draft.set("birthRate", rate)
    draft.set("lifetime", node.number("particleLifetime"))
    draft.set("lifetimeRange", node.number("particleLifetimeRange"))
    let count = node.number("numParticlesToEmit")
    if count > 0, rate > 0 { draft.set("duration", count / rate) }
  }

  private mutating func motion() {
    draft.set("velocity", node.number("particleSpeed"))
    draft.set("velocityRange", node.number("particleSpeedRange"))
    draft.set("emissionLongitude", node.number("emissionAngle"))
    draft.set("emissionRange", node.number("emissionAngleRange"))
    draft.set("xAcceleration", node.number("xAcceleration"))
    draft.set("yAcceleration", node.number("yAcceleration"))
    draft.set("rotation", node.number("particleRotation"))
    draft.set("rotationRange", node.number("particleRotationRange"))
    draft.set("spin", node.number("particleRotationSpeed"))
    draft.set("scale", node.number("particleScale", default: 1), unless: 1)
    draft.set("scaleRange", node.number("particleScaleRange"))
    draft.set("scaleSpeed", node.number("particleScaleSpeed"))
    // One size for both sides, as in every file of the editor.
    if node.has("particleScaleX") { node.expect(1, "particleScaleX", "particleScaleY", reason: "sides scale together") }
  }

  private mutating func looks() {
    draft.cell.append(("contents", texture()))
    let blend = max(0, min(1, node.number("particleColorBlendFactor")))
    var parts = Self.color(node.value("particleColor")) ?? [1, 1, 1, 1]
    // What is not blended in stays the picture's own.
    for index in 0..<3 { parts[index] = 1 + (parts[index] - 1) * blend }
    let alpha = parts[3] * node.number("particleAlpha", default: 1)
    draft.cell.append(("color", colorValue(parts[0], parts[1], parts[2], alpha)))
    for (name, key) in [("Red", "red"), ("Green", "green"), ("Blue", "blue")] {
      draft.set("\(key)Range", blend * node.number("particleColor\(name)Range"))
      draft.set("\(key)Speed", blend * node.number("particleColor\(name)Speed"))
    }
    draft.set("alphaRange", node.number("particleAlphaRange") + node.number("particleColorAlphaRange"))
    draft.set("alphaSpeed", node.number("particleAlphaSpeed") + node.number("particleColorAlphaSpeed"))
    node.expect(
      0, "particleColorBlendFactorRange", "particleColorBlendFactorSpeed",
      reason: "how much of the colour is blended in stays as it is")
  }

  /// Classes that colours are archived as, on either system.
  private static func color(_ value: ForeignValue?) -> [Double]? {
    guard let value else { return nil }
    let keys = [["UIRed", "UIGreen", "UIBlue"], ["NSRed", "NSGreen", "NSBlue"]]
    let alpha = (value["UIAlpha"] ?? value["NSAlpha"])?.number ?? 1
    for names in keys {
      let parts = names.compactMap { value[$0]?.number }
      if parts.count == 3 { return parts + [alpha] }
    }
    if let white = (value["UIWhite"] ?? value["NSWhite"])?.number { return [white, white, white, alpha] }
    // Numbers as the bytes of a text.
    for key in ["NSRGB", "NSComponents", "NSWhite"] {
      guard case .data(let bytes)? = value[key]?.content else { continue }
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      let numbers = text.split(separator: " ").compactMap { Double($0) }
      if numbers.count >= 3 { return Array(numbers[..<3]) + [numbers.count > 3 ? numbers[3] : 1] }
      if let white = numbers.first { return [white, white, white, numbers.count > 1 ? numbers[1] : 1] }
    }
    return nil
  }

  private func texture() -> DocumentValue {
    guard let texture = node.value("particleTexture") else { return EmbeddedImage.standIn() }
    for (_, value) in texture.members ?? [] {
      if case .data(let bytes) = value.content, let image = try? EmbeddedImage.value(bytes, source.record) {
        return image
      }
    }
    let names = (texture.members ?? []).compactMap { $0.key.lowercased().contains("name") ? $0.value.text : nil }
    for name in names where !name.isEmpty {
      let file = name.contains(".") ? name : name + ".png"
      let place = texture.location
      if let image = EmbeddedImage.file(named: file, in: source.folder, source.record, at: place) { return image }
    }
    if names.isEmpty { node.lose("particleTexture", "no picture in it; a generated one stands for it") }
    return EmbeddedImage.standIn()
  }

  // MARK: Sequences over a life

  private mutating func sequences() {
    curve("particleScaleSequence", "scale")
    curve("particleAlphaSequence", "color.alpha")
    if let sequence = node.value("particleColorSequence"), sequence.members != nil {
      colorCurve(sequence)
    }
    if let sequence = node.value("particleColorBlendFactorSequence"), sequence.members != nil {
      node.lose("particleColorBlendFactorSequence", "how much of the colour is blended in stays as it is")
    }
    for key in ["particleAction", "shader", "attributeValues", "particleTextureSequence"] {
      if let value = node.value(key), value.members.map({ !$0.isEmpty }) ?? false {
        node.lose(key, "code on the graphics card or actions: nothing here runs them")
      }
    }
  }

  /// Values and times of an `SKKeyframeSequence`.
  private static func stops(_ value: ForeignValue) -> (values: [ForeignValue], times: [Double])? {
    var (values, times): ([ForeignValue]?, [ForeignValue]?)
    for (key, item) in value.members ?? [] {
      guard let items = item.items else { continue }
      if key.lowercased().contains("time") {
        times = items
      } else if key.lowercased().contains("value") {
        values = items
      }
    }
    guard let values, let times, !values.isEmpty, values.count == times.count, values.count <= 1000 else { return nil }
    return (values, times.map { max(0, min(1, $0.number ?? 0)) })
  }

  private mutating func curve(_ key: String, _ keyPath: String) {
    guard let value = node.value(key), value.members != nil else { return }
    guard let (values, times) = Self.stops(value) else { return node.lose(key, "its values and times are not there") }
    draft.addBehavior([
      ("type", .text("valueOverLife")), ("keyPath", .text(keyPath)),
      ("values", .list(values.map { $0.number ?? 0 })), ("locations", .list(times)),
    ])
  }

  private mutating func colorCurve(_ value: ForeignValue) {
    guard let (values, times) = Self.stops(value) else {
      return node.lose("particleColorSequence", "its colours and times are not there")
    }
    let colors = values.map { value -> DocumentValue in
      let parts = Self.color(value) ?? [1, 1, 1, 1]
      return colorValue(parts[0], parts[1], parts[2], parts[3])
    }
    draft.addBehavior([
      ("type", .text("colorOverLife")), ("colors", .texts(colors)), ("locations", .list(times)),
    ])
  }

  private static let blends = ["alpha", "add", "subtract", "multiply", "multiplyX2", "screen", "replace"]

  private mutating func blend() {
    let index = Int(max(0, min(99, node.number("particleBlendMode"))))
    switch index {
    case 0: break
    case 1: draft.layer.append(("renderMode", .text("additive")))
    default:
      let name = Self.blends.indices.contains(index) ? Self.blends[index] : "\(index)"
      node.lose("particleBlendMode", "blending by \(name); drawn as usual")
    }
    switch node.number("particleRenderOrder", default: 2) {
    case 0: draft.layer.append(("renderMode", .text("oldestLast")))
    case 1: draft.layer.append(("renderMode", .text("oldestFirst")))
    default: break
    }
    if draft.layer.count(where: { $0.0 == "renderMode" }) > 1 {
      draft.layer.removeAll { $0.0 == "renderMode" && $0.1 != .text("additive") }
    }
  }

  /// Keys that every node has, at their defaults, and the editor's own notes.
  private func ignoreNode() {
    node.pass("children", "particleSize", "userData", "info", "actions", "constraints", "editorPosition")
    node.pass("targetNode", "physicsBody", "reachConstraints", "uniqueID", "anchorPoint", "particleZPosition")
    // Fields of the scene, which an emitter alone has not.
    node.pass("fieldBitMask")
    node.expect(
      0, "isPaused", "paused", "hidden", "zRotation", "zPosition", reason: "of the node, not of particles")
    node.expect(0, "particleZPositionRange", "particleZPositionSpeed", reason: "particles stay in their plane")
    for key in ["xScale", "yScale", "alpha", "speed", "particleSpeedScale"] {
      node.expect(1, key, reason: "of the node, not of particles")
    }
    let place = pair("position")
    if place != (0, 0) { node.lose("position", "the emitter stands in the middle of the stage") }
    node.pass("userInteractionEnabled", "isUserInteractionEnabled", "focusBehavior")
  }
}
