/// A value that animations can change. The defaults are for values without interpolation.
package protocol Animatable: Sendable {
  /// The value between this one and `end`, or nil if they cannot be mixed.
  func mixed(_ end: Self, _ progress: Double) -> Self?
  /// This value plus that of an additive animation.
  func plus(_ over: Self) -> Self?
  /// The difference that gives this value when added to `under`.
  func minus(_ under: Self) -> Self?
  /// The value added to itself `count` times.
  func repeated(_ count: Double) -> Self?
  /// The value that changes nothing when added.
  var neutral: Self? { get }
  /// Numbers for distances and splines, or nil.
  var components: [Double]? { get }
  func replacing(components: [Double]) -> Self
  /// Whether paced modes can keep a constant speed.
  static var canBePaced: Bool { get }
  /// Writes the values of a curve. If the animation has no effect, the value below remains.
  static func writer(_ curve: AnimationCurve<Self>) -> ValueWriter
  static func optionalWriter(_ curve: AnimationCurve<Self?>) -> ValueWriter
  /// Interpolates between two values; nil for types other than one or two numbers.
  static func straightWriter(from: Self, to: Self) -> ValueWriter?
  static func trackWriter(
    _ source: AnimationCurve<Self>.Source, isAdditive: Bool, isCumulative: Bool
  ) -> TrackWriter<Self>
}

extension Animatable {
  /// Changes halfway (peer-tested, behavior.md 2.10).
  package func mixed(_ end: Self, _ progress: Double) -> Self? { progress < 0.5 ? self : end }
  package func plus(_ over: Self) -> Self? { nil }
  package func minus(_ under: Self) -> Self? { nil }
  package func repeated(_ count: Double) -> Self? { nil }
  package var neutral: Self? { nil }
  package var components: [Double]? { nil }
  package func replacing(components: [Double]) -> Self { self }
  package static var canBePaced: Bool { false }
  // Implemented for each type, so that the arithmetic is specialized where its components are known.
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
  // Common cases without a copy of the curve.
  if !curve.isAdditive, !curve.isCumulative {
    if case .basic(let from?, let to?, _) = curve.source {
      return Value.straightWriter(from: from, to: to)
        ?? .general { address, sample in
          if let value = from.mixed(to, sample.progress) { address.assumingMemoryBound(to: Value.self).pointee = value }
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

package protocol LaneValue: Animatable {
  static var laneCount: Int { get }
  var lanes: SIMD4<Double> { get }
  init(lanes: SIMD4<Double>)
}

extension LaneValue {
  package func mixed(_ end: Self, _ progress: Double) -> Self? { Self(lanes: lanes + (end.lanes - lanes) * progress) }
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

/// Integers change in steps.
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

/// Unpremultiplied sRGB. Sums may be outside 0...1.
extension CGColor: LaneValue {
  package static var laneCount: Int { 4 }
  package var lanes: SIMD4<Double> { SIMD4(Double(red), Double(green), Double(blue), Double(alpha)) }
  package init(lanes: SIMD4<Double>) { self.init(red: lanes.x, green: lanes.y, blue: lanes.z, alpha: lanes.w) }
}

extension SIMD3<Double>: LaneValue, Animatable {
  package static var laneCount: Int { 3 }
  package var lanes: SIMD4<Double> { SIMD4(self, 0) }
  package init(lanes: SIMD4<Double>) { self.init(lanes.x, lanes.y, lanes.z) }
}

/// Takes the end value as soon as progress is above 0 (measured, behavior.md 2.10).
extension Bool: Animatable {
  package func mixed(_ end: Bool, _ progress: Double) -> Bool? { progress > 0 ? end : self }
}
