import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePop
import StarmineTestSupport
import Testing

/// Runs of animations against the published cases. What they say is asserted by POP's own test suite; the numbers
/// beyond that are of an independent model that passes that suite.
struct ConformanceTests {
  private let cases = Result { try ConformanceCases("pop") }

  @Test func springs() throws {
    let summary = try cases.get().check("spring_cases") { item in
      if item.inputs["property"].string == "scrollView.contentInset" { return .skipped("there are no scroll views") }
      if let special = SpecialSprings.all[item.name] { return outcome(special(item)) }
      let animation = POPSpringAnimation()
      if let bounciness = item.inputs["bounciness"].number { animation.springBounciness = CGFloat(bounciness) }
      if let speed = item.inputs["speed"].number { animation.springSpeed = CGFloat(speed) }
      animation.velocity = popValue(item.inputs["velocity"])
      return outcome(Run(item, animation).problem(tolerance: 1e-9))
    }
    #expect(summary.failures == [])
    #expect(summary.skipped == 1 && summary.passed == 16)
  }

  @Test func decays() throws {
    let summary = try cases.get().check("decay_cases") { item in
      if let special = SpecialDecays.all[item.name] { return outcome(special(item)) }
      let animation = POPDecayAnimation()
      animation.velocity = popValue(item.inputs["velocity"])
      // The original computes with 32-bit numbers: 1 - 0.998 is off by 1.3e-5 there.
      return outcome(Run(item, animation).problem(tolerance: 2e-5))
    }
    #expect(summary.failures == [])
    #expect(summary.skipped == 0 && summary.passed == 8)
  }

  @Test func basics() throws {
    let summary = try cases.get().check("basic_cases") { item in
      let animation = POPBasicAnimation()
      if let duration = item.inputs["duration"].number { animation.duration = duration }
      animation.timingFunction = timingFunction(item)
      if item.inputs["autoreverses"].bool == true { animation.autoreverses = true }
      if let count = item.inputs["repeatCount"].number { animation.repeatCount = Int(count) }
      if item.inputs["additive"].bool == true || item.name == "basic.additive" { animation.isAdditive = true }
      // The original solves its curves for the time within 1 / (1000 duration), which counts where they are steep.
      let start = item.inputs["control_points"].numbers.map { $0[1] / $0[0] }
      let tolerance = start.map { 2 / (1000 * animation.duration) * $0 } ?? 5e-3
      return outcome(Run(item, animation).problem(tolerance: tolerance))
    }
    #expect(summary.failures == [])
    #expect(summary.skipped == 0 && summary.passed == 18)
  }

  private func timingFunction(_ item: ConformanceCases.Case) -> CAMediaTimingFunction? {
    if let c = item.inputs["control_points"].numbers?.map({ Float($0) }) {
      return CAMediaTimingFunction(controlPoints: c[0], c[1], c[2], c[3])
    }
    if item.inputs["timing"].string == "linear" || item.name == "basic.linearRaw" {
      return CAMediaTimingFunction(name: .linear)
    }
    let isEased = item.inputs["timing"].string == "easeInEaseOut" || item.name == "basic.easeInEaseOut"
    return isEased ? CAMediaTimingFunction(name: .easeInEaseOut) : nil
  }

  private func outcome(_ problem: String?) -> ConformanceCases.Outcome { problem.map { .failed($0) } ?? .passed }
}

/// One animation from its beginning to its end, as a case describes it.
struct Run {
  let item: ConformanceCases.Case
  let animation: POPPropertyAnimation
  let harness: Harness
  private let input: JSONValue

  init(_ item: ConformanceCases.Case, _ animation: POPPropertyAnimation) {
    (self.item, self.animation) = (item, animation)
    var input = item.inputs
    if input["same"].string != nil {
      // The same as the case before, without rounding.
      input = .object([
        "property": .string("position"), "from": .array([.number(0), .number(0)]),
        "to": .array([.number(100), .number(100)]), "duration": .number(1), "step": .number(0.25),
      ])
      (animation as? POPBasicAnimation)?.duration = 1
    }
    self.input = input
    harness = Harness(Self.object(input))
    let hasOneNumber = input["from"].number != nil || input["velocity"].number != nil
    let property = input["property"].string ?? (hasOneNumber ? "positionX" : "position")
    animation.property =
      property.hasPrefix("custom")
      ? Disc.radiusProperty() : POPAnimatableProperty.property(withName: String(property.prefix { $0 != " " }))
    let isColor = property == "backgroundColor" || item.name == "spring.color"
    // Nil would take the count of numbers back.
    if let value = popValue(input["from"], color: isColor) { animation.fromValue = value }
    if let value = popValue(input["to"], color: isColor) { animation.toValue = value }
    if let factor = input["roundingFactor"].number { animation.roundingFactor = CGFloat(factor) }
    if input["clampMode"].string == "end" { animation.clampMode = POPAnimationClampFlags.end.rawValue }
    if input["removedOnCompletion"].bool == false { animation.removedOnCompletion = false }
  }

