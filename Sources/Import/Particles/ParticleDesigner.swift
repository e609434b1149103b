import Foundation
import StarminePresets

/// Particle Designer's systems, as Starling (`.pex`), cocos2d (`.plist`) and others (`.json`) read them.
///
/// A variance of v spreads from -v to v, so it is half of a range here. Starling's y points down, that of the others
/// up.
struct ParticleDesigner {
  private let keys: ForeignObject
  private let source: ImportSource
  private var draft = EmitterDraft()
  /// 1, or -1 where motion along y is turned round.
  private var ySign = 1.0
  /// Centre of the source, points.
  private var center = (x: 0.0, y: 0.0)
  /// Mean life of a particle.
  private let life: Double

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let ending = source.url.pathExtension.lowercased()
    let value: ForeignValue
    switch ending {
    case "pex": value = flattened(try XMLTree.parse(source))
    case "plist": value = try PropertyList.parse(source)
    default: value = try source.json()
    }
    guard value.members != nil,
      value["maxParticles"] != nil || value["particleLifespan"] != nil
        || value["particleLifeSpan"] != nil
    else { throw source.error("it has no maxParticles and no particleLifespan: no particle system") }
    var reader = ParticleDesigner(ForeignObject(value, record: source.record), source)
    return reader.scene(isFlipped: ending != "pex")
  }

  private init(_ keys: ForeignObject, _ source: ImportSource) {
    (self.keys, self.source) = (keys, source)
    life = max(0.01, keys.number("particleLifespan", "particleLifeSpan", default: 1))
  }

  /// `<sourcePosition x="1" y="2"/>` as `sourcePositionx` and `sourcePositiony`, as property lists have it.
  private static func flattened(_ root: XMLNode) -> ForeignValue {
    var members: [(key: String, value: ForeignValue)] = []
    for node in root.children {
      let texture = ["name": "textureFileName", "data": "textureImageData"]
      for (name, text) in node.attributes {
        let suffix = ["red": "Red", "green": "Green", "blue": "Blue", "alpha": "Alpha"][name] ?? name
        let key =
          node.name == "texture"
          ? texture[name] ?? "texture.\(name)"
          : name == "value"
            ? node.name
            : node.name + suffix
        members.append((key, ForeignValue(.text(text), at: node.location)))
      }
    }
    return ForeignValue(.object(members), at: root.location)
  }

  private mutating func scene(isFlipped: Bool) -> ForeignScene {
    var scene = ForeignScene()
    scene.isFlipped = isFlipped
    if keys.number("yCoordFlipped", default: 1) < 0 { ySign = -1 }
    place(in: scene.size)
    births(&scene)
    let width = picture()
    looks(width)
    if keys.number("emitterType") == 1 { radius() } else { gravity() }
    blend()
    if keys.has("configName") { scene.name = keys.text("configName") ?? "" }
    // Says where the emitter is drawn, which a film decides.
    keys.pass("absolutePosition", "positionType", "particleFileVersion", "uniqueID", "gameObjectName")
    keys.finish()
    scene.layers = [draft.value(named: "emitter")]
    return scene
  }

  private mutating func place(in stage: CGSize) {
    let (x, y) = (keys.number("sourcePositionx"), keys.number("sourcePositiony"))
    let isOnStage = x > 0 && y > 0 && x < Double(stage.width) && y < Double(stage.height)
    center = isOnStage ? (x, y) : (Double(stage.width) / 2, Double(stage.height) / 2)
    draft.place(
      x: center.x, y: center.y, width: 2 * keys.number("sourcePositionVariancex"),
      height: 2 * keys.number("sourcePositionVariancey"))
  }

  private mutating func births(_ scene: inout ForeignScene) {
    let spread = keys.number("particleLifespanVariance", "particleLifeSpanVariance")
    let most = max(0, min(100_000, keys.number("maxParticles", default: 100)))
    draft.set("lifetime", life)
    draft.set("lifetimeRange", 2 * spread)
    let duration = keys.number("duration", default: -1)
    guard duration >= 0 else { return draft.set("birthRate", most / life) }
    // A burst: as many as may live at once come out within its duration.
    let length = max(duration, 0.02)
    draft.set("birthRate", length < life ? most / max(length, min(life, length)) : most / life)
    draft.set("duration", length)
    scene.duration = max(2, min(60, length + life + spread))
  }

  /// The picture, and its width in pixels.
  private mutating func picture() -> Double {
    var image: DocumentValue?
    if let data = keys.value("textureImageData"), data.text != "" {
      do throws(EmbeddedImageError) {
        image =
          if case .data(let bytes) = data.content {
            try EmbeddedImage.value(bytes, source.record)
          } else {
            try EmbeddedImage.value(base64: data.text ?? "", source.record)
          }
      } catch {
        keys.lose("textureImageData", error.message)
      }
    }
    if let file = keys.value("textureFileName"), let name = file.text, image == nil, !name.isEmpty {
      image = EmbeddedImage.file(named: name, in: source.folder, source.record, at: file.location)
    }
    draft.cell.append(("contents", image ?? EmbeddedImage.standIn()))
    return EmbeddedImage.width(image, folder: source.folder) ?? 64
  }

  private mutating func looks(_ width: Double) {
    let start = keys.number("startParticleSize", default: width)
    let finish = keys.number("finishParticleSize", "FinishParticleSize", default: -1)
    draft.set("scale", start / width, unless: 1)
    draft.set("scaleRange", 2 * keys.number("startParticleSizeVariance") / width)
    // Below 0 the size stays.
    if finish >= 0 { draft.set("scaleSpeed", (finish - start) / width / life) }
    keys.expect(
      0, "finishParticleSizeVariance", "FinishParticleSizeVariance",
      reason: "sizes at the end have no spread of their own")
    let turn = keys.number("rotationStart"), end = keys.number("rotationEnd", default: turn)
    draft.set("rotation", -ySign * turn * .pi / 180)
    draft.set("rotationRange", 2 * keys.number("rotationStartVariance") * .pi / 180)
    draft.set("spin", -ySign * (end - turn) / life * .pi / 180)
    draft.set("spinRange", 2 * keys.number("rotationEndVariance") / life * .pi / 180)
    colors()
  }

  private mutating func colors() {
    let parts = ["Red", "Green", "Blue", "Alpha"]
    var starts: [Double] = []
    for part in parts {
      let standard = 1.0
      let start = keys.number("startColor\(part)", default: standard)
      let finish = keys.number("finishColor\(part)", default: start)
      starts.append(start)
      let name = part.lowercased()
      draft.set("\(name)Range", 2 * keys.number("startColorVariance\(part)", "startColor\(part)Variance"))
      draft.set("\(name)Speed", (finish - start) / life)
      keys.expect(
        0, "finishColorVariance\(part)", "finishColor\(part)Variance",
        reason: "colours at the end have no spread of their own")
    }
    draft.cell.append(("color", colorValue(starts[0], starts[1], starts[2], starts[3])))
  }

  private mutating func gravity() {
    draft.set("velocity", keys.number("speed"))
    draft.set("velocityRange", 2 * keys.number("speedVariance"))
    draft.set("emissionLongitude", ySign * keys.number("angle") * .pi / 180)
    draft.set("emissionRange", 2 * keys.number("angleVariance") * .pi / 180)
    draft.set("xAcceleration", keys.number("gravityx"))
    draft.set("yAcceleration", ySign * keys.number("gravityy"))
    keys.expect(0, "rotationIsDir", reason: "particles do not turn into their direction")
    polar()
    // Of the other kind of system.
    keys.pass(
      "maxRadius", "maxRadiusVariance", "minRadius", "minRadiusVariance", "rotatePerSecond", "rotatePerSecondVariance")
  }

  /// Accelerations from the source and round it.
  private mutating func polar() {
    let (radial, tangential) = (keys.number("radialAcceleration"), keys.number("tangentialAcceleration"))
    keys.expect(
      0, "radialAccelVariance", "tangentialAccelVariance",
      reason: "all particles are accelerated alike from the source and round it")
    guard radial != 0 || tangential != 0 else { return }
    draft.addBehavior([
      ("type", .text("polarAcceleration")), ("radialAcceleration", .number(radial)),
      ("tangentialAcceleration", .number(ySign * tangential)), ("position", .list([center.x, center.y])),
    ])
  }

  /// Particles that start on a circle and move toward another one.
  private mutating func radius() {
    let (outer, inner) = (keys.number("maxRadius"), keys.number("minRadius"))
    draft.layer.removeAll { $0.0.hasPrefix("emitterS") || $0.0 == "emitterMode" }
    draft.layer.append(("emitterShape", .text("circle")))
    draft.layer.append(("emitterMode", .text("outline")))
    draft.layer.append(("emitterSize", .list([outer, 0])))
    draft.set("velocity", (inner - outer) / life)
    keys.expect(
      0, "maxRadiusVariance", "minRadiusVariance", "rotatePerSecond", "rotatePerSecondVariance",
      reason: "particles of a radial system go straight here")
    // Of the other kind of system; angles are all round anyway.
    keys.pass("speed", "speedVariance", "angle", "angleVariance", "gravityx", "gravityy", "rotationIsDir")
    keys.pass("radialAcceleration", "radialAccelVariance", "tangentialAcceleration", "tangentialAccelVariance")
  }

  /// Factors of OpenGL: 1 is one, 770 the source's alpha, 771 what is left of it.
  private mutating func blend() {
    let (from, to) = (keys.number("blendFuncSource", default: 770), keys.number("blendFuncDestination", default: 771))
    switch (from, to) {
    case (770, 1), (1, 1): draft.layer.append(("renderMode", .text("additive")))
    case (770, 771), (1, 771): break
    default: keys.lose("blendFuncSource", "blending by \(Int(from)) and \(Int(to)); drawn as usual")
    }
  }
}
