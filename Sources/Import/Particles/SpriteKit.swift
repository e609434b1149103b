/// Xcode's SpriteKit particle files: a keyed archive of an `SKEmitterNode`, or of a scene that contains some. y points
/// up.
///
/// Archives store the node's instance variables (`_startSpeedVariance`), which are mapped to property names
/// (`particleSpeedRange`); archives with property names are supported too. `Documentation/formats.md 5` has the table.
/// A range is the whole width of the spread, as in Core Animation.
struct SpriteKit {
  let node: ForeignObject
  let source: ImportSource
  var draft = EmitterDraft()

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let tree = SpriteKitTree(try KeyedArchive.root(of: source), source.record)
    guard !tree.emitters.isEmpty else { throw source.error("the archive holds no emitter") }
    var scene = ForeignScene()
    scene.isFlipped = true
    if let size = tree.size { scene.size = size }
    scene.background = tree.background
    for (index, emitter) in tree.emitters.enumerated() {
      var reader = SpriteKit(emitter.value, index: tree.emitters.count == 1 ? nil : index, source)
      let middle = (x: Double(scene.size.width) / 2, y: Double(scene.size.height) / 2)
      let place = tree.size == nil ? middle : emitter.place
      scene.layers.append(reader.layer(at: place, isInScene: tree.size != nil, index: index))
    }
    return scene
  }

  private init(_ value: ForeignValue, index: Int?, _ source: ImportSource) {
    let path = index.map { "emitter[\($0)]" } ?? ""
    let members = (value.members ?? []).map { member in
      let key = String(member.key.trimmingPrefix("_"))
      return (key: Self.properties[key] ?? key, value: member.value)
    }
    node = ForeignObject(ForeignValue(.object(members), at: value.location), path: path, record: source.record)
    self.source = source
  }

  /// Properties by their instance variables, both without a leading underscore.
  private static let properties: [String: String] = [
    "birthrate": "particleBirthRate", "lifetime": "particleLifetime", "lifetimeVariance": "particleLifetimeRange",
    "startSpeed": "particleSpeed", "startSpeedVariance": "particleSpeedRange",
    "emissionAngleVariance": "emissionAngleRange", "startPosition": "particlePosition",
    "startPositionVariance": "particlePositionRange", "startSize": "particleSize", "startScale": "particleScale",
    "startScaleVariance": "particleScaleRange", "scaleSpeed": "particleScaleSpeed", "startOpacity": "particleAlpha",
    "startOpacityVariance": "particleAlphaRange", "opacitySpeed": "particleAlphaSpeed",
    "startRotation": "particleRotation", "startRotationVariance": "particleRotationRange",
    "rotationSpeed": "particleRotationSpeed", "startColorVarianceR": "particleColorRedRange",
    "startColorVarianceG": "particleColorGreenRange", "startColorVarianceB": "particleColorBlueRange",
    "startColorVarianceA": "particleColorAlphaRange", "colorSpeedR": "particleColorRedSpeed",
    "colorSpeedG": "particleColorGreenSpeed", "colorSpeedB": "particleColorBlueSpeed",
    "colorSpeedA": "particleColorAlphaSpeed", "startColorMix": "particleColorBlendFactor",
    "startColorBlendVariance": "particleColorBlendFactorRange", "colorBlendSpeed": "particleColorBlendFactorSpeed",
    "startZPosition": "particleZPosition", "startZPositionVariance": "particleZPositionRange",
    "zPositionSpeed": "particleZPositionSpeed", "opacity": "alpha", "isHidden": "hidden", "target": "targetNode",
  ]

  /// - Parameter place: Position of the node on the stage.
  private mutating func layer(at place: (x: Double, y: Double), isInScene: Bool, index: Int) -> DocumentValue {
    node.pass("$class")
    let (offset, range) = (node.pair("particlePosition"), node.pair("particlePositionRange"))
    draft.place(x: place.x + offset.0, y: place.y + offset.1, width: range.0, height: range.1)
    births()
    motion()
    looks()
    sequences()
    blend()
    ignoreNode(isInScene: isInScene)
    let name = node.text("name") ?? (index == 0 ? "emitter" : "emitter \(index + 1)")
    node.finish()
    return draft.value(named: name)
  }

  private mutating func births() {
    let rate = node.number("particleBirthRate", within: 0...100_000)
    draft.set("birthRate", rate)
    draft.set("lifetime", node.number("particleLifetime", within: 0...3600))
    draft.set("lifetimeRange", node.number("particleLifetimeRange", within: 0...3600))
    let count = node.number("numParticlesToEmit", within: 0...1e9)
    if count > 0, rate > 0 { draft.set("duration", count / rate) }
  }

  private mutating func motion() {
    draft.set("velocity", node.number("particleSpeed", within: -100_000...100_000))
    draft.set("velocityRange", node.number("particleSpeedRange", within: -100_000...100_000))
    let range = node.number("emissionAngleRange")
    draft.setFan(node.number("emissionAngle").remainder(dividingBy: 2 * .pi), min(.pi, abs(range) / 2))
    let acceleration = node.pair("acceleration")
    draft.set("xAcceleration", acceleration.0 + node.number("xAcceleration"))
    draft.set("yAcceleration", acceleration.1 + node.number("yAcceleration"))
    draft.set("rotation", node.number("particleRotation"))
    draft.set("rotationRange", node.number("particleRotationRange"))
    draft.set("spin", node.number("particleRotationSpeed"))
    node.expect(
      0, "emissionDistance", "emissionDistanceRange", reason: "particles start at the emitter, without an offset")
  }

  private mutating func looks() {
    let (image, width) = texture()
    draft.cell.append(("contents", image))
    // Size of a particle in points at scale 1: its own size, or the picture's.
    let size = node.pair("particleSize")
    let factor = size.0 > 0 ? size.0 / width : 1
    if size.0 != size.1 { node.lose("particleSize", "the height follows from the aspect ratio of the picture") }
    let scale = factor * node.number("particleScale", default: 1)
    draft.set("scale", scale, unless: 1)
    draft.set("scaleRange", factor * node.number("particleScaleRange"))
    draft.set("scaleSpeed", factor * node.number("particleScaleSpeed"))
    // One scale for both axes, as in every file of the editor.
    if node.has("particleScaleX") { node.expect(1, "particleScaleX", "particleScaleY", reason: "sides scale together") }
    curve("particleScaleSequence", "scale", factor: factor)
  }

  /// The picture, and its width in pixels.
  private func texture() -> (DocumentValue, Double) {
    guard let texture = node.value("particleTexture"), let members = texture.members else {
      return (EmbeddedImage.standIn(), 64)
    }
    for (_, value) in members {
      guard case .data(let bytes) = value.content else { continue }
      do throws(EmbeddedImageError) {
        let image = try EmbeddedImage.value(bytes, source.record)
        return (image, EmbeddedImage.size(image, folder: source.folder).map { Double($0.width) } ?? 64)
      } catch {
        node.lose("particleTexture", error.message)
      }
    }
    let names = members.compactMap { $0.key.lowercased().contains("name") ? $0.value.text : nil }.filter { !$0.isEmpty }
    for name in names {
      let file = name.contains(".") ? name : name + ".png"
      if let image = EmbeddedImage.file(named: file, in: source.folder, source.record, at: texture.location) {
        return (image, EmbeddedImage.size(image, folder: source.folder).map { Double($0.width) } ?? 64)
      }
    }
    if names.isEmpty { node.lose("particleTexture", "the picture is missing; a generated one is used") }
    return (EmbeddedImage.standIn(), 64)
  }

  /// Blend modes by their numbers, for messages.
  private static let blends = ["alpha", "add", "subtract", "multiply", "multiplyX2", "screen", "replace"]

  private mutating func blend() {
    let number = node.number("particleBlendMode")
    let index = Int(exactly: number) ?? -1
    switch index {
    case 0: break
    case 1, 3, 5: draft.layer.append(("renderMode", .text(["", "additive", "", "multiply", "", "screen"][index])))
    default:
      let name = Self.blends.indices.contains(index) ? Self.blends[index] : ForeignValue.short(number)
      node.lose("particleBlendMode", "blend mode \(name) is not supported; source over is used")
    }
    let order = node.number("particleRenderOrder", default: 2)
    if !draft.layer.contains(where: { $0.0 == "renderMode" }), order == 0 || order == 1 {
      draft.layer.append(("renderMode", .text(order == 0 ? "oldestLast" : "oldestFirst")))
    }
  }

  /// Keys of all nodes with default values, and the editor's own notes.
  private func ignoreNode(isInScene: Bool) {
    node.pass("children", "userData", "info", "constraints", "editorPosition", "version")
    node.pass("targetNode", "physicsBody", "reachConstraints", "uniqueID", "anchorPoint", "particleZPosition")
    // Scene fields, which a single emitter does not have.
    node.pass("fieldBitMask")
    node.expect(
      0, "isPaused", "paused", "hidden", "zRotation", "zPosition", reason: "it changes the node, which is not imported")
    node.expect(0, "particleZPositionRange", "particleZPositionSpeed", reason: "the depth of particles cannot change")
    for key in ["xScale", "yScale", "alpha", "speed", "particleSpeedScale"] {
      node.expect(1, key, reason: "it changes the node, which is not imported")
    }
    let place = node.pair("position")
    if !isInScene, place != (0, 0) { node.lose("position", "the emitter is at the centre of the stage") }
    node.pass("userInteractionEnabled", "isUserInteractionEnabled", "focusBehavior")
    if let actions = node.value("actions"), !(actions.items ?? []).isEmpty {
      node.lose("actions", "actions are not supported; animate the layer in the timeline")
    }
    for key in ["particleAction", "shader", "attributeValues", "particleTextureSequence"] {
      if let value = node.value(key), value.members.map({ !$0.isEmpty }) ?? false {
        node.lose(key, "shaders and actions are not supported")
      }
    }
  }
}

extension ForeignObject {
  /// A point or vector: a string as in archives, or an object with two numbers.
  func pair(_ key: String) -> (Double, Double) {
    guard let value = value(key) else { return (0, 0) }
    let pair = value.pair
    return (max(-1e6, min(1e6, pair.0)), max(-1e6, min(1e6, pair.1)))
  }
}

extension ForeignValue {
  /// Two numbers of a string such as `{1, 2}`, or of an object.
  var pair: (Double, Double) {
    let numbers = numbersInText ?? self["NS.pointval"]?.numbersInText ?? self["NS.sizeval"]?.numbersInText
    if let numbers, numbers.count == 2 { return (numbers[0], numbers[1]) }
    let parts = [self["x"] ?? self["dx"] ?? self["width"], self["y"] ?? self["dy"] ?? self["height"]]
    return (parts[0]?.number ?? 0, parts[1]?.number ?? 0)
  }
}
