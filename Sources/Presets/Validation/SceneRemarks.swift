/// Warns about probable mistakes: invisible objects, angles that look like degrees, times after the end. It uses the
/// values of the text, which have locations.
struct SceneRemarks {
  let file: String
  package let values: ValueReader
  /// Seconds in document time.
  let duration: Double
  private let times: TimeRemarks
  private let numbers: NumberRemarks
  /// Properties that timeline or animations change, so they may start at zero.
  private let changed: Set<String>
  private let clips: ClipRemarks
  private(set) var remarks: [DocumentProblem] = []
  private let registry = LayerRegistry()
  private var usualLayers: [String: CALayer] = [:]
  private let usualCell = CAEmitterCell()

  static let limit = 100

  static func all(of document: DocumentValue, file: String, scene: PresetScene) -> [DocumentProblem] {
    var finder = SceneRemarks(document, file: file, scene)
    if let layer = document[key: "layer"] { finder.layer(layer, scene.rootLayer, isRoot: true) { "layer" } }
    finder.timeline(document[key: "timeline"])
    finder.transitions(document[key: "stateTransitions"])
    for (message, place) in scene.values.images.fileRemarks { finder.add(message, at: place, "") }
    return finder.remarks
  }

  private init(_ document: DocumentValue, file: String, _ scene: PresetScene) {
    (self.file, values, duration) = (file, scene.values, scene.duration)
    times = TimeRemarks(scene: scene)
    numbers = NumberRemarks(duration: scene.duration)
    changed = document.changedNames
    clips = ClipRemarks(changed: changed)
  }

  mutating func add(_ message: String, at place: SourceLocation, _ path: String, hidesParticles: Bool = false) {
    guard !isOver else { return }
    var remark = DocumentProblem(severity: .remark, file: file, location: place, path: path, message: message)
    remark.hidesParticles = hidesParticles
    remarks.append(remark)
  }

  private var isOver: Bool { remarks.count >= Self.limit }

  // MARK: The tree

  /// - Parameter made: the object created from the value.
  /// - Parameter path: evaluated only if there is a note.
  private mutating func layer(
    _ value: DocumentValue, _ made: CALayer?, isRoot: Bool = false, _ path: () -> String
  ) {
    guard !isOver else { return }
    if let made { checkTimes(value, made, path) }
    let layer = usualLayer(ofClass: value[key: "class"]?.text ?? "CALayer")
    checkName(value, path())
    checkNumbers(value, of: layer, path())
    if layer is CAEmitterLayer { checkShape(value, path()) }
    if let emitter = made as? CAEmitterLayer { checkSight(value, of: emitter, path()) }
    if !isRoot { checkBounds(value, path()) }
    if let made {
      if let note = made.lightNote {
        let key = ["string", "foregroundColor", "animators"].first { value[key: $0] != nil } ?? "string"
        add(note, at: (value[key: key] ?? value).location, "\(path()).\(key)")
      }
      let clips = clips
      clips.check(made) { add($0, at: (value[key: $1] ?? value).location, "\(path()).\($1)") }
    }
    if let cells = value[key: "emitterCells"] {
      checkNames(of: cells, "\(path()).emitterCells")
      for (index, cell) in cells.items.enumerated() {
        let place = "\(path()).emitterCells[\(index)]"
        self.cell(cell, place)
        if let made { times.checkBegin(cell, on: made, { place }) { add($0, at: $1.location, $2) } }
      }
    }
    let sublayers = made?.sublayers ?? []
    for (index, child) in (value[key: "sublayers"]?.items ?? []).enumerated() {
      let layer = sublayers.indices.contains(index) ? sublayers[index] : nil
      self.layer(child, layer) { "\(path()).sublayers[\(index)]" }
    }
    if let mask = value[key: "mask"] { self.layer(mask, made?.mask) { "\(path()).mask" } }
  }

  private mutating func checkTimes(_ value: DocumentValue, _ layer: CALayer, _ path: () -> String) {
    times.checkBegin(value, on: layer.superlayer, path) { add($0, at: $1.location, $2) }
    times.checkAnimations(value, of: layer, path) { add($0, at: $1.location, $2) }
  }

