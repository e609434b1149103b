import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePop
import StarmineTestSupport

/// Cases of springs that change something on their way. Each answers what is wrong, in words.
enum SpecialSprings {
  static let all: [String: @Sendable (ConformanceCases.Case) -> String?] = [
    "spring.continuations": continuations, "spring.continuationValues": continuationValues,
    "spring.retargetInFlight": retarget, "spring.tracer": tracer, "spring.lazyValues": lazyValues,
    "spring.nilColorFrom": colorOfNothing,
  ]

  private static func spring(_ layer: CALayer) -> (POPSpringAnimation, Harness) {
    let spring: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerPositionX)
    spring.removedOnCompletion = false
    return (spring, Harness(layer))
  }

  private static func continuations(_ item: ConformanceCases.Case) -> String? {
    let (animation, harness) = spring(CALayer())
    animation.fromValue = item.inputs["from"].number
    let ends = item.inputs["to_values"].numbers ?? []
    let durations = item.inputs["durations"].numbers ?? []
    var begin = 0.0
    for (index, (end, duration)) in zip(ends, durations).enumerated() {
      animation.toValue = end
      if index == 0 { harness.add(animation) } else { harness.forget(animation) }
      harness.render(from: begin, duration: duration, step: 1.0 / 60)
      begin += duration
      let expected = item.fields["derived"]["segments"].array?[index] ?? .null
      if let text = Run.problem(animation, harness, expected, tolerance: 1e-9) { return "segment \(index): \(text)" }
    }
    return ends.count == 4 ? nil : "incomplete"
  }

  private static func continuationValues(_ item: ConformanceCases.Case) -> String? {
    let layer = CALayer()
    let (animation, harness) = spring(layer)
    let derived = item.fields["derived"]
    (animation.fromValue, animation.toValue) = (400, 200)
    harness.add(animation)
    harness.render(duration: 3, step: 1.0 / 60)
    let residue = numbers(animation.velocity)
    let expected = [derived["after_first"], derived["residual_velocity_after_first"]].compactMap(\.number)
    if let text = difference("first", [Double(layer.position.x)] + residue, expected, within: 1e-9) { return text }
    harness.forget(animation)
    animation.toValue = 400
    harness.render(from: 3, duration: 3, step: 1.0 / 60)
    return Run.problem(animation, harness, derived, tolerance: 1e-9)
  }

  private static func retarget(_ item: ConformanceCases.Case) -> String? {
    let harness = Harness(Disc())
    let animation = POPSpringAnimation()
    animation.property = Disc.radiusProperty()
    (animation.fromValue, animation.toValue, animation.velocity) = (0, 1, 10)
    harness.add(animation)
    harness.render(duration: 0.25, step: 0.05)
    let derived = item.fields["derived"]
    if let text = Run.problem(animation, harness, derived["phase1"], tolerance: 1e-9) { return "phase 1: \(text)" }
    animation.toValue = 0
    harness.render(duration: 2, step: 0.1)
    guard let second = harness.reached.last?.first, second < 0 else { return "not beyond the second end" }
    return Run.problem(animation, harness, derived, tolerance: 1e-9)
  }

  private static func tracer(_ item: ConformanceCases.Case) -> String? {
    let harness = Harness(Disc())
    let animation = POPSpringAnimation()
    animation.tracer.start()
    animation.property = Disc.radiusProperty()
    (animation.fromValue, animation.toValue, animation.velocity) = (0, 1, 0.1)
    (animation.dynamicsFriction, animation.dynamicsMass, animation.dynamicsTension) = (123, 0.9, 401)
    (animation.springBounciness, animation.springSpeed) = (4.1, 13)
    let dynamics = item.fields["derived"]["effective_dynamics"]
    let actual = [animation.dynamicsTension, animation.dynamicsFriction, animation.dynamicsMass].map(Double.init)
    // The published friction is that of 4.1 as a 32-bit number.
    let expected = ["tension", "friction", "mass"].compactMap { dynamics[$0].number }
    if let text = difference("dynamics", actual, expected, within: 1e-7) { return text }
    harness.add(animation)
    harness.render(duration: 5, step: 0.01)
    let asserted = item.fields["asserted"]
    for (name, type) in Self.eventNames {
      let count = animation.tracer.events(with: type).count
      if Double(count) != asserted["event_counts"][name].number { return "\(count) events \(name)" }
    }
    let values: [(POPAnimationEventType, Double)] = [
      (.velocityUpdate, 0.1), (.bouncinessUpdate, Double(Float(4.1))), (.speedUpdate, 13), (.frictionUpdate, 123),
      (.massUpdate, Double(Float(0.9))), (.tensionUpdate, 401),
    ]
    for (type, value) in values {
      let event = animation.tracer.events(with: type).first as? POPAnimationValueEvent
      if numbers(event?.value) != [value] { return "\(type): \(String(describing: event?.value))" }
    }
    let order = animation.tracer.allEvents.map(\.type).filter { [.didStart, .didReachToValue, .didStop].contains($0) }
    if order != [.didStart, .didReachToValue, .didStop] { return "order \(order)" }
    return Run.problem(animation, harness, item.fields["derived"], tolerance: 1e-6)
  }

  private static let eventNames: [(String, POPAnimationEventType)] = [
    ("fromValue", .fromValueUpdate), ("toValue", .toValueUpdate), ("velocity", .velocityUpdate),
    ("bounciness", .bouncinessUpdate), ("speed", .speedUpdate), ("friction", .frictionUpdate), ("mass", .massUpdate),
    ("tension", .tensionUpdate), ("didStart", .didStart), ("didStop", .didStop),
    ("didReachToValue", .didReachToValue),
  ]

  private static func lazyValues(_ item: ConformanceCases.Case) -> String? {
    let layer = CALayer()
    layer.position = CGPoint(x: 30, y: 0)
    let (animation, harness) = spring(layer)
    animation.fromValue = 100
    animation.beginTime = Harness.startTime + 0.3
    harness.add(animation)
    harness.render(duration: 0.2, step: 1.0 / 60)
    if numbers(animation.fromValue) != [100] || animation.toValue != nil { return "too early" }
    harness.render(from: 0.2, duration: 0.2, step: 1.0 / 60)
    if numbers(animation.toValue) != [30] { return "to is \(String(describing: animation.toValue))" }
    (animation.fromValue, animation.toValue) = (nil, 200)
    harness.render(from: 0.4, duration: 0.1, step: 1.0 / 60)
    return animation.fromValue == nil || animation.toValue == nil ? "not read again" : nil
  }

  private static func colorOfNothing(_ item: ConformanceCases.Case) -> String? {
    let layer = CALayer()
    let animation: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerBackgroundColor)
    animation.toValue = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let harness = Harness(layer)
    harness.add(animation)
    harness.render(duration: 0.1, step: 1.0 / 60)
    return difference("from", numbers(animation.fromValue), item.fields["asserted"]["from"].numbers ?? [], within: 1e-6)
  }
}

