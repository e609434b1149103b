import Foundation
import StarmineGraphics
import StarmineLayers
import StarminePop
import StarmineTestSupport
import Testing

/// The life of animations. What the published cases assert is POP's own suite.
struct LifecycleTests {
  private func opacity(_ from: Double, _ to: Double) -> POPBasicAnimation {
    let animation: POPBasicAnimation = POPBasicAnimation(propertyNamed: kPOPLayerOpacity)
    (animation.fromValue, animation.toValue) = (from, to)
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    return animation
  }

  @Test func lifecycles() throws {
    let checks: [String: () -> Bool] = [
      "sameKeyReplaces": sameKeyReplaces, "sameInstanceSameKeyTwice": sameInstance,
      "cancelBeforeBegin": cancelBeforeBegin, "objectDeallocated": objectGone,
      "reuseOnAnotherObject": reuse, "nilKey": noKey, "completionUnfinished": completionUnfinished,
      "keys": keys, "weakDelegate": weakDelegate,
    ]
    let summary = try ConformanceCases("pop").check("lifecycle_cases") { item in
      // These end the program; see `mistakesEndTheProgram`.
      if ["abstractClasses", "unsupportedValue"].contains(item.name) { return .passed }
      guard let check = checks[item.name] else { return .failed("unknown") }
      return check() ? .passed : .failed("\(item.fields["asserted"])")
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 11)
  }

  private func sameKeyReplaces() -> Bool {
    let harness = Harness(CALayer())
    var told: [String] = []
    for name in ["first", "second"] {
      let animation = opacity(0, 1)
      animation.animationDidStartBlock = { _ in told.append("\(name) starts") }
      animation.completionBlock = { told.append("\(name) stops \($1)") }
      harness.animator.add(animation, for: harness.object, key: "key")
    }
    harness.render(duration: 1, step: 0.1)
    return told == ["first starts", "first stops false", "second starts", "second stops true"]
  }

  private func sameInstance() -> Bool {
    let harness = Harness(CALayer())
    let animation = opacity(0, 1)
    harness.add(animation)
    harness.render(duration: 0.2, step: 0.1)
    harness.add(animation)
    harness.render(from: 0.3, duration: 0.3, step: 0.1)
    return harness.starts == 1 && harness.stops == [true]
  }

  private func cancelBeforeBegin() -> Bool {
    let harness = Harness(CALayer())
    let animation = opacity(0, 1)
    animation.beginTime = Harness.startTime + 100
    harness.add(animation)
    harness.render(duration: 0.2, step: 0.1)
    harness.animator.removeAllAnimations(for: harness.object)
    return harness.starts == 1 && harness.stops == [false]
  }

  private func objectGone() -> Bool {
    let animator = POPAnimator()
    animator.disableDisplayLink = true
    var stops: [Bool] = []
    let animation = opacity(0, 1)
    animation.completionBlock = { stops.append($1) }
    var layer: CALayer? = CALayer()
    if let layer { animator.add(animation, for: layer, key: nil) }
    animator.renderTime(1000)
    layer = nil
    animator.renderTime(1000.5)
    return stops == [false]
  }

  private func reuse() -> Bool {
    let animation: POPBasicAnimation = POPBasicAnimation(propertyNamed: kPOPLayerPositionX)
    (animation.fromValue, animation.toValue) = (100, 200)
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    return [CALayer(), CALayer()].allSatisfy { layer in
      let harness = Harness(layer)
      harness.add(animation)
      harness.forget(animation)
      harness.render(at: 0)
      harness.render(at: 0.1)
      harness.render(at: 0.5)
      let writes = animation.tracer.writeEvents.flatMap { numbers($0.value) }
      return difference("", writes, [100, 125, 200], within: 1e-9) == nil && harness.starts == 1
        && harness.stops == [true]
    }
  }

  private func noKey() -> Bool {
    let harness = Harness(CALayer())
    harness.add(opacity(0, 1), key: nil)
    harness.add(opacity(0, 0.5), key: nil)
    harness.animator.removeAnimation(for: harness.object, key: nil)
    return harness.animator.animationKeys(for: harness.object).count == 2 && harness.stops.isEmpty
  }

  private func completionUnfinished() -> Bool {
    let harness = Harness(CALayer())
    harness.add(opacity(0, 1))
    harness.render(at: 0)
    harness.animator.removeAllAnimations(for: harness.object)
    return harness.stops == [false]
  }

