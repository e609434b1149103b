import Foundation
import StarmineGraphics
import StarmineScene

/// A whole value.
struct ValueAccess<Root: PropertyValue>: AnimatableAccess {
  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValueError) -> TrackWriter<Root>? {
    if let function {
      return try functionWriter(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)
    }
    guard let source = try source(request, Root.init(keyValue:)) else { return nil }
    return TrackWriter(AnimationCurve(source, isAdditive: isAdditive, isCumulative: isCumulative))
  }

  /// The animated numbers become a transform, which replaces the one under it or acts on top of it.
  private func functionWriter(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction
  ) throws(WrongValueError) -> TrackWriter<Root>? {
    let isTriple = function.inputCount == 3
    func input(_ value: Any?) -> SIMD3<Double>? {
      if isTriple { return numbers(in: value, count: 3).map { SIMD3(Double($0[0]), Double($0[1]), Double($0[2])) } }
      return number(in: value).map { SIMD3($0.doubleValue, 0, 0) }
    }
    guard let source = try source(isTriple ? request.evenlySpaced : request, input) else { return nil }
    let neutral = SIMD3(repeating: function.neutral)
    let inputWriter = TrackWriter(AnimationCurve(source, isCumulative: isCumulative))
    let writer = TrackWriter<CATransform3D> { under, sample in
      var input = neutral
      inputWriter.apply(to: &input, sample)
      let transform = function.transform(input)
      under = isAdditive ? CATransform3DConcat(transform, under) : transform
    }
    return writer as? TrackWriter<Root>
  }

  /// Nil without any value.
  private func source<Input: Animatable>(
    _ request: AnimationRequest, _ read: (Any?) -> Input?
  ) throws(WrongValueError) -> AnimationCurve<Input>.Source? {
    func convert(_ value: Any?) throws(WrongValueError) -> Input? {
      guard let value else { return nil }
      guard !isNotANumber(value), let result = read(value) else { throw WrongValueError() }
      return result
    }
    switch request {
    case .basic(nil, nil, nil): return nil
    case .basic(let from, let to, let by):
      return .basic(from: try convert(from), to: try convert(to), by: try convert(by))
    case .keyframes(let values, let keyTimes, let mode, let curves, let shape):
      var converted: [Input] = []
      for value in values { if let value = try convert(value) { converted.append(value) } }
      return Keyframes(converted, keyTimes: keyTimes, mode: mode, curves: curves, shape: shape).map { .keyframes($0) }
    case .path(let path):
      guard read(path.point(at: 0)) != nil else { throw WrongValueError() }
      return .function { path.point(at: $0) as? Input }
    }
  }
}
