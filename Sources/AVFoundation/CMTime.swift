/// Numerator of a time.
public typealias CMTimeValue = Int64
/// Units per second of a time.
public typealias CMTimeScale = Int32
/// Number of a timeline. Times of different timelines cannot be added.
public typealias CMTimeEpoch = Int64

/// State of a time. Raw values are Core Media's.
public struct CMTimeFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates flags from their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The time is valid.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The value was rounded.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// The time is +∞.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// The time is -∞.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// The time is not known.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The flags of times that are not numbers.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// How a time is rounded to a timescale. Raw values are Core Media's.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest value; halves away from zero.
  case roundHalfAwayFromZero = 1
  /// Toward zero.
  case roundTowardZero = 2
  /// Away from zero.
  case roundAwayFromZero = 3
  /// Toward zero to a smaller timescale, away from zero to a larger one.
  case quickTime = 4
  /// Toward +∞.
  case roundTowardPositiveInfinity = 5
  /// Toward -∞.
  case roundTowardNegativeInfinity = 6
  /// `roundHalfAwayFromZero`.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// A time as a fraction: `value` divided by `timescale` seconds.
public struct CMTime: Sendable, BitwiseCopyable {
  /// Numerator.
  public var value: CMTimeValue
  /// Units per second, above 0 in numeric times.
  public var timescale: CMTimeScale
  /// Whether the time is valid, rounded, infinite or indefinite.
  public var flags: CMTimeFlags
  /// Timeline of the time. Times of epoch 0 are durations. Default 0.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a time from all its values.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// Creates a valid time, or an invalid one if the timescale is 0 or less.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
  }

  /// Creates a time from seconds, rounded to the timescale. The timescale is halved until the value fits.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard !seconds.isNaN, preferredTimescale > 0 else {
      self.init()
      return
    }
    var scale = preferredTimescale
    while scale > 1, abs(seconds * Double(scale)) >= 0x1p63 { scale /= 2 }
    let exact = seconds * Double(scale)
    guard let value = Int64(exactly: exact.rounded()) else {
      self = seconds > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    self.init(value: value, timescale: scale)
    if Double(value) != exact { flags.insert(.hasBeenRounded) }
  }

  /// 0 s.
  public static let zero = CMTime(value: 0, timescale: 1)
  /// An invalid time.
  public static let invalid = CMTime()
  /// A time that is not known.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// +∞.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// -∞.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)

  /// Whether the time has a meaning.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether the time is +∞.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether the time is -∞.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether the time is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether the time is a number.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0 }
  /// Whether the value was rounded.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// Seconds; infinite for infinite times, NaN for invalid and indefinite ones.
  public var seconds: Double {
    isNumeric
      ? Double(value) / Double(timescale) : isPositiveInfinity ? .infinity : isNegativeInfinity ? -.infinity : .nan
  }

  /// The same time in another timescale, or an invalid time if the timescale is 0 or less.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard isNumeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    return CMTime(Int128(value), over: Int128(timescale), newTimescale, like: self, method)
  }

  /// A fraction in a timescale, which is halved while the value does not fit. The denominator is above 0.
  private init(
    _ numerator: Int128, over denominator: Int128, _ timescale: CMTimeScale, like time: CMTime,
    _ method: CMTimeRoundingMethod = .default
  ) {
    let (quotient, rest) = (numerator * Int128(timescale)).quotientAndRemainder(dividingBy: denominator)
    let roundsAway =
      switch method {
      case .roundHalfAwayFromZero: 2 * rest.magnitude >= denominator.magnitude
      case .roundTowardZero: false
      case .roundAwayFromZero: true
      case .quickTime: timescale > time.timescale
      case .roundTowardPositiveInfinity: numerator > 0
      case .roundTowardNegativeInfinity: numerator < 0
      }
    if let value = Int64(exactly: rest != 0 && roundsAway ? quotient + numerator.signum() : quotient) {
      self.init(value: value, timescale: timescale, flags: .valid, epoch: time.epoch)
      if rest != 0 || time.hasBeenRounded { flags.insert(.hasBeenRounded) }
    } else if timescale > 1 {
      self.init(numerator, over: denominator, timescale / 2, like: time, method)
    } else {
      self = numerator > 0 ? .positiveInfinity : .negativeInfinity
    }
  }

  /// A sum, or a difference if `sign` is -1.
  private static func sum(_ left: CMTime, _ right: CMTime, sign: Int128) -> CMTime {
    guard left.isValid, right.isValid else { return .invalid }
    guard left.isNumeric, right.isNumeric else {
      let total = left.direction + (sign > 0 ? right.direction : -right.direction)
      if total != 0 { return total > 0 ? .positiveInfinity : .negativeInfinity }
      return left.direction != 0 ? .invalid : .indefinite
    }
    guard left.epoch == right.epoch || left.epoch == 0 || right.epoch == 0 else { return .invalid }
    let (a, b) = (Int128(left.timescale), Int128(right.timescale))
    let common = a / greatestCommonDivisor(a, b) * b
    var like = left
    like.epoch = left.epoch == right.epoch ? 0 : left.epoch + right.epoch
    like.flags.formUnion(right.flags)
    return CMTime(
      Int128(left.value) * b + sign * Int128(right.value) * a, over: a * b, CMTimeScale(clamping: common), like: like)
  }

  private static func greatestCommonDivisor(_ a: Int128, _ b: Int128) -> Int128 {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }

  /// 1 for +∞, -1 for -∞, otherwise 0.
  private var direction: Int { isPositiveInfinity ? 1 : isNegativeInfinity ? -1 : 0 }

  /// The sum in the least common timescale. Infinite times stay infinite; opposite infinities give an invalid time.
  public static func + (left: CMTime, right: CMTime) -> CMTime { sum(left, right, sign: 1) }
  /// The difference in the least common timescale. Equal infinities give an invalid time.
  public static func - (left: CMTime, right: CMTime) -> CMTime { sum(left, right, sign: -1) }

  /// The time multiplied by a fraction; invalid if the divisor is 0.
  fileprivate func scaled(by multiplier: Int32, over divisor: Int32) -> CMTime {
    guard isValid, divisor != 0 else { return .invalid }
    guard isNumeric else { return scaled(by: Double(multiplier) / Double(divisor)) }
    let (product, scale) = (Int128(value) * Int128(multiplier) * Int128(divisor.signum()), Int128(timescale))
    let (divisor, largest) = (Int128(divisor.magnitude), Int128(CMTimeScale.max))
    let target = product % divisor == 0 ? scale : min(scale * divisor, largest)
    return CMTime(product, over: scale * divisor, CMTimeScale(target), like: self)
  }

  /// The time multiplied by a number. A timescale that cannot hold the product is raised to 65536 or more (assumed).
  fileprivate func scaled(by factor: Double) -> CMTime {
    guard isValid, !factor.isNaN else { return .invalid }
    guard isNumeric else {
      guard direction != 0 else { return self }
      return factor == 0 ? .invalid : (direction > 0) == (factor > 0) ? .positiveInfinity : .negativeInfinity
    }
    if let whole = Int32(exactly: factor) { return scaled(by: whole, over: 1) }
    var scale = timescale
    while scale < 65_536 { scale *= 2 }
    var product = CMTime(seconds: seconds * factor, preferredTimescale: scale)
    if product.isNumeric { product.epoch = epoch }
    return product
  }
}

