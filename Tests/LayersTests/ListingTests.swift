import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// The listings of behavior.md 11.1, that need no view: implicit animation, transactions, actions. Each
/// says what must be seen and measures it.
@Suite struct ImplicitListingTests {
  static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
  static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  /// A stage with the blue layer of the listings, 100 by 100 points at (50, 50).
  static func stage() -> (root: CALayer, layer: CALayer) {
    MediaClock.time = 1000
    let (root, layer) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 400)
    layer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    layer.backgroundColor = blue
    root.addSublayer(layer)
    _ = root.committedTree()
    return (root, layer)
  }

  private func redness(_ layer: CALayer) -> Double { Double(layer.presentation()?.backgroundColor?.red ?? -1) }

  /// Where the default curve is half-way through.
  private let middle = 0.8024034

  @Test func a1ColourGlides() {
    let (root, layer) = Self.stage()
    defer { _ = root }
    layer.backgroundColor = Self.red
    #expect(layer.backgroundColor == Self.red, "the model at once")
    MediaClock.advance(to: 1000)
    #expect(redness(layer) == 0)
    MediaClock.advance(to: 1000.125)
    #expect(abs(redness(layer) - middle) < 1e-6)
    MediaClock.advance(to: 1000.26)
    #expect(redness(layer) == 1 && layer.animationKeys() == nil)
  }

  @Test func a2TransactionOfASecond() {
    let (root, layer) = Self.stage()
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    layer.backgroundColor = Self.red
    CATransaction.commit()
    root.backgroundColor = Self.blue
    root.opacity = 0
    MediaClock.advance(to: 1000.5)
    #expect(abs(redness(layer) - middle) < 1e-6)
    #expect(root.presentation()?.opacity == 0, "others keep a quarter")
  }

  @Test func a3CompletionTurnsTheLayer() throws {
    let (root, layer) = Self.stage()
    defer { _ = root }
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setCompletionBlock {
      layer.setAffineTransform(layer.affineTransform().rotated(by: .pi / 2))
    }
    layer.backgroundColor = Self.red
    CATransaction.commit()
    MediaClock.advance(to: 1001)
    #expect(layer.animation(forKey: "transform") == nil, "not before the second is over")
    MediaClock.advance(to: 1001.125)
    #expect(layer.animation(forKey: "transform")?.duration == 0.25)
    let turn = try #require(layer.presentation()?.value(forKeyPath: "transform.rotation.z") as? NSNumber).doubleValue
    #expect(abs(turn - middle * .pi / 2) < 1e-6)
  }

  @Test func a7DisabledActionsJump() {
    for isOff in [false, true] {
      let (root, left) = Self.stage()
      let right = CALayer()
      right.backgroundColor = Self.blue
      root.addSublayer(right)
      _ = root.committedTree()
      left.backgroundColor = Self.red
      CATransaction.begin()
      CATransaction.setDisableActions(isOff)
      CATransaction.setAnimationDuration(0.25)
      right.backgroundColor = Self.red
      CATransaction.commit()
      MediaClock.advance(to: 1000.125)
      #expect(abs(redness(left) - middle) < 1e-6)
      #expect(redness(right) == (isOff ? 1 : redness(left)))
    }
  }

  @Test func a8PushAsAction() {
    let (root, layer) = Self.stage()
    let push = CATransition()
    (push.type, push.subtype) = (.push, .fromLeft)
    layer.actions = ["backgroundColor": push]
    layer.backgroundColor = Self.red
    let patches = TransitionTests.patches(root, at: 1000.125)
    #expect(
      patches == [
        .init(color: "blue", x: 100, y: 50), .init(color: "red", x: 0, y: 50),
      ], "the new colour slides in from the left and pushes the old one out")
    #expect(layer.animationKeys() == ["transition"])
  }

  @Test func a9DelegateAnswersWithAPush() throws {
    final class Pusher: CALayerDelegate {
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        guard event == "contents" else { return nil }
        let push = CATransition()
        (push.type, push.subtype, push.duration) = (.push, .fromRight, 1)
        push.timingFunction = CAMediaTimingFunction(name: .easeIn)
        return push
      }
    }
    let (root, layer) = Self.stage()
    let pusher = Pusher()
    layer.backgroundColor = nil
    layer.delegate = pusher
    layer.contents = CGImage(width: 1, height: 1, pixels: [0xFFFF_0000])
    let list = evaluate(root.committedTree(), at: 1000.5, in: Viewport(width: 400, height: 400))
    let images = list.commands.compactMap { if case .image(let image) = $0 { image } else { nil } }
    let image = try #require(images.first)
    // 100 points to go, of which ease in has done 31.5 % after half the time.
    #expect(images.count == 1 && abs(image.transform.apply(0, 0).x - (150 - 31.53568)) < 1e-3)
    #expect((layer.animation(forKey: "transition") as? CATransition)?.duration == 1)
  }

  @Test func a10TouchesFollowWhatIsSeen() throws {
    let (root, layer) = Self.stage()
    layer.backgroundColor = Self.red
    layer.position = CGPoint(x: 200, y: 200)
    MediaClock.advance(to: 1001)
    /// The touch of the listing: on the moving layer it recolours it, elsewhere it sends it there.
    func touch(_ point: CGPoint) {
      if layer.presentation()?.hitTest(point) != nil {
        layer.backgroundColor = Self.blue
      } else {
        CATransaction.begin()
        CATransaction.setAnimationDuration(4)
        layer.position = point
        CATransaction.commit()
      }
    }
    touch(CGPoint(x: 20, y: 200))
    #expect(layer.position == CGPoint(x: 20, y: 200))
    MediaClock.advance(to: 1001.25)
    let shown = try #require(layer.presentation()).position
    #expect(shown.x > 100, "far from its goal after a sixteenth of its way")
    touch(CGPoint(x: 20, y: 200))
    #expect(layer.backgroundColor == Self.red, "nothing is seen there yet")
    touch(shown)
    #expect(layer.backgroundColor == Self.blue)
    #expect(root.hitTest(CGPoint(x: 20, y: 200)) === layer, "the model is hit where it will be")
  }

  @Test func a11OneAnimationPerTransaction() {
    let (root, layer) = Self.stage()
    CATransaction.begin()
    for x in [100, 200, 300] {
      CATransaction.begin()
      layer.position.x = CGFloat(x)
      CATransaction.commit()
      #expect(layer.presentation()?.position.x == 100)
    }
    #expect(layer.animationKeys() == ["position"])
    #expect(root.committedTree().root.sublayers[0].state.position.x == 100, "nothing before the outermost commit")
    CATransaction.commit()
    #expect(root.committedTree().root.sublayers[0].state.position.x == 300)
  }
}
