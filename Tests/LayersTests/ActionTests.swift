import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import Testing

/// The search for actions and the events of the tree (behavior.md 3.2 to 3.5).
@Suite struct ActionTests {
  /// Notes what it is asked and told.
  final class Witness: CALayerDelegate, CAAction {
    var asked: [String] = []
    var told: [String] = []
    var answers: [String: any CAAction] = [:]

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      asked.append("\(layer.name ?? "?").\(event)")
      return answers[event]
    }

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
      told.append("\(event) \((anObject as? CALayer)?.opacity ?? -1)")
    }
  }

  private func committed() -> CALayer {
    MediaClock.time = 1000
    let layer = CALayer()
    _ = layer.committedTree()
    return layer
  }

  @Test func delegateIsAskedFirstThenActionsStyleAndClass() {
    final class Classic: CALayer {
      override class func defaultAction(forKey event: String) -> (any CAAction)? { CABasicAnimation(keyPath: "class") }
    }
    let (layer, witness) = (Classic(), Witness())
    let path = { (layer.action(forKey: "opacity") as? CABasicAnimation)?.keyPath }
    #expect(path() == "class")
    layer.style = ["style": ["actions": ["opacity": CABasicAnimation(keyPath: "inner style")]]]
    #expect(path() == "inner style")
    layer.style = ["actions": ["opacity": CABasicAnimation(keyPath: "style")], "style": layer.style as Any]
    #expect(path() == "style")
    layer.actions = ["opacity": CABasicAnimation(keyPath: "actions")]
    #expect(path() == "actions")
    layer.delegate = witness
    #expect(path() == "actions", "a delegate that answers nil lets the search go on")
    witness.answers["opacity"] = CABasicAnimation(keyPath: "delegate")
    #expect(path() == "delegate")
    witness.answers["opacity"] = NSNull()
    #expect(path() == nil)
  }

  @Test func nullEndsTheSearchAtEveryStep() {
    let layer = committed()
    let slow = CABasicAnimation(keyPath: "opacity")
    layer.style = ["actions": ["opacity": slow]]
    layer.actions = ["opacity": NSNull()]
    layer.opacity = 0.5
    #expect(layer.animationKeys() == nil)
    layer.actions = nil
    layer.style = ["actions": ["opacity": NSNull()]]
    layer.opacity = 0.25
    #expect(layer.animationKeys() == nil)
  }

  @Test func actionsAreFoundBeforeTheChangeAndRunAfterIt() {
    let (layer, witness) = (committed(), Witness())
    layer.name = "box"
    layer.actions = ["opacity": witness]
    layer.opacity = 0.5
    #expect(witness.told == ["opacity 0.5"])
    layer.opacity = 0.5
    #expect(witness.told.count == 1, "no change, no action")
  }

  @Test func delegateMayChangeTheLayerDuringTheSearch() {
    final class Meddler: CALayerDelegate {
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        if event == "opacity" { layer.zPosition = 3 }
        return NSNull()
      }
    }
    let (layer, meddler) = (committed(), Meddler())
    layer.delegate = meddler
    layer.opacity = 0.5
    #expect(layer.opacity == 0.5 && layer.zPosition == 3)
  }

  @Test func delegatesOfFreshLayersAreAskedButNothingHappensByItself() {
    let (layer, witness) = (CALayer(), Witness())
    (layer.name, layer.delegate) = ("new", witness)
    layer.opacity = 0.5
    #expect(witness.asked == ["new.opacity"])
    #expect(layer.animationKeys() == nil && layer.action(forKey: "opacity") == nil)
    witness.answers["opacity"] = CABasicAnimation(keyPath: "opacity")
    layer.opacity = 0.25
    #expect(layer.animationKeys() == ["opacity"])
  }

  @Test func disabledActionsSkipTheSearch() {
    let (layer, witness) = (committed(), Witness())
    layer.delegate = witness
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.opacity = 0.5
    layer.addSublayer(CALayer())
    CATransaction.commit()
    #expect(witness.asked == [])
    #expect(layer.animationKeys() == nil)
  }

  @Test func classThatAnswersNilHasNoImplicitAnimation() {
    final class Still: CALayer {
      override func action(forKey event: String) -> (any CAAction)? { nil }
    }
    MediaClock.time = 1000
    let layer = Still()
    _ = layer.committedTree()
    layer.opacity = 0.5
    #expect(layer.animationKeys() == nil)
  }

  @Test func implicitAnimationsStartFromWhatShows() throws {
    let layer = committed()
    layer.opacity = 0
    MediaClock.advance(to: 1000.125)
    let shown = try #require(layer.presentation()?.opacity)
    layer.opacity = 1
    let animation = try #require(layer.animation(forKey: "opacity") as? CABasicAnimation)
    #expect(shown < 0.5 && shown > 0)
    #expect(animation.fromValue as? Float == shown)
    #expect(animation.toValue == nil && animation.fillMode == .backwards && animation.keyPath == "opacity")
  }

  @Test func severalChangesInOneTransactionGiveOneAnimation() {
    let (layer, witness) = (committed(), Witness())
    CATransaction.begin()
    for x in [10, 20, 30] { layer.position.x = CGFloat(x) }
    CATransaction.commit()
    #expect(layer.animationKeys() == ["position"])
    #expect((layer.animation(forKey: "position") as? CABasicAnimation)?.fromValue as? CGPoint == .zero)
    #expect(witness.asked == [])
  }

  @Test func coloursOutOfNothingDoNotAnimate() {
    let layer = committed()
    layer.backgroundColor = .white
    #expect(layer.animationKeys() == nil)
    _ = layer.committedTree()
    layer.backgroundColor = .black
    #expect(layer.animationKeys() == ["backgroundColor"])
  }

  @Test func undefinedKeysHaveActions() {
    let (layer, witness) = (committed(), Witness())
    (layer.name, layer.delegate) = ("box", witness)
    witness.asked = []
    layer.setValue(3, forKey: "mood")
    #expect(witness.asked == ["box.mood"])
    layer.actions = ["mood": witness]
    layer.setValue(4, forKey: "mood")
    #expect(witness.told.count == 1)
    #expect(layer.value(forKey: "mood") as? Int == 4)
  }

  // MARK: Events of the tree

  private func named(_ name: String, _ witness: Witness) -> CALayer {
    let layer = CALayer()
    (layer.name, layer.delegate) = (name, witness)
    return layer
  }

  @Test func changesOfTheTreeAskInTheMeasuredOrder() {
    let witness = Witness()
    let (a, b) = (named("a", witness), named("b", witness))
    let (x, y, z) = (named("x", witness), named("y", witness), named("z", witness))
    func events(_ change: () -> Void) -> [String] {
      witness.asked = []
      change()
      return witness.asked
    }
    #expect(events { a.addSublayer(x) } == ["a.sublayers", "x.onOrderIn"])
    #expect(events { b.addSublayer(x) } == ["a.sublayers", "b.sublayers", "x.onOrderIn"])
    #expect(events { b.insertSublayer(y, at: 0) } == ["b.sublayers", "y.onOrderIn"])
    #expect(events { b.insertSublayer(x, below: y) } == ["b.sublayers"])
    #expect(b.sublayers == [x, y])
    #expect(events { y.removeFromSuperlayer() } == ["b.sublayers", "y.onOrderOut"])
    #expect(events { b.replaceSublayer(x, with: y) } == ["b.sublayers", "x.onOrderOut", "y.onOrderIn"])
    #expect(events { b.sublayers = [x, z] } == ["b.sublayers", "y.onOrderOut", "x.onOrderIn", "z.onOrderIn"])
    #expect(b.sublayers == [x, z] && y.superlayer == nil)
    #expect(events { b.mask = y } == ["b.mask"])
    #expect(events { b.isHidden = true } == ["b.hidden"])
  }

  @Test func newOrderKeepsAnimationsAndLeavingDropsThem() {
    let root = committed()
    let (first, second) = (CALayer(), CALayer())
    root.sublayers = [first, second]
    _ = root.committedTree()
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.toValue, fade.duration) = (0, 5)
    first.add(fade, forKey: "fade")
    root.addSublayer(first)
    #expect(root.sublayers == [second, first] && first.animationKeys() == ["fade"])
    first.removeFromSuperlayer()
    #expect(first.animationKeys() == nil && first.presentation() == nil)
    first.opacity = 0.5
    #expect(first.animationKeys() == nil, "a layer that has left is fresh")
  }

  @Test func layoutIsAnEvent() {
    let witness = Witness()
    let layer = named("box", witness)
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(witness.asked.contains("box.onLayout"))
  }

  // MARK: Style

  @Test func styleGivesValuesThatWereNotSet() {
    let layer = CALayer()
    layer.cornerRadius = 3
    layer.style = ["opacity": 0.5, "cornerRadius": 9, "mood": "calm", "style": ["opacity": 0.1, "borderWidth": 2]]
    #expect(layer.opacity == 0.5 && layer.cornerRadius == 3 && layer.borderWidth == 2)
    #expect(layer.value(forKey: "mood") as? String == "calm")
    layer.borderWidth = 4
    layer.style = nil
    #expect(layer.opacity == 1 && layer.borderWidth == 4)
    #expect(layer.value(forKey: "mood") == nil)
  }
}
