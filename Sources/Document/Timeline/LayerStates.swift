/// Named sets of values for the layers of a tree, and the animations that lead from one to another: what Core
/// Animation's documents have as states (behavior.md 6).
///
/// Put into `states` of the root layer, and enter one with `setState(_:)`. Values that a state does not name go back to
/// what they were before any state. Belongs to the thread of its layers.
public final class LayerStates {
  package struct Value {
    /// Name of the layer, nil for one that is known by itself.
    package var name: String?
    package weak var layer: CALayer?
    package var keyPath: String
    package var value: Any?

    var place: String { "\(name ?? "").\(keyPath)" }
    package var path: String { name.map { "\($0).\(keyPath)" } ?? keyPath }
  }

  /// An animation that runs when a state is left for another one.
  package struct Step {
    package var layer: String
    package var key: String
    package var animation: CAAnimation
  }

  package struct Transition {
    /// State that is left, `*` for any, empty for none.
    package var from: String
    package var to: String
    package var steps: [Step]
  }

  private(set) var order: [String] = []
  private var values: [String: [Value]] = [:]
  package private(set) var transitions: [Transition] = []
  /// The values from before any state, by layer and key path.
  private var base: [(value: Value, layer: CALayer)] = []
  /// Media time in seconds that begin times of animations count from.
  private let origin: Double

  /// Name of the state that the layers are in; nil before any.
  public private(set) var current: String?

  /// No states yet.
  public init() { origin = 0 }

  init(origin: Double) { self.origin = origin }

  /// The states with their values, in the order of defining.
  package var all: [(name: String, values: [Value])] { order.map { ($0, values[$0] ?? []) } }

  /// The states there are, in the order of defining.
  public var names: [String] { order }

  /// Defines a state: values by the name or id of a layer with a key path, such as `title.position.y`. Values are what
  /// key-value coding takes.
  public func define(_ name: String, _ values: [String: Any]) {
    let parts = values.sorted { $0.key < $1.key }.map { path, value in
      let name = path.prefix { $0 != "." }
      return Value(name: String(name), keyPath: String(path.dropFirst(name.count + 1)), value: value)
    }
    define(name, parts)
  }

  /// Adds an animation of a layer that runs when `to` is entered from `from`; `*` stands for any state.
  ///
  /// A basic animation or spring without values leads from what is seen to the new value.
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

  // MARK: Entering

  /// Enters a state, or none; a name that no state has changes nothing.
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

  /// The most telling transition: from this state to that one, then those for any state.
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

/// The first layer of each name, and of each id that is not a layer's name.
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

/// An animation with the values that are seen before it begins.
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
    // Begin times count from the moment at which the state is entered.
    let now = CACurrentMediaTime()
    if animation.beginMoment == nil, animation.beginTime > 0 { animation.beginTime += now - origin }
    layer.add(animation.aligned(on: layer, now: now, shift: now - origin), forKey: key)
  }
}

extension CALayer {
  private static let statesKey = "starmine.states"

  /// States of this layer and what is in it. Default nil.
  public var states: LayerStates? {
    get { readUndefined(Self.statesKey) as? LayerStates }
    set { writeUndefined(newValue, Self.statesKey) }
  }

  /// Enters a state of `states`, with the animations of its transition if `animated`; nil leaves all states. A name
  /// that no state has changes nothing.
  public func setState(_ name: String?, animated: Bool = true) { states?.enter(name, in: self, animated: animated) }
}
