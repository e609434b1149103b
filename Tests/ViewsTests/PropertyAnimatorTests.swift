import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import StarmineViews
import Testing

/// Property animators: the cases, then what they do not say.
@Suite struct PropertyAnimatorTests {
  /// A view that goes from x = 0 to 100.
  private struct Trip {
    let stage = Stage()
    let animator: UIViewPropertyAnimator
    let ends = Ends()

    final class Ends {
      var positions: [UIViewAnimatingPosition] = []
    }

    init(_ duration: Double = 1, _ curve: UIView.AnimationCurve = .linear) {
      let view = stage.view
      view.layer.position.x = 0
      _ = stage.window.layer.committedTree()
      animator = UIViewPropertyAnimator(duration: duration, curve: curve) { view.center.x = 100 }
      animator.addCompletion { [ends] in ends.positions.append($0) }
    }

    /// Place that shows at a time, after a commit.
    func x(at time: Double) -> Double {
      stage.advance(to: time)
      return Double(stage.shown.position.x)
    }
    var model: Double { Double(stage.view.center.x) }
    var state: (UIViewAnimatingState, Bool, Double) {
      (animator.state, animator.isRunning, Double(animator.fractionComplete))
    }
  }

  private func check(_ item: ConformanceCases.Case) -> Bool? {
    let (trip, fields) = (Trip(), item.fields)
    let animator = trip.animator
    switch item.name {
    case "new": return trip.state == (.inactive, false, fields["fractionComplete"].number ?? -1)
    case "startAnimation":
      animator.startAnimation()
      return trip.state == (.active, true, 0)
    case "pauseAnimation":
      animator.startAnimation()
      animator.pauseAnimation()
      return trip.state == (.active, false, 0)
    case "set fractionComplete on inactive":
      animator.fractionComplete = 0.25
      return trip.state == (.active, false, 0.25) && near(trip.x(at: 3), 25)
    case "natural end, pausesOnCompletion false":
      animator.startAnimation()
      return near(trip.x(at: 0.999), 99.9) && trip.ends.positions.isEmpty && trip.x(at: 1) == 100
        && trip.state == (.inactive, false, 0) && trip.ends.positions == [.end]
    case "natural end, pausesOnCompletion true":
      animator.pausesOnCompletion = true
      animator.startAnimation()
      return trip.x(at: 2) == 100 && trip.state == (.active, false, 1) && trip.ends.positions.isEmpty
    case "stopAnimation(true)":
      animator.startAnimation()
      _ = trip.x(at: 0.25)
      animator.stopAnimation(true)
      return near(trip.model, 25) && near(trip.x(at: 3), 25) && trip.state.0 == .inactive && trip.ends.positions.isEmpty
    default: return checkMore(item)
    }
  }

  private func checkMore(_ item: ConformanceCases.Case) -> Bool? {
    let trip = Trip()
    let animator = trip.animator
    animator.startAnimation()
    switch item.name {
    case "stopAnimation(false) then finishAnimation(at: end/start/current)": return checkFinishing()
    case "x 0->100, 1 s linear, start, pause at 0.3":
      _ = trip.x(at: 0.3)
      animator.pauseAnimation()
      return near(Double(animator.fractionComplete), item.fields["fractionComplete"].number)
        && near(trip.x(at: 5), item.fields["presentation_x"].number)
    case "then fractionComplete=0.8 (scrubsLinearly)":
      animator.pauseAnimation()
      animator.fractionComplete = 0.8
      return near(trip.x(at: 5), item.fields["presentation_x"].number)
    case "then isReversed=true, start: runs 80 -> 0 in 0.8 s":
      animator.pauseAnimation()
      animator.fractionComplete = 0.8
      animator.isReversed = true
      animator.startAnimation()
      return near(trip.x(at: 0), 80) && near(trip.x(at: 0.4), 40) && near(trip.x(at: 0.799), 0.1)
        && trip.ends.positions.isEmpty && trip.x(at: 0.8 + 1e-9) == 0 && trip.ends.positions == [.start]
        && trip.model == item.fields["model_x"].number
    case "addAnimations while active at fraction f":
      _ = trip.x(at: 0.4)
      animator.addAnimations { trip.stage.view.alpha = 0 }
      return near(trip.stage.view.layer.animation(forKey: "opacity")?.duration, 0.6)
    case "addAnimations delayFactor 0.5, duration 2, inactive":
      let trip = Trip(2)
      trip.animator.addAnimations({ trip.stage.view.alpha = 0 }, delayFactor: 0.5)
      trip.animator.startAnimation()
      _ = trip.x(at: item.fields["delay"].number ?? 0)
      let before = Double(trip.stage.shown.opacity)
      _ = trip.x(at: 1.5)
      return before == 1 && near(Double(trip.stage.shown.opacity), 0.5)
    default: return nil
    }
  }