  private static func object(_ input: JSONValue) -> NSObject {
    if input["property"].string?.hasPrefix("custom") == true {
      return Disc(radius: input["object_value"].number ?? 0)
    }
    let layer = CALayer()
    if let value = input["object_value"].numbers { layer.position = CGPoint(x: value[0], y: value[1]) }
    return layer
  }

  /// Plays it; what is not as it should be, in words.
  func problem(tolerance: Double) -> String? {
    play()
    return Self.problem(animation, harness, item.fields["derived"], tolerance: tolerance) ?? assertedProblem()
  }

  private func play() {
    harness.add(animation)
    if let times = input["times"].numbers {
      times.forEach(harness.render)
    } else {
      harness.render(
        duration: input["render"].number ?? max(input["duration"].number ?? 0, 10), step: step(input))
    }
  }

  /// Compares an animation with the case's figures.
  static func problem(
    _ animation: POPPropertyAnimation, _ harness: Harness, _ derived: JSONValue, tolerance: Double
  ) -> String? {
    let writes = animation.tracer.writeEvents.map { numbers($0.value) }
    let counts = [writes.count, harness.starts, harness.reached.count, harness.applied].map(Double.init)
    let names = ["writes", "starts", "reach_count", "apply_callbacks"]
    for (name, count) in zip(names, counts) where derived[name].number != nil && derived[name].number != count {
      return "\(name): \(count) instead of \(derived[name])"
    }
    let stops = derived["stops"].array ?? []
    if stops.compactMap(\.bool) != harness.stops { return "stops: \(harness.stops)" }
    let first = writes.compactMap(\.first)
    let lists: [(String, [Double], [Double])] = [
      ("stop times", harness.stopTimes, derived["stop_time"].numbers ?? []),
      (
        "reach values", harness.reached.flatMap { $0 },
        (derived["reach_values"].array ?? []).flatMap { $0.numbers ?? [] }
      ),
      ("last write", writes.last ?? [], derived["last_write"].numbers ?? []),
      ("all writes", derived["all_writes"].isNull ? [] : first, derived["all_writes"].numbers ?? []),
      (
        "first writes", Array(first.prefix(derived["first_writes"].numbers?.count ?? 0)),
        derived["first_writes"].numbers ?? []
      ),
    ]
    for (name, actual, expected) in lists {
      let limit = name == "stop times" ? 1e-5 : tolerance
      if let text = difference(name, actual, expected, within: limit) { return text }
    }
    return nil
  }

  private func assertedProblem() -> String? {
    let derived = item.fields["derived"]
    if let expected = derived["object_writes"].numbers, let disc = harness.object as? Disc {
      if let text = difference("object", disc.writes, expected, within: 5e-3) { return text }
    }
    if let expected = derived["autoreversed_events"].number {
      let count = animation.tracer.events(with: .autoreversed).count
      if Double(count) != expected { return "\(count) autoreversed events" }
    }
    if let expected = derived["final_object_value"].numbers, let layer = harness.object as? CALayer {
      if let text = difference("final", numbers(layer.position), expected, within: 1e-9) { return text }
    }
    if let peak = derived["peak"].number {
      let highest = animation.tracer.writeEvents.compactMap { numbers($0.value).first }.max() ?? 0
      if let text = difference("peak", [highest], [peak], within: 1e-9) { return text }
    }
    if item.fields["asserted"]["still_attached_under_key"].bool == true {
      if harness.animator.animation(for: harness.object, key: "key") !== animation { return "not kept" }
    }
    if let contains = item.fields["asserted"]["contains_0.5"].bool {
      let found = animation.tracer.writeEvents.contains { numbers($0.value) == [0.5] }
      if found != contains { return "0.5 is \(found ? "" : "not ")written" }
    }
    return nil
  }
}
