/// Changes after the layers are created: states and the timeline.
extension SwiftWriter {

  /// Writes the root's states. On Apple's systems only packages support them.
  mutating func states(of root: String) {
    guard let states = scene.rootLayer.states else { return }
    lose("states and the animations between them")
    onlyHere { writer in
      writer.body.append("    let states = LayerStates()")
      for (name, values) in states.all { writer.define(name, values) }
      let kept = writer.origin
      // Begin times of transitions are relative to entering the state.
      writer.origin = Origin(time: writer.scene.clock, text: nil)
      for transition in states.transitions { writer.add(transition) }
      writer.origin = kept
      writer.body.append("    \(root).states = states")
    }
  }

  private mutating func define(_ name: String, _ values: [LayerStates.Value]) {
    var parts: [String] = []
    for value in values {
      guard let label = value.layer?.label, !label.contains("."), let given = value.value,
        let literal = self.value(given)
      else {
        lose("the state \(name): \(value.keyPath)")
        continue
      }
      parts.append("\(SwiftLiteral.quoted("\(label).\(value.keyPath)")): \(literal)")
    }
    let list = parts.isEmpty ? ":" : parts.joined(separator: ", ")
    body.append("    states.define(\(SwiftLiteral.quoted(name)), [\(list)])")
  }

  private mutating func add(_ transition: LayerStates.Transition) {
    for step in transition.steps {
      guard let name = animation(step.animation, of: scene.rootLayer) else { continue }
      let (from, to) = (SwiftLiteral.quoted(transition.from), SwiftLiteral.quoted(transition.to))
      body.append(
        "    states.addTransition(from: \(from), to: \(to), layer: \(SwiftLiteral.quoted(step.layer)), "
          + "key: \(SwiftLiteral.quoted(step.key)), animation: \(name))")
    }
  }

  /// Writes layers that are added later; the root retains them until then.
  mutating func later(in root: String) {
    for (index, layer) in scene.events.flatMap(\.additions).map(\.layer).enumerated() {
      let variable = self.layer(layer)
      body.append("    \(root).setValue(\(variable), forKey: \"later \(index + 1)\")")
    }
  }

  mutating func timeline() -> String {
    var (entries, added) = ([String](), 0)
    for event in scene.events {
      let lines = lines(of: event, added: &added)
      let time = SwiftLiteral.number(NSNumber(value: event.time))
      let text = lines.map { "          \($0)\n" }.joined()
      entries.append("      (\n        \(time),\n        { root in\n\(text)        }\n      ),\n")
    }
    return """
        /// Changes of the layers, with their times in seconds after the layer is shown.
        static var timeline: [(time: Double, change: (CALayer) -> Void)] {
          [
      \(entries.joined())    ]
        }

      """
  }

  private mutating func lines(of event: PresetEvent, added: inout Int) -> [String] {
    var lines: [String] = []
    for addition in event.additions {
      added += 1
      lines.append("if let layer = root.value(forKey: \"later \(added)\") as? CALayer {")
      lines += ["  \(Self.target(addition.superlayer)).addSublayer(layer)", "}"]
    }
    if let state = event.state {
      lines += ["#if canImport(Starmine)", "  root.setState(\(SwiftLiteral.quoted(state)))", "#endif"]
    }
    lines += event.changes.compactMap { change($0) }
    for added in event.animations { lines += animate(added, at: event.time) }
    for ended in event.endedAnimations {
      let call = ended.key.map { "removeAnimation(forKey: \(SwiftLiteral.quoted($0)))" } ?? "removeAllAnimations()"
      lines.append("\(Self.target(ended.layer)).\(call)")
    }
    lines += event.removals.map { "\(Self.target($0)).removeFromSuperlayer()" }
    guard let transaction = event.transaction else { return lines }
    return Self.opening(transaction) + lines + ["CATransaction.commit()"]
  }

  private static func target(_ name: String) -> String { "find(\(SwiftLiteral.quoted(name)), in: root)?" }

  private static func opening(_ transaction: PresetEvent.Transaction) -> [String] {
    var lines = ["CATransaction.begin()"]
    if let duration = transaction.duration {
      lines.append("CATransaction.setAnimationDuration(\(SwiftLiteral.number(NSNumber(value: duration))))")
    }
    if let curve = transaction.timingFunction {
      lines.append("CATransaction.setAnimationTimingFunction(\(Self.curve(curve)))")
    }
    if transaction.disablesActions { lines.append("CATransaction.setDisableActions(true)") }
    return lines
  }

  /// Writes an animation at the time of its event: there, `now` is the event's time.
  private mutating func animate(_ added: PresetEvent.AddedAnimation, at time: Double) -> [String] {
    let (kept, start) = (body, origin)
    body = []
    origin = Origin(time: scene.clock + time, text: Origin.now)
    defer { (body, origin) = (kept, start) }
    guard let name = animation(added.animation, of: scene.rootLayer) else { return [] }
    guard !body.contains(where: { $0.contains("in: pictures") }) else {
      lose("at \(ValueText.text(time)) s: an animation of pictures of \(added.layer)")
      return []
    }
    return body.map { String($0.dropFirst(4)) }
      + ["\(Self.target(added.layer)).add(\(name), forKey: \(SwiftLiteral.quoted(added.key)))"]
  }

  private mutating func change(_ change: PresetEvent.Change) -> String? {
    var target = "root"
    if change.layer !== scene.rootLayer {
      guard let name = change.layer.label else {
        lose("a change of an unnamed layer: \(change.path)")
        return nil
      }
      target = Self.target(name)
    }
    guard let value = change.value.map({ self.value($0) }) ?? "nil" else {
      lose("a change of \(change.path)")
      return nil
    }
    return "\(target).setValue(\(value), forKeyPath: \(SwiftLiteral.quoted(change.keyPath)))"
  }
}
