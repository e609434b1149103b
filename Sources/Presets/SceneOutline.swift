extension PresetScene {
  /// A readable outline of the scene: movie, sounds, tree of layers and cells without default values, animations,
  /// states, timeline.
  /// - Parameter isWhole: whether long values, such as paths, are printed to their end.
  package func outline(isWhole: Bool = false) -> String {
    var writer = OutlineWriter(scene: self, isWhole: isWhole)
    let (width, height) = pixelSize
    writer.lines = [summary.isEmpty ? name : "\(name): \(summary)", ""]
    let (size, rate) = (settings.size, Self.text(settings.framesPerSecond))
    writer.lines.append(
      "movie  \(width)x\(height) pixels (\(Self.text(size.width)) x \(Self.text(size.height)) points at scale "
        + "\(Self.text(settings.scale))), \(rate) fps, \(Self.text(settings.duration)) s, "
        + "\(frameCount.counted("frame")), background \(settings.background.hexText), seed \(settings.seed), "
        + "\(settings.start.rawValue) start"
        + movieChanges)
    if !variables.isEmpty { writer.append(variables) }
    writer.lines.append("")
    writer.append(rootLayer, title: rootLayer.className, depth: 0)
    if let states = rootLayer.states { writer.append(states) }
    if !cues.isEmpty { writer.append(cues) }
    if !events.isEmpty { writer.lines += ["", "timeline"] }
    let lookup = events.contains { !$0.animations.isEmpty } ? LayerLookup(root: rootLayer) : nil
    for event in events { writer.append(event, lookup) }
    return writer.lines.joined(separator: "\n")
  }

  /// Other values of the movie that are not the defaults.
  private var movieChanges: String {
    let said = ["size", "scale", "fps", "duration", "background", "seed", "start"]
    return MovieProperty.all.filter { !said.contains($0.key) && !$0.isDefault(in: self) }
      .map { ", \($0.key) \(valueText.text($0.read(self), $0.info))" }.joined()
  }

  private static func text(_ number: Double) -> String {
    ValueText.text(number)
  }
}

private struct OutlineWriter {
  let scene: PresetScene
  let isWhole: Bool
  var lines: [String] = []

  mutating func append(_ container: any PropertyContainer, title: String, depth: Int) {
    let indent = String(repeating: "  ", count: depth)
    lines.append(indent + title + (container.name.map { " \"\($0)\"" } ?? ""))
    let texts = scene.valueText
    for key in container.keys {
      guard let info = container.info(forKey: key), !info.isDerived, key != "name", key != "id" else { continue }
      let value = container.readProperty(key)
      let text = texts.text(value, info)
      guard text != texts.text(container.defaultProperty(key), info) else { continue }
      lines.append("\(indent)    \(key) = \(shown(text, points: (value as? CGPath)?.geometry.count))")
    }
    if let layer = container as? CALayer {
      for key in layer.animationKeys() ?? [] {
        guard let animation = layer.animation(forKey: key) else { continue }
        append(animation, named: "animations.\(key)", key: key, of: layer, indent + "    ")
      }
      if let mask = layer.mask { append(mask, title: "mask: \(mask.className)", depth: depth + 1) }
    }
    for key in container.listKeys {
      for element in container.elements(key) ?? [] {
        append(element, title: element.className, depth: depth + 1)
      }
    }
  }

  private mutating func append(
    _ animation: CAAnimation, named name: String, key: String, of layer: CALayer, _ indent: String
  ) {
    let spelling = AnimationSpelling(animation, on: layer, key: key, texts: scene.valueText)
    lines.append("\(indent)\(name): \(spelling.className)")
    for value in spelling.values {
      let points = value.key == "path" ? (animation as? CAKeyframeAnimation)?.path?.geometry.count : nil
      let items: Int? = if case .array(let items) = value.value.content { items.count } else { nil }
      let moment = value.key == "beginTime" ? animation.beginMoment : nil
      let text = moment.map { "now+\(ValueText.text($0 - scene.clock))s" } ?? value.text
      lines.append("\(indent)    \(value.key) = \(shown(text, points: points, items: items))")
    }
    for (index, child) in ((animation as? CAAnimationGroup)?.animations ?? []).enumerated() {
      append(child, named: "animations[\(index)]", key: "", of: layer, indent + "    ")
    }
  }

  mutating func append(_ cues: [PresetCue]) {
    lines += ["", "cues"]
    var names: [String] = []
    for cue in cues where !names.contains(cue.name) { names.append(cue.name) }
    for name in names {
      let times = cues.filter { $0.name == name }.map { ValueText.text($0.time) }
      let rest = isWhole || times.count <= 12 ? "" : " ... (\(times.count) cues)"
      lines.append("  \(name) at \((isWhole ? times : Array(times.prefix(12))).joined(separator: ", ")) s\(rest)")
    }
  }

  mutating func append(_ variables: [PresetVariable]) {
    lines += ["", "variables"]
    for variable in variables {
      let range = [
        variable.minimum.map { "from \(ValueText.text($0))" }, variable.maximum.map { "to \(ValueText.text($0))" },
      ].compactMap { $0 }.map { " " + $0 }.joined()
      let summary = variable.summary.isEmpty ? "" : "  // \(variable.summary)"
      lines.append(
        "  \(variable.name) (\(variable.kind.rawValue)\(range)) = \(shown(variable.value ?? "none"))\(summary)")
    }
  }

  mutating func append(_ states: LayerStates) {
    lines += ["", "states"]
    for (name, values) in states.all {
      lines.append("  \(name)")
      for value in values {
        let place = [value.name, value.keyPath].compactMap { $0 }.joined(separator: ".")
        let text = value.layer?.info(atKeyPath: value.keyPath).map { scene.valueText.text(value.value, $0) }
        lines.append("    \(place) = \(shown(text ?? "\(value.value ?? "none")"))")
      }
    }
    for transition in states.transitions {
      lines.append("  from \(transition.from) to \(transition.to)")
      for step in transition.steps {
        let layer = LayerLookup(root: scene.rootLayer).layer(named: step.layer) ?? scene.rootLayer
        append(step.animation, named: "\(step.layer).animations.\(step.key)", key: step.key, of: layer, "    ")
      }
    }
  }

  mutating func append(_ event: PresetEvent, _ lookup: LayerLookup?) {
    lines.append("  " + event.outline { shown($0) })
    for added in event.animations {
      let layer = lookup?.layer(named: added.layer) ?? scene.rootLayer
      append(added.animation, named: "\(added.layer).animations.\(added.key)", key: added.key, of: layer, "      ")
    }
  }

  private static let longest = 100

  /// The start of a long value, and its length.
  private func shown(_ text: String, points: Int? = nil, items: Int? = nil) -> String {
    guard !isWhole, text.unicodeScalars.count > Self.longest else { return text }
    let count = points?.counted("point") ?? items?.counted("value") ?? text.count.counted("character")
    // Numbers are not cut in the middle.
    let start = text.unicodeScalars.prefix(points == nil ? 60 : 24)
    let end = start.lastIndex(of: " ").map { start[..<$0] } ?? start
    return "\(Substring(end)) ... (\(count))"
  }
}

extension PresetEvent {
  /// As a string: `at 2 s: sky.opacity = 0`.
  /// - Parameter spelled: formats an action.
  package func outline(_ spelled: (String) -> String = { $0 }) -> String {
    let duration = transaction?.duration.map { " in \(ValueText.text($0)) s" } ?? ""
    return "at \(ValueText.text(time)) s\(duration): " + actions.map(spelled).joined(separator: ", ")
  }
}
