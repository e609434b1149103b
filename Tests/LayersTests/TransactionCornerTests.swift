import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// Corners of transactions, of what layers do with animations, and of presentation.
@Suite struct TransactionCornerTests {
  private func committed() -> CALayer {
    MediaClock.time = 1000
    let layer = CALayer()
    _ = layer.committedTree()
    return layer
  }

  private func fade(_ duration: Double) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, duration)
    return animation
  }

  @Test func valuesBelongToTheirTransaction() {
    CATransaction.begin()
    CATransaction.setValue(2, forKey: "animationDuration")
    CATransaction.setValue("mine", forKey: "note")
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 2 && CATransaction.value(forKey: "note") as? String == "mine")
    CATransaction.setAnimationDuration(3)
    CATransaction.setDisableActions(true)
    let ease = CAMediaTimingFunction(name: .easeIn)
    CATransaction.setAnimationTimingFunction(ease)
    #expect(CATransaction.value(forKey: "animationTimingFunction") as? CAMediaTimingFunction === ease)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 2 && !CATransaction.disableActions())
    #expect(CATransaction.animationTimingFunction() == nil)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25 && CATransaction.value(forKey: "note") == nil)
  }

  /// Outside of a movie the run loop has the next turn.
  @Test func completionsWithoutAnimationsRunInTheNextTurn() async {
    let calls = await withCheckedContinuation { (done: CheckedContinuation<[Int], Never>) in
      Thread {
        nonisolated(unsafe) var calls: [Int] = []
        CATransaction.begin()
        CATransaction.setCompletionBlock { calls.append(2) }
        CATransaction.commit()
        calls.append(1)
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01))
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01))
        done.resume(returning: calls)
      }.start()
    }
    #expect(calls == [1, 2])
  }

  @Test func commitWithoutBeginDoesNoHarm() {
    let layer = committed()
    CATransaction.commit()
    layer.zPosition = 4
    CATransaction.commit()
    CATransaction.commit()
    #expect(layer.committedTree().root.state.zPosition == 4)
  }

  @Test func flushWaitsForExplicitTransactions() {
    let layer = committed()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.opacity = 0.5
    CATransaction.flush()
    #expect(layer.presentation()?.opacity == 1, "nothing reaches the tree before the outermost commit")
    CATransaction.begin()
    layer.cornerRadius = 3
    CATransaction.commit()
    #expect(layer.presentation()?.cornerRadius == 0)
    CATransaction.commit()
    #expect(layer.presentation()?.opacity == 0.5 && layer.presentation()?.cornerRadius == 3)
  }

  @Test func theLockIsRecursive() {
    CATransaction.lock()
    CATransaction.lock()
    CATransaction.unlock()
    CATransaction.unlock()
  }

  @Test func blocksWaitOnlyForWhatIsAddedAfterThem() {
    let layer = committed()
    var log: [String] = []
    CATransaction.begin()
    layer.add(fade(5), forKey: "before")
    CATransaction.setCompletionBlock { log.append("done") }
    layer.add(fade(1), forKey: "after")
    CATransaction.commit()
    MediaClock.advance(to: 1001.5)
    #expect(log == ["done"])
  }

  /// Measured: each block runs, and one that is set inside is read from outside in.
  @Test func everyBlockThatIsSetRuns() {
    var log: [String] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { log.append("first") }
    CATransaction.setCompletionBlock { log.append("second") }
    CATransaction.begin()
    #expect(CATransaction.completionBlock() != nil && CATransaction.value(forKey: kCATransactionCompletionBlock) != nil)
    CATransaction.commit()
    CATransaction.setCompletionBlock(nil)
    #expect(CATransaction.completionBlock() == nil)
    CATransaction.commit()
    MediaClock.advance(to: MediaClock.time)
    #expect(log == ["first", "second"])
  }

  /// How most published code of before Swift turns actions off.
  @Test func actionsAreTurnedOffByACoreFoundationBoolean() {
    CATransaction.begin()
    CATransaction.setValue(kCFBooleanTrue, forKey: kCATransactionDisableActions)
    #expect(CATransaction.disableActions())
    CATransaction.setValue(kCFBooleanFalse, forKey: kCATransactionDisableActions)
    #expect(!CATransaction.disableActions())
    CATransaction.commit()
  }

  @Test func aGroupThatContainsItselfIsTakenWithoutItself() {
    let layer = committed()
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([fade(1), group], 3)
    layer.add(group, forKey: "group")
    let own = layer.animation(forKey: "group") as? CAAnimationGroup
    #expect(own?.animations?.count == 1)
    #expect(layer.problems(with: group, forKey: nil).isEmpty)
    let copy = group.copy() as? CAAnimationGroup
    #expect(copy?.animations?.first === group.animations?.first, "a copy shares (measured)")
    group.animations = nil
  }

  @Test func removedAndReplacedAnimationsCountAsEnded() {
    let layer = committed()
    var log: [String] = []
    CATransaction.begin()
    CATransaction.setCompletionBlock { log.append("done") }
    layer.add(fade(5), forKey: "fade")
    layer.add(fade(6), forKey: "fade")
    CATransaction.commit()
    #expect(log == [])
    layer.removeAnimation(forKey: "fade")
    #expect(log == ["done"])
  }

  @Test func animationsOfLayersThatAreGoneCountAsEnded() {
    var log: [String] = []
    do {
      let layer = committed()
      CATransaction.begin()
      CATransaction.setCompletionBlock { log.append("done") }
      layer.add(fade(5), forKey: "fade")
      CATransaction.commit()
      #expect(log == [])
    }
    MediaClock.advance(to: 1001)
    #expect(log == ["done"])
  }

  @Test func groupsCountOnce() {
    let layer = committed()
    var count = 0
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([fade(1), fade(2)], 3)
    CATransaction.begin()
    CATransaction.setCompletionBlock { count += 1 }
    layer.add(group, forKey: nil)
    CATransaction.commit()
    MediaClock.advance(to: 1002.5)
    #expect(count == 0)
    MediaClock.advance(to: 1004)
    #expect(count == 1)
  }

  @Test func layoutBelongsToTheTransaction() {
    final class Mover: CALayer {
      override func layoutSublayers() { sublayers?.first?.position.x = 9 }
    }
    MediaClock.time = 1000
    let (root, inner) = (Mover(), CALayer())
    root.addSublayer(inner)
    _ = root.committedTree()
    CATransaction.setDisableActions(true)
    inner.position.x = 0
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.setNeedsLayout()
    CATransaction.commit()
    #expect(inner.position.x == 9 && inner.animationKeys() == nil)
    #expect(root.committedTree().root.sublayers[0].state.position.x == 9)
  }

  // MARK: Animations

  @Test(arguments: [0, -1.0]) func durationsOfNothingAreTheTransactions(duration: Double) {
    let layer = committed()
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.75)
    layer.add(fade(duration), forKey: "fade")
    CATransaction.commit()
    #expect(layer.animation(forKey: "fade")?.duration == 0.75)
  }

  @Test func storedAnimationsStayAsTheyAre() throws {
    let layer = committed()
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([fade(1)], 1)
    layer.add(group, forKey: "group")
    let stored = try #require(layer.animation(forKey: "group") as? CAAnimationGroup)
    stored.duration = 9
    stored.setValue(9, forKey: "timeOffset")
    stored.animations?.first?.duration = 9
    stored.animations = nil
    stored.setValue("yes", forKey: "seen")
    #expect(stored.duration == 1 && stored.timeOffset == 0 && stored.animations?.first?.duration == 1)
    #expect(layer.animation(forKey: "group")?.value(forKey: "seen") as? String == "yes")
    let copy = try #require(stored.copy() as? CAAnimationGroup)
    copy.duration = 2
    #expect(copy.duration == 2, "a copy is the caller's own")
  }

  @Test func defaultsOfAnimations() {
    #expect(CAAnimation.defaultValue(forKey: "speed") as? NSNumber == 1)
    #expect(CAAnimation.defaultValue(forKey: "fillMode") as? String == "removed")
    #expect(CAAnimation.defaultValue(forKey: "removedOnCompletion") as? Bool == true)
    for key in ["duration", "beginTime", "autoreverses", "nothing"] {
      #expect(CAAnimation.defaultValue(forKey: key) == nil, "\(key)")
    }
    #expect(CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? String == "linear")
    #expect(CASpringAnimation.defaultValue(forKey: "stiffness") as? NSNumber == 100)
    let animation = fade(2)
    #expect(animation.shouldArchiveValue(forKey: "duration") && !animation.shouldArchiveValue(forKey: "speed"))
    #expect(CAAnimation().preferredFrameRateRange == .default)
  }

  // MARK: Presentation

  @Test func presentationLeadsToPresentation() throws {
    MediaClock.time = 1000
    let (root, layer, mask, inner) = (CALayer(), CALayer(), CALayer(), CALayer())
    root.addSublayer(layer)
    layer.addSublayer(inner)
    layer.mask = mask
    _ = root.committedTree()
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (0, 100, 1)
    for each in [root, mask, layer] { each.add(move, forKey: "move") }
    MediaClock.advance(to: 1000.5)
    let shown = try #require(layer.presentation())
    #expect(shown.position.x == 50 && layer.position.x == 0)
    #expect(shown.mask?.position.x == 50 && shown.mask?.model() === mask)
    #expect(shown.superlayer?.position.x == 50 && shown.superlayer?.model() === root)
    #expect(shown.sublayers?.first?.model() === inner)
    let innerShown = try #require(inner.presentation())
    #expect(innerShown.convert(CGPoint.zero, to: root.presentation()) == CGPoint(x: 50, y: 0))
    #expect(inner.convert(CGPoint.zero, to: root) == .zero)
  }

  @Test func hitTestsOnPresentationFollowWhatIsSeen() {
    MediaClock.time = 1000
    let (root, layer) = (CALayer(), CALayer())
    root.bounds = CGRect(x: 0, y: 0, width: 300, height: 300)
    (root.anchorPoint, root.position) = (.zero, .zero)
    layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    root.addSublayer(layer)
    _ = root.committedTree()
    CATransaction.setAnimationDuration(4)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.position.x = 210
    MediaClock.advance(to: 1002)
    #expect(root.hitTest(CGPoint(x: 210, y: 10)) === layer)
    #expect(root.presentation()?.hitTest(CGPoint(x: 110, y: 10))?.model() === layer)
    #expect(root.presentation()?.hitTest(CGPoint(x: 210, y: 10))?.model() === root)
  }

  // MARK: Contents

  private func image(_ pixel: UInt32) -> CGImage { CGImage(width: 1, height: 1, pixels: [pixel]) }

  @Test func newContentsFadeIn() {
    let layer = committed()
    let (old, new) = (image(0xFFFF_0000), image(0xFF00_00FF))
    (layer.bounds, layer.contents) = (CGRect(x: 0, y: 0, width: 10, height: 10), old)
    MediaClock.advance(to: 1001)
    #expect(layer.animationKeys() == nil, "there was nothing to start from")
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.contents = new
    #expect((layer.animation(forKey: "contents") as? CABasicAnimation)?.fromValue as? CGImage === old)
    func images(_ time: Double) -> [(CGImage, UInt8)] {
      var alpha: UInt8 = 255
      var result: [(CGImage, UInt8)] = []
      for command in evaluate(layer.committedTree(), at: time, in: Viewport(width: 20, height: 20)).commands {
        if case .pushGroup(let group) = command { alpha = group.alpha }
        if case .image(let image) = command { result.append((image.image, alpha)) }
      }
      return result
    }
    let mixed = images(1001.0625)
    #expect(mixed.map(\.1) == [191, 64] && mixed[0].0 === old && mixed[1].0 === new)
    #expect(images(1001.5).map(\.1) == [255])
  }

  @Test func drawnContentsDoNotAnimate() {
    final class Painter: CALayer {
      override func draw(in ctx: CGContext) {
        ctx.setFillColor(.white)
        ctx.fill(bounds)
      }
    }
    MediaClock.time = 1000
    let layer = Painter()
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.setNeedsDisplay()
    _ = layer.committedTree()
    let first = layer.contents as? Drawing
    layer.setNeedsDisplay()
    _ = layer.committedTree()
    #expect(first != nil && layer.contents as? Drawing !== first)
    #expect(layer.animationKeys() == nil)
  }
}
