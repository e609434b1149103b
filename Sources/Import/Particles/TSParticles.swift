/// tsParticles' JSON, as far as supported: shapes, colours, sizes, opacity, motion, lifetime, emitters, background.
///
/// The library's particles live until they leave the canvas, and enter it again. Here they live as long as one takes to
/// cross it.
struct TSParticles {
  private let record: ImportRecord
  private let options: ForeignObject
  private let stage = CGSize(width: 1280, height: 720)
  /// Seconds of the movie.
  private static let duration = 8.0
  private static let mostBursts = 40.0
  private static let mostColors = 16
  private static let mostCells = 100
  /// Points per second per unit of speed: one pixel per frame at 60 frames per second, halved as in the library.
  private static let unitOfSpeed = 30.0
  /// Points per second squared per unit of gravity, which is not halved.
  private static let unitOfGravity = 60.0
  /// Radians per second per unit of rotation: 1/360 radian per frame at 60 frames per second.
  private static let unitOfTurning = 1.0 / 6
  /// Change per second per unit of animation speed: 0.01 per frame at 60 frames per second.
  private static let unitOfChange = 0.6

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    let reader = TSParticles(record: source.record, options: ForeignObject(try source.json(), record: source.record))
    return reader.scene()
  }

  private func scene() -> ForeignScene {
    var scene = ForeignScene()
    scene.size = stage
    scene.duration = Self.duration
    scene.background = background()
    scene.name = options.text("name") ?? ""
    let emitters = options.value("emitters").map { $0.items ?? [$0] } ?? []
    if options.has("particles") || !emitters.isEmpty {
      let particles = options.object("particles") ?? ForeignObject(ForeignValue(.object([])), record: record)
      // Emitters are added to initial particles, if their number is given.
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
    // Screen settings and pointer interaction.
    options.pass(
      "fpsLimit", "detectRetina", "autoPlay", "fullScreen", "pauseOnBlur", "pauseOnOutsideViewport", "key",
      "responsive", "smooth", "zLayers", "defaultThemes")
    options.finish("it has no effect in a movie")
    return scene
  }

  private func background() -> DocumentValue? {
    guard let background = options.object("background") else { return nil }
    let color = background.value("color").flatMap { Self.color($0.text ?? $0["value"]?.text) }
    background.finish()
    return color
  }

  /// Passes `#rgb`, `#rrggbb` and names through, because documents support them.
  private static func color(_ text: String?) -> DocumentValue? {
    guard let text, (try? ColorText.parse(text)) != nil else { return nil }
    return .text(text)
  }

  /// A constant number of particles all over the stage.
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
    let (speed, alpha, _) = cell(particles, &draft)
    let life = speed > 0 ? max(2, min(20, Double(stage.height) / speed)) : 20
    draft.set("lifetime", life)
    draft.set("lifetimeRange", life / 2)
    let cells = cells(draft, rate: count / life, particles, alpha: alpha, beginning: [0])
    return draft.value(named: "particles", cells: cells)
  }

  /// The area in square pixels that the number of particles refers to: width and height, or thousands of pixels in
  /// older versions.
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
    // Particle settings of the emitter override those of all particles.
    let own = emitter.object("particles", over: particles)
    let direction = emitter.value("direction")?.text
    let (_, alpha, end) = cell(own ?? particles, &draft, direction: direction)
    own?.finish()
    let life = (own ?? particles).object("life").flatMap { Self.mean($0.object("duration")?.value("value")) } ?? 3
    draft.set("lifetime", min(end, life > 0 ? life : 3))
    let bursts = bursts(emitter, &draft)
    emitter.expectOff("startCount")
    emitter.finish()
    // The player emits at most once per frame at 60 frames per second.
    let births = quantity / max(1.0 / 60, delay)
    let cells = cells(draft, rate: births, own ?? particles, alpha: alpha, beginning: bursts)
    return draft.value(named: name, cells: cells)
  }

  /// Start times of an emitter in seconds: its lives repeat until the movie ends.
  private func bursts(_ emitter: ForeignObject, _ draft: inout EmitterDraft) -> [Double] {
    guard let life = emitter.object("life") else { return [0] }
    let (count, delay) = (life.number("count"), Self.mean(life.value("delay")) ?? 0)
    let first = life.value("wait")?.isTrue ?? false ? max(0, delay) : 0
    let duration = Self.mean(life.value("duration")) ?? 0
    life.finish()
    // Lives without a pause between them are one.
    guard duration > 0, count >= 1 || delay > 0 else { return [first] }
    draft.set("duration", duration)
    let times = stride(from: first, to: Self.duration, by: duration + max(0, delay))
    return Array(times.prefix(Int(count >= 1 ? min(count, Self.mostBursts) : Self.mostBursts)))
  }

  private func cells(
    _ draft: EmitterDraft, rate: Double, _ particles: ForeignObject, alpha: Double, beginning bursts: [Double]
  ) -> [[(String, DocumentValue?)]] {
    let colors = palette(particles)
    let ownRate = min(10_000, rate) / Double(colors.count)
    guard ownRate > 0 else { return [] }
    return colors.indices.flatMap { index in
      bursts.prefix(max(1, Self.mostCells / colors.count)).map { begin in
        var copy = draft
        let color = colors[index]
        copy.cell.append(("color", colorValue(Double(color.red), Double(color.green), Double(color.blue), alpha)))
        copy.set("birthRate", ownRate)
        copy.set("beginTime", begin)
        copy.set("timeOffset", Double(index) / (ownRate * Double(colors.count)))
        return copy.cell
      }
    }
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

  /// A value at birth, and its change per second.
  private struct Change {
    var mean: Double
    var spread: Double
    var speed = 0.0
    /// Seconds until the particle is removed.
    var end = Double.infinity
  }

  /// - Parameter standard: the value if the object has none.
  /// - Parameter least: lower limit of random values.
  private func change(_ object: ForeignObject?, standard: Double, least: Double) -> Change {
    let value = object?.value("value")
    var result = Change(mean: Self.mean(value) ?? standard, spread: Self.spread(value))
    if let random = object?.value("random"), random["enable"]?.isTrue ?? random.isTrue, result.spread == 0 {
      let low = min(result.mean, random["minimumValue"]?.number ?? least)
      result = Change(mean: (low + result.mean) / 2, spread: result.mean - low)
    }
    guard let object, let animation = object.value("animation", "anim"), animation["enable"]?.isTrue ?? false
    else { return result }
    let (start, end) = (animation["startValue"]?.text, animation["destroy"]?.text)
    let high = result.mean + result.spread / 2
    let low = animation["minimumValue"]?.number ?? (result.mean - result.spread / 2)
    let speed = (Self.mean(animation["speed"]) ?? 1) * Self.unitOfChange
    guard speed > 0, high > low, (start == "max" && end == "min") || (start == "min" && end == "max") else {
      let key = object.has("animation") ? "animation" : "anim"
      object.lose(key, "only values that lead from startValue to destroy are animated")
      return result
    }
    return start == "max"
      ? Change(mean: high, spread: 0, speed: -speed, end: (high - low) / speed)
      : Change(mean: low, spread: 0, speed: speed, end: (high - low) / speed)
  }

  /// The cell's values.
  /// - Returns: Its speed in points per second, the alpha at birth, and the seconds after which particles are removed.
  private func cell(
    _ particles: ForeignObject, _ draft: inout EmitterDraft, direction: String? = nil
  ) -> (speed: Double, alpha: Double, end: Double) {
    let size = particles.object("size"), opacity = particles.object("opacity")
    let shape = shape(particles)
    // A star's rays have a wide glow.
    let factor: Double = (shape == "star" ? 6 : 2) / 64
    draft.cell.append(("contents", EmbeddedImage.standIn(shape, size: 64)))
    let radius = change(size, standard: 3, least: 1)
    draft.set("scale", factor * radius.mean, unless: 1)
    draft.set("scaleRange", factor * radius.spread)
    draft.set("scaleSpeed", factor * radius.speed)
    size?.finish()
    let alpha = change(opacity, standard: 1, least: 0.1)
    draft.set("alphaRange", alpha.spread)
    draft.set("alphaSpeed", alpha.speed)
    opacity?.finish()
    if particles.value("color").map({ ($0["value"] ?? $0).text }) == "random" {
      for key in ["redRange", "greenRange", "blueRange"] { draft.set(key, 1) }
    }
    if tumble(particles, &draft) {
      particles.expectOff("rotate", reason: "particles that roll or tilt turn about one axis")
      particles.pass("tilt")
    } else {
      particles.expectOff("tilt", "roll")
      turn(particles, &draft)
    }
    if let life = particles.object("life") {
      _ = life.value("duration")
      life.pass("count")
      life.finish()
    }
    particles.expectOff("links", "line_linked", "twinkle", "collisions", "stroke", "shadow", "wobble", "zIndex")
    // Behavior at the canvas's edges, which particles leave here.
    particles.pass("bounce")
    let speed = move(particles, &draft, direction: direction)
    return (speed, max(0, min(1, alpha.mean)), min(radius.end, alpha.end))
  }

  /// Particles that roll or tilt rotate in 3D about an axis in their plane.
  private func tumble(_ particles: ForeignObject, _ draft: inout EmitterDraft) -> Bool {
    for key in ["roll", "tilt"] {
      guard let part = particles.object(key), part.value("enable")?.isTrue ?? false else { continue }
      let speed = part.value("speed") ?? part.value("animation")?["speed"]
      let isAcross = part.text("mode") == "horizontal"
      draft.cell += [("particleType", .text("plane")), ("orientationLatitude", .text("90deg"))]
      draft.set("orientationLongitude", isAcross ? .pi / 2 : 0)
      draft.set("rotationRange", 2 * .pi)
      draft.set("spin", (Self.mean(speed) ?? (key == "roll" ? 25 : 0)) * Self.unitOfTurning)
      draft.set("spinRange", Self.spread(speed) * Self.unitOfTurning)
      // Lighting distinguishes front and back.
      if part.value("darken")?["enable"]?.isTrue ?? false { draft.set("shine", 0.5) }
      part.pass("direction", "value", "enlighten", "backColor")
      part.finish()
      return true
    }
    return false
  }

  private func shape(_ particles: ForeignObject) -> String {
    guard let shape = particles.object("shape") else { return "dot" }
    let type = shape.value("type").flatMap { $0.text ?? $0.items?.first?.text } ?? "circle"
    shape.expectOff("stroke", reason: "shapes have no outline")
    // Options of unsupported or unused shapes.
    shape.pass("options", "polygon", "image", "character")
    shape.finish()
    let names = ["circle": "dot", "star": "star", "square": "square", "edge": "square"]
    if let name = names[type], Sprite.shapes.contains(where: { $0.name == name }) { return name }
    particles.lose("shape", "shape \(type.excerpt()) is not supported; a dot is used")
    return "dot"
  }

  /// The equally frequent colours of particles: `paint`, or `color` in older versions.
  private func palette(_ particles: ForeignObject) -> [CGColor] {
    let paints = particles.value("paint").map { $0.items ?? [$0] } ?? []
    if paints.contains(where: { $0["stroke"]?["width"]?.number ?? 0 > 0 }) {
      particles.lose("paint", "shapes have no outline")
    }
    var given = paints.compactMap { $0["fill"]?["color"] ?? $0["color"] }
    if given.isEmpty { given = [particles.value("color")].compactMap(\.self) }
    let choices = given.map { $0["value"] ?? $0 }.flatMap { $0.items ?? [$0] }
    if choices.count > Self.mostColors {
      particles.lose(paints.isEmpty ? "color" : "paint", "the first \(Self.mostColors) of \(choices.count) colours")
    }
    let colors = choices.prefix(Self.mostColors).compactMap { try? ColorText.parse(Self.spelling($0)) }
    return colors.isEmpty ? [.white] : colors
  }

  /// A colour as text, also if given by components.
  private static func spelling(_ value: ForeignValue) -> String {
    for (name, parts, unit) in [("rgb", ["r", "g", "b"], ""), ("hsl", ["h", "s", "l"], "%")] {
      let numbers = parts.compactMap { Self.mean(value[$0]) }
      guard numbers.count == 3 else { continue }
      return "\(name)(\(numbers[0]) \(numbers[1])\(unit) \(numbers[2])\(unit))"
    }
    return value.text ?? ""
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
    rotate.expectOff("random", "path", reason: "the rotation is fixed at birth")
    rotate.finish()
  }

  /// Each particle rotates at a share of the speed, unless all are synchronized. Clockwise is positive.
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
    // Random speeds are between 0 and the given one.
    let isRandom = move.value("random")?.isTrue ?? false
    draft.set("velocity", isRandom ? speed / 2 : speed)
    draft.set("velocityRange", isRandom ? speed : Self.spread(value) * Self.unitOfSpeed)
    if let decay = Self.mean(move.value("decay")), decay > 0, isOn {
      let drag = -Double.log(1 - min(decay, 0.999)) * 60
      draft.addBehavior([("type", .text("drag")), ("drag", .number(drag))])
    }
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
        gravity.expect(0, "maxSpeed", reason: "a maximum falling speed is not supported")
      }
      gravity.pass("maxSpeed")
      gravity.finish()
    }
    // Behavior at the canvas's edges, which particles leave here.
    move.pass("out_mode", "outModes", "outMode", "bounce", "size", "warp", "center")
    move.expectOff("attract", "path", "noise", "trail", "drift", "spin", "vibrate", "distance")
    move.finish()
    return speed
  }
}
