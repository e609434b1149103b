import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePresets
import StarmineScene
import StarmineImport

/// A scene's timeline in the words of CAML, which has none: every change is an animation that begins at its time and
/// stays. A layer that comes in later, or goes, is there all the time and hidden for a part of it.
struct CamlTimeline {
  private(set) var animations: [ObjectIdentifier: [(key: String, animation: CAAnimation)]] = [:]
  /// Layers that come in, by what they come into.
  private(set) var additions: [ObjectIdentifier: [CALayer]] = [:]
  /// Those that are hidden before their time.
  private(set) var late = Set<ObjectIdentifier>()
  /// Things without words, one line each.
  private(set) var lost: [String] = []

  private let clock: Double
  private var layers: [CALayer] = []
  /// Values after the changes so far, by layer and key path.
  private var values: [Place: Any] = [:]

  private struct Place: Hashable {
    let layer: ObjectIdentifier
    let keyPath: String
  }

  init(_ scene: PresetScene) {
    clock = scene.clock
    collect(scene.rootLayer)
    for event in scene.events { add(event) }
  }

  private mutating func collect(_ layer: CALayer) {
    layers.append(layer)
    for child in layer.sublayers ?? [] { collect(child) }
    if let mask = layer.mask { collect(mask) }
  }

  private func layer(named name: String) -> CALayer? {
    layers.first { $0.name == name } ?? layers.first { $0.id == name }
  }

  private mutating func add(_ event: PresetEvent) {
    let time = ValueText.text(event.time)
    for addition in event.additions {
      guard let parent = layer(named: addition.superlayer) else { continue }
      additions[ObjectIdentifier(parent), default: []].append(addition.layer)
      late.insert(ObjectIdentifier(addition.layer))
      collect(addition.layer)
      show(addition.layer, isHidden: false, at: event.time)
    }
    if let state = event.state {
      lost.append("timeline at \(time) s: the program that shows the package enters \(state)")
    }
    for change in event.changes where !add(change, of: event) {
      lost.append("timeline at \(time) s: \(change.path)")
    }
    for added in event.animations {
      guard let layer = layer(named: added.layer), let copy = added.animation.independentCopy() else { continue }
      if copy.beginTime == 0 { copy.beginTime = clock + event.time }
      note(copy, key: added.key, on: layer)
    }
    for ended in event.endedAnimations { lost.append("timeline at \(time) s: the end of animations of \(ended.layer)") }
    for name in event.removals {
      if let layer = layer(named: name) { show(layer, isHidden: true, at: event.time) }
    }
  }

  /// False where an animation cannot do it.
  private mutating func add(_ change: PresetEvent.Change, of event: PresetEvent) -> Bool {
    let (layer, keyPath) = (change.layer, change.keyPath)
    guard let info = layer.info(atKeyPath: keyPath), info.isAnimatable, let value = change.value else { return false }
    let place = Place(layer: ObjectIdentifier(layer), keyPath: keyPath)
    let old = values[place] ?? layer.value(forKeyPath: keyPath)
    values[place] = value
    let isAnimated = info.action == .basic && old != nil && !(event.transaction?.disablesActions ?? false)
    let animation = CABasicAnimation(keyPath: keyPath)
    // As implicit animations are; otherwise a step.
    (animation.fromValue, animation.toValue) = (isAnimated ? old : value, value)
    animation.duration = isAnimated ? event.transaction?.duration ?? 0.25 : 0.001
    if isAnimated {
      animation.timingFunction = event.transaction?.timingFunction ?? CAMediaTimingFunction(name: .default)
    }
    hold(animation, on: layer, at: event.time)
    return true
  }

  private mutating func show(_ layer: CALayer, isHidden: Bool, at time: Double) {
    let animation = CABasicAnimation(keyPath: "hidden")
    (animation.fromValue, animation.toValue, animation.duration) = (isHidden, isHidden, 0.001)
    hold(animation, on: layer, at: time)
  }

  private mutating func hold(_ animation: CABasicAnimation, on layer: CALayer, at time: Double) {
    animation.beginTime = clock + time
    (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, false)
    note(animation, key: "\(animation.keyPath ?? "") at \(ValueText.text(time)) s", on: layer)
  }

  private mutating func note(_ animation: CAAnimation, key: String, on layer: CALayer) {
    animations[ObjectIdentifier(layer), default: []].append((key, animation))
  }
}