extension CMTime: Comparable, Hashable, CustomStringConvertible {
  /// Names of times in the order of comparisons (documented).
  private static let names = ["-INFINITY", "", "INDEFINITE", "+INFINITY", "INVALID"]
  private var rank: Int { isNumeric ? 1 : isPositiveInfinity ? 3 : isNegativeInfinity ? 0 : isIndefinite ? 2 : 4 }

  /// Fraction and seconds, `{3/2 = 1.500}`, or the kind of the time, `{INDEFINITE}`.
  public var description: String {
    isNumeric ? "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))}" : "{\(Self.names[rank])}"
  }

  /// Whether the first time comes first. A time of a smaller epoch comes before all times of a larger epoch.
  public static func < (left: CMTime, right: CMTime) -> Bool {
    guard left.isNumeric, right.isNumeric else { return left.rank < right.rank }
    if left.epoch != right.epoch { return left.epoch < right.epoch }
    return Int128(left.value) * Int128(right.timescale) < Int128(right.value) * Int128(left.timescale)
  }

  /// Whether both are the same time, regardless of their timescales.
  public static func == (left: CMTime, right: CMTime) -> Bool { !(left < right) && !(right < left) }

  /// Equal times have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    if isNumeric { hasher.combine((Int128(value) << 32) / Int128(timescale)) }
  }
}

/// Creates a time from a value and a timescale.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }
/// Creates a time from seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}
/// Returns a time in seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }
/// Returns the sum of two times.
public func CMTimeAdd(_ left: CMTime, _ right: CMTime) -> CMTime { left + right }
/// Returns the difference of two times.
public func CMTimeSubtract(_ left: CMTime, _ right: CMTime) -> CMTime { left - right }
/// Returns the same time in another timescale, or an invalid time if the timescale is 0 or less.
public func CMTimeConvertScale(_ time: CMTime, timescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
  time.convertScale(timescale, method: method)
}
/// Multiplies a time by an integer.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime { time.scaled(by: multiplier, over: 1) }
/// Multiplies a time by a number.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Double) -> CMTime { time.scaled(by: multiplier) }
/// Multiplies a time by a fraction.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  time.scaled(by: multiplier, over: divisor)
}
/// Returns -1 if the first time is earlier, 1 if the second is, and 0 if they are equal.
public func CMTimeCompare(_ left: CMTime, _ right: CMTime) -> Int32 { left < right ? -1 : right < left ? 1 : 0 }
/// Returns the earlier of two times.
public func CMTimeMinimum(_ left: CMTime, _ right: CMTime) -> CMTime { right < left ? right : left }
/// Returns the later of two times.
public func CMTimeMaximum(_ left: CMTime, _ right: CMTime) -> CMTime { left < right ? right : left }
/// Returns the absolute value of a time.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime { time < .zero ? .zero - time : time }
/// Prints a time for debugging.
public func CMTimeShow(_ time: CMTime) { print(time) }

extension NSValue {
  private convenience init<Value: BitwiseCopyable>(boxing value: Value) {
    var value = value
    self.init(bytes: &value, objCType: "[\(MemoryLayout<Value>.size)c]")
  }

  private func unboxed<Value: BitwiseCopyable>(or missing: Value) -> Value {
    var value = missing
    if String(cString: objCType) == "[\(MemoryLayout<Value>.size)c]" { getValue(&value) }
    return value
  }

  /// A box of a time.
  public convenience init(time: CMTime) { self.init(boxing: time) }
  /// The time in the box; invalid if it holds something else.
  public var timeValue: CMTime { unboxed(or: .invalid) }
  /// A box of a time range.
  public convenience init(timeRange: CMTimeRange) { self.init(boxing: timeRange) }
  /// The time range in the box; invalid if it holds something else.
  public var timeRangeValue: CMTimeRange { unboxed(or: .invalid) }
}
