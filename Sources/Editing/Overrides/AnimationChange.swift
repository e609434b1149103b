/// A change of an animation of a document: `star.animations.glow.duration=2`, `animations.glow.values=0,1,0`. `none`
/// removes a key. Children of a group have indices: `animations.both.animations[0].duration`.
///
/// If values and key times are changed one after the other, surplus items are ignored meanwhile.
struct AnimationChange {
  /// Path before `animations`; empty: the only layer with such an animation.
  private let owner: String
  private let animation: String
  private let children: [Int]
  private let key: String
  private let change: PropertyOverride

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

  /// The values that it sets. Errors: no such animation, an ambiguous layer, values that are not numbers.
  func edits(_ lookup: LayerLookup) throws(ValueMismatchError) -> [SceneEdit] {
    guard !["class", "keyPath", "animations"].contains(key) else {
      throw ValueMismatchError("\(key) of an animation can be changed only in the document")
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

  // MARK: Target

  private func layers(_ lookup: LayerLookup) throws(ValueMismatchError) -> [CALayer] {
    // Every layer has an opacity, so this path finds the layer.
    let named = owner.isEmpty ? lookup.layers : try lookup.findAll("\(owner).opacity").map(\.layer)
    let found = named.filter { $0.animation(forKey: animation) != nil }
    // As for properties, a root without a name has only this path.
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
      throw ValueMismatchError("it has no animations[\(index)]")
    }
    return members[index]
  }

  private func value(of animation: CAAnimation, on layer: CALayer) throws(ValueMismatchError) -> DocumentValue? {
    if change.operation == .assign {
      // Also for strings.
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
    default: throw ValueMismatchError("\(change.operation.rawValue) requires numbers; \(key) has none")
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

  /// The type of the value, which decides if an argument is a list or a string.
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
    // With a value function, the values are numbers.
    return property.valueFunction == nil ? layer.info(atKeyPath: property.keyPath ?? self.animation) : nil
  }
}

package struct AnimationPlace {
  package let layer: CALayer
  /// Key of the animation on its layer.
  let animation: String
  let children: [Int]
  package let key: String

  /// Sets the value as in a document; nil resets it.
  ///
  /// Errors: an unknown key, a value of the wrong type.
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