/// Cases of decays that go on or are used again.
enum SpecialDecays {
  static let all: [String: @Sendable (ConformanceCases.Case) -> String?] = [
    "decay.continuations": continuations, "decay.continuation": continuation, "decay.reuse": reuse,
    "decay.2d": twoNumbers,
  ]

  private static func decay(_ layer: CALayer) -> (POPDecayAnimation, Harness) {
    (POPDecayAnimation(propertyNamed: kPOPLayerPositionX), Harness(layer))
  }

  private static func continuations(_ item: ConformanceCases.Case) -> String? {
    let (animation, harness) = decay(CALayer())
    animation.removedOnCompletion = false
    animation.fromValue = 0
    let speeds = item.inputs["velocities"].numbers ?? []
    let durations = item.inputs["durations"].numbers ?? []
    var begin = 0.0
    for (index, (speed, duration)) in zip(speeds, durations).enumerated() {
      animation.velocity = speed
      if index == 0 { harness.add(animation) } else { harness.forget(animation) }
      harness.render(from: begin, duration: duration, step: 1.0 / 60)
      begin += duration
      let expected = item.fields["derived"]["segments"].array?[index] ?? .null
      if let text = Run.problem(animation, harness, expected, tolerance: 1e-5) { return "segment \(index): \(text)" }
    }
    return speeds.count == 4 ? nil : "incomplete"
  }

  private static func continuation(_ item: ConformanceCases.Case) -> String? {
    let layer = CALayer()
    let (animation, harness) = decay(layer)
    (animation.fromValue, animation.velocity) = (0, 1000)
    harness.add(animation)
    harness.render(duration: 1, step: 1.0 / 60)
    let derived = item.fields["derived"]
    let last = numbers(animation.tracer.writeEvents.last?.value)
    let expected = derived["phase1_last"].number ?? .nan
    if let text = difference("phase 1", last, [expected], within: 1e-5) { return text }
    animation.velocity = 1000
    harness.forget(animation)
    harness.render(from: 1, duration: 4, step: 1.0 / 60)
    let first = numbers(animation.tracer.writeEvents.first?.value)
    if let text = difference("phase 2", first, [derived["phase2_first"].number ?? .nan], within: 1e-5) { return text }
    return Run.problem(animation, harness, derived, tolerance: 1e-5)
  }

  private static func reuse(_ item: ConformanceCases.Case) -> String? {
    let (animation, harness) = decay(CALayer())
    animation.velocity = 7223.021
    harness.add(animation)
    harness.render(duration: 5, step: 1.0 / 60)
    let derived = item.fields["derived"]
    if let text = Run.problem(animation, harness, derived["first"], tolerance: 1e-5) { return "first: \(text)" }
    animation.fromValue = (numbers(animation.toValue).first ?? .nan) - 100
    animation.velocity = 5000
    harness.forget(animation)
    harness.add(animation)
    harness.render(from: 6, duration: 5, step: 1.0 / 60)
    return Run.problem(animation, harness, derived, tolerance: 1e-5)
  }

  private static func twoNumbers(_ item: ConformanceCases.Case) -> String? {
    let animation: POPDecayAnimation = POPDecayAnimation(propertyNamed: kPOPLayerPosition)
    animation.fromValue = CGPoint.zero
    let derived = item.fields["derived"]
    animation.velocity = CGPoint(x: 8223.021, y: 7223.021)
    let longer = animation.duration
    animation.velocity = CGPoint(x: 7223.021, y: 7223.021)
    let expected = ["duration", "duration_x_plus_1000"].compactMap { derived[$0].number }
    if let text = difference("durations", [animation.duration, longer], expected, within: 1e-9) { return text }
    let harness = Harness(CALayer())
    harness.add(animation)
    harness.render(duration: 10, step: 1.0 / 60)
    return Run.problem(animation, harness, derived, tolerance: 1e-5)
  }
}
