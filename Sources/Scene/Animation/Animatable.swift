/// A value that animations can change. What a type does not say, holds for values that can only be exchanged.
package protocol Animatable: Sendable {
  /// On the way to `end`; nil if there is no way between these two.
  func mixed(_ end: Self, _ progress: Double) -> Self?
  /// This value with an additive animation's value on top.
  func plus(_ over: Self) -> Self?
  /// Difference that on top of `under` gives this value.
  func minus(_ under: Self) -> Self?
  /// On top of itself `count` times.
  func repeated(_ count: Double) -> Self?
  /// Value that changes nothing when added.
  var neutral: Self? { get }
  /// Numbers in which distances are measured and splines run; nil without.
  var components: [Double]? { get }
  /// The value that has these components.
  func replacing(components: [Double]) -> Self
  /// Whether there is a speed to keep constant in the paced modes.
  static var canBePaced: Bool { get }
  /// Moves a value along a curve; where the animation has no effect, the value under it stays.
  static func writer(_ curve: AnimationCurve<Self>) -> ValueWriter
  static func optionalWriter(_ curve: AnimationCurve<Self?>) -> ValueWriter
  /// Moves a value straight from one to another; nil for types that are not one or two numbers.
  static func straightWriter(from: Self, to: Self) -> ValueWriter?
  /// Moves a value along the curve of an animation.
  static func trackWriter(
    _ source: AnimationCurve<Self>.Source, isAdditive: Bool, isCumulative: Bool
  ) -> TrackWriter<Self>
}

extension Animatable {
  /// Exchanged half-way (peer-tested, behavior.md 2.10).
  package func mixed(_ end: Self, _ progress: Double) -> Self? { progress < 0.5 ? self : end }
  package func plus(_ over: Self) -> Self? { nil }
  package func minus(_ under: Self) -> Self? { nil }
  package func repeated(_ count: Double) -> Self? { nil }
  package var neutral: Self? { nil }
  package var components: [Double]? { nil }
  package func replacing(components: [Double]) -> Self { self }
  package static var canBePaced: Bool { false }
  // Witnesses of each type, so that the arithmetic is compiled for it here, where its parts are known.
  package static func writer(_ curve: AnimationCurve<Self>) -> ValueWriter { makeWriter(curve) }
  package static func optionalWriter(_ curve: AnimationCurve<Self?>) -> ValueWriter { makeWriter(curve) }
  package static func trackWriter(
    _ source: AnimationCurve<Self>.Source, isAdditive: Bool, isCumulative: Bool
  ) -> TrackWriter<Self> {
    TrackWriter(AnimationCurve(source, isAdditive: isAdditive, isCumulative: isCumulative))
  }
}

@inline(__always)
private func makeWriter<Value: Animatable>(_ curve: AnimationCurve<Value>) -> ValueWriter {
  // The common cases without a copy of the curve.
  if !curve.isAdditive, !curve.isCumulative {
    if case .basic(let from?, let to?, _) = curve.source {
      return Value.straightWriter(from: from, to: to)
        ?? .general { address, sample in
          if let value = from.mixed(to, sample.progress) {
            address.assumingMemoryBound(to: Value.self).pointee = value
          }
        }
    }
    if case .keyframes(let keyframes) = curve.source {
      return .general { address, sample in
        if let value = keyframes.value(at: sample.progress) {
          address.assumingMemoryBound(to: Value.self).pointee = value
        }
      }
    }
    if case .basic(nil, nil, let by?) = curve.source {
      return .general { address, sample in
        let place = address.assumingMemoryBound(to: Value.self)
        if let end = place.pointee.plus(by), let value = place.pointee.mixed(end, sample.progress) {
          place.pointee = value
        }
      }
    }
  }
  return .general { address, sample in
    let place = address.assumingMemoryBound(to: Value.self)
    if let value = curve.value(over: place.pointee, at: sample) { place.pointee = value }
  }
}

