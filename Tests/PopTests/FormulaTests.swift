import Foundation
import StarminePop
import StarmineTestSupport
import Testing

/// Formulas of springs and decays against the published cases (computed by an independent model of POP that agrees with
/// the original solver bit for bit).
struct FormulaTests {
  private let cases = Result { try ConformanceCases("pop") }

  @Test func bouncinessAndSpeedGiveTensionAndFriction() throws {
    let summary = try cases.get().check("spring_conversion_forward") { item in
      let spring = POPSpringAnimation()
      spring.springBounciness = CGFloat(item.fields["bounciness"].number ?? .nan)
      spring.springSpeed = CGFloat(item.fields["speed"].number ?? .nan)
      let actual = [spring.dynamicsTension, spring.dynamicsFriction, spring.dynamicsMass].map(Double.init)
      let ratio = actual[1] / (2 * (actual[0] * actual[2]).squareRoot())
      return .compare(
        actual + [ratio], ["tension", "friction", "mass", "damping_ratio"].compactMap { item.fields[$0].number },
        tolerance: 1e-9)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 16)
  }

  @Test func conversionsGoThereAndBack() throws {
    let summary = try cases.get().check("spring_conversion_roundtrip") { item in
      let back = item.fields["back"]
      var (first, second) = (CGFloat(0), CGFloat(0))
      if let bounciness = item.fields["bounciness"].number, let speed = item.fields["speed"].number {
        POPSpringAnimation.convertBounciness(
          CGFloat(bounciness), speed: CGFloat(speed), toTension: &first, friction: &second, mass: nil)
        let via = [Double(first), Double(second)]
        POPSpringAnimation.convertTension(first, friction: second, toBounciness: &first, speed: &second)
        return .compare(
          via + [Double(first), Double(second)],
          ["tension", "friction"].compactMap { item.fields["via"][$0].number }
            + ["bounciness", "speed"].compactMap { back[$0].number }, tolerance: 1e-4)
      }
      POPSpringAnimation.convertTension(
        CGFloat(item.fields["tension"].number ?? 0), friction: CGFloat(item.fields["friction"].number ?? 0),
        toBounciness: &first, speed: &second)
      let via = [Double(first), Double(second)]
      POPSpringAnimation.convertBounciness(first, speed: second, toTension: &first, friction: &second, mass: nil)
      return .compare(
        via + [Double(first), Double(second)],
        ["bounciness", "speed"].compactMap { item.fields["via"][$0].number }
          + ["tension", "friction"].compactMap { back[$0].number }, tolerance: 1e-4)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 2)
  }

  /// Friction at which a spring hardly bounces, seen through a bounciness of 0.
  @Test func frictionWithoutBounce() throws {
    let summary = try cases.get().check("no_bounce_friction") { item in
      guard let tension = item.fields["qc_tension"].number, let friction = item.fields["qc_friction"].number else {
        return .failed("incomplete")
      }
      let spring = POPSpringAnimation()
      spring.springBounciness = 0
      spring.springSpeed = CGFloat((tension - 0.5) * 34 / 199.5)
      return .compare([Double(spring.dynamicsFriction)], [1 + 3 * friction], tolerance: 1e-9)
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 10)
  }

  /// Frames of single springs, seen as the animation's value and velocity.
  @Test func springsMoveAsPublished() throws {
    let summary = try cases.get().check("solver_frames") { item in
      let f = item.fields
      guard let start = f["p0"].number, let speed = f["v0"].number, let dt = f["dt"].number else {
        return .failed("incomplete")
      }
      let frames = f["frames"].array ?? []
      let disc = Disc()
      let harness = Harness(disc)
      let spring = POPSpringAnimation()
      spring.property = Disc.radiusProperty()
      spring.dynamicsTension = CGFloat(f["tension"].number ?? 0)
      spring.dynamicsFriction = CGFloat(f["friction"].number ?? 0)
      spring.dynamicsMass = CGFloat(f["mass"].number ?? 1)
      (spring.fromValue, spring.toValue, spring.velocity) = (-start, 0, -speed)
      harness.add(spring)
      for (index, frame) in frames.enumerated() {
        harness.render(at: Double(index) * dt)
        // The animation ends by a finer threshold than these frames.
        guard harness.stops.isEmpty else { return index > 20 ? .passed : .failed("ended at frame \(index)") }
        let actual = [-disc.radius, -(numbers(spring.velocity).first ?? .nan)]
        let expected = ["displacement", "velocity"].compactMap { frame[$0].number }
        if let text = difference("frame \(index)", actual, expected, within: 1e-9) { return .failed(text) }
      }
      return .passed
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 5)
  }

  @Test func decaysLastAndEndAsPublished() throws {
    let summary = try cases.get().check("decay_table") { item in
      let decay = POPDecayAnimation()
      decay.property = POPAnimatableProperty.property(withName: "own") { property in
        property?.threshold = CGFloat(item.fields["threshold"].number ?? 1)
      }
      if let deceleration = item.fields["deceleration"].number { decay.deceleration = CGFloat(deceleration) }
      decay.fromValue = 0
      decay.velocity = item.fields["velocity"].number
      let expected = ["duration", "to_from_0"].compactMap { item.fields[$0].number }
      let actual = [decay.duration] + numbers(decay.toValue)
      return difference("", actual, expected, within: 1e-9).map { .failed($0) } ?? .passed
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 13)
  }
}
