public import Foundation
public import Graphics

/// A value that animations can change. What a type does not say, holds for values that can only be exchanged.
public protocol Animatable: Sendable {
  /// On the way to `end`; nil if there is no way between these two.
  func mixed(_ end: Self, _ progress: Double) -> Self?
  /// This value with an additive animation's value on top.
  func plus(_ over: Self) -> Self?
  /// What has to be on top of `under` to give this value.
  func minus(_ under: Self) -> Self?
  /// On top of itself `count` times.
  func repeated(_ count: Double) -> Self?
  /// What changes nothing when added.
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
}

extension Animatable {
  /// Exchanged half-way (peer-tested, reference 2.10).
  public func mixed(_ end: Self, _ progress: Double) -> Self? { progress < 0.5 ? self : end }
  public func plus(_ over: Self) -> Self? { nil }
  public func minus(_ under: Self) -> Self? { nil }
  public func repeated(_ count: Double) -> Self? { nil }
  public var neutral: Self? { nil }
  public var components: [Double]? { nil }
  public func replacing(components: [Double]) -> Self { self }
  public static var canBePaced: Bool { false }
  // Witnesses of each type, so that the arithmetic is compiled for it here, where its parts are known.
  public static func writer(_ curve: AnimationCurve<Self>) -> ValueWriter { makeWriter(curve) }
  public static func optionalWriter(_ curve: AnimationCurve<Self?>) -> ValueWriter { makeWriter(curve) }
}

@inline(__always)
private func makeWriter<Value: Animatable>(_ curve: AnimationCurve<Value>) -> ValueWriter {
  // The common cases without a copy of the curve.
  if !curve.isAdditive, !curve.isCumulative {
    if case .basic(let from?, let to?, _) = curve.source {
      return { address, sample in
        if let value = from.mixed(to, sample.progress) { address.assumingMemoryBound(to: Value.self).pointee = value }
      }
    }
    if case .basic(nil, nil, let by?) = curve.source {
      return { address, sample in
        let place = address.assumingMemoryBound(to: Value.self)
        if let end = place.pointee.plus(by), let value = place.pointee.mixed(end, sample.progress) {
          place.pointee = value
        }
      }
    }
  }
  return { address, sample in
    let place = address.assumingMemoryBound(to: Value.self)
    if let value = curve.value(over: place.pointee, at: sample) { place.pointee = value }
  }
}

/// Values of up to four independent numbers.
public protocol LaneValue: Animatable {
  static var laneCount: Int { get }
  var lanes: SIMD4<Double> { get }
  init(lanes: SIMD4<Double>)
}

extension LaneValue {
  public func mixed(_ end: Self, _ progress: Double) -> Self? {
    Self(lanes: lanes + (end.lanes - lanes) * progress)
  }
  public func plus(_ over: Self) -> Self? { Self(lanes: lanes + over.lanes) }
  public func minus(_ under: Self) -> Self? { Self(lanes: lanes - under.lanes) }
  public func repeated(_ count: Double) -> Self? { Self(lanes: lanes * count) }
  public var neutral: Self? { Self(lanes: SIMD4()) }
  public var components: [Double]? { (0..<Self.laneCount).map { lanes[$0] } }
  public func replacing(components: [Double]) -> Self {
    var lanes = SIMD4<Double>()
    for (index, component) in components.prefix(4).enumerated() { lanes[index] = component }
    return Self(lanes: lanes)
  }
  public static var canBePaced: Bool { true }
}

extension Double: LaneValue {
  public static var laneCount: Int { 1 }
  public var lanes: SIMD4<Double> { SIMD4(self, 0, 0, 0) }
  public init(lanes: SIMD4<Double>) { self = lanes.x }
}

extension Float: LaneValue {
  public static var laneCount: Int { 1 }
  public var lanes: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  public init(lanes: SIMD4<Double>) { self = Float(lanes.x) }
}

extension CGFloat: LaneValue {
  public static var laneCount: Int { 1 }
  public var lanes: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  public init(lanes: SIMD4<Double>) { self = CGFloat(lanes.x) }
}

/// Whole numbers step.
extension Int: LaneValue {
  public static var laneCount: Int { 1 }
  public var lanes: SIMD4<Double> { SIMD4(Double(self), 0, 0, 0) }
  public init(lanes: SIMD4<Double>) { self = Int(exactly: lanes.x.rounded()) ?? 0 }
}

extension CGPoint: LaneValue {
  public static var laneCount: Int { 2 }
  public var lanes: SIMD4<Double> { SIMD4(Double(x), Double(y), 0, 0) }
  public init(lanes: SIMD4<Double>) { self.init(x: lanes.x, y: lanes.y) }
}

extension CGSize: LaneValue {
  public static var laneCount: Int { 2 }
  public var lanes: SIMD4<Double> { SIMD4(Double(width), Double(height), 0, 0) }
  public init(lanes: SIMD4<Double>) { self.init(width: lanes.x, height: lanes.y) }
}

extension CGRect: LaneValue {
  public static var laneCount: Int { 4 }
  public var lanes: SIMD4<Double> {
    SIMD4(Double(origin.x), Double(origin.y), Double(size.width), Double(size.height))
  }
  public init(lanes: SIMD4<Double>) { self.init(x: lanes.x, y: lanes.y, width: lanes.z, height: lanes.w) }
}

/// Unpremultiplied sRGB; sums may leave 0...1.
extension CGColor: LaneValue {
  public static var laneCount: Int { 4 }
  public var lanes: SIMD4<Double> { SIMD4(Double(red), Double(green), Double(blue), Double(alpha)) }
  public init(lanes: SIMD4<Double>) { self.init(red: lanes.x, green: lanes.y, blue: lanes.z, alpha: lanes.w) }
}

/// Input of the value functions `scale` and `translate`.
extension SIMD3<Double>: LaneValue, Animatable {
  public static var laneCount: Int { 3 }
  public var lanes: SIMD4<Double> { SIMD4(self, 0) }
  public init(lanes: SIMD4<Double>) { self.init(lanes.x, lanes.y, lanes.z) }
}

/// Takes the end value as soon as there is any progress (measured, reference 2.10).
extension Bool: Animatable {
  public func mixed(_ end: Bool, _ progress: Double) -> Bool? { progress > 0 ? end : self }
}
