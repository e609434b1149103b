/// Type of a recorded event (behavior.md 9.10).
public enum POPAnimationEventType: UInt, Sendable {
  /// The first event types of POP, in its order.
  case propertyRead, propertyWrite, toValueUpdate, fromValueUpdate, velocityUpdate, bouncinessUpdate, speedUpdate
  /// The other event types of POP.
  case frictionUpdate, massUpdate, tensionUpdate, didStart, didStop, didReachToValue, autoreversed
}

/// An event of an animation.
open class POPAnimationEvent: NSObject {
  /// Type of the event.
  public let type: POPAnimationEventType
  /// Seconds since the start of the animation; 0 before the start.
  public let time: CFTimeInterval
  /// Description of the animation at its start and stop; otherwise nil.
  public let animationDescription: String?

  init(type: POPAnimationEventType, time: CFTimeInterval, animationDescription: String? = nil) {
    (self.type, self.time, self.animationDescription) = (type, time, animationDescription)
  }

  /// Type and time.
  open override var description: String { "\(type) at \(time)" }
}

/// An event with a value.
open class POPAnimationValueEvent: POPAnimationEvent {
  /// The value. For a stop: whether the animation finished. Nil if the value was set to nil.
  public let value: Any?
  /// Velocity of springs and decays in units per second.
  public let velocity: Any?

  init(
    type: POPAnimationEventType, time: CFTimeInterval, value: Any?, velocity: Any?,
    animationDescription: String? = nil
  ) {
    (self.value, self.velocity) = (value, velocity)
    super.init(type: type, time: time, animationDescription: animationDescription)
  }

  /// Type, time and value.
  open override var description: String { "\(super.description): \(value ?? "nil")" }
}

/// A recorder of the events of an animation after `start()` (behavior.md 9.10).
open class POPAnimationTracer: NSObject {
  private weak var animation: POPAnimation?
  private var events: [POPAnimationEvent] = []
  private(set) final var isRecording = false
  /// Whether the events are printed and removed when the animation stops. Default false.
  open var shouldLogAndResetOnCompletion = false

  init(_ animation: POPAnimation) { self.animation = animation }

  /// Starts recording.
  open func start() { isRecording = true }
  /// Stops recording. Recorded events remain.
  open func stop() { isRecording = false }
  /// Removes all events.
  open func reset() { events = [] }

  /// All events in order.
  open var allEvents: [POPAnimationEvent] { events }
  /// The events with written values.
  open var writeEvents: [POPAnimationValueEvent] {
    events(with: .propertyWrite).compactMap { $0 as? POPAnimationValueEvent }
  }
  /// Returns the events of a type.
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

  /// POP stores these values as 32-bit numbers.
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