/// Values of up to four independent numbers.
package protocol LaneValue: Animatable {
  static var laneCount: Int { get }
  var lanes: SIMD4<Double> { get }
  init(lanes: SIMD4<Double>)
}

extension LaneValue {
  package func mixed(_ end: Self, _ progress: Double) -> Self? {
    Self(lanes: lanes + (end.lanes - lanes) * progress)
  }
  package func plus(_ over: Self) -> Self? { Self(lanes: lanes + over.lanes) }
  package func minus(_ under: Self) -> Self? { Self(lanes: lanes - under.lanes) }
  package func repeated(_ count: Double) -> Self? { Self(lanes: lanes * count) }
  package var neutral: Self? { Self(lanes: SIMD4()) }
  package var components: [Double]? { (0..<Self.laneCount).map { lanes[$0] } }
  package func replacing(components: [Double]) -> Self {
    var lanes = SIMD4<Double>()
    for (index, component) in components.prefix(4).enumerated() { lanes[index] = component }
    return Self(lanes: lanes)
  }
  package static var canBePaced: Bool { true }
}

extension Double: LaneValue {
  package static var laneCount: Int { 1 }
  package var lanes: SIMD4<Double> { SIMD4(self, 0, 0, 0) }
  package init(lanes: SIMD4<Double>) { self = lanes.x }
}

extension Float: LaneValue {
  package static var laneCount: Int { 1 }
  package var lanes: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  package init(lanes: SIMD4<Double>) { self = Float(lanes.x) }
}

extension CGFloat: LaneValue {
  package static var laneCount: Int { 1 }
  package var lanes: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  package init(lanes: SIMD4<Double>) { self = CGFloat(lanes.x) }
}

/// Whole numbers step.
extension Int: LaneValue {
  package static var laneCount: Int { 1 }
  package var lanes: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  package init(lanes: SIMD4<Double>) { self = Int(exactly: lanes.x.rounded()) ?? 0 }
}

extension CGPoint: LaneValue {
  package static var laneCount: Int { 2 }
  package var lanes: SIMD4<Double> { SIMD4(Double(x), Double(y), 0, 0) }
  package init(lanes: SIMD4<Double>) { self.init(x: lanes.x, y: lanes.y) }
}

extension CGSize: LaneValue {
  package static var laneCount: Int { 2 }
  package var lanes: SIMD4<Double> { SIMD4(Double(width), Double(height), 0, 0) }
  package init(lanes: SIMD4<Double>) { self.init(width: lanes.x, height: lanes.y) }
}

extension CGRect: LaneValue {
  package static var laneCount: Int { 4 }
  package var lanes: SIMD4<Double> {
    SIMD4(Double(origin.x), Double(origin.y), Double(size.width), Double(size.height))
  }
  package init(lanes: SIMD4<Double>) { self.init(x: lanes.x, y: lanes.y, width: lanes.z, height: lanes.w) }
}

/// Unpremultiplied sRGB; sums may leave 0...1.
extension CGColor: LaneValue {
  package static var laneCount: Int { 4 }
  package var lanes: SIMD4<Double> { SIMD4(Double(red), Double(green), Double(blue), Double(alpha)) }
  package init(lanes: SIMD4<Double>) { self.init(red: lanes.x, green: lanes.y, blue: lanes.z, alpha: lanes.w) }
}

/// Input of the value functions `scale` and `translate`.
extension SIMD3<Double>: LaneValue, Animatable {
  package static var laneCount: Int { 3 }
  package var lanes: SIMD4<Double> { SIMD4(self, 0) }
  package init(lanes: SIMD4<Double>) { self.init(lanes.x, lanes.y, lanes.z) }
}

/// Takes the end value as soon as there is any progress (measured, behavior.md 2.10).
extension Bool: Animatable {
  package func mixed(_ end: Bool, _ progress: Double) -> Bool? { progress > 0 ? end : self }
}
