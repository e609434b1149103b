/// Named sets of values for the layers of a tree, with animations between them, like the states in Core Animation
/// documents (behavior.md 6).
///
/// Set `states` of the root layer, and enter a state with `setState(_:)`. Values that a state does not contain return
/// to their values before any state. Use it on the thread of its layers.
public final class LayerStates {
  package struct Value {
    /// Name of the layer, or nil if only `layer` identifies it.
    package var name: String?
    package weak var layer: CALayer?
    package var keyPath: String
    package var value: Any?

    var place: String { "\(name ?? "").\(keyPath)" }
    package var path: String { name.map { "\($0).\(keyPath)" } ?? keyPath }
  }

  package struct Step {
    package var layer: String
    package var key: String
    package var animation: CAAnimation
  }

  package struct Transition {
    /// Previous state, `*` for any, empty for none.
    package var from: String
    package var to: String
    package var steps: [Step]
  }

  private(set) var order: [String] = []
  private var values: [String: [Value]] = [:]
  package private(set) var transitions: [Transition] = []
  /// Values before any state, by layer and key path.
  private var base: [(value: Value, layer: CALayer)] = []
  /// Origin in media time for begin times of animations, in seconds.
  private let origin: Double

  /// Name of the current state; nil before any state.
  public private(set) var current: String?

  /// Creates an object without states.
  public init() { origin = 0 }

  init(origin: Double) { self.origin = origin }

  package var all: [(name: String, values: [Value])] { order.map { ($0, values[$0] ?? []) } }

  /// Names of the states, in the order of definition.
  public var names: [String] { order }

  /// Defines a state. Keys are names or ids of layers with key paths, such as `title.position.y`. Values are those of
  /// key-value coding.
  public func define(_ name: String, _ values: [String: Any]) {
    let parts = values.sorted { $0.key < $1.key }.map { path, value in
      let name = path.prefix { $0 != "." }
      return Value(name: String(name), keyPath: String(path.dropFirst(name.count + 1)), value: value)
    }
    define(name, parts)
  }

  /// Adds an animation of a layer that runs when `to` is entered from `from`. `*` means any state.
  ///
  /// A basic animation or spring without values runs from the visible value to the new one.
  public func addTransition(
    from: String = "*", to: String = "*", layer: String, key: String, animation: CAAnimation
  ) {
    let step = Step(layer: layer, key: key, animation: animation)
    guard let index = transitions.firstIndex(where: { $0.from == from && $0.to == to }) else {
      return add(Transition(from: from, to: to, steps: [step]))
    }
    transitions[index].steps.append(step)
  }

  func define(_ name: String, _ parts: [Value]) {
    if values.updateValue(parts, forKey: name) == nil { order.append(name) }
  }

  func add(_ transition: Transition) { transitions.append(transition) }

  /// Enters a state, or none. Does nothing for an unknown name.
  func enter(_ name: String?, in root: CALayer, animated: Bool) {
    guard name != current, name.map({ values[$0] != nil }) ?? true else { return }
    let layers = LayersByName(root)
    let steps = animated ? steps(to: name) : []
    let starts = steps.map { step in layers[step.layer].map { Start($0, step.animation) } ?? nil }
    let isDisabled = CATransaction.disableActions()
    CATransaction.begin()
    CATransaction.setDisableActions(isDisabled || !steps.isEmpty || !animated)
    apply(name.flatMap { values[$0] } ?? [], layers)
    for case (let step, let start?) in zip(steps, starts) { start.run(key: step.key, origin: origin) }
    CATransaction.commit()
    current = name
  }

  /// The most specific transition: between the two states, then those for any state.
  private func steps(to name: String?) -> [Step] {
    let (from, to) = (current ?? "", name ?? "")
    for wanted in [(from, to), ("*", to), (from, "*"), ("*", "*")] {
      let found = transitions.filter { $0.from == wanted.0 && $0.to == wanted.1 }
      if !found.isEmpty { return found.flatMap(\.steps) }
    }
    return []
  }

  private func apply(_ new: [Value], _ layers: LayersByName) {
    let places = Set(new.map(\.place))
    for (value, layer) in base where !places.contains(value.place) {
      try? layer.set(value.value, atKeyPath: value.keyPath)
    }
    base.removeAll { !places.contains($0.value.place) }
    var known = Set(base.map(\.value.place))
    for value in new {
      guard let layer = value.layer ?? value.name.flatMap({ layers[$0] }) else { continue }
      if known.insert(value.place).inserted {
        var old = value
        old.value = (try? layer.property(atKeyPath: value.keyPath))?.value
        base.append((old, layer))
      }
      try? layer.set(value.value, atKeyPath: value.keyPath)
    }
  }
}

/// The first layer of each name, and of each id that is not a name.
private struct LayersByName {
  private var layers: [String: CALayer] = [:]

  init(_ root: CALayer) {
    let all = root.withDescendants
    for layer in all {
      if let name = layer.name, layers[name] == nil { layers[name] = layer }
    }
    for layer in all {
      if let id = layer.id, layers[id] == nil { layers[id] = layer }
    }
  }

  subscript(name: String) -> CALayer? { layers[name] }
}

/// An animation with the visible values before it begins.
private struct Start {
  let layer: CALayer
  let animation: CAAnimation

  init(_ layer: CALayer, _ animation: CAAnimation) {
    self.layer = layer
    self.animation = animation.independentCopy() ?? animation
    Self.fill(self.animation, layer)
  }

  private static func fill(_ animation: CAAnimation, _ layer: CALayer) {
    if let group = animation as? CAAnimationGroup {
      for child in group.animations ?? [] { fill(child, layer) }
    }
    guard let basic = animation as? CABasicAnimation, let keyPath = basic.keyPath, basic.fromValue == nil,
      basic.toValue == nil, basic.byValue == nil
    else { return }
    basic.fromValue = (layer.presentation() ?? layer).value(forKeyPath: keyPath)
  }

  func run(key: String, origin: Double) {
    // Begin times are relative to the time when the state is entered.
    let now = CACurrentMediaTime()
    if animation.beginMoment == nil, animation.beginTime > 0 { animation.beginTime += now - origin }
    layer.add(animation.aligned(on: layer, now: now, shift: now - origin), forKey: key)
  }
}

extension CALayer {
  private static let statesKey = "starmine.states"

  /// States of this layer and its descendants. Default nil.
  public var states: LayerStates? {
    get { readUndefined(Self.statesKey) as? LayerStates }
    set { writeUndefined(newValue, Self.statesKey) }
  }

  /// Enters a state of `states`, with the animations of its transition if `animated`. Nil leaves all states. Does
  /// nothing for an unknown name.
  public func setState(_ name: String?, animated: Bool = true) { states?.enter(name, in: self, animated: animated) }
}