  private mutating func usualLayer(ofClass name: String) -> CALayer {
    if let known = usualLayers[name] { return known }
    let made = registry[name]?.make() ?? CALayer()
    usualLayers[name] = made
    return made
  }

  private mutating func cell(_ value: DocumentValue, _ path: String) {
    guard !isOver else { return }
    checkName(value, path)
    checkNumbers(value, of: usualCell, path)
    let cells = value[key: "emitterCells"]
    checkNames(of: cells, "\(path).emitterCells")
    for (index, child) in (cells?.items ?? []).enumerated() { cell(child, "\(path).emitterCells[\(index)]") }
  }

  private mutating func checkSight(_ value: DocumentValue, of layer: CAEmitterLayer, _ path: String) {
    for remark in CellRemarks.all(in: layer, changed: changed) {
      var (owner, place) = (value, path)
      for index in remark.path {
        guard let cells = owner[key: "emitterCells"]?.items, cells.indices.contains(index) else { break }
        (owner, place) = (cells[index], "\(place).emitterCells[\(index)]")
      }
      let member = remark.keys.lazy.compactMap { key in owner.members.first { $0.key == key } }.first
      if let member { place += ".\(member.key)" }
      add(remark.message, at: member?.location ?? owner.location, place, hidesParticles: remark.hidesAll)
    }
  }

  private mutating func checkName(_ value: DocumentValue, _ path: @autoclosure () -> String) {
    guard let name = value[key: "name"], let text = name.text, text.utf8.contains(UInt8(ascii: ".")) else { return }
    add("the name \(name.quoted) contains a dot, so key paths cannot name it", at: name.location, "\(path()).name")
  }

  private mutating func checkNames(of list: DocumentValue?, _ path: String) {
    var seen = Set<String>()
    for (index, item) in (list?.items ?? []).enumerated() {
      guard let name = item[key: "name"], let text = name.text, !text.isEmpty, !seen.insert(text).inserted else {
        continue
      }
      add(
        "another cell has the name \(name.quoted); key paths find only the first", at: name.location,
        "\(path)[\(index)].name")
    }
  }

  private mutating func checkNumbers(
    _ value: DocumentValue, of container: any PropertyContainer, _ path: @autoclosure () -> String
  ) {
    for member in value.members {
      guard case .number = member.value.content, let info = container.info(atKeyPath: member.key),
        let note = numbers.note(member.value, info)
      else { continue }
      add(note, at: member.value.location, "\(path()).\(member.key)")
    }
  }

  private mutating func checkShape(_ value: DocumentValue, _ path: String) {
    // A line of length 0 still sets a direction; the last ones have other sources.
    let sizeless = ["point", "line", "path", "rectangles", "image", "text"]
    guard let shape = value[key: "emitterShape"], let name = shape.text, !sizeless.contains(name),
      value[key: "emitterSize"] == nil, !changed.contains("emitterSize")
    else { return }
    add(
      "the shape \(name) has the size 0 because emitterSize is missing: all particles start at one point",
      at: shape.location, "\(path).emitterShape")
  }

  private mutating func checkBounds(_ value: DocumentValue, _ path: @autoclosure () -> String) {
    let hasSize = ["bounds", "bounds.size", "bounds.size.width", "frame"].contains { value.has(key: $0) }
    guard !hasSize, let shown = ["backgroundColor", "contents"].compactMap({ value[key: $0] }).first,
      !changed.contains(where: { $0.hasPrefix("bounds") || ["size", "width", "height"].contains($0) })
    else { return }
    add("the layer has no bounds, so its size is 0 and it is not visible", at: shown.location, path())
  }

  private mutating func timeline(_ list: DocumentValue?) {
    for (index, event) in (list?.items ?? []).enumerated() {
      guard !isOver, let at = event[key: "at"], let time = try? values.number(at, unit: .seconds) else { continue }
      if time > duration {
        add(
          "\(ValueText.text(time)) s is beyond the end of the movie at \(ValueText.text(duration)) s", at: at.location,
          "timeline[\(index)].at")
      } else {
        times.checkAnimations(ofEvent: event, at: time, "timeline[\(index)]") { add($0, at: $1.location, $2) }
        times.checkAdditions(ofEvent: event, at: time, "timeline[\(index)]") { add($0, at: $1.location, $2) }
      }
    }
  }

