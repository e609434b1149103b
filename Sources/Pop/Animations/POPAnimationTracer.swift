/// Kind of an event that a tracer records (behavior.md 9.10).
public enum POPAnimationEventType: UInt, Sendable {
  /// POP's names, in POP's order.
  case propertyRead, propertyWrite, toValueUpdate, fromValueUpdate, velocityUpdate, bouncinessUpdate, speedUpdate
  /// More of them.
  case frictionUpdate, massUpdate, tensionUpdate, didStart, didStop, didReachToValue, autoreversed
}

/// Something that happened to an animation.
open class POPAnimationEvent: NSObject {
  /// Kind of the event.
  public let type: POPAnimationEventType
  /// Seconds since the animation's start; before it, 0.
  public let time: CFTimeInterval
  /// The animation in words, at its start and stop.
  public let animationDescription: String?

  init(type: POPAnimationEventType, time: CFTimeInterval, animationDescription: String? = nil) {
    (self.type, self.time, self.animationDescription) = (type, time, animationDescription)
  }

  /// Kind and time.
  open override var description: String { "\(type) at \(time)" }
}

/// An event with a value.
open class POPAnimationValueEvent: POPAnimationEvent {
  /// For a stop: whether it finished. Nil where the value was set to nil.
  public let value: Any?
  /// Velocity of springs and decays, units per second.
  public let velocity: Any?

  init(
    type: POPAnimationEventType, time: CFTimeInterval, value: Any?, velocity: Any?,
    animationDescription: String? = nil
  ) {
    (self.value, self.velocity) = (value, velocity)
    super.init(type: type, time: time, animationDescription: animationDescription)
  }

  /// Kind, time and value.
  open override var description: String { "\(super.description): \(value ?? "nil")" }
}

/// Records the events of an animation from `start()` on (behavior.md 9.10).
open class POPAnimationTracer: NSObject {
  private weak var animation: POPAnimation?
  private var events: [POPAnimationEvent] = []
  private(set) final var isRecording = false
  /// Prints the events and forgets them when the animation stops. Default false.
  open var shouldLogAndResetOnCompletion = false

  init(_ animation: POPAnimation) { self.animation = animation }

  /// Begins to record.
  open func start() { isRecording = true }
  /// Records no more; what was recorded stays.
  open func stop() { isRecording = false }
  /// Forgets all events.
  open func reset() { events = [] }

  /// In the order they happened.
  open var allEvents: [POPAnimationEvent] { events }
  /// The values that were written.
  open var writeEvents: [POPAnimationValueEvent] {
    events(with: .propertyWrite).compactMap { $0 as? POPAnimationValueEvent }
  }
  /// The events of one kind.
  open func events(with aType: POPAnimationEventType) -> [POPAnimationEvent] { events.filter { $0.type == aType } }

  // MARK: Recording

  private var time: CFTimeInterval {
    guard let animation else { return 0 }
    return animation.lastTime - animation.startTime
  }

  private var velocity: Any? {
    (animation as? POPSpringAnimation)?.velocity ?? (animation as? POPDecayAnimation)?.velocity
  }

  final func record(_ type: POPAnimationEventType, description: String? = nil) {
    events.append(POPAnimationEvent(type: type, time: time, animationDescription: description))
  }

  final func record(_ type: POPAnimationEventType, value: Any?) {
    events.append(POPAnimationValueEvent(type: type, time: time, value: value, velocity: velocity))
  }

  /// POP keeps these as 32-bit numbers.
  final func record(_ type: POPAnimationEventType, number: CGFloat) {
    record(type, value: NSNumber(value: Float(number)))
  }

  final func didStop(finished: Bool, description: String) {
    events.append(
      POPAnimationValueEvent(
        type: .didStop, time: time, value: NSNumber(value: finished), velocity: velocity,
        animationDescription: description))
    if shouldLogAndResetOnCompletion {
      events.forEach { print($0) }
      reset()
    }
  }
}
