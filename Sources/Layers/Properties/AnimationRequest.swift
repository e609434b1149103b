/// Values of an animation of a property, in the forms of key-value coding.
package enum AnimationRequest {
  case basic(from: Any?, to: Any?, by: Any?)
  case keyframes(values: [Any], keyTimes: [Double]?, mode: CalculationMode, curves: [TimingCurve], shape: SplineShape)
  case path(MotionPath)
}

/// The values of an animation and how they act on the property.
package struct TrackRequest {
  let values: AnimationRequest
  let isAdditive: Bool
  let isCumulative: Bool
  let function: ValueFunction?
}

extension AnimationRequest {
  /// Replaces paced by evenly spaced keyframes: value functions with three numbers have no pacing (measured,
  /// behavior.md 2.5).
  var evenlySpaced: AnimationRequest {
    guard case .keyframes(let values, let keyTimes, let mode, let curves, let shape) = self, mode.isPaced else {
      return self
    }
    return .keyframes(
      values: values, keyTimes: keyTimes, mode: mode.isCubic ? .cubic : .linear, curves: curves, shape: shape)
  }

  /// Starts videos at a time of the layer, unless they have started.
  func beginningClips(at time: Double) -> AnimationRequest {
    func begun(_ value: Any?) -> Any? { (value as? VideoClip)?.begun(at: time) ?? value }
    switch self {
    case .basic(let from, let to, let by): return .basic(from: begun(from), to: begun(to), by: by)
    case .keyframes(let values, let keyTimes, let mode, let curves, let shape):
      return .keyframes(
        values: values.map { begun($0) ?? $0 }, keyTimes: keyTimes, mode: mode, curves: curves, shape: shape)
    case .path: return self
    }
  }

  /// A basic animation of contents. Keyframed images change halfway (peer-tested, behavior.md 2.10), but basic ones
  /// cross-fade. Nil for other values.
  func contentsFade() throws(WrongValueError) -> TrackWriter<LayerState>? {
    guard case .basic(let from, let to, nil) = self, from != nil || to != nil else { return nil }
    func contents(_ value: Any?) throws(WrongValueError) -> LayerContents? {
      guard let value else { return nil }
      guard let contents = LayerContents(keyValue: value) else { throw WrongValueError() }
      return contents
    }
    let (start, end) = (try contents(from), try contents(to))
    let writer = TrackWriter<RareValues> { values, sample in
      let fade = ContentsFade(from: start ?? values.contents, to: end ?? values.contents, progress: sample.progress)
      values.contents = fade.progress < 0.5 ? fade.from : fade.to
      values.contentsFade.value = fade
    }
    return writer.liftedToRare().lifted(through: \LayerState.rare)
  }
}
