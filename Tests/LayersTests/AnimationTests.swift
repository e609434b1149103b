import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// The life of animations, implicit actions and transactions. Times are of the thread's virtual clock.
@Suite struct AnimationTests {
  /// Notes what happens to animations.
  final class Log: CAAnimationDelegate {
    var lines: [String] = []
    func animationDidStart(_ anim: CAAnimation) { lines.append("start \(CACurrentMediaTime())") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { lines.append("stop \(flag)") }
  }

  private func committed() -> CALayer {
    MediaClock.time = 1000
    let layer = CALayer()
    _ = layer.committedTree()
    return layer
  }

  private func fade(_ duration: Double = 1) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, duration)
    return animation
  }

  @Test func addingTakesADeepCopy() throws {
    let layer = committed()
    let group = CAAnimationGroup()
    let child = fade()
    (group.animations, group.duration) = ([child], 1)
    layer.add(group, forKey: "group")
    child.toValue = 0.5
    group.duration = 9
    let stored = try #require(layer.animation(forKey: "group") as? CAAnimationGroup)
    #expect(stored !== group && stored.duration == 1)
    #expect((stored.animations?.first as? CABasicAnimation)?.toValue as? Int == 1)
    #expect(layer.animationKeys() == ["group"])
  }

  @Test func tagsTravelWithTheCopy() {
    let layer = committed()
    let animation = fade()
    animation.setValue("door", forKey: "tag")
    layer.add(animation, forKey: "fade")
    #expect(layer.animation(forKey: "fade")?.value(forKey: "tag") as? String == "door")
  }

  @Test func delegateHearsStartAndEnd() {
    let layer = committed()
    let (log, animation) = (Log(), fade())
    animation.delegate = log
    layer.add(animation, forKey: "fade")
    #expect(log.lines == [])
    MediaClock.advance(to: 1000.5)
    #expect(log.lines == ["start 1000.0"])
    #expect(layer.presentation()?.opacity == 0.5)
    MediaClock.advance(to: 1001)
    #expect(log.lines.count == 1, "the end belongs to the animation")
    MediaClock.advance(to: 1002)
    #expect(log.lines == ["start 1000.0", "stop true"])
    #expect(layer.animationKeys() == nil)
  }

  @Test func replacedAndRemovedAnimationsDoNotFinish() {
    let layer = committed()
    let (log, animation) = (Log(), fade())
    animation.delegate = log
    layer.add(animation, forKey: "fade")
    layer.add(animation, forKey: "fade")
    #expect(log.lines == ["stop false"])
    layer.removeAllAnimations()
    #expect(log.lines == ["stop false", "stop false"])
    MediaClock.advance(to: 1005)
    #expect(log.lines.count == 2)
  }

  @Test func animationsLeaveWithTheirLayer() {
    let root = committed()
    let layer = CALayer()
    root.addSublayer(layer)
    _ = root.committedTree()
    let (log, animation) = (Log(), fade())
    animation.delegate = log
    layer.add(animation, forKey: "fade")
    layer.removeFromSuperlayer()
    #expect(log.lines == ["stop false"] && layer.animationKeys() == nil)
  }

  @Test func keptAnimationHoldsItsEnd() {
    let layer = committed()
    let animation = fade()
    (animation.isRemovedOnCompletion, animation.fillMode, animation.toValue) = (false, .forwards, 0.25)
    layer.add(animation, forKey: "fade")
    MediaClock.advance(to: 1010)
    #expect(layer.presentation()?.opacity == 0.25)
    #expect(layer.opacity == 1)
  }

  @Test func pausedLayerNeverCompletes() {
    let layer = committed()
    let (log, animation) = (Log(), fade())
    animation.delegate = log
    layer.add(animation, forKey: "fade")
    MediaClock.advance(to: 1000.25)
    let now = layer.convertTime(CACurrentMediaTime(), from: nil)
    (layer.speed, layer.timeOffset) = (0, now)
    MediaClock.advance(to: 1010)
    #expect(log.lines.count == 1)
    #expect(layer.presentation()?.opacity == 0.25)
    let paused = layer.timeOffset
    (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
    layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
    MediaClock.advance(to: 1010.5)
    #expect(layer.presentation()?.opacity == 0.75)
    MediaClock.advance(to: 1011)
    #expect(log.lines.last == "stop true")
  }

  // MARK: Transactions and actions

  @Test func changesOfAShownLayerAnimate() throws {
    let layer = committed()
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.position = CGPoint(x: 50, y: 0)
    layer.position = CGPoint(x: 100, y: 0)
    CATransaction.commit()
    #expect(layer.animationKeys() == ["position"])
    MediaClock.advance(to: 1001)
    #expect(layer.presentation()?.position == CGPoint(x: 50, y: 0))
    #expect(layer.position.x == 100)
    MediaClock.advance(to: 1003)
    #expect(layer.presentation()?.position.x == 100)
    #expect(layer.animationKeys() == nil)
  }

  @Test func defaultsOfImplicitAnimations() throws {
    let layer = committed()
    layer.setValue(0.5, forKeyPath: "transform.scale.x")
    let animation = try #require(layer.animation(forKey: "transform"))
    #expect(animation.duration == 0.25)
    #expect(animation.timingFunction?.curve == .standard)
  }

  @Test func freshLayersAndDisabledActionsDoNotAnimate() {
    let fresh = CALayer()
    fresh.opacity = 0.5
    #expect(fresh.animationKeys() == nil)
    let layer = committed()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.opacity = 0.5
    CATransaction.commit()
    #expect(layer.animationKeys() == nil)
  }

  @Test func actionsAreSearchedInOrder() {
    let layer = committed()
    layer.style = ["actions": ["opacity": NSNull()], "style": ["actions": ["position": NSNull()]]]
    layer.opacity = 0.5
    layer.position.x = 9
    #expect(layer.animationKeys() == nil)
    #expect(layer.action(forKey: "opacity") == nil)
    let slow = CABasicAnimation(keyPath: "opacity")
    slow.duration = 7
    layer.actions = ["opacity": slow]
    layer.opacity = 0.25
    #expect(layer.animation(forKey: "opacity")?.duration == 7)
  }

  @Test func completionWaitsForTheAnimationsOfItsTransaction() {
    let layer = committed()
    var log: [String] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { log.append("outer") }
    CATransaction.begin()
    CATransaction.setCompletionBlock { log.append("inner") }
    layer.add(fade(1), forKey: "short")
    CATransaction.commit()
    layer.add(fade(2), forKey: "long")
    CATransaction.commit()
    #expect(log == [])
    MediaClock.advance(to: 1001.5)
    #expect(log == ["inner"])
    MediaClock.advance(to: 1003)
    #expect(log == ["inner", "outer"])
    CATransaction.begin()
    CATransaction.setCompletionBlock { log.append("at once") }
    CATransaction.commit()
    MediaClock.advance(to: 1003)
    #expect(log.last == "at once")
  }

  @Test func completionBlocksChain() {
    let layer = committed()
    CATransaction.begin()
    CATransaction.setCompletionBlock { layer.add(self.fade(1), forKey: "second") }
    layer.add(fade(1), forKey: "first")
    CATransaction.commit()
    MediaClock.advance(to: 1001.5)
    #expect(layer.animationKeys() == ["second"])
    #expect(abs((layer.presentation()?.opacity ?? 0) - 0.5) < 1e-6)
  }

  // MARK: Presentation

  @Test func presentationIsOfTheSameClassAndReadOnly() throws {
    #expect(CALayer().presentation() == nil)
    MediaClock.time = 1000
    let root = CALayer()
    let emitter = CAEmitterLayer()
    root.addSublayer(emitter)
    _ = root.committedTree()
    let shown = try #require(root.presentation())
    #expect(shown.model() === root && root.model() === root)
    #expect(shown.sublayers?.first is CAEmitterLayer)
    shown.opacity = 0.5
    #expect(shown.opacity == 1)
  }

  // MARK: What cannot be animated

  @Test func mistakesAreNamed() {
    let layer = CALayer()
    let wrong = CABasicAnimation(keyPath: "position")
    wrong.toValue = "left"
    let unknown = CABasicAnimation(keyPath: "positon")
    #expect(layer.problems(with: wrong, forKey: nil) == [.wrongValue(keyPath: "position", expected: .point)])
    #expect(
      layer.problems(with: unknown, forKey: nil) == [.noSuchProperty(keyPath: "positon", className: "CALayer")])
    layer.add(unknown, forKey: nil)
    _ = layer.committedTree()
    #expect(layer.animationProblems.count == 1)
  }
}