  private func checkFinishing() -> Bool {
    zip([UIViewAnimatingPosition.end, .start, .current], [100, 0, 25]).allSatisfy { position, value in
      let trip = Trip()
      trip.animator.startAnimation()
      _ = trip.x(at: 0.25)
      trip.animator.stopAnimation(false)
      guard trip.animator.state == .stopped, near(trip.model, 25) else { return false }
      trip.animator.finishAnimation(at: position)
      return trip.animator.state == .inactive && trip.ends.positions == [position] && near(trip.model, value)
    }
  }

  @Test func cases() throws {
    let summary = try ConformanceCases("uiview").check("property_animator") { item in
      switch check(item) {
      case nil: .failed("no test checks it")
      case true?: .passed
      case false?: .failed("not as it says")
      }
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 13)
  }

  @Test func reversedWhileItRuns() {
    let trip = Trip(1, .easeInOut)
    trip.animator.startAnimation()
    let before = trip.x(at: 0.6)
    trip.animator.isReversed = true
    #expect(near(trip.x(at: 0.6), before) && near(Double(trip.animator.fractionComplete), 0.4))
    // The same way back.
    #expect(near(trip.x(at: 0.7), 50, 1e-4) && near(trip.x(at: 0.9), 18.7395907, 1e-4))
    trip.animator.isReversed = false
    #expect(near(trip.x(at: 1.1), 50, 1e-4))
    #expect(trip.x(at: 1.7) == 100 && trip.ends.positions == [.end])
  }

  @Test func pausingDoesNotMoveThePicture() {
    let trip = Trip(1, .easeIn)
    trip.animator.startAnimation()
    let before = trip.x(at: 0.5)
    trip.animator.pauseAnimation()
    #expect(near(trip.x(at: 4), before))
    // By hand, it begins with what shows.
    let way = Double(trip.animator.fractionComplete)
    #expect(near(way, before / 100))
    trip.animator.fractionComplete = CGFloat(way + 0.1)
    #expect(near(trip.x(at: 4), before + 10))
    trip.animator.fractionComplete = CGFloat(way)
    trip.animator.startAnimation()
    #expect(near(trip.x(at: 4), before) && trip.x(at: 4.499) < 100)
    #expect(trip.x(at: 4.5 + 1e-6) == 100 && trip.ends.positions == [.end])
  }

  @Test func scrubbingThroughTheCurve() {
    let trip = Trip(1, .easeIn)
    trip.animator.scrubsLinearly = false
    trip.animator.fractionComplete = 0.5
    #expect(near(trip.x(at: 1), 31.5356813, 1e-4))
  }

  @Test func goingOnWithAnotherPace() {
    let trip = Trip()
    trip.animator.startAnimation()
    _ = trip.x(at: 0.5)
    trip.animator.pauseAnimation()
    let ease = UICubicTimingParameters(animationCurve: .easeIn)
    trip.animator.continueAnimation(withTimingParameters: ease, durationFactor: 2)
    #expect(near(trip.x(at: 0.5), 50) && near(trip.x(at: 1.5), 50 + 50 * 0.315356813, 1e-4))
    #expect(trip.ends.positions.isEmpty && trip.x(at: 2.5 + 1e-9) == 100 && trip.ends.positions == [.end])
    // Without anything new it takes the time that is left.
    let other = Trip()
    other.animator.startAnimation()
    _ = other.x(at: 0.5)
    other.animator.pauseAnimation()
    _ = other.x(at: 3)
    other.animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    #expect(near(other.x(at: 3.25), 75) && other.x(at: 3.5 + 1e-9) == 100 && other.ends.positions == [.end])
  }

  @Test func goingBackWithAnotherPace() {
    let trip = Trip()
    trip.animator.startAnimation()
    _ = trip.x(at: 0.5)
    trip.animator.pauseAnimation()
    trip.animator.isReversed = true
    trip.animator.continueAnimation(
      withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 0.25)
    #expect(near(trip.x(at: 0.625), 25) && trip.x(at: 0.75 + 1e-9) == 0 && trip.model == 0)
    #expect(trip.ends.positions == [.start])
  }

