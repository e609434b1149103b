import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// The listings of behavior.md 11.2: explicit animations, transitions, time.
@Suite struct ExplicitListingTests {
  private typealias Stage = ImplicitListingTests
  private let blue = ImplicitListingTests.blue
  private let red = ImplicitListingTests.red
  private let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)

  private func color(_ layer: CALayer) -> CGColor? { layer.presentation()?.backgroundColor }
  private func angle(_ layer: CALayer) -> Double {
    (layer.presentation()?.value(forKeyPath: "transform.rotation.z") as? NSNumber)?.doubleValue ?? .nan
  }

  final class Delegate: CAAnimationDelegate {
    var onStop: (CAAnimation, Bool) -> Void = { _, _ in }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { onStop(anim, flag) }
  }

  @Test func b1ColourSnapsBack() {
    let (root, layer) = Stage.stage()
    defer { _ = root }
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    animation.toValue = red
    layer.add(animation, forKey: nil)
    MediaClock.advance(to: 1000.125)
    #expect(color(layer)?.red == 0.5)
    MediaClock.advance(to: 1000.26)
    #expect(color(layer) == blue && layer.backgroundColor == blue)
  }

  /// The helper of listing B2.
  private func apply(_ animation: CABasicAnimation, to layer: CALayer) {
    let keyPath = animation.keyPath ?? ""
    animation.fromValue = (layer.presentation() ?? layer).value(forKeyPath: keyPath)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.setValue(animation.toValue, forKeyPath: keyPath)
    CATransaction.commit()
    layer.add(animation, forKey: nil)
  }

  @Test func b2HelperEndsWhereItShould() {
    let (root, layer) = Stage.stage()
    defer { _ = root }
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    animation.toValue = red
    apply(animation, to: layer)
    #expect(layer.backgroundColor == red)
    MediaClock.advance(to: 1000.125)
    #expect(color(layer)?.red == 0.5)
    MediaClock.advance(to: 1001)
    #expect(color(layer) == red && layer.animationKeys() == nil)
  }

  @Test func b3DelegateSetsTheModel() {
    let (root, layer) = Stage.stage()
    defer { _ = root }
    let (animation, delegate) = (CABasicAnimation(keyPath: "backgroundColor"), Delegate())
    (animation.toValue, animation.delegate) = (red, delegate)
    delegate.onStop = { animation, _ in
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.backgroundColor = ((animation as? CABasicAnimation)?.toValue as? CGColor)
      CATransaction.commit()
    }
    layer.add(animation, forKey: nil)
    MediaClock.advance(to: 1000.3)
    #expect(layer.backgroundColor == red && layer.animationKeys() == nil, "no second animation")
    #expect(color(layer) == red)
  }

  @Test func b4HandsAreFoundByTheirTag() {
    MediaClock.time = 1000
    let root = CALayer()
    let hands = ["hour", "minute", "second"].map { name in
      let hand = CALayer()
      (hand.name, hand.anchorPoint) = (name, CGPoint(x: 0.5, y: 0.9))
      hand.bounds.size = CGSize(width: 8, height: 100)
      root.addSublayer(hand)
      return hand
    }
    _ = root.committedTree()
    let delegate = Delegate()
    delegate.onStop = { animation, _ in
      guard let hand = animation.value(forKey: "handView") as? CALayer,
        let transform = (animation as? CABasicAnimation)?.toValue as? CATransform3D
      else { return }
      CATransaction.setDisableActions(true)
      hand.transform = transform
    }
    for (index, hand) in hands.enumerated() {
      let animation = CABasicAnimation(keyPath: "transform")
      animation.toValue = CATransform3DMakeRotation(.pi / 6 * CGFloat(index + 1), 0, 0, 1)
      (animation.duration, animation.delegate) = (0.5, delegate)
      animation.setValue(hand, forKey: "handView")
      hand.add(animation, forKey: nil)
    }
    MediaClock.advance(to: 1000.6)
    for (index, hand) in hands.enumerated() {
      #expect(
        CATransform3DEqualToTransform(hand.transform, CATransform3DMakeRotation(.pi / 6 * CGFloat(index + 1), 0, 0, 1)))
      #expect(hand.animationKeys() == nil)
    }
  }

  @Test func b5Keyframes() {
    let (root, layer) = Stage.stage()
    defer { _ = root }
    let animation = CAKeyframeAnimation(keyPath: "backgroundColor")
    (animation.duration, animation.values) = (2, [blue, red, green, blue])
    layer.add(animation, forKey: nil)
    MediaClock.advance(to: 1001)
    #expect(abs((color(layer)?.red ?? 0) - 0.5) < 1e-9 && abs((color(layer)?.green ?? 0) - 0.5) < 1e-9)
    MediaClock.advance(to: 1001 + 1.0 / 3)
    #expect(abs((color(layer)?.green ?? 0) - 1) < 1e-6)
  }

  private func flight(_ mode: CAAnimationRotationMode?) -> CAKeyframeAnimation {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 150))
    path.addCurve(
      to: CGPoint(x: 300, y: 150), control1: CGPoint(x: 75, y: 0), control2: CGPoint(x: 225, y: 300))
    let animation = CAKeyframeAnimation(keyPath: "position")
    (animation.path, animation.duration, animation.rotationMode) = (path, 4, mode)
    return animation
  }

  @Test func b6AndB7ShipFollowsTheCurve() throws {
    for mode in [nil, CAAnimationRotationMode.rotateAuto] {
      let (root, ship) = Stage.stage()
      defer { _ = root }
      ship.add(flight(mode), forKey: nil)
      MediaClock.advance(to: 1001)
      let place = try #require(ship.presentation()).position
      // The cubic at a quarter of its parameter.
      #expect(abs(place.x - 67.96875) < 1e-6 && abs(place.y - 107.8125) < 1e-6, "\(place)")
      MediaClock.advance(to: 1002)
      // The tangent in the middle points along (3, 2).
      #expect(abs(angle(ship) - (mode == nil ? 0 : atan2(2, 3))) < 1e-6)
    }
  }

  @Test func b8MatricesDoNotTurnLikeAngles() {
    func turn(_ prepare: (CABasicAnimation) -> Void) -> CATransform3D {
      let (root, layer) = Stage.stage()
      defer { _ = root }
      let animation = CABasicAnimation(keyPath: "transform")
      animation.duration = 2
      prepare(animation)
      layer.add(animation, forKey: nil)
      MediaClock.advance(to: 1001)
      return layer.presentation()?.transform ?? CATransform3DIdentity
    }
    let half = turn { $0.toValue = CATransform3DMakeRotation(.pi, 0, 0, 1) }
    #expect(abs(half.m11) < 1e-6 && abs(abs(half.m12) - 1) < 1e-6, "a quarter after half the time")
    let whole = turn { $0.toValue = CATransform3DMakeRotation(2 * .pi, 0, 0, 1) }
    #expect(abs(whole.m11 - 1) < 1e-9 && abs(whole.m12) < 1e-9, "no movement at all")
  }

  @Test func b9FullTurnByAngle() {
    let (root, layer) = Stage.stage()
    defer { _ = root }
    let animation = CABasicAnimation(keyPath: "transform.rotation")
    (animation.duration, animation.byValue) = (2, Double.pi * 2)
    layer.add(animation, forKey: nil)
    MediaClock.advance(to: 1000.5)
    #expect(abs(angle(layer) - .pi / 2) < 1e-9)
    MediaClock.advance(to: 1001)
    #expect(abs(abs(angle(layer)) - .pi) < 1e-9)
  }

  @Test func b10GroupOfBoth() {
    let (root, layer) = Stage.stage()
    defer { _ = root }
    let color = CABasicAnimation(keyPath: "backgroundColor")
    color.toValue = red
    let group = CAAnimationGroup()
    (group.animations, group.duration) = ([flight(.rotateAuto), color], 4)
    layer.add(group, forKey: nil)
    MediaClock.advance(to: 1002)
    #expect(abs((layer.presentation()?.position.x ?? 0) - 150) < 0.5)
    #expect(self.color(layer)?.red == 0.5)
  }

  @Test func b11ImagesFadeIntoEachOther() throws {
    let (root, layer) = Stage.stage()
    layer.backgroundColor = nil
    let images = (0..<4).map { CGImage(width: 1, height: 1, pixels: [0xFF00_0000 + UInt32($0)]) }
    layer.contents = images[0]
    MediaClock.advance(to: 1001)
    for step in 1..<4 {
      let transition = CATransition()
      transition.type = .fade
      layer.add(transition, forKey: nil)
      CATransaction.setDisableActions(true)
      layer.contents = images[step]
      CATransaction.flush()
      #expect(layer.animationKeys() == ["transition"])
      let time = 1000 + Double(step)
      let seen = evaluate(root.committedTree(), at: time + 0.125, in: Viewport(width: 400, height: 400)).commands
        .compactMap { if case .image(let image) = $0 { image.image } else { nil } }
      try #require(seen.count == 2)
      #expect(seen[0] === images[step - 1] && seen[1] === images[step])
      MediaClock.advance(to: time + 1)
    }
  }

  @Test func b12TreesFadeIntoEachOther() {
    let (root, first) = Stage.stage()
    let second = CALayer()
    second.frame = CGRect(x: 200, y: 200, width: 10, height: 10)
    second.backgroundColor = red
    let fade = CATransition()
    (fade.type, fade.duration) = (.fade, 1)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.add(fade, forKey: kCATransition)
    first.removeFromSuperlayer()
    root.addSublayer(second)
    CATransaction.commit()
    #expect(
      TransitionTests.patches(root, at: 1000.25) == [
        .init(color: "blue", x: 50, y: 50, alphas: [191]), .init(color: "red", x: 200, y: 200, alphas: [64]),
      ])
  }

  @Test func b14CustomTransitionBySnapshot() throws {
    let (root, layer) = Stage.stage()
    // The snapshot is laid over the layer; the layer changes below.
    let context = CGContext(bounds: layer.bounds)
    layer.render(in: context)
    let cover = CALayer()
    (cover.frame, cover.contents) = (layer.frame, Drawing(commands: context.finish()))
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.addSublayer(cover)
    layer.backgroundColor = red
    CATransaction.commit()
    CATransaction.flush()
    // It shrinks, turns and fades away in a second, then it is removed.
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    CATransaction.setCompletionBlock {
      CATransaction.setDisableActions(true)
      cover.removeFromSuperlayer()
    }
    cover.setAffineTransform(CGAffineTransform(scaleX: 0.01, y: 0.01).rotated(by: .pi / 2))
    cover.opacity = 0
    CATransaction.commit()
    let start = TransitionTests.patches(root, at: 1000)
    #expect(start.map(\.color) == ["red", "blue"] && start.last?.x == 50, "the old picture covers the new one")
    MediaClock.advance(to: 1000.5)
    let shown = try #require(cover.presentation())
    #expect(abs(Double(shown.opacity) - 0.5) < 1e-6)
    let scale = (shown.value(forKeyPath: "transform.scale.x") as? NSNumber)?.doubleValue ?? 0
    #expect(abs(scale - 0.505) < 1e-6 && abs(angle(cover) - .pi / 4) < 1e-6)
    MediaClock.advance(to: 1001.1)
    #expect(root.sublayers == [layer])
    #expect(TransitionTests.patches(root, at: 1001.1).map(\.color) == ["red"])
  }

  @Test func b15StopTellsTheDelegate() {
    let (root, layer) = Stage.stage()
    defer { _ = root }
    let delegate = Delegate()
    var flags: [Bool] = []
    delegate.onStop = { flags.append($1) }
    let animation = CABasicAnimation(keyPath: "transform.rotation")
    (animation.duration, animation.byValue, animation.delegate) = (2, Double.pi * 2, delegate)
    layer.add(animation, forKey: "rotateAnimation")
    MediaClock.advance(to: 1001)
    layer.removeAnimation(forKey: "rotateAnimation")
    #expect(flags == [false])
    layer.add(animation, forKey: "rotateAnimation")
    MediaClock.advance(to: 1004)
    #expect(flags == [false, true])
  }

  @Test func b16ImageSequence() {
    let (root, layer) = Stage.stage()
    defer { _ = root }
    let images = (0..<5).map { CGImage(width: 1, height: 1, pixels: [0xFF00_0000 + UInt32($0)]) }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    (animation.values, animation.duration, animation.repeatCount) = (images, 2.5, .infinity)
    animation.calculationMode = .discrete
    layer.add(animation, forKey: nil)
    for (time, index) in [(0.25, 0), (0.6, 1), (2.4, 4), (2.6, 0), (253.1, 1)] {
      MediaClock.advance(to: 1000 + time)
      #expect(layer.presentation()?.contents as? CGImage === images[index], "at \(time)")
    }
  }

  // MARK: B17: time by hand

  private func pause(_ layer: CALayer) {
    let now = layer.convertTime(CACurrentMediaTime(), from: nil)
    (layer.speed, layer.timeOffset) = (0, now)
  }

  private func resume(_ layer: CALayer) {
    let paused = layer.timeOffset
    (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
    layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
  }

  private func swing() -> CABasicAnimation {
    let swing = CABasicAnimation(keyPath: "transform.rotation")
    (swing.toValue, swing.duration) = (1.0, 2)
    (swing.autoreverses, swing.repeatCount) = (true, .infinity)
    return swing
  }

  @Test func b17PauseAndResumeDoNotJump() {
    let (root, layer) = Stage.stage()
    layer.add(swing(), forKey: nil)
    MediaClock.advance(to: 1003.5)
    #expect(abs(angle(layer) - 0.25) < 1e-6, "on the way back")
    pause(root)
    for time in [1003.5, 1004, 1010] {
      MediaClock.advance(to: time)
      #expect(abs(angle(layer) - 0.25) < 1e-6)
    }
    resume(root)
    #expect(abs(angle(layer) - 0.25) < 1e-6)
    MediaClock.advance(to: 1011)
    #expect(abs(angle(layer) - 0.25) < 1e-6, "a second later it has turned at the end and come as far again")
    MediaClock.advance(to: 1011.5)
    #expect(abs(angle(layer) - 0.5) < 1e-6)
  }

  @Test func b17ScrubbingByTimeOffset() {
    let (root, door) = Stage.stage()
    defer { _ = root }
    door.speed = 0
    let animation = CABasicAnimation(keyPath: "transform.rotation.y")
    (animation.toValue, animation.duration, animation.beginTime) = (-1.0, 1, 0)
    door.add(animation, forKey: nil)
    CATransaction.flush()
    for offset in [0.2, 0.9, 0.5] {
      door.timeOffset = offset
      MediaClock.advance(to: CACurrentMediaTime() + 1)
      let angle = (door.presentation()?.value(forKeyPath: "transform.rotation.y") as? NSNumber)?.doubleValue ?? 0
      #expect(abs(angle + offset) < 1e-6)
    }
    #expect(door.animationKeys() == nil || door.animationKeys() == [], "it has no key, but it is still there")
    #expect(door.presentation()?.transform != door.transform)
  }
}
