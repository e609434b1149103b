/// A value that is animated as one to four numbers. Another module adds kinds of values by conforming their types.
protocol VectorValue {
  static var vectorKind: VectorKind { get }
  /// Its numbers; slots that it does not use are 0.
  var vector: SIMD4<Double> { get }
}

/// How many numbers a kind of value has, and how they become a value again.
struct VectorKind: Sendable {
  let count: Int
  /// Whether a decay takes it as its velocity.
  let isVelocity: Bool
  let box: @Sendable (SIMD4<Double>) -> Any

  init(count: Int, isVelocity: Bool = true, box: @escaping @Sendable (SIMD4<Double>) -> Any) {
    (self.count, self.isVelocity, self.box) = (count, isVelocity, box)
  }

  static let number = VectorKind(count: 1) { NSNumber(value: $0.x) }

  /// The numbers of a value and its kind; nil for what cannot be animated (transforms, ranges, ...).
  static func read(_ value: Any) -> (kind: VectorKind, vector: SIMD4<Double>)? {
    if let value = unboxed(value) { return (type(of: value).vectorKind, value.vector) }
    return (value as? NSNumber).map { (.number, SIMD4($0.doubleValue, 0, 0, 0)) }
  }

  /// The value in a box, such as an `NSValue`.
  private static func unboxed(_ value: Any) -> (any VectorValue)? {
    switch value {
    case let value as any VectorValue: value
    case let point as CGPoint: point
    case let size as CGSize: size
    case let rect as CGRect: rect
    case let wrapper as any ValueWrapper: wrapper.wrappedValue as? any VectorValue
    default: nil
    }
  }
}

extension SIMD4<Double> {
  var isNotANumber: Bool { x.isNaN || y.isNaN || z.isNaN || w.isNaN }
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }

  var squaredLength: Double { (self * self).sum() }
  var magnitudes: SIMD4<Double> { SIMD4(abs(x), abs(y), abs(z), abs(w)) }
}

extension CGPoint: VectorValue {
  static let vectorKind = VectorKind(count: 2) { CGPoint(x: $0.x, y: $0.y) }
  var vector: SIMD4<Double> { SIMD4(x, y, 0, 0) }
}

extension CGSize: VectorValue {
  static let vectorKind = VectorKind(count: 2) { CGSize(width: $0.x, height: $0.y) }
  var vector: SIMD4<Double> { SIMD4(width, height, 0, 0) }
}

extension CGRect: VectorValue {
  static let vectorKind = VectorKind(count: 4) { CGRect(x: $0.x, y: $0.y, width: $0.z, height: $0.w) }
  var vector: SIMD4<Double> { SIMD4(origin.x, origin.y, size.width, size.height) }
}

extension CGColor: VectorValue {
  static let vectorKind = VectorKind(count: 4, isVelocity: false) {
    CGColor(red: $0.x, green: $0.y, blue: $0.z, alpha: $0.w)
  }
  var vector: SIMD4<Double> { SIMD4(red, green, blue, alpha) }
}
