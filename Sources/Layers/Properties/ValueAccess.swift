extension PropertyValue {
  // A witness of each type, so that it is compiled for it here, where its parts are known.
  package static func trackWriter(_ request: TrackRequest) throws(WrongValueError) -> TrackWriter<Self>? {
    if let function = request.function { return try functionWriter(request, function) }
    guard let source = try request.values.source(animated) else { return nil }
    return trackWriter(source, isAdditive: request.isAdditive, isCumulative: request.isCumulative)
  }

  /// Returns an animation value, or nil for another type and NaN.
  private static func animated(_ value: Any) -> Self? {
    // Structures are used directly: the check for a number takes longer than everything else.
    if kind.isStructure, let whole = exactly(Self.self, value) { return whole }
    return isNaN(in: value) ? nil : Self(keyValue: value)
  }

  /// The animated numbers become a transform, which replaces the one under it or acts on top of it.
  private static func functionWriter(
    _ request: TrackRequest, _ function: ValueFunction
  ) throws(WrongValueError) -> TrackWriter<Self>? {
    let (isTriple, isAdditive) = (function.inputCount == 3, request.isAdditive)
    func input(_ value: Any) -> SIMD3<Double>? {
      if isNotANumber(value) { return nil }
      if isTriple { return numbers(in: value, count: 3).map { SIMD3(Double($0[0]), Double($0[1]), Double($0[2])) } }
      return number(in: value).map { SIMD3($0.doubleValue, 0, 0) }
    }
    guard let source = try (isTriple ? request.values.evenlySpaced : request.values).source(input) else { return nil }
    let neutral = SIMD3(repeating: function.neutral)
    let inputWriter = TrackWriter(AnimationCurve(source, isCumulative: request.isCumulative))
    let writer = TrackWriter<CATransform3D> { under, sample in
      var input = neutral
      inputWriter.apply(to: &input, sample)
      let transform = function.transform(input)
      under = isAdditive ? CATransform3DConcat(transform, under) : transform
    }
    return writer as? TrackWriter<Self>
  }
}

extension AnimationRequest {
  /// Nil without any value.
  /// - Parameter read: returns nil for a value of another type.
  fileprivate func source<Input: Animatable>(
    _ read: (Any) -> Input?
  ) throws(WrongValueError) -> AnimationCurve<Input>.Source? {
    // Inlined, because a call copies the value and its components.
    @inline(__always)
    func convert(_ value: Any?) throws(WrongValueError) -> Input? {
      guard let value else { return nil }
      guard let result = read(value) else { throw WrongValueError() }
      return result
    }
    switch self {
    case .basic(nil, nil, nil): return nil
    case .basic(let from, let to, let by):
      return .basic(from: try convert(from), to: try convert(to), by: try convert(by))
    case .keyframes(let values, let keyTimes, let mode, let curves, let shape):
      var converted: [Input] = []
      for value in values { if let value = try convert(value) { converted.append(value) } }
      return Keyframes(converted, keyTimes: keyTimes, mode: mode, curves: curves, shape: shape).map { .keyframes($0) }
    case .path(let path):
      switch Input.self {
      case is CGPoint.Type: return .function { path.point(at: $0) as? Input }
      case is CGSize.Type:
        return .function { progress in
          let point = path.point(at: progress)
          return CGSize(width: point.x, height: point.y) as? Input
        }
      default: throw WrongValueError()
      }
    }
  }
}
