import Foundation
import StarmineGraphics
import StarmineDocument

/// tsParticles' JSON, where it maps: shapes, colours, sizes, opacity, motion, life, emitters, background.
///
/// Its particles live until they leave the canvas and come in again; here they live as long as one takes to cross it.
struct TSParticles {
  private let record: ImportRecord
  private let options: ForeignObject
  private let stage = CGSize(width: 1280, height: 720)
  /// Points per second of one unit of speed: a pixel in a frame of 60, halved as the library does.
  private static let unitOfSpeed = 30.0
  /// Points per second squared of one unit of gravity, which is not halved.
  private static let unitOfGravity = 60.0
  /// Radians per second of one unit of turning: a 360th of a radian in a frame of 60.
  private static let unitOfTurning = 1.0 / 6

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let reader = TSParticles(record: source.record, options: ForeignObject(try source.json(), record: source.record))
    return reader.scene()
  }

  private func scene() -> ForeignScene {
    var scene = ForeignScene()
    scene.size = stage
    scene.duration = 8
    scene.background = background()
    scene.name = options.text("name") ?? ""
    let emitters = options.value("emitters").map { $0.items ?? [$0] } ?? []
    if options.has("particles") || !emitters.isEmpty {
      let particles = options.object("particles") ?? ForeignObject(ForeignValue(.object([])), record: record)
      // Emitters come beside particles that are there from the start, if a number of those is given.
      if emitters.isEmpty || (particles.object("number")?.number("value") ?? 0) > 0 {
        scene.startsClean = false
        scene.layers = [everywhere(particles)]
      }
      for (index, emitter) in emitters.prefix(100).enumerated() {
        let path = "emitters[\(index)]"
        scene.layers.append(
          layer(ForeignObject(emitter, path: path, record: record), particles, named: "emitter \(index + 1)"))
      }
      particles.finish()
    }
    // What a screen is like and what a pointer does there.
    options.pass(
      "fpsLimit", "detectRetina", "autoPlay", "fullScreen", "pauseOnBlur", "pauseOnOutsideViewport", "key",
      "responsive", "smooth", "zLayers", "defaultThemes")
    options.finish("nothing of it happens in a movie")
    return scene
  }

  private func background() -> DocumentValue? {
    guard let background = options.object("background") else { return nil }
    let color = background.value("color").flatMap { Self.color($0.text ?? $0["value"]?.text) }
    background.finish()
    return color
  }

  /// `#rgb`, `#rrggbb` and names as they are: documents read them.
  private static func color(_ text: String?) -> DocumentValue? {
    guard let text, (try? ColorText.parse(text)) != nil else { return nil }
    return .text(text)
  }

  // MARK: Where particles come from

  /// As many particles as there are at once, all over the stage.
  private func everywhere(_ particles: ForeignObject) -> DocumentValue {
    var draft = EmitterDraft()
    draft.place(
      x: Double(stage.width) / 2, y: Double(stage.height) / 2, width: Double(stage.width),
      height: Double(stage.height))
    let number = particles.object("number")
    var count = number?.number("value", default: 80) ?? 80
    if let density = number?.object("density") {
      let area = self.area(density)
      if density.value("enable")?.isTrue ?? false, area > 0 { count *= Double(stage.width * stage.height) / area }
      density.finish()
    }
    number?.finish()
    let speed = cell(particles, &draft)
    let life = speed > 0 ? max(2, min(20, Double(stage.height) / speed)) : 20
    draft.set("lifetime", life)
    draft.set("lifetimeRange", life / 2)
    draft.set("birthRate", min(10_000, count / life))
    return draft.value(named: "particles")
  }

  /// Square pixels that the number of particles is meant for: sides, or in older versions thousands.
  private func area(_ density: ForeignObject) -> Double {
    if density.has("width") || density.has("height") {
      return density.number("width", default: 1920) * density.number("height", default: 1080)
    }
    return density.number("value_area", "area", default: 800) * density.number("factor", default: 1000)
  }

  private func layer(_ emitter: ForeignObject, _ particles: ForeignObject, named name: String) -> DocumentValue {
    var draft = EmitterDraft()
    let position = emitter.object("position"), size = emitter.object("size")
    // Pixels, or percent of the canvas.
    let isPrecise = size?.text("mode") == "precise"
    draft.place(
      x: (position?.number("x", default: 50) ?? 50) / 100 * Double(stage.width),
      y: (position?.number("y", default: 50) ?? 50) / 100 * Double(stage.height),
      width: (size?.number("width", within: 0...8192) ?? 0) * (isPrecise ? 1 : Double(stage.width) / 100),
      height: (size?.number("height", within: 0...8192) ?? 0) * (isPrecise ? 1 : Double(stage.height) / 100))
    size?.finish()
    position?.finish()
    let rate = emitter.object("rate")
    let (quantity, delay) = (Self.mean(rate?.value("quantity")) ?? 1, Self.mean(rate?.value("delay")) ?? 0.1)
    rate?.finish()
    // What the emitter does not say of its particles is said for all.
    let own = emitter.object("particles", over: particles)
    let direction = emitter.value("direction")?.text
    _ = cell(own ?? particles, &draft, direction: direction)
    own?.finish()
    let life = (own ?? particles).object("life").flatMap { Self.mean($0.object("duration")?.value("value")) } ?? 3
    draft.set("lifetime", life > 0 ? life : 3)
    draft.set("birthRate", min(10_000, quantity / max(0.001, delay)))
    let ownLife = emitter.object("life")
    if let duration = Self.mean(ownLife?.value("duration")), duration > 0 { draft.set("duration", duration) }
    ownLife?.finish()
    emitter.expectOff("startCount")
    emitter.finish()
    return draft.value(named: name)
  }

  /// A number, or the middle of a range.
  private static func mean(_ value: ForeignValue?) -> Double? {
    guard let value else { return nil }
    if let number = value.number { return number }
    guard let least = value["min"]?.number, let most = value["max"]?.number else { return value["value"]?.number }
    return (least + most) / 2
  }

  private static func spread(_ value: ForeignValue?) -> Double {
    guard let least = value?["min"]?.number, let most = value?["max"]?.number else { return 0 }
    return most - least
  }

  // MARK: What they are like

  /// The cell's values; its speed in points per second.
  private func cell(_ particles: ForeignObject, _ draft: inout EmitterDraft, direction: String? = nil) -> Double {
    let size = particles.object("size")
    let radius = size?.value("value")
    let shape = shape(particles)
    // A star of light has its rays in a wide glow.
    let factor: Double = shape == "star" ? 6 : 2
    draft.cell.append(("contents", EmbeddedImage.standIn(shape, size: 64)))
    draft.set("scale", factor * (Self.mean(radius) ?? 3) / 64, unless: 1)
    let isRandom = size?.value("random").map { $0["enable"]?.isTrue ?? $0.isTrue } ?? false
    draft.set("scaleRange", factor * (isRandom ? Self.mean(radius) ?? 3 : Self.spread(radius)) / 64)
    size?.expectOff("anim", "animation", reason: "sizes stay what they are at birth")
    size?.finish()
    colors(particles, &draft)
    turn(particles, &draft)
    if let life = particles.object("life") {
      _ = life.value("duration")
      life.pass("count")
      life.finish()
    }
    particles.expectOff(
      "links", "line_linked", "twinkle", "collisions", "stroke", "shadow", "wobble", "tilt", "roll", "zIndex")
    // What happens at the canvas's edges, which particles leave here.
    particles.pass("bounce")
    return move(particles, &draft, direction: direction)
  }

  private func shape(_ particles: ForeignObject) -> String {
    guard let shape = particles.object("shape") else { return "dot" }
    let type = shape.value("type").flatMap { $0.text ?? $0.items?.first?.text } ?? "circle"
    shape.expectOff("stroke", reason: "shapes have no outline")
    // Of shapes that are named below, or are not there.
    shape.pass("options", "polygon", "image", "character")
    shape.finish()
    let names = ["circle": "dot", "star": "star", "square": "square", "edge": "square"]
    if let name = names[type], Sprite.shapes.contains(where: { $0.name == name }) { return name }
    particles.lose("shape", "there is no generated \(type.excerpt()); a dot stands for it")
    return "dot"
  }

  private func colors(_ particles: ForeignObject, _ draft: inout EmitterDraft) {
    let opacity = particles.object("opacity")
    let value = opacity?.value("value")
    let alpha = max(0, min(1, Self.mean(value) ?? 1))
    opacity?.expectOff("anim", "animation", "random", reason: "opacities stay what they are at birth")
    opacity?.finish()
    let given = particles.value("color")
    let choice = given?["value"] ?? given
    let text = choice?.text ?? choice?.items?.first?.text ?? "#ffffff"
    if let items = choice?.items, items.count > 1 {
      particles.lose("color", "the first of \(items.count) colours, spread widely")
    }
    var parts = [1.0, 1, 1]
    if let color = try? ColorText.parse(text) {
      parts = [Double(color.red), Double(color.green), Double(color.blue)]
    }
    let isVaried = text == "random" || (choice?.items?.count ?? 0) > 1
    for key in ["redRange", "greenRange", "blueRange"] where isVaried { draft.set(key, 1) }
    draft.cell.append(("color", colorValue(parts[0], parts[1], parts[2], alpha)))
    draft.set("alphaRange", Self.spread(value))
  }

  private func turn(_ particles: ForeignObject, _ draft: inout EmitterDraft) {
    guard let rotate = particles.object("rotate") else { return }
    let value = rotate.value("value")
    draft.set("rotation", (Self.mean(value) ?? 0) * .pi / 180)
    draft.set("rotationRange", Self.spread(value) * .pi / 180)
    if let animation = rotate.value("animation", "anim"), animation["enable"]?.isTrue ?? false {
      spin((animation["speed"]?.number ?? 0) * Self.unitOfTurning, animation, rotate.text("direction"), &draft)
    }
    rotate.pass("direction")
    rotate.expectOff("random", "path", reason: "particles turn as they are told at birth")
    rotate.finish()
  }

  /// Each particle turns at a share of the speed, unless all are in step; y points down, so clockwise is onward.
  private func spin(_ speed: Double, _ animation: ForeignValue, _ direction: String?, _ draft: inout EmitterDraft) {
    let least = animation["sync"]?.isTrue ?? false ? speed : 0
    let sign: Double = direction?.hasPrefix("counter") ?? false ? -1 : 1
    let isRandom = direction == "random"
    draft.set("spin", isRandom ? 0 : sign * (speed + least) / 2)
    draft.set("spinRange", isRandom ? 2 * abs(speed) : abs(speed - least))
  }

  private static let directions: [String: Double] = [
    "right": 0, "bottom-right": 45, "bottomRight": 45, "bottom": 90, "bottom-left": 135, "bottomLeft": 135,
    "left": 180, "top-left": 225, "topLeft": 225, "top": 270, "top-right": 315, "topRight": 315,
  ]

  private func move(_ particles: ForeignObject, _ draft: inout EmitterDraft, direction: String?) -> Double {
    guard let move = particles.object("move") else { return 0 }
    let isOn = move.value("enable").map(\.isTrue) ?? true
    let value = move.value("speed")
    let speed = isOn ? (Self.mean(value) ?? 2) * Self.unitOfSpeed : 0
    draft.set("velocity", speed)
    draft.set("velocityRange", Self.spread(value) * Self.unitOfSpeed)
    let own = move.value("direction")
    let degrees = direction.flatMap { Self.directions[$0] } ?? own?.number ?? own?.text.flatMap { Self.directions[$0] }
    let isStraight = move.value("straight")?.isTrue ?? false
    let angle = move.object("angle")
    let (spread, offset) = (Self.mean(angle?.value("value")) ?? 90, Self.mean(angle?.value("offset")) ?? 0)
    angle?.finish()
    draft.setFan(
      degrees: degrees.map { isStraight ? $0 : $0 + offset } ?? 0,
      variance: degrees == nil ? 180 : isStraight ? 0 : spread / 2)
    if let gravity = move.object("gravity") {
      let acceleration = gravity.number("acceleration", default: 9.81)
      let sign: Double = gravity.value("inverse")?.isTrue ?? false ? -1 : 1
      if gravity.value("enable")?.isTrue ?? false {
        draft.set("yAcceleration", sign * acceleration * Self.unitOfGravity)
        gravity.expect(0, "maxSpeed", reason: "falling has no limit of speed")
      }
      gravity.pass("maxSpeed")
      gravity.finish()
    }
    // What happens at the canvas's edges, which particles leave here.
    move.pass("out_mode", "outModes", "outMode", "bounce", "size", "warp", "center")
    move.expectOff("random", reason: "speeds have no spread of their own")
    move.expectOff("attract", "path", "noise", "trail", "drift", "spin", "vibrate", "decay", "distance")
    move.finish()
    return speed
  }
}
