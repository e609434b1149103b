import Foundation
import StarmineGraphics
import StarmineScene

/// Values that an animation asks of a property, in the spellings of key-value coding.
enum AnimationRequest {
  case basic(from: Any?, to: Any?, by: Any?)
  case keyframes(values: [Any], keyTimes: [Double]?, mode: CalculationMode, curves: [TimingCurve], shape: SplineShape)
  case path(MotionPath)
}

extension AnimationRequest {
  /// Paced keyframes at even times: triples of value functions have no pace (measured, behavior.md 2.5).
  fileprivate var evenlySpaced: AnimationRequest {
    guard case .keyframes(let values, let keyTimes, let mode, let curves, let shape) = self, mode.isPaced else {
      return self
    }
    return .keyframes(
      values: values, keyTimes: keyTimes, mode: mode.isCubic ? .cubic : .linear, curves: curves, shape: shape)
  }
}

/// Why an animation has no effect.
package enum AnimationProblem: Error, Equatable, CustomStringConvertible {
  case noSuchProperty(keyPath: String, className: String)
  case notAnimatable(keyPath: String)
  case wrongValue(keyPath: String, expected: ValueKind)
  case nothingToDo(keyPath: String)
  case noSuchTransition(type: String)
  case transitionFilter
  case transitionInGroup
  /// The key path leads nowhere from this layer.
  case unreachable(PropertyError)

  package var description: String {
    switch self {
    case .noSuchProperty(let keyPath, let className): "\(className) has no property \"\(keyPath)\" to animate"
    case .notAnimatable(let keyPath): "\"\(keyPath)\" cannot be animated"
    case .wrongValue(let keyPath, let expected): "\"\(keyPath)\" takes values of kind \(expected)"
    case .unreachable(let error): error.description
    case .nothingToDo(let keyPath): "the animation of \"\(keyPath)\" has no values that change anything"
    case .noSuchTransition(let type): "there is no transition \"\(type)\"; it is drawn as a fade from the left"
    case .transitionFilter: "transitions by filters are not supported; the type is drawn instead"
    case .transitionInGroup: "a transition cannot be part of a group"
    }
  }
}

/// Typed access to a property, for animations.
protocol AnimatableAccess<Root>: Sendable {
  associatedtype Root
  /// Nil where the values have no effect.
  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValue) -> TrackWriter<Root>?
}

/// A value of an animation is not of the property's kind.
struct WrongValue: Error {}

/// A part of a value.
struct PartAccess<Root, Part>: AnimatableAccess {
  let part: any AnimatableAccess<Part>
  let path: any WritableKeyPath<Root, Part> & Sendable

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValue) -> TrackWriter<Root>? {
    try part.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .lifted(through: path)
  }
}

/// A value that may be missing.
struct OptionalAccess<Wrapped>: AnimatableAccess {
  let wrapped: any AnimatableAccess<Wrapped>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValue) -> TrackWriter<Wrapped?>? {
    try wrapped.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .liftedToOptional()
  }
}

/// A group of values that few layers have.
struct RareAccess<Group: RareGroup>: AnimatableAccess {
  let group: any AnimatableAccess<Group>

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValue) -> TrackWriter<Rare<Group>>? {
    try group.writer(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)?
      .liftedToRare()
  }
}

/// A whole value.
struct ValueAccess<Root: PropertyValue>: AnimatableAccess {
  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValue) -> TrackWriter<Root>? {
    if let function {
      return try functionWriter(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)
    }
    guard let source = try source(request, Root.init(keyValue:)) else { return nil }
    return TrackWriter(AnimationCurve(source, isAdditive: isAdditive, isCumulative: isCumulative))
  }

  /// The animated numbers become a transform, which replaces the one under it or acts on top of it.
  private func functionWriter(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction
  ) throws(WrongValue) -> TrackWriter<Root>? {
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
  ) throws(WrongValue) -> AnimationCurve<Input>.Source? {
    func convert(_ value: Any?) throws(WrongValue) -> Input? {
      guard let value else { return nil }
      guard let result = read(value) else { throw WrongValue() }
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
      guard read(path.point(at: 0)) != nil else { throw WrongValue() }
      return .function { path.point(at: $0) as? Input }
    }
  }
}