  private mutating func transitions(_ list: DocumentValue?) {
    for (index, transition) in (list?.items ?? []).enumerated() where !isOver {
      times.checkAnimations(ofTransition: transition, "stateTransitions[\(index)]") { add($0, at: $1.location, $2) }
    }
  }
}

extension DocumentValue {
  /// Keys and their components that animations, states and the timeline change.
  fileprivate var changedNames: Set<String> {
    switch content {
    case .array(let items): return items.reduce(into: []) { $0.formUnion($1.changedNames) }
    case .object(let members):
      return members.reduce(into: []) { names, member in
        switch member.key {
        case "set": names.formUnion(member.value.members.flatMap { $0.key.parts })
        // By layers and states, then by key.
        case "animations", "states":
          names.formUnion(member.value.members.flatMap { [$0] + $0.value.members }.flatMap { $0.key.parts })
        // Curves over life have a type and affect particles. Everything else with a key path is animated.
        case "keyPath" where !members.contains { $0.key == "type" }: names.formUnion((member.value.text ?? "").parts)
        case "addSublayers": names.insert(member.key)
        default: if SoundFollower.isMeant(by: member.value) { names.insert(member.key) }
        }
        names.formUnion(member.value.changedNames)
      }
    default: return []
    }
  }
}

extension String {
  fileprivate var parts: [String] { split(separator: ".").map(String.init) }
}

/// Warns about plain numbers that are probably in another unit: degrees, milliseconds, percent.
struct NumberRemarks {
  let duration: Double

  /// Animated angles from this value that are multiples of 5 are probably in degrees. Others may be turns.
  private static let leastDegrees = 15.0
  /// Times from this value may be in milliseconds.
  private static let leastMilliseconds = 50.0

  /// - Returns: a note on the value of a property, or nil.
  func note(_ value: DocumentValue, _ info: PropertyInfo, isAnimated: Bool = false) -> String? {
    guard case .number(let number) = value.content else { return nil }
    let text = ValueText.text(number)
    switch info.unit {
    case .radians, .radiansPerSecond:
      let limit = info.unit == .radians ? 2 * Double.pi + 0.01 : 44
      let isWhole = abs(number) >= Self.leastDegrees && number.truncatingRemainder(dividingBy: 5) == 0
      let isMeant = isAnimated ? isWhole : abs(number) > limit
      guard isMeant else { return nil }
      let degrees = ValueText.text((number * 180 / .pi).rounded())
      return "\(text) is in radians, \(degrees) degrees; did you mean \"\(text)deg\"?"
    case .none where info.range == 0...1 && info.key.lowercased().hasSuffix("opacity") && number > 1:
      return "\(text) is more than 1, which is opaque; did you mean \"\(text)%\"?"
    default: return nil
    }
  }

  /// Checks the numbers of an animation, and of the animations in a group.
  func check(
    _ value: DocumentValue, key: String?, of layer: CALayer, _ path: String, _ say: TimeRemarks.Say
  ) {
    if value[key: "repeatCount"] == nil, let given = value[key: "duration"], case .number(let seconds) = given.content,
      seconds >= Self.leastMilliseconds, seconds > 5 * duration, seconds.isFinite, seconds == seconds.rounded()
    {
      let text = ValueText.text(seconds)
      say("\(text) is in seconds; did you mean \"\(text)ms\"?", given, "\(path).duration")
    }
    if let info = layer.info(atKeyPath: value[key: "keyPath"]?.text ?? key ?? "") {
      for key in ["fromValue", "toValue", "byValue"] {
        guard let given = value[key: key], let note = note(given, info, isAnimated: true) else { continue }
        say(note, given, "\(path).\(key)")
      }
      let notes = (value[key: "values"]?.items ?? []).lazy.compactMap { item in
        note(item, info, isAnimated: true).map { ($0, item) }
      }
      if let (note, item) = notes.first { say(note, item, "\(path).values") }
    }
    for (index, item) in (value[key: "animations"]?.items ?? []).enumerated() {
      check(item, key: nil, of: layer, "\(path).animations[\(index)]", say)
    }
  }
}
