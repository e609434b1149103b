/// Limits of the value (`POPPropertyAnimation.clampMode`).
public struct POPAnimationClampFlags: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: UInt
  /// Creates a set from its raw bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Values do not pass `fromValue`.
  public static let start = POPAnimationClampFlags(rawValue: 1)
  /// Values do not pass `toValue`.
  public static let end = POPAnimationClampFlags(rawValue: 2)
  /// Values stay between `fromValue` and `toValue`.
  public static let both: POPAnimationClampFlags = [.start, .end]
}

/// An animation of a property of an object (behavior.md 9.1).
///
/// Values are numbers, `CGPoint`, `CGSize`, `CGRect` or `CGColor`. The first value determines the type. A value with
/// another number of components, or NaN, is ignored (ours). A value that cannot be animated is a programming error, as
/// in POP.
open class POPPropertyAnimation: POPAnimation {
  /// The animated property. Nil animates nothing. Default nil.
  open var property: POPAnimatableProperty! {
    didSet {
      if let property { threshold = Double(property.threshold) }
    }
  }
  /// Written values are rounded to multiples of this. 0: not rounded. Default 0.
  open var roundingFactor: CGFloat = 0
  /// Raw value of `POPAnimationClampFlags`. Default none.
  open var clampMode: UInt = 0
  /// Whether the value is added to the object's value instead of replacing it. The property must be readable. Default
  /// false.
  open var isAdditive = false
  /// Ascending progress values (0 at the start, 1 at the end). The delegate is called once for each. Default nil.
  open var progressMarkers: [NSNumber]? {
    didSet { passedMarkers = 0 }
  }

  /// The smallest visible difference.
  var threshold = 1.0 {
    didSet { thresholdChanged() }
  }
  private(set) final var kind = VectorKind.number
  /// Number of components; 0 while unknown.
  private(set) final var count = 0
  final var from: SIMD4<Double>?
  final var to: SIMD4<Double>?
  /// Present and initial velocity in units per second.
  final var speed: SIMD4<Double>?
  final var originalSpeed: SIMD4<Double>?
  final var current: SIMD4<Double>?
  private(set) final var previous: SIMD4<Double>?
  private(set) final var beforePrevious: SIMD4<Double>?
  /// Distance from the start to the end value, or nil.
  private var distance: SIMD4<Double>?
  private(set) final var hasReachedEnd = false
  final var progress = 0.0
  private var passedMarkers = 0

  /// Creates an animation of a named property.
  public convenience init!(propertyNamed name: String) {
    self.init()
    property = POPAnimatableProperty.property(withName: name)
  }

  override var isConcrete: Bool { super.isConcrete && type(of: self) != POPPropertyAnimation.self }

  func thresholdChanged() {}

  // MARK: Values

  /// Start value. Nil means the object's value when the animation first runs. Default nil.
  open var fromValue: Any? {
    get { from.map(kind.box) }
    set {
      guard let vector = unbox(newValue), vector != from else { return }
      from = vector
      fromChanged()
      activeTracer?.record(.fromValueUpdate, value: newValue)
    }
  }

  func fromChanged() {}

  /// End value. Nil means the object's value when the animation first runs. When set during a run, the motion continues
  /// from the present value to the new end. A finished animation that was kept restarts. Default nil.
  open var toValue: Any? {
    get { to.map(kind.box) }
    set {
      guard let vector = unbox(newValue), vector != to else { return }
      to = vector
      (hasReachedEnd, distance) = (false, nil)
      activeTracer?.record(.toValueUpdate, value: newValue)
      if isActive { isPaused = false }
    }
  }

  /// The value as written, rounded. Nil before the start.
  open var currentValue: Any? { rounded.map(kind.box) }

  /// Returns the components of a value. The inner nil means no value and an unknown number of components; the outer nil
  /// means an ignored value.
  final func unbox(_ value: Any?) -> SIMD4<Double>?? {
    guard let value, !(value is NSNull) else {
      count = 0
      return .some(nil)
    }
    guard let (kind, vector) = VectorKind.read(value) else {
      misuse("\(type(of: self)): values of type \(type(of: value)) cannot be animated")
    }
    guard !vector.isNotANumber, count == 0 || kind.count == count else { return nil }
    if count == 0 { (self.kind, count) = (kind, kind.count) }
    return .some(vector)
  }

  final var rounded: SIMD4<Double>? {
    guard let current, roundingFactor != 0 else { return current }
    let scaled = current / Double(roundingFactor)
    return SIMD4(scaled.x.rounded(), scaled.y.rounded(), scaled.z.rounded(), scaled.w.rounded())
      * Double(roundingFactor)
  }

  // MARK: Running

  override func reset(all: Bool) {
    super.reset(all: all)
    if all { (current, previous, beforePrevious) = (nil, nil, nil) }
    (progress, passedMarkers, hasReachedEnd, distance) = (0, 0, false, nil)
  }

