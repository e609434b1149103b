import Foundation
import Graphics
import Scene

/// Resolves animations to tracks through the property table of a class of layers.
struct TrackBuilder {
  let layerClass: CALayer.Type
  private(set) var tracks: [Track] = []
  private(set) var problems: [AnimationProblem] = []

  init(_ layerClass: CALayer.Type) {
    self.layerClass = layerClass
  }

  /// - Parameters:
  ///   - key: the key path of an animation that has none.
  ///   - inherited: seconds, where the animation has no duration.
  mutating func add(
    _ animation: CAAnimation, key: String?, groups: [AnimationClock] = [], inherited: Double = 0.25
  ) {
    let values = animation.stored
    let clock = AnimationClock(
      values.timing, curve: values.timingFunction?.curve,
      spring: animation is CASpringAnimation ? values.spring : nil, inherited: inherited)
    if let group = animation as? CAAnimationGroup {
      for child in group.animations ?? [] {
        add(child, key: nil, groups: groups + [clock], inherited: clock.duration)
      }
    } else if let animation = animation as? CAPropertyAnimation {
      do {
        let writer = try writer(animation, keyPath: values.keyPath ?? key ?? "")
        tracks.append(Track(groups: groups, clock: clock, writer: writer))
      } catch {
        problems.append(error)
      }
    }
  }

  private func writer(
    _ animation: CAPropertyAnimation, keyPath: String
  ) throws(AnimationProblem) -> TrackWriter<LayerState> {
    guard let row = layerClass.row(forKeyPath: keyPath) else {
      throw .noSuchProperty(keyPath: keyPath, className: String(describing: layerClass))
    }
    guard row.isAnimatable, let access = row.access else { throw .notAnimatable(keyPath: keyPath) }
    guard let request = request(animation) else { throw .nothingToDo(keyPath: keyPath) }
    let writer: TrackWriter<LayerState>?
    do {
      writer = try access.writer(
        request, isAdditive: animation.isAdditive, isCumulative: animation.isCumulative,
        function: animation.stored.valueFunction?.function)
    } catch {
      throw .wrongValue(keyPath: keyPath, expected: row.kind)
    }
    guard let writer else { throw .nothingToDo(keyPath: keyPath) }
    guard case .path(let path) = request, let mode = animation.stored.rotationMode else { return writer }
    let turn = mode == CAAnimationRotationMode.rotateAutoReverse.rawValue ? Double.pi : 0
    return TrackWriter { state, sample in
      writer.apply(to: &state, sample)
      let angle = path.angle(at: sample.progress) + turn
      state.transform = CATransform3DConcat(CATransform3DMakeRotation(angle, 0, 0, 1), state.transform)
    }
  }

  /// Nil for animations that cannot have an effect.
  private func request(_ animation: CAPropertyAnimation) -> AnimationRequest? {
    let values = animation.stored
    if animation is CABasicAnimation {
      return .basic(from: values.fromValue, to: values.toValue, by: values.byValue)
    }
    guard animation is CAKeyframeAnimation, let mode = CalculationMode(rawValue: values.calculationMode) else {
      return nil
    }
    let curves = values.timingFunctions?.map(\.curve) ?? []
    if let path = values.path {
      return MotionPath(path, keyTimes: values.keyTimes, mode: mode, curves: curves).map { .path($0) }
    }
    return values.values.map {
      .keyframes(values: $0, keyTimes: values.keyTimes, mode: mode, curves: curves, shape: values.shape)
    }
  }
}