  @Test func delaysAndRunningAnimators() {
    let (stage, ends) = (Stage(), Trip.Ends())
    let animator = UIViewPropertyAnimator.runningPropertyAnimator(
      withDuration: 1, delay: 0.5, options: .curveLinear, animations: { stage.view.alpha = 0 },
      completion: { ends.positions.append($0) })
    #expect(animator.isRunning && animator.delay == 0.5)
    stage.advance(to: 0.5)
    #expect(stage.shown.opacity == 1)
    stage.advance(to: 1)
    #expect(near(Double(stage.shown.opacity), 0.5) && near(Double(animator.fractionComplete), 0.5))
    stage.advance(to: 1.5)
    #expect(stage.shown.opacity == 0 && ends.positions == [.end])
  }

  @Test func springsOfAnimators() {
    let (stage, ends) = (Stage(), Trip.Ends())
    stage.view.layer.position = .zero
    _ = stage.window.layer.committedTree()
    let animator = UIViewPropertyAnimator(
      duration: 1,
      timingParameters: UISpringTimingParameters(dampingRatio: 0.5, initialVelocity: CGVector(dx: 0, dy: 3)))
    animator.addCompletion { ends.positions.append($0) }
    animator.run { stage.view.center = CGPoint(x: 100, y: 100) }
    #expect(stage.view.layer.animationKeys() == ["position", "position-2"])
    stage.advance(to: 0.05)
    #expect(near(stage.shown.position.x, 16.0079103, 1e-4), "without speed")
    #expect(stage.shown.position.y > stage.shown.position.x + 5, "with speed")
    animator.pauseAnimation()
    let held = stage.shown.position
    stage.advance(to: 2)
    #expect(near(stage.shown.position.y, Double(held.y)))
    animator.startAnimation()
    stage.advance(to: 3)
    #expect(stage.shown.position == CGPoint(x: 100, y: 100) && ends.positions == [.end])
  }

  @Test func keyframesInAnimators() {
    let stage = Stage()
    stage.view.layer.position.x = 0
    _ = stage.window.layer.committedTree()
    let animator = UIViewPropertyAnimator(duration: 2, curve: .linear)
    animator.addAnimations {
      UIView.animateKeyframes(withDuration: 0, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { stage.view.center.x = 100 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { stage.view.center.x = 50 }
      }
    }
    animator.fractionComplete = 0.25
    stage.advance(to: 0)
    #expect(near(stage.shown.position.x, 50))
    animator.fractionComplete = 0.75
    stage.advance(to: 0)
    #expect(near(stage.shown.position.x, 75))
    animator.isReversed = true
    animator.startAnimation()
    stage.advance(to: 0.5)
    #expect(near(stage.shown.position.x, 100))
    stage.advance(to: 1.6)
    #expect(stage.shown.position.x == 0 && animator.state == .inactive)
  }

  @Test func nestedBlocksCompleteAtTheEnd() {
    let (stage, calls) = (Stage(), Calls())
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      UIView.animate(withDuration: 5) {
        stage.view.alpha = 0
      } completion: {
        calls.note($0)
      }
    }
    animator.startAnimation()
    stage.advance(to: 0.5)
    #expect(near(Double(stage.shown.opacity), 0.5) && calls.flags.isEmpty)
    animator.pauseAnimation()
    stage.advance(to: 4)
    #expect(near(Double(stage.shown.opacity), 0.5) && calls.flags.isEmpty)
    animator.startAnimation()
    stage.advance(to: 5)
    #expect(calls.flags == [true] && calls.times == [4.5])
  }

  @Test func interruptionCanBeForbidden() {
    let trip = Trip()
    trip.animator.isInterruptible = false
    trip.animator.startAnimation()
    _ = trip.x(at: 0.5)
    trip.animator.pauseAnimation()
    trip.animator.stopAnimation(true)
    #expect(trip.animator.isRunning)
    #expect(trip.x(at: 1) == 100 && trip.ends.positions == [.end])
  }

  @Test func animatorsCanBeUsedAgain() {
    let trip = Trip()
    trip.animator.startAnimation()
    _ = trip.x(at: 2)
    trip.animator.run { trip.stage.view.center.x = 0 }
    #expect(near(trip.x(at: 2.5), 50) && trip.x(at: 3) == 0 && trip.ends.positions == [.end])
  }

  /// Two changes of the same property add up, and go back together.
  @Test func severalChangesOfOneProperty() {
    let trip = Trip()
    let view = trip.stage.view
    trip.animator.addAnimations { view.center.x = 300 }
    trip.animator.startAnimation()
    #expect(near(trip.x(at: 0.5), 150))
    trip.animator.stopAnimation(false)
    #expect(near(trip.model, 150))
    trip.animator.finishAnimation(at: .start)
    #expect(trip.model == 0)
  }
}
