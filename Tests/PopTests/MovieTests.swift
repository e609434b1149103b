import Foundation
import StarmineCore
import StarmineGraphics
import StarmineLayers
import StarminePop
import StarmineScene
import StarmineTestSupport
import Testing

/// POP in movies: stepped at the frames of the script stage.
struct MovieTests {
  private func position(_ movie: Movie, at time: Double) -> CGFloat {
    movie.snapshot(at: time).root.sublayers[0].state.position.x
  }

  private func makeMovie(_ set: (CALayer) -> Void = { _ in }) -> (Movie, CALayer) {
    let (root, layer) = (CALayer(), CALayer())
    root.addSublayer(layer)
    let movie = Movie(rootLayer: root, size: CGSize(width: 100, height: 100))
    set(layer)
    return (movie, layer)
  }

  private func slide(to end: Double, duration: Double) -> POPBasicAnimation {
    let animation: POPBasicAnimation = POPBasicAnimation(propertyNamed: kPOPLayerPositionX)
    (animation.fromValue, animation.toValue, animation.duration) = (10, end, duration)
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    return animation
  }

  @Test func stepsAtFrames() {
    let (movie, layer) = makeMovie()
    layer.pop_add(slide(to: 110, duration: 1), forKey: "slide")
    #expect(layer.pop_animationKeys() == ["slide"])
    #expect(position(movie, at: 0) == 10, "the first frame shows the start")
    for frame in [1, 2, 15, 30, 60] {
      let expected = 10.0 + 100 * Double(frame) / 60
      #expect(abs(Double(position(movie, at: movie.time(ofFrame: frame))) - expected) < 1e-9, "frame \(frame)")
    }
    #expect(layer.pop_animationKeys().isEmpty)
    // Between frames, and looking back.
    #expect(position(movie, at: 15.5 / 60) == position(movie, at: 15.0 / 60))
    #expect(position(movie, at: 0.1) < 30)
  }

  /// An animation added between frames is at its start at once, and moves with the frames after that.
  @Test func startsWithTheEventThatAddsIt() {
    let (movie, layer) = makeMovie()
    movie.framesPerSecond = 10
    movie.at(0.25) { _ in layer.pop_add(self.slide(to: 110, duration: 1), forKey: nil) }
    let seen = [0.2, 0.25, 0.29, 0.3, 0.4].map { Double(position(movie, at: $0)) }
    for (actual, expected) in zip(seen, [0.0, 10, 10, 15, 25]) { #expect(abs(actual - expected) < 1e-9) }
  }

  /// Added at a frame, it moves once at that frame: two equal values would pass for the end of a push from rest.
  @Test func aPushFromRestMoves() {
    let (movie, layer) = makeMovie()
    movie.at(0.5) { _ in
      let push: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerPositionX)
      (push.toValue, push.velocity) = (0, 1000)
      layer.pop_add(push, forKey: nil)
    }
    #expect(position(movie, at: 0.5) == 0)
    #expect(position(movie, at: movie.time(ofFrame: 32)) > 10)
    #expect(position(movie, at: 2) == 0)
  }

  @Test func restCostsNothing() {
    final class Counter: POPAnimatorDelegate {
      var count = 0
      func animatorWillAnimate(_ animator: POPAnimator!) { count += 1 }
      func animatorDidAnimate(_ animator: POPAnimator!) {}
    }
    let counter = Counter()
    let (movie, layer) = makeMovie()
    POPAnimator.shared().delegate = counter
    layer.pop_add(slide(to: 110, duration: 0.1), forKey: nil)
    _ = movie.snapshot(at: 1)
    let count = counter.count
    #expect((7...8).contains(count), "once when it is added, then at six frames")
    _ = movie.snapshot(at: 5)
    #expect(counter.count == count)
  }

  @Test func anyOrderOfFramesGivesTheSame() {
    func build() -> Movie {
      makeMovie { layer in
        let spring: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerPositionX)
        (spring.fromValue, spring.toValue, spring.springBounciness) = (0, 100, 15)
        layer.pop_add(spring, forKey: nil)
      }.0
    }
    // The layers have to live as long as their movies.
    let played = build()
    let forward = (0..<90).map { position(played, at: played.time(ofFrame: $0)) }
    let sought = build()
    let backward = (0..<90).reversed().map { position(sought, at: sought.time(ofFrame: $0)) }
    #expect(forward == backward.reversed() && Set(forward).count > 30)
  }

  /// C5 of the classic listings: while a script blocks its stage, POP stands still and Core Animation goes on.
  @Test func aBlockedStageStallsPopOnly() {
    let (movie, layer) = makeMovie()
    let turn = CABasicAnimation(keyPath: "position.y")
    (turn.fromValue, turn.toValue, turn.duration) = (0, 100, 10)
    layer.add(turn, forKey: nil)
    layer.pop_add(slide(to: 1010, duration: 10), forKey: nil)
    movie.at(1) { _ in MediaClock.block(for: 5) }
    var popFrames = 0
    var coreFrames = 0
    for frame in 61..<360 {
      let before = state(movie, frame - 1)
      let now = state(movie, frame)
      if now.x != before.x { popFrames += 1 }
      if now.y != before.y { coreFrames += 1 }
    }
    #expect(popFrames == 0 && coreFrames == 299)
    // Then it catches up with the time that has passed.
    #expect(abs(state(movie, 360).x - 610) < 1e-6)
  }

  private func state(_ movie: Movie, _ frame: Int) -> CGPoint {
    let time = movie.time(ofFrame: frame)
    let node = movie.snapshot(at: time).root.sublayers[0]
    return node.presentedState(at: Movie.startTime + time).position
  }

  @Test func layersThatAreGoneStopTheirAnimations() {
    var stopped: Bool?
    let movie = Movie(rootLayer: CALayer(), size: CGSize(width: 8, height: 8))
    do {
      let layer = CALayer()
      let animation = slide(to: 100, duration: 5)
      animation.completionBlock = { stopped = $1 }
      layer.pop_add(animation, forKey: nil)
    }
    _ = movie.snapshot(at: 0.5)
    #expect(stopped == false)
  }

  /// Any object may be animated: here a Core Animation's duration and an own object.
  @Test func anyObjectTakesAnimations() {
    let disc = Disc(radius: 1)
    let (movie, _) = makeMovie()
    let spring = POPSpringAnimation()
    spring.property = Disc.radiusProperty()
    spring.toValue = 5
    disc.pop_add(spring, forKey: "radius")
    #expect(disc.pop_animation(forKey: "radius") as? POPSpringAnimation === spring)
    _ = movie.snapshot(at: 3)
    #expect(disc.radius == 5 && disc.pop_animation(forKey: "radius") == nil)
  }
}
