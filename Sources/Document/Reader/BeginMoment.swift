/// Begin times in a document relative to the movie's clock: `now+2s`, or the `delay` of an animation.
///
/// They are stored in addition to the begin time, which is relative to the parent's clock. That clock is known only for
/// the complete tree, and may change with it.
enum BeginMoment {
  /// Undefined key, or tag of an animation, with seconds of media time.
  package static let key = "starmine.beginMoment"

  /// A begin time of 0 means none, so the moment 0 is changed slightly.
  static func beginTime(_ local: Double) -> Double { local == 0 ? 1e-100 : local }
}

/// Whether a document contains begin times relative to the movie's clock.
package final class BeginMoments {
  package fileprivate(set) var areUsed = false

  package func note(_ moment: Double?, of container: some PropertyContainer) {
    if moment == nil, container.readUndefined(BeginMoment.key) == nil { return }
    container.writeUndefined(moment, BeginMoment.key)
    areUsed = true
  }

  func note(_ moment: Double?, of animation: CAAnimation) {
    if moment == nil, animation.beginMoment == nil { return }
    animation.setValue(moment, forKey: BeginMoment.key)
    areUsed = true
  }
}

extension CAAnimation {
  /// Begin in media time from the document, or nil.
  package var beginMoment: Double? { value(forKey: BeginMoment.key) as? Double }

  private var hasBeginMoment: Bool {
    beginMoment != nil || ((self as? CAAnimationGroup)?.animations ?? []).contains(where: \.hasBeginMoment)
  }

  /// The animation with begin times in the layer's clock: itself, or a copy if the document contains moments.
  /// - Parameter now: media time at which the animation is added.
  /// - Parameter shift: seconds that are added to its moments.
  func aligned(on layer: CALayer, now: Double, shift: Double = 0) -> CAAnimation {
    guard hasBeginMoment, let copy = independentCopy() else { return self }
    copy.align(now: layer.convertTime(now, from: nil)) { layer.convertTime($0 + shift, from: nil) }
    return copy
  }

  /// - Parameter local: converts media time to the parent's clock.
  private func align(now: Double, _ local: (Double) -> Double) {
    if let beginMoment { beginTime = BeginMoment.beginTime(local(beginMoment)) }
    guard let group = self as? CAAnimationGroup else { return }
    let begin = beginTime == 0 ? now : beginTime
    for child in group.animations ?? [] {
      child.align(now: 0) { (local($0) - begin) * Double(group.speed) + group.timeOffset }
    }
  }
}

extension CALayer {
  /// Converts begin times of layers, cells and animations from moments of the document to their parents' clocks.
  /// - Parameter now: begin in media time of animations without a begin time.
  package func alignBeginMoments(now: Double) {
    for layer in withDescendants {
      if let moment = layer.readUndefined(BeginMoment.key) as? Double {
        layer.beginTime = BeginMoment.beginTime(layer.superlayer?.convertTime(moment, from: nil) ?? moment)
      }
      // Begin times of sub-cells are relative to the birth of the parent particle.
      for cell in (layer as? CAEmitterLayer)?.elements("emitterCells") ?? [] {
        guard let moment = cell.readUndefined(BeginMoment.key) as? Double else { continue }
        _ = cell.writeProperty(BeginMoment.beginTime(layer.convertTime(moment, from: nil)), "beginTime")
      }
      for key in layer.animationKeys() ?? [] {
        guard let animation = layer.animation(forKey: key) else { continue }
        let aligned = animation.aligned(on: layer, now: now)
        if aligned !== animation { layer.replaceAnimation(forKey: key, with: aligned) }
      }
    }
  }

  /// Converts media time to the clock of the begin time at a key path; nil if that is relative to the birth of a
  /// particle.
  func beginTime(at moment: Double, keyPath: String) -> Double? {
    let parts = keyPath.split(separator: ".")
    if parts.count == 1 { return BeginMoment.beginTime(superlayer?.convertTime(moment, from: nil) ?? moment) }
    guard parts.count == 3, parts[0] == "emitterCells" else { return nil }
    return BeginMoment.beginTime(convertTime(moment, from: nil))
  }
}
