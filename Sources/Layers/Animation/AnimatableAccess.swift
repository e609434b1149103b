import Foundation
import Graphics
import Scene

/// What an animation asks of a property, in the spellings of key-value coding.
enum AnimationRequest {
  case basic(from: Any?, to: Any?, by: Any?)
  case keyframes(values: [Any], keyTimes: [Double]?, mode: CalculationMode, curves: [TimingCurve], shape: SplineShape)
  case path(MotionPath)
}

extension AnimationRequest {
  /// Paced keyframes at even times: triples of value functions have no pace (measured, reference 2.5).
  fileprivate var evenlySpaced: AnimationRequest {
    guard case .keyframes(let values, let keyTimes, let mode, let curves, let shape) = self, mode.isPaced else {
      return self
    }
    return .keyframes(
      values: values, keyTimes: keyTimes, mode: mode.isCubic ? .cubic : .linear, curves: curves, shape: shape)
  }
}

/// Why an animation has no effect.
public enum AnimationProblem: Error, Equatable, CustomStringConvertible {
  case noSuchProperty(keyPath: String, className: String)
  case notAnimatable(keyPath: String)
  case wrongValue(keyPath: String, expected: ValueKind)
  case nothingToDo(keyPath: String)
  case noSuchTransition(type: String)
  case transitionFilter
  case transitionInGroup

  public var description: String {
    switch self {
    case .noSuchProperty(let keyPath, let className): "\(className) has no property \"\(keyPath)\" to animate"
    case .notAnimatable(let keyPath): "\"\(keyPath)\" cannot be animated"
    case .wrongValue(let keyPath, let expected): "\"\(keyPath)\" takes values of kind \(expected)"
    case .nothingToDo(let keyPath): "the animation of \"\(keyPath)\" has no values that change anything"
    case .noSuchTransition(let type): "there is no transition \"\(type)\"; it is drawn as a fade from the left"
    case .transitionFilter: "transitions by filters are not supported; the type is drawn instead"
    case .transitionInGroup: "a transition cannot be part of a group"
    }
  }
}

typealias Writer<Root> = @Sendable (inout Root, AnimationSample) -> Void

/// Typed access to a property, for animations.
protocol AnimatableAccess<Root>: Sendable {
  associatedtype Root
  func lifted<Outer>(through path: any WritableKeyPath<Outer, Root> & Sendable) -> any AnimatableAccess<Outer>
  /// Nil where the values have no effect.
  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValue) -> Writer<Root>?
}

/// A value of an animation is not of the property's kind.
struct WrongValue: Error {}

struct TypedAccess<Root, Value: PropertyValue>: AnimatableAccess {
  let get: @Sendable (Root) -> Value
  let set: @Sendable (inout Root, Value) -> Void

  func lifted<Outer>(through path: any WritableKeyPath<Outer, Root> & Sendable) -> any AnimatableAccess<Outer> {
    let (get, set) = (get, set)
    return TypedAccess<Outer, Value>(get: { get($0[keyPath: path]) }, set: { set(&$0[keyPath: path], $1) })
  }

  func writer(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction?
  ) throws(WrongValue) -> Writer<Root>? {
    if let function {
      return try functionWriter(request, isAdditive: isAdditive, isCumulative: isCumulative, function: function)
    }
    guard let source = try source(request, Value.init(keyValue:)) else { return nil }
    let sampler = Value.sampler(AnimationCurve(source, isAdditive: isAdditive, isCumulative: isCumulative))
    let (get, set) = (get, set)
    return { root, sample in
      if let value = sampler(get(root), sample) { set(&root, value) }
    }
  }

  /// The animated numbers become a transform, which replaces the one under it or acts on top of it.
  private func functionWriter(
    _ request: AnimationRequest, isAdditive: Bool, isCumulative: Bool, function: ValueFunction
  ) throws(WrongValue) -> Writer<Root>? {
    let isTriple = function.inputCount == 3
    func input(_ value: Any?) -> SIMD3<Double>? {
      if isTriple { return numbers(in: value, count: 3).map { SIMD3(Double($0[0]), Double($0[1]), Double($0[2])) } }
      return number(in: value).map { SIMD3($0.doubleValue, 0, 0) }
    }
    guard let source = try source(isTriple ? request.evenlySpaced : request, input) else { return nil }
    let neutral = SIMD3(repeating: function.neutral)
    let sampler = SIMD3<Double>.sampler(AnimationCurve(source, isCumulative: isCumulative))
    let (get, set) = (get, set)
    return { root, sample in
      guard let under = get(root) as? CATransform3D, let input = sampler(neutral, sample) else { return }
      let transform = function.transform(input)
      let result = isAdditive ? CATransform3DConcat(transform, under) : transform
      if let value = result as? Value { set(&root, value) }
    }
  }

  private func source<Input: Animatable>(
    _ request: AnimationRequest, _ read: (Any?) -> Input?
  ) throws(WrongValue) -> AnimationCurve<Input>.Source? {
    func convert(_ value: Any?) throws(WrongValue) -> Input? {
      guard let value else { return nil }
      guard let result = read(value) else { throw WrongValue() }
      return result
    }
    switch request {
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
