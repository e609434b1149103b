import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineViews
import Testing

/// The listings of behavior.md 11 that need views. Each says what must be seen and measures it.
@Suite struct ViewListingTests {
  private let blue = UIColor.blue

  private func redness(_ layer: CALayer) -> Double { Double(layer.presentation()?.backgroundColor?.red ?? -1) }
  private func blueness(_ layer: CALayer) -> Double { Double(layer.presentation()?.backgroundColor?.blue ?? -1) }

  @Test func a4BackingLayersJump() {
    let stage = Stage()
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    stage.view.layer.backgroundColor = blue.cgColor
    CATransaction.commit()
    stage.advance(to: 0.1)
    #expect(blueness(stage.view.layer) == 1 && stage.view.layer.animationKeys() == nil)
  }

  @Test func a5LayerGlidesViewJumps() {
    for hasDelegate in [true, false] {
      let (stage, layer, bare) = (Stage(), CALayer(), UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9)))
      layer.backgroundColor = UIColor.red.cgColor
      bare.backgroundColor = .red
      stage.window.layer.addSublayer(layer)
      // The layer of a view as a sublayer, without the view as a subview.
      stage.window.layer.addSublayer(bare.layer)
      _ = stage.window.layer.committedTree()
      if !hasDelegate { bare.layer.delegate = nil }
      for target in [layer, stage.view.layer, bare.layer] { target.backgroundColor = blue.cgColor }
      stage.advance(to: 0.125)
      #expect(blueness(layer) > 0.5 && blueness(layer) < 1)
      #expect(blueness(stage.view.layer) == 1)
      #expect(blueness(bare.layer) == (hasDelegate ? 1 : blueness(layer)))
    }
  }

  @Test func a6ActionsOfAView() {
    let view = Stage().view
    #expect(view.action(for: view.layer, forKey: "backgroundColor") is NSNull)
    #expect(view.layer.action(forKey: "backgroundColor") == nil)
    UIView.animate(withDuration: 1) {
      #expect(view.action(for: view.layer, forKey: "backgroundColor") is CABasicAnimation)
      #expect(view.layer.action(forKey: "backgroundColor") is CABasicAnimation)
    }
    #expect(view.action(for: view.layer, forKey: "backgroundColor") is NSNull)
  }

  @Test func a7DisabledActionsOfViewsAndLayers() {
    for isOff in [false, true] {
      let (stage, right) = (Stage(), UIView())
      stage.window.addSubview(right)
      right.backgroundColor = .red
      _ = stage.window.layer.committedTree()
      UIView.animate(withDuration: 0.25) {
        stage.view.backgroundColor = blue
        CATransaction.begin()
        CATransaction.setDisableActions(isOff)
        right.backgroundColor = blue
        CATransaction.commit()
      }
      stage.advance(to: 0.125)
      #expect(near(blueness(stage.view.layer), 0.5))
      #expect(blueness(right.layer) == (isOff ? 1 : blueness(stage.view.layer)))
    }
  }

  /// A layer in the middle of a view: touches on it, as it is seen, recolour it, others send it there.
  private final class TouchView: UIView {
    let ball = CALayer()

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let point = touches.first?.location(in: self) else { return }
      if ball.presentation()?.hitTest(point) != nil {
        ball.backgroundColor = UIColor.green.cgColor
      } else {
        CATransaction.begin()
        CATransaction.setAnimationDuration(4)
        ball.position = point
        CATransaction.commit()
      }
    }
  }

  @Test func a10TouchesOnAMovingLayer() throws {
    let (stage, view) = (Stage(), TouchView(frame: CGRect(x: 0, y: 0, width: 400, height: 400)))
    view.ball.frame = CGRect(x: 150, y: 150, width: 100, height: 100)
    view.layer.addSublayer(view.ball)
    stage.window.addSubview(view)
    _ = stage.window.layer.committedTree()
    stage.window.tap(at: CGPoint(x: 20, y: 200))
    #expect(view.ball.position == CGPoint(x: 20, y: 200))
    stage.advance(to: 0.25)
    let shown = try #require(view.ball.presentation()).position
    #expect(shown.x > 100)
    stage.window.tap(at: CGPoint(x: 20, y: 201))
    #expect(view.ball.backgroundColor == nil, "nothing is seen there yet")
    stage.window.tap(at: shown)
    #expect(view.ball.backgroundColor == UIColor.green.cgColor)
  }

  @Test func a12BlocksWithoutChanges() {
    let (stage, nothing, later) = (Stage(), Calls(), Calls())
    UIView.animate(withDuration: 3) {
    } completion: {
      nothing.note($0)
    }
    UIView.animate(withDuration: 3) {
      MediaClock.performSoon { stage.view.alpha = 0 }
    } completion: {
      later.note($0)
    }
    stage.advance(to: 0)
    #expect(nothing.flags == [true] && later.flags == [true] && nothing.times == [0] && later.times == [0])
    #expect(stage.view.layer.animationKeys() == nil && stage.shown.opacity == 0)
  }

  @Test func b11ImageViewsFade() {
    let (stage, imageView) = (Stage(), UIImageView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
    let images = (0..<2).map { UIImage(cgImage: CGImage(width: 1, height: 1, pixels: [0xFF00_0000 + UInt32($0)])) }
    imageView.image = images[0]
    stage.window.addSubview(imageView)
    _ = stage.window.layer.committedTree()
    let transition = CATransition()
    transition.type = .fade
    imageView.layer.add(transition, forKey: nil)
    imageView.image = images[1]
    CATransaction.flush()
    #expect(imageView.layer.animationKeys() == ["transition"])
    let list = evaluate(stage.window.layer.committedTree(), at: 1000.125, in: Viewport(width: 400, height: 400))
    let seen = list.commands.compactMap { if case .image(let image) = $0 { image.image } else { nil } }
    #expect(seen.count == 2 && seen[0] === images[0].cgImage && seen[1] === images[1].cgImage)
  }

  @Test func c1BlocksAddBasicAnimations() throws {
    let stage = Stage()
    UIView.animate(withDuration: 1) {
      let recipe = stage.view.action(for: stage.view.layer, forKey: "bounds") as? CABasicAnimation
      #expect(recipe?.fromValue as? CGRect == stage.view.bounds && recipe?.toValue == nil && recipe?.byValue == nil)
      stage.view.bounds.size = CGSize(width: 200, height: 200)
    }
    let animation = try #require(stage.view.layer.animation(forKey: "bounds.size") as? CABasicAnimation)
    #expect(animation.fromValue as? CGSize == CGSize(width: -100, height: -100) && animation.isAdditive)
    #expect(animation.fillMode == .both && animation.duration == 1)
    #expect(animation.timingFunction?.curve == CAMediaTimingFunction(name: .easeInEaseOut).curve)
    stage.advance(to: 0.5)
    #expect(near(stage.shown.bounds.width, 150, 1e-4))
    stage.advance(to: 2)
    UIView.animate(withDuration: 1) { stage.view.bounds.size = CGSize(width: 100, height: 100) }
    stage.advance(to: 2.5)
    #expect(near(stage.shown.bounds.width, 150, 1e-4))
  }

  @Test func c3ModelAndPresentation() {
    let stage = Stage()
    UIView.animate(withDuration: 3) { stage.view.center.x = 350 }
    #expect(stage.view.layer.position.x == 350 && stage.shown.position.x == 50, "the picture follows at the commit")
    stage.advance(to: 0)
    #expect(stage.shown.position.x == 50)
    stage.advance(to: 0.1)
    #expect(stage.shown.position.x > 50 && stage.shown.position.x < 60)
    stage.advance(to: 3.1)
    #expect(stage.shown.position.x == 350)
    stage.view.center.x = 7
    #expect(stage.shown.position.x == 350)
    stage.advance(to: 3.1)
    #expect(stage.shown.position.x == 7)
  }

  @Test func c4PopLikeBlockOfFourProperties() {
    let stage = Stage()
    UIView.popAnimation(duration: 0.7) {
      stage.view.center = CGPoint(x: 150, y: 50)
      stage.view.bounds.size = CGSize(width: 150, height: 100)
      stage.view.backgroundColor = blue
      stage.view.transform = CGAffineTransform(rotationAngle: 1)
    }
    #expect(stage.view.layer.animationKeys() == ["position", "bounds", "backgroundColor", "transform"])
    #expect(stage.view.center.x == 50 && stage.view.backgroundColor == .red && stage.view.transform == .identity)
    stage.advance(to: 0.245)
    #expect(near(stage.shown.position.x, 150, 1e-3) && near(stage.shown.bounds.width, 150, 1e-3))
    #expect(near(blueness(stage.view.layer), 1, 1e-3))
    stage.advance(to: 0.8)
    #expect(stage.shown.position.x == 50 && stage.view.layer.animationKeys() == nil)
  }

  /// The recipe by hand: a context that answers `NSNull` and remembers.
  @Test func c4ByAContextOfOnesOwn() {
    let (stage, calls) = (Stage(), Calls())
    PopContext.run(duration: 0.7) { stage.view.alpha = 0.5 }
    #expect(stage.view.alpha == 1 && stage.view.layer.animationKeys() == ["opacity"])
    UIView.animate(withDuration: 1) {
      stage.view.center.x = 100
    } completion: {
      calls.note($0)
    }
    stage.advance(to: 0.245)
    #expect(near(Double(stage.shown.opacity), 0.5, 1e-6))
    stage.advance(to: 2)
    #expect(calls.flags == [true] && stage.shown.opacity == 1)
  }
}