  private func keys() -> Bool {
    let (first, second) = (CALayer(), CALayer())
    let animator = POPAnimator()
    animator.disableDisplayLink = true
    for key in ["b", "a"] { animator.add(opacity(0, 1), for: first, key: key) }
    animator.add(opacity(0, 1), for: second, key: "a")
    guard animator.animationKeys(for: first) == ["b", "a"] else { return false }
    animator.removeAllAnimations(for: first)
    return animator.animationKeys(for: first).isEmpty && animator.animationKeys(for: second) == ["a"]
  }

  private func weakDelegate() -> Bool {
    let animation = opacity(0, 1)
    var harness: Harness? = Harness(CALayer())
    animation.delegate = harness
    let wasSet = animation.delegate != nil
    harness = nil
    return wasSet && animation.delegate == nil
  }

  @Test func valuesWithMoreNumbersArePassedOver() {
    let animation = POPBasicAnimation()
    animation.fromValue = 1
    animation.toValue = CGPoint(x: 3, y: 4)
    #expect(animation.toValue == nil && animation.fromValue as? Double == 1)
  }

  @Test func mistakesEndTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = POPAnimation() }
    await #expect(processExitsWith: .failure) { _ = POPPropertyAnimation() }
  }

  @Test func customAnimations() throws {
    let summary = try ConformanceCases("pop").check("custom_cases") { item in
      switch item.name {
      case "custom.finishes": finishes() ? .passed : .failed("")
      case "custom.removedInsideBlock": removedInside() ? .passed : .failed("")
      case "custom.association": association() ? .passed : .failed("")
      default: .failed("unknown")
      }
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 3)
  }

  private func finishes() -> Bool {
    var elapsed: [Double] = []
    let animation = POPCustomAnimation { _, animation in
      elapsed.append(animation?.elapsedTime ?? .nan)
      return elapsed.count < 3
    }
    let harness = Harness(CALayer())
    animation.beginTime = Harness.startTime
    harness.add(animation)
    harness.render(from: 0.1, duration: 5, step: 0.1)
    return elapsed.count == 3 && zip(elapsed, [0, 0.1, 0.1]).allSatisfy { abs($0 - $1) < 1e-4 }
      && harness.starts == 1 && harness.stops == [true] && harness.applied == 4
  }

  private func removedInside() -> Bool {
    var calls = 0
    let harness = Harness(CALayer())
    let animation = POPCustomAnimation { [animator = harness.animator] target, _ in
      calls += 1
      if calls == 3, let target = target as? CALayer { animator.removeAnimation(for: target, key: "key") }
      return true
    }
    harness.add(animation)
    harness.render(duration: 1, step: 0.1)
    return calls == 3 && harness.starts == 1 && harness.stops == [false]
  }

  private func association() -> Bool {
    let harness = Harness(CALayer())
    var target: Any?
    let animation = POPCustomAnimation { object, _ in
      target = object
      return true
    }
    harness.add(animation)
    harness.render(at: 0)
    let isFound = harness.animator.animation(for: harness.object, key: "key") === animation
    harness.animator.removeAnimation(for: harness.object, key: "key")
    return isFound && (target as? NSObject) === harness.object
      && harness.animator.animation(for: harness.object, key: "key") == nil
  }

  // MARK: What no case says

  @Test func pausedBasicAnimationsStartAgain() {
    let layer = CALayer()
    let harness = Harness(layer)
    let animation = opacity(0, 1)
    harness.add(animation)
    harness.render(duration: 0.2, step: 0.1)
    animation.isPaused = true
    harness.render(from: 0.3, duration: 1, step: 0.1)
    #expect(abs(layer.opacity - 0.5) < 1e-5 && harness.stops.isEmpty)
    animation.isPaused = false
    harness.render(at: 2)
    #expect(layer.opacity == 0 && harness.starts == 2)
  }

  @Test func clampingKeepsTheValueBetweenItsEnds() {
    for (mode, low, high) in [(UInt(0), true, true), (1, false, true), (2, true, false), (3, false, false)] {
      let disc = Disc()
      let harness = Harness(disc)
      let spring = POPSpringAnimation()
      spring.property = Disc.radiusProperty()
      (spring.fromValue, spring.toValue, spring.velocity) = (0, 1, -20)
      (spring.springBounciness, spring.clampMode) = (18, mode)
      harness.add(spring)
      harness.render(duration: 5, step: 1.0 / 60)
      #expect(disc.writes.contains { $0 < 0 } == low && disc.writes.contains { $0 > 1 } == high, "mode \(mode)")
      #expect(disc.radius == 1)
    }
  }

  @Test func markersAreReportedOnce() {
    final class Listener: POPAnimationDelegate {
      var markers: [CGFloat] = []
      func pop_animation(_ anim: POPAnimation!, didReachProgress progress: CGFloat) { markers.append(progress) }
    }
    let listener = Listener()
    let harness = Harness(CALayer())
    let animation = opacity(0, 1)
    harness.add(animation)
    animation.delegate = listener
    animation.progressMarkers = [0.25, 0.5, 1]
    harness.render(duration: 1, step: 0.05)
    #expect(listener.markers == [0.25, 0.5, 1])
  }

  @Test func endlessRepetitionsNeverFinish() {
    let harness = Harness(CALayer())
    let animation = opacity(0, 1)
    (animation.repeatForever, animation.autoreverses) = (true, true)
    harness.add(animation)
    harness.render(duration: 4.05, step: 0.1)
    #expect(harness.stops.count == 10 && !harness.stops.contains(true))
  }

  @Test func decaysWalkOnOrBack() {
    for (autoreverses, expected) in [(false, 3.0), (true, 0.0)] {
      let disc = Disc()
      let harness = Harness(disc)
      let decay = POPDecayAnimation()
      decay.property = Disc.radiusProperty()
      (decay.fromValue, decay.velocity) = (0, 10)
      let way = numbers(decay.toValue)[0]
      decay.autoreverses = autoreverses
      if !autoreverses { decay.repeatCount = 3 }
      harness.add(decay)
      harness.render(duration: 20, step: 1.0 / 60)
      #expect(harness.stops.last == true)
      #expect(abs(disc.radius - expected * way) < 1e-6)
    }
  }

  @Test func copiesHaveTheConfiguration() throws {
    let spring: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerPositionX)
    (spring.toValue, spring.velocity, spring.springBounciness) = (100, 50, 10)
    (spring.dynamicsMass, spring.name, spring.roundingFactor) = (2, "spring", 0.5)
    spring.setValue("tag", forKey: "own")
    let harness = Harness(CALayer())
    harness.add(spring)
    harness.render(duration: 0.2, step: 0.1)
    let copy = try #require(spring.copy() as? POPSpringAnimation)
    #expect(copy.property.name == "positionX" && numbers(copy.toValue) == [100] && numbers(copy.velocity) == [50])
    #expect(copy.springBounciness == 10 && copy.dynamicsMass == 2 && copy.name == "spring")
    #expect(copy.isPaused && copy.value(forKey: "own") == nil && copy.currentValue == nil)
  }

  @Test func animatorNotifiesItsDelegateAndObservers() {
    final class Listener: POPAnimatorDelegate, POPAnimatorObserving {
      var told: [String] = []
      func animatorWillAnimate(_ animator: POPAnimator!) { told.append("will \(CATransaction.disableActions())") }
      func animatorDidAnimate(_ animator: POPAnimator!) { told.append("did") }
    }
    let (listener, observer) = (Listener(), Listener())
    let harness = Harness(CALayer())
    harness.animator.delegate = listener
    harness.animator.addObserver(observer)
    harness.render(at: 0)
    #expect(listener.told == ["will true", "did"] && observer.told == ["did"])
    harness.animator.removeObserver(observer)
    harness.render(at: 0.1)
    #expect(observer.told == ["did"])
  }

  /// Blocks of users run with implicit animations as they are elsewhere, the animation's own writes without.
  @Test func onlyUsersCodeAnimatesImplicitly() {
    let layer = CALayer()
    _ = layer.committedTree()
    let harness = Harness(layer)
    let animation = opacity(0, 0.5)
    var isDisabled = true
    animation.completionBlock = { _, _ in isDisabled = CATransaction.disableActions() }
    harness.add(animation)
    harness.render(duration: 1, step: 0.1)
    #expect(!isDisabled && layer.animationKeys() == nil && layer.opacity == 0.5)
  }

  @Test func animationsGoInTheOrderOfAdding() {
    let harness = Harness(CALayer())
    var order: [Int] = []
    for index in [2, 0, 1] {
      harness.animator.add(
        POPCustomAnimation { _, _ in
          order.append(index)
          return false
        }, for: harness.object, key: "\(index)")
    }
    harness.render(at: 0)
    #expect(order == [2, 0, 1])
  }
}
