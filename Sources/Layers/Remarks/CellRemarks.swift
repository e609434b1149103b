/// Warnings about particles that are never visible because of the values of cells and behaviours.
package struct CellRemarks {
  /// A warning about a cell, or about the layer if the path is empty.
  package struct Remark: Sendable {
    package let message: String
    /// Properties to check, the most likely first.
    package let keys: [String]
    /// Indices of the parent cells, outermost first, and of the cell.
    package let path: [Int]
    /// Whether no particle of the cell is ever visible.
    package let hidesAll: Bool
    /// Whether births are missing. A script may still cause them.
    package var isAboutBirths: Bool { keys.first == "birthRate" }
  }

  /// Shortest visible time of a particle in seconds: a few frames.
  private static let shortestSight: Float = 0.05

  private let layer: CAEmitterLayer
  /// Names of properties that animations or a script change, so they may start at zero.
  private let changed: Set<String>
  private var found: [Remark] = []

  package static func all(in layer: CAEmitterLayer, changed: Set<String>) -> [Remark] {
    var remarks = CellRemarks(layer: layer, changed: changed.union(layer.animatedNames))
    if remarks.checkLayer() {
      for (index, cell) in (layer.emitterCells ?? []).enumerated() { remarks.check(cell, [index], inside: nil) }
    }
    return remarks.found
  }

  private init(layer: CAEmitterLayer, changed: Set<String>) { (self.layer, self.changed) = (layer, changed) }

  private mutating func add(_ message: String, _ keys: [String], _ path: [Int], hidesAll: Bool = true) {
    found.append(Remark(message: message, keys: keys, path: path, hidesAll: hidesAll))
  }

  /// - Returns: whether cells can be visible.
  private mutating func checkLayer() -> Bool {
    let factors: [(key: String, value: Float, effect: String)] = [
      ("birthRate", layer.birthRate, "no cell emits"), ("lifetime", layer.lifetime, "all particles die at once"),
      ("scale", layer.scale, "the particles are not visible"),
    ]
    guard !(layer.emitterCells ?? []).isEmpty else { return true }
    for factor in factors where !(factor.value > 0) && !changed.contains(factor.key) {
      add("\(factor.key) is \(text(factor.value)) and does not change: \(factor.effect)", [factor.key], [])
      return false
    }
    return true
  }

  private mutating func check(_ cell: CAEmitterCell, _ path: [Int], inside parent: CAEmitterCell?) {
    guard checkBirths(cell, path, parent), checkLife(cell, path) else { return }
    checkSight(cell, path)
    for (index, child) in (cell.emitterCells ?? []).enumerated() { check(child, path + [index], inside: cell) }
  }

  private mutating func checkBirths(_ cell: CAEmitterCell, _ path: [Int], _ parent: CAEmitterCell?) -> Bool {
    let multiplier = cell.birthMultiplier
    let switches = [("enabled", !cell.isEnabled, "false"), ("birthMultiplier", !(multiplier > 0), text(multiplier))]
    for (key, isOff, value) in switches where isOff && !changed.contains(key) {
      add("\(key) is \(value) and does not change: the cell never emits", [key], path)
      return false
    }
    if cell.birthRate <= 0, cell.birthsPerPoint <= 0, changed.isDisjoint(with: ["birthRate", "birthsPerPoint"]) {
      let rate = text(cell.birthRate)
      add("birthRate is \(rate) and does not change: the cell never emits", ["birthRate"], path)
      return false
    }
    guard let parent else { return true }
    if parent.birthsReach(cell), !cell.birthRateOverLife.isEmpty, cell.birthRateOverLife.allSatisfy({ $0 <= 0 }) {
      add("birthRateOverLife is never above 0: the cell never emits", ["birthRateOverLife"], path)
      return false
    }
    checkMoment(cell, path, parent)
    return true
  }

  private mutating func checkMoment(_ cell: CAEmitterCell, _ path: [Int], _ parent: CAEmitterCell) {
    if cell.emissionMoment == "impact" {
      let behaviors = parent.state.behaviors + layer.state.emitter.behaviors
      guard !behaviors.contains(where: { $0.kind == .floor || $0.kind == .walls }) else { return }
      add(
        "the cell emits when its parent hits a floor or wall, and neither the parent nor the layer has any",
        ["emissionMoment"], path, hidesAll: false)
      return
    }
    let life = Double((parent.lifetime + parent.lifetimeRange / 2) * layer.lifetime)
    guard parent.birthsReach(cell), cell.beginTime > 0, life > 0, cell.beginTime >= life,
      changed.isDisjoint(with: ["lifetime", "lifetimeRange"])
    else { return }
    add(
      "beginTime is \(text(cell.beginTime)) s, but the parent particles live at most \(text(life)) s",
      ["beginTime"], path, hidesAll: false)
  }

  private mutating func checkLife(_ cell: CAEmitterCell, _ path: [Int]) -> Bool {
    guard cell.lifetime + abs(cell.lifetimeRange) / 2 <= 0, changed.isDisjoint(with: ["lifetime", "lifetimeRange"])
    else { return true }
    add("lifetime is \(text(cell.lifetime)): the particles die at once", ["lifetime"], path)
    return false
  }

  private mutating func checkSight(_ cell: CAEmitterCell, _ path: [Int]) {
    // Particles without an image, or of size 0, may emit visible cells.
    guard (cell.emitterCells ?? []).isEmpty else { return }
    if cell.contents == nil, !changed.contains("contents") {
      return add("the cell has births but no contents: its particles are not visible", ["contents", "birthRate"], path)
    }
    let curves = (layer.state.emitter.behaviors + cell.state.behaviors).filter(\.isEnabled)
    let changesCurves = !changed.isDisjoint(with: ["emitterBehaviors", "values", "colors"])
    let (scale, alpha) = (peak(of: .scale, in: curves), peak(of: .alpha, in: curves))
    let grows = cell.scaleSpeed > 0 || peak(of: .scaleSpeed, in: curves).map { $0 > 0 } ?? false
    let isFlat = scale.map { $0 <= 0 } ?? (cell.scale + abs(cell.scaleRange) / 2 <= 0 && !grows)
    if isFlat, !changesCurves, changed.isDisjoint(with: ["scale", "scaleRange", "scaleSpeed"]) {
      let start = text(scale ?? Double(cell.scale))
      return add(
        "scale is \(start) and does not grow above 0: the particles are not visible", ["scale", "emitterBehaviors"],
        path)
    }
    guard !changesCurves, changed.isDisjoint(with: ["color", "alpha", "alphaRange", "alphaSpeed"]) else { return }
    let first = Float(cell.color?.alpha ?? 1) + abs(cell.alphaRange) / 2
    if alpha.map({ $0 <= 0 }) ?? (first <= 0 && cell.alphaSpeed <= 0) {
      return add(
        "the colour is transparent and does not change: the particles are not visible", ["color", "emitterBehaviors"],
        path)
    }
    guard alpha == nil, cell.alphaSpeed < 0, first / -cell.alphaSpeed < Self.shortestSight else { return }
    add(
      "the particles fade out \(text(first / -cell.alphaSpeed)) s after their birth, before they can become visible",
      ["alphaSpeed"], path, hidesAll: false)
  }

  /// The largest value of a property from its curves over life. Nil without a curve, and if curves are added.
  private func peak(of target: LifeTarget, in behaviors: [EmitterBehaviorState]) -> Double? {
    behaviors.compactMap { behavior -> Double? in
      switch behavior.kind {
      case .valueOverLife where behavior.keyPath == target:
        behavior.values.max().flatMap { behavior.isAdditive && $0 <= 0 ? nil : $0 }
      case .colorOverLife where target == .alpha: behavior.colors.map { Double($0.alpha) }.max()
      default: nil
      }
    }.max()
  }

  private func text(_ value: Float) -> String { text(Double(value)) }

  private func text(_ value: Double) -> String { String(format: "%.6g", value) }
}

extension CALayer {
  /// Last components of the key paths of the layer's animations.
  fileprivate var animatedNames: Set<String> {
    Set(animations.entries.flatMap { $0.animation.names(key: $0.key) })
  }
}

extension CAAnimation {
  fileprivate func names(key: String?) -> [String] {
    if let group = self as? CAAnimationGroup { return (group.animations ?? []).flatMap { $0.names(key: nil) } }
    return ((self as? CAPropertyAnimation)?.keyPath ?? key ?? "").split(separator: ".").map(String.init)
  }
}

extension CAEmitterCell {
  fileprivate func birthsReach(_ child: CAEmitterCell) -> Bool { child.emissionMoment == "life" }
}
