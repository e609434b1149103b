/// A change of an animation that the document gives a layer: `star.animations.glow.duration=2`,
/// `animations.glow.values=0,1,0`. `none` takes a key out. Children of a group are reached by their places:
/// `animations.both.animations[0].duration`.
///
/// Values and key times are changed one after the other; what has no counterpart meanwhile is left out.
struct AnimationChange {
  /// Path in front of `animations`; empty: the only layer that has such an animation.
  private let owner: String
  private let animation: String
  private let children: [Int]
  private let key: String
  private let change: PropertyOverride

  /// Nil for a change of something else.
  init?(_ change: PropertyOverride) {
    var parts = change.path.split(separator: ".", omittingEmptySubsequences: false)
    guard let place = parts.firstIndex(of: "animations"), place + 2 < parts.count else { return nil }
    key = String(parts.removeLast())
    var children: [Int] = []
    while parts.count > place + 2, let match = parts.last?.wholeMatch(of: /animations\[(\d{1,6})\]/) {
      children.insert(Int(match.1) ?? 0, at: 0)
      parts.removeLast()
    }
    (animation, owner) = (parts[(place + 1)...].joined(separator: "."), parts[..<place].joined(separator: "."))
    (self.children, self.change) = (children, change)
  }

  /// Values that it sets. Errors: no such animation, several layers where it could be, no numbers to calculate with.
  func edits(_ lookup: LayerLookup) throws(ValueMismatchError) -> [SceneEdit] {
    guard !["class", "keyPath", "animations"].contains(key) else {
      throw ValueMismatchError("the \(key) of an animation is changed in the document's text")
    }
    var edits: [SceneEdit] = []
    for layer in try layers(lookup) {
      guard let whole = layer.animation(forKey: animation) else { continue }
      var part = whole
      for index in children { part = try child(index, of: part) }
      let place = AnimationPlace(layer: layer, animation: animation, children: children, key: key)
      edits.append(.animation(place, try value(of: part, on: layer)))
    }
    return edits
  }

  // MARK: Where

  private func layers(_ lookup: LayerLookup) throws(ValueMismatchError) -> [CALayer] {
    // Every layer has an opacity: what leads there leads to the layer.
    let named = owner.isEmpty ? lookup.layers : try lookup.findAll("\(owner).opacity").map(\.layer)
    let found = named.filter { $0.animation(forKey: animation) != nil }
    // As with properties: a root without a name has no other words for what is its own.
    if owner.isEmpty, let root = found.first, root === lookup.root, root.name == nil { return [root] }
    guard let first = found.first else {
      let known = Set(named.flatMap { $0.animationKeys() ?? [] }).sorted()
      throw ValueMismatchError("no animation \(animation.excerpt())\(animation.alternatives(among: known))")
    }
    let isPattern = owner.split(separator: ".").contains { $0 == "*" || $0 == "**" }
    guard isPattern || found.count == 1 else {
      let places = found.map { layer in layer.name.map { "\($0).\(change.path)" } ?? "an unnamed \(layer.className)" }
      throw LayerLookup.ambiguous(change.path, places, pattern: "**.\(change.path.excerpt())")
    }
    return isPattern ? found : [first]
  }

  private func child(_ index: Int, of animation: CAAnimation) throws(ValueMismatchError) -> CAAnimation {
    guard let members = (animation as? CAAnimationGroup)?.animations, members.indices.contains(index) else {
      throw ValueMismatchError("there is no animations[\(index)] in it")
    }
    return members[index]
  }

  // MARK: Which value

  private func value(of animation: CAAnimation, on layer: CALayer) throws(ValueMismatchError) -> DocumentValue? {
    if change.operation == .assign {
      // Also where a text is expected.
      if ["none", "nil"].contains(change.value) { return nil }
      return DocumentValue(argument: change.value, kind: kind(of: animation, on: layer))
    }
    let number = try NumberText.parse(change.value, unit: .none)
    let isSum = change.operation == .add
    func changed(_ present: NSNumber) -> DocumentValue {
      DocumentValue(.number(isSum ? present.doubleValue + number : present.doubleValue * number))
    }
    switch present(animation) {
    case let present as NSNumber: return changed(present)
    case let present as [NSNumber]: return DocumentValue(.array(present.map(changed)))
    default: throw ValueMismatchError("\(change.operation.rawValue) needs numbers, there are none in \(key)")
    }
  }

  private func present(_ animation: CAAnimation) -> Any? {
    guard let keyframes = animation as? CAKeyframeAnimation else { return animation.value(forKey: key) }
    switch key {
    case "values": return keyframes.values
    case "keyTimes": return keyframes.keyTimes
    default: return animation.value(forKey: key)
    }
  }

  /// The kind of value by which an argument is split into a list, or kept as a text.
  private func kind(of animation: CAAnimation, on layer: CALayer) -> ValueKind {
    if let row = type(of: animation).info(forKey: key) { return row.kind }
    switch key {
    case "fromValue", "toValue", "byValue": return target(of: animation, on: layer)?.kind ?? .number
    case "path": return .path
    case "valueFunction": return .string
    default: return .numbers
    }
  }

  private func target(of animation: CAAnimation, on layer: CALayer) -> PropertyInfo? {
    guard let property = animation as? CAPropertyAnimation else { return nil }
    // With a function, values are numbers of their own.
    return property.valueFunction == nil ? layer.info(atKeyPath: property.keyPath ?? self.animation) : nil
  }
}

/// A value of an animation that a document gives a layer.
package struct AnimationPlace {
  package let layer: CALayer
  /// The animation's key on its layer.
  let animation: String
  let children: [Int]
  package let key: String

  /// Sets it as a document would; nil is what it is without the key.
  ///
  /// Errors: an unknown key, a value of the wrong kind.
  func set(_ value: DocumentValue?, _ values: ValueReader) throws(ValueMismatchError) {
    guard let present = layer.animation(forKey: animation) else { return }
    let problems = ProblemList(file: "", memory: DocumentMemory.standardLimit)
    let reader = AnimationReader(problems: problems, values: values)
    let changed = changed(present, children[...], value, reader)
    if let problem = problems.problems.first { throw ValueMismatchError("\(key): \(problem.message)") }
    layer.replaceAnimation(forKey: animation, with: changed)
  }

  private func changed(
    _ present: CAAnimation, _ way: ArraySlice<Int>, _ value: DocumentValue?, _ reader: AnimationReader
  ) -> CAAnimation {
    guard let copy = present.independentCopy() else { return present }
    if let index = way.first, let group = copy as? CAAnimationGroup, let member = group.animations?[index] {
      group.animations?[index] = changed(member, way.dropFirst(), value, reader)
    } else {
      let target = layer.info(atKeyPath: (copy as? CAPropertyAnimation)?.keyPath ?? animation)
      reader.change(key, to: value, of: copy, target: target, layer: layer, isInGroup: !children.isEmpty)
    }
    return copy
  }
}
