/// canvas-confetti's options: those of one call, or a list of calls, each optionally with a `delay` in milliseconds.
///
/// The library reduces a piece's speed by a factor per frame and lets it fall at constant speed. Here drag brakes it,
/// and gravity reaches that speed within a third of a second.
struct CanvasConfetti {
  private let record: ImportRecord
  private let stage = CGSize(width: 1280, height: 720)
  private static let framesPerSecond = 60.0
  /// Size of a piece in points: 10 to 20 in the library, as it wobbles.
  private static let side = 14.0
  private static let (mostCalls, mostColors, mostShapes) = (100, 32, 3)
  private static let colors = ["#26ccff", "#a25afd", "#ff5e7e", "#88ff5a", "#fcff42", "#ffa62d", "#ff36ff"]

  static func scene(_ source: ImportSource) throws(ImportError) -> ForeignScene {
    CanvasConfetti(record: source.record).scene(try source.json(takesLists: true))
  }

  private func scene(_ value: ForeignValue) -> ForeignScene {
    var scene = ForeignScene()
    (scene.size, scene.duration) = (stage, 1)
    scene.name = "confetti"
    let calls = value.items ?? [value]
    if calls.count > Self.mostCalls {
      record.lose(
        "[\(Self.mostCalls)]", "the first \(Self.mostCalls) of \(calls.count) calls",
        at: calls[Self.mostCalls].location)
    }
    for (index, call) in calls.prefix(Self.mostCalls).enumerated() {
      let path = value.items == nil ? "" : "[\(index)]"
      let options = ForeignObject(call, path: path, record: record)
      let (layer, end) = layer(options, named: calls.count == 1 ? "confetti" : "confetti \(index + 1)")
      scene.layers.append(layer)
      scene.duration = max(scene.duration, end)
    }
    return scene
  }

  /// The emitter of a call, and the time in seconds at which its last piece disappears.
  private func layer(_ options: ForeignObject, named name: String) -> (DocumentValue, Double) {
    let origin = options.object("origin")
    let x = origin?.number("x", default: 0.5, within: -10...10) ?? 0.5
    let y = origin?.number("y", default: 0.5, within: -10...10) ?? 0.5
    origin?.finish()
    let delay = options.number("delay", within: 0...600_000) / 1000
    let life = options.number("ticks", default: 200, within: 1...36_000) / Self.framesPerSecond
    let looks = looks(options)
    let count = options.number("particleCount", default: 50, within: 1...100_000)
    let motion = motion(options)
    let cells = looks.enumerated().map { index, look in
      var members: [(String, DocumentValue?)] = [
        ("name", .text("piece\(index + 1)")),
        ("birthRate", .number(count / Double(looks.count) * Self.framesPerSecond)),
        ("duration", .number(1 / Self.framesPerSecond)), ("beginTime", delay > 0 ? .text("now+\(delay)s") : nil),
        ("lifetime", .number(life)), ("alphaSpeed", .number(-1 / life)),
      ]
      members += look + motion
      return DocumentValue.object(members)
    }
    options.pass("zIndex", "disableForReducedMotion", "resize", "useWorker", "canvas")
    options.finish()
    let layer = DocumentValue.object([
      ("class", .text("CAEmitterLayer")), ("name", .text(name)),
      ("emitterPosition", .list([x * Double(stage.width), y * Double(stage.height)])), ("emitterCells", .texts(cells)),
    ])
    return (layer, delay + life + 0.1)
  }

  /// A cell for each colour and shape.
  private func looks(_ options: ForeignObject) -> [[(String, DocumentValue?)]] {
    let scalar = options.number("scalar", default: 1, within: 0.01...100)
    let isFlat = options.value("flat")?.isTrue ?? false
    var shapes: [[(String, DocumentValue?)]] = []
    for shape in options.list("shapes") ?? [ForeignValue(.text("square")), ForeignValue(.text("circle"))] {
      guard let name = shape.text, let look = Self.shape(name, scalar) else {
        options.lose("shapes", "custom shapes are not supported; squares are used", at: shape.location)
        continue
      }
      guard shapes.count < Self.mostShapes else {
        options.lose("shapes", "the first \(Self.mostShapes)", at: shape.location)
        break
      }
      shapes.append(look)
    }
    if shapes.isEmpty { shapes = [Self.shape("square", scalar) ?? []] }
    let tumbling: [(String, DocumentValue?)] = [
      ("particleType", .text("plane")), ("orientationRange", .text("1pi")), ("orientationLongitude", .text("60deg")),
      ("rotationRange", .text("2pi")), ("spin", .number(1)), ("spinRange", .number(9)),
    ]
    return colors(options).flatMap { color in
      shapes.map { $0 + [("color", .text(color))] + (isFlat ? [] : tumbling) }
    }
  }

  private static func shape(_ name: String, _ scalar: Double) -> [(String, DocumentValue?)]? {
    // Most of a star's picture is glow.
    let shapes = ["square": ("square", 1.0), "circle": ("dot", 0.8), "star": ("star", 3)]
    guard let (sprite, factor) = shapes[name] else { return nil }
    return [
      ("contents", EmbeddedImage.standIn(sprite, size: 32)), ("scale", .number(side * factor * scalar / 32)),
      ("scaleRange", .number(0.3 * side * factor * scalar / 32)),
    ]
  }

  private func colors(_ options: ForeignObject) -> [String] {
    let given = options.value("colors").map { $0.items ?? [$0] } ?? []
    if given.count > Self.mostColors { options.lose("colors", "the first \(Self.mostColors) of \(given.count)") }
    let found = given.prefix(Self.mostColors).compactMap { value -> String? in
      guard let text = value.text else { return nil }
      return [text, "#\(text)"].first { (try? ColorText.parse($0)) != nil }
    }
    if found.count < min(given.count, Self.mostColors) { options.lose("colors", "some are not colours") }
    return found.isEmpty ? Self.colors : found
  }

  private func motion(_ options: ForeignObject) -> [(String, DocumentValue?)] {
    let decay = options.number("decay", default: 0.9, within: 0.01...0.999)
    let drag = -Double.log(decay) * Self.framesPerSecond
    // Scaled to the same total distance as in the library.
    let reach = drag / (Self.framesPerSecond * (1 - decay))
    let speed = options.number("startVelocity", default: 45, within: 0...10_000) * Self.framesPerSecond * reach
    let angle = options.number("angle", default: 90)
    let spread = options.number("spread", default: 45, within: 0...360)
    // Three points per frame.
    let fall = options.number("gravity", default: 1, within: -100...100) * 3 * Self.framesPerSecond
    let drift = options.number("drift", within: -1000...1000) * Self.framesPerSecond
    return [
      ("velocity", .number(speed)), ("velocityRange", .number(speed)),
      ("emissionLongitude", .number(-angle.truncatingRemainder(dividingBy: 360) * .pi / 180)),
      ("emissionRange", .number(spread * .pi / 180)), ("emissionIsFlat", DocumentValue(.boolean(true))),
      ("yAcceleration", .number(fall * drag)), ("xAcceleration", drift == 0 ? nil : .number(drift * drag)),
      (
        "emitterBehaviors",
        .texts([DocumentValue.object([("type", .text("drag")), ("drag", .number(drag))])])
      ),
    ]
  }
}
