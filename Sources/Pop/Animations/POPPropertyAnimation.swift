/// Ends that a value may not pass (`POPPropertyAnimation.clampMode`).
public struct POPAnimationClampFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// A set by its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Values do not go beyond `fromValue`.
  public static let start = POPAnimationClampFlags(rawValue: 1)
  /// Values do not go beyond `toValue`.
  public static let end = POPAnimationClampFlags(rawValue: 2)
  /// Values stay between both ends.
  public static let both: POPAnimationClampFlags = [.start, .end]
}

/// An animation of one property of an object (behavior.md 9.1).
///
/// Values are numbers, `CGPoint`, `CGSize`, `CGRect` or `CGColor`. The first that is set says of which kind they are: a
/// value with another count of numbers changes nothing, as one that is not a number (ours). One that cannot be animated
/// is a mistake in the program, as in POP.
open class POPPropertyAnimation: POPAnimation {
  /// The animated property; nil, the default, animates nothing.
  open var property: POPAnimatableProperty! {
    didSet {
      if let property { threshold = Double(property.threshold) }
    }
  }
  /// Written values are multiples of this; 0, the default, for any value.
  open var roundingFactor: CGFloat = 0
  /// `POPAnimationClampFlags`. Default none.
  open var clampMode: UInt = 0
  /// Adds to the object's value instead of replacing it, which takes a property that can be read. Default false.
  open var isAdditive = false
  /// Ascending numbers of progress (0 at the start, 1 at the end) of which the delegate is told once. Default nil.
  open var progressMarkers: [NSNumber]? {
    didSet { passedMarkers = 0 }
  }

  /// The difference that cannot be seen.
  var threshold = 1.0 {
    didSet { thresholdChanged() }
  }
  private(set) final var kind = VectorKind.number
  /// Numbers of a value; 0 as long as none is known.
  private(set) final var count = 0
  final var from: SIMD4<Double>?
  final var to: SIMD4<Double>?
  /// Units per second: now, and as it was set.
  final var speed: SIMD4<Double>?
  final var originalSpeed: SIMD4<Double>?
  final var current: SIMD4<Double>?
  /// Values written last and before that.
  private(set) final var previous: SIMD4<Double>?
  private(set) final var beforePrevious: SIMD4<Double>?
  /// From the value at the start to the end; nil while that is nothing.
  private var distance: SIMD4<Double>?
  private(set) final var hasReachedEnd = false
  final var progress = 0.0
  private var passedMarkers = 0

  override var isConcrete: Bool { super.isConcrete && type(of: self) != POPPropertyAnimation.self }

  func thresholdChanged() {}

  // MARK: Values

  /// Nil, the default: the object's value when the animation first runs.
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

  /// Nil, the default: the object's value when the animation first runs. Set while it runs, the motion goes on to the
  /// new end from where it is; one that is done and was kept starts again.
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

  /// The value as it is written, rounded; nil before the start.
  open var currentValue: Any? { rounded.map(kind.box) }

  /// The numbers of a value, or none for nil, which leaves it open how many there are; nil for a value that is passed
  /// over.
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

  /// The end where none has been set.
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

  /// No values, or a motion that numbers cannot follow: nothing to do.
  override var isDone: Bool { count == 0 || current.map { !$0.isFinite } == true }

  override func moveToEnd() {
    progress = 1
    if let to, count > 0 { current = to }
    clamp(to: POPAnimationClampFlags(rawValue: clampMode))
    notifyProgress()
  }

  /// Keeps every number of the current value between the ends that are given.
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
    // A user's code may have paused or removed it meanwhile.
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

  /// How far the current value is on its way, for motions that do not know it otherwise: below 0 and above 1 too.
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
    // Every number has to be past its end; one that had no way to go never is.
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