  override func prepare(for object: NSObject, isStart: Bool) {
    if let property, count > 0, let wanted = property.count(for: object) {
      demand(
        count == wanted,
        "\(property.name): a value has \(count) number(s), and the property has \(wanted). Use a value of its type.")
    }
    if from == nil { from = readForStart(object) }
    if to == nil { to = end(for: object) }
    if isStart, count > 0 {
      if current == nil { current = from ?? SIMD4() }
      if speed == nil { speed = SIMD4() }
      if originalSpeed == nil { originalSpeed = SIMD4() }
    }
    if distance == nil, let to, let start = current ?? from, to != start { distance = to - start }
  }

  /// The end value if none was set.
  func end(for object: NSObject) -> SIMD4<Double>? { readForStart(object) }

  private func readForStart(_ object: NSObject) -> SIMD4<Double>? {
    guard let value = value(of: object) else { return nil }
    activeTracer?.record(.propertyRead, value: kind.box(value))
    return value
  }

  private func value(of object: NSObject) -> SIMD4<Double>? {
    guard count > 0, let read = unsafe property?.readBlock else { return nil }
    var slots = [CGFloat](repeating: 0, count: 4)
    unsafe read(object, &slots)
    var vector = SIMD4<Double>()
    for index in 0..<count { vector[index] = Double(slots[index]) }
    return vector
  }

  /// Without values, or with values that are not finite, there is nothing to animate.
  override var isDone: Bool { count == 0 || current.map { !$0.isFinite } == true }

  override func moveToEnd() {
    progress = 1
    if let to, count > 0 { current = to }
    clamp(to: POPAnimationClampFlags(rawValue: clampMode))
    notifyProgress()
  }

  /// Limits each component of the current value to the given ends.
  final func clamp(to ends: POPAnimationClampFlags) {
    guard !ends.isEmpty, var value = current, let from, let to else { return }
    for index in 0..<count {
      let (low, high) = (min(from[index], to[index]), max(from[index], to[index]))
      let (clampsLow, clampsHigh) =
        to[index] > from[index]
        ? (ends.contains(.start), ends.contains(.end)) : (ends.contains(.end), ends.contains(.start))
      if clampsLow { value[index] = max(value[index], low) }
      if clampsHigh { value[index] = min(value[index], high) }
    }
    current = value
  }

  override func write(to object: NSObject, isLast: Bool) {
    // User code may have paused or removed the animation.
    guard isRunning, count > 0, let write = unsafe property?.writeBlock, let value = rounded, value.isFinite else {
      return
    }
    var written = value
    if isAdditive {
      unsafe demand(property.readBlock != nil, "an additive animation takes a property that can be read")
      let change = value - (previous ?? SIMD4())
      if isLast, change == SIMD4() { return }
      written = (self.value(of: object) ?? SIMD4()) + change
    } else if isLast, self.value(of: object) == value {
      return
    }
    (beforePrevious, previous) = (previous, value)
    let slots = (0..<4).map { CGFloat(written[$0]) }
    unsafe write(object, slots)
    activeTracer?.record(.propertyWrite, value: kind.box(value))
  }

  // MARK: Progress

  /// Computes the progress from the current value. It can be below 0 or above 1.
  final func measureProgress() {
    guard let current, let from, let to else { return }
    let (start, end) = ((current - from).squaredLength, (to - current).squaredLength)
    let whole = (to - from).squaredLength
    progress = whole == 0 ? 1 : start > end ? (start / whole).squareRoot() : 1 - (end / whole).squareRoot()
  }

  override func notifyProgress() {
    guard count > 0 else { return }
    notifyMarkers()
    guard !hasReachedEnd, let current, let to else { return }
    let left = to - current
    // Every component must be past its end. A component without distance never is.
    let isPast = distance.map { way in (0..<count).allSatisfy { left[$0].sign != way[$0].sign } } ?? false
    guard isPast || left.squaredLength == 0 else { return }
    hasReachedEnd = true
    notify {
      delegate?.pop_animationDidReach(toValue: self)
      animationDidReachToValueBlock?(self)
    }
    activeTracer?.record(.didReachToValue, value: currentValue)
  }

  private func notifyMarkers() {
    guard let progressMarkers, let delegate else { return }
    while passedMarkers < progressMarkers.count, progress >= progressMarkers[passedMarkers].doubleValue {
      let marker = progressMarkers[passedMarkers].doubleValue
      passedMarkers += 1
      notify { delegate.pop_animation(self, didReachProgress: CGFloat(marker)) }
    }
  }

  override func prepareLap() {
    guard autoreverses else { return }
    activeTracer?.record(.autoreversed)
    let (start, end) = (fromValue, toValue)
    fromValue = end
    toValue = start
  }

  override open func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? POPPropertyAnimation {
      copy.property = property
      (copy.roundingFactor, copy.clampMode, copy.isAdditive) = (roundingFactor, clampMode, isAdditive)
      (copy.kind, copy.count, copy.from, copy.to) = (kind, count, from, to)
      (copy.speed, copy.originalSpeed) = (originalSpeed, originalSpeed)
    }
    return copy
  }
}
