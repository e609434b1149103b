import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import StarmineViews
import Testing

/// Which keys animate, springs, and the "pop-like" recipe.
@Suite struct KeyCaseTests {
  private final class ShapeView: UIView {
    override class var layerClass: AnyClass { CAShapeLayer.self }
  }

  /// A value to set for each key.
  private static var samples: [String: Any] {
    [
      "bounds": CGRect(x: 1, y: 2, width: 30, height: 40), "bounds.size.width": 30.0, "bounds.size.height": 40.0,
      "position": CGPoint(x: 7, y: 8), "position.x": 7.0, "position.y": 8.0,
      "transform": CATransform3DMakeScale(2, 2, 1), "transform.scale": 2.0, "transform.rotation.z": 1.0,
      "cornerRadius": 5.0, "opacity": 0.5, "backgroundColor": CGColor.white, "anchorPoint": CGPoint(x: 0, y: 1),
      "shadowOpacity": 0.5, "borderWidth": 3.0, "borderColor": CGColor.white, "shadowColor": CGColor.white,
      "shadowOffset": CGSize(width: 3, height: 3), "shadowRadius": 9.0, "strokeStart": 0.25, "strokeEnd": 0.5,
      "zPosition": 4.0,
    ]
  }

  /// The animations that setting a key leaves on a view's layer.
  private func animations(_ key: String, inBlock: Bool) -> [CABasicAnimation] {
    let (stage, view) = (Stage(), ShapeView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
    stage.window.addSubview(view)
    _ = stage.window.layer.committedTree()
    let change = { view.layer.setValue(Self.samples[key], forKeyPath: key) }
    if inBlock { UIView.animate(withDuration: 0.8, animations: change) } else { change() }
    return (view.layer.animationKeys() ?? []).compactMap { view.layer.animation(forKey: $0) as? CABasicAnimation }
  }

  @Test func keysThatAnimate() throws {
    let summary = try ConformanceCases("uiview").check("implicit_keys") { item in
      func names(_ list: String) -> [String] {
        (item.fields[list].array ?? []).compactMap { $0.string?.split(separator: " ").first.map(String.init) }
      }
      for name in names("additive_in_block") + names("non_additive_in_block") + names("animate_since_iOS13") {
        let (found, isAdditive) = (animations(name, inBlock: true), names("additive_in_block").contains(name))
        guard !found.isEmpty, found.allSatisfy({ $0.isAdditive == isAdditive && $0.duration == 0.8 }) else {
          return .failed("\(name): \(found.count) animations")
        }
      }
      for name in names("never_in_block_on_backing_layer") where !animations(name, inBlock: true).isEmpty {
        return .failed("\(name) animates")
      }
      for name in Self.samples.keys where !animations(name, inBlock: false).isEmpty {
        return .failed("\(name) animates outside of blocks")
      }
      return standaloneLayer(item.fields["standalone_layer"])
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  private func standaloneLayer(_ expect: JSONValue) -> ConformanceCases.Outcome {
    func duration(isFlushed: Bool = true, _ body: (CALayer) -> Void) -> Double? {
      let (stage, layer) = (Stage(), CALayer())
      stage.window.layer.addSublayer(layer)
      if isFlushed { _ = stage.window.layer.committedTree() }
      body(layer)
      return layer.animation(forKey: "opacity")?.duration
    }
    func transaction(_ prepare: () -> Void, _ body: () -> Void) {
      CATransaction.begin()
      prepare()
      body()
      CATransaction.commit()
    }
    let fade = { (layer: CALayer) in UIView.animate(withDuration: 0.8) { layer.opacity = 0 } }
    let short = { CATransaction.setAnimationDuration(0.2) }
    let off = { CATransaction.setDisableActions(true) }
    let found = [
      duration(isFlushed: false, fade), duration(fade), duration { layer in transaction(short) { fade(layer) } },
      duration { layer in UIView.animate(withDuration: 0.5) { transaction(short) { layer.opacity = 0 } } },
      duration { layer in transaction(off) { fade(layer) } },
      duration { layer in UIView.animate(withDuration: 0.5) { transaction(off) { layer.opacity = 0 } } },
    ]
    let wanted = expect["CATransaction(0.2) inside or outside UIView.animate(0.5)"].number
    return found == [nil, 0.25, wanted, wanted, nil, nil] ? .passed : .failed("standalone: \(found)")
  }

  private func springAnimation(_ fields: JSONValue) -> CASpringAnimation? {
    let stage = Stage()
    UIView.animate(
      withDuration: fields["duration"].number ?? 0, delay: 0,
      usingSpringWithDamping: CGFloat(fields["dampingRatio"].number ?? 0),
      initialSpringVelocity: CGFloat(fields["velocity"].number ?? 0)
    ) { stage.view.alpha = 0 }
    return stage.view.layer.animation(forKey: "opacity") as? CASpringAnimation
  }

  private func agrees(_ fields: JSONValue, relative: Double) -> Bool {
    guard let spring = springAnimation(fields) else { return false }
    func near(_ value: CGFloat, _ expected: Double?) -> Bool {
      expected.map { abs(Double(value) - $0) <= relative * $0 } ?? true
    }
    return near(spring.stiffness, fields["stiffness"].number) && near(spring.damping, fields["damping"].number)
      && spring.mass == 1 && progressAgrees(fields)
  }

  private func progressAgrees(_ fields: JSONValue) -> Bool {
    let stage = Stage()
    stage.view.layer.position.x = 0
    UIView.animate(
      withDuration: fields["duration"].number ?? 0, delay: 0,
      usingSpringWithDamping: CGFloat(fields["dampingRatio"].number ?? 0),
      initialSpringVelocity: CGFloat(fields["velocity"].number ?? 0)
    ) { stage.view.center.x = 1 }
    let tree = stage.window.layer.committedTree()
    return (fields["progress"].array ?? []).allSatisfy { sample in
      let shown = tree.root.sublayers[0].presentedState(at: 1000 + (sample["t"].number ?? 0))
      return abs(Double(shown.position.x) - (sample["x"].number ?? .nan)) < 1e-8
    }
  }

  @Test func springs() throws {
    let summary = try ConformanceCases("uiview").check("springs") { item in
      let groups = item.fields
      guard agrees(groups["published"], relative: 1e-12) else { return .failed("published") }
      for name in ["derived_v0", "derived_velocity"] {
        let cases = groups[name]["cases"].array ?? []
        guard !cases.isEmpty else { return .failed("no cases") }
        for fields in cases where !agrees(fields, relative: 1e-9) {
          return .failed("\(name) \(fields["duration"]) \(fields["dampingRatio"]) \(fields["velocity"])")
        }
      }
      let stage = Stage()
      for (name, parameters) in [
        ("default_UISpringTimingParameters", UISpringTimingParameters()),
        (
          "explicit_spring_ignores_duration",
          UISpringTimingParameters(mass: 1, stiffness: 16, damping: 0.8, initialVelocity: .zero)
        ),
      ] {
        UIView.performWithoutAnimation { stage.view.alpha = 1 }
        let animator = UIViewPropertyAnimator(duration: 0.1, timingParameters: parameters)
        animator.run { stage.view.alpha = 0 }
        let spring = stage.view.layer.animation(forKey: "opacity") as? CASpringAnimation
        let wanted = groups[name]
        guard near(spring?.mass, wanted["mass"].number), near(spring?.stiffness, wanted["stiffness"].number),
          near(spring?.damping, wanted["damping"].number), animator.duration == spring?.settlingDuration,
          animator.duration > 0.1
        else { return .failed(name) }
        animator.stopAnimation(true)
      }
      return .passed
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  @Test func popLikeBlock() throws {
    let summary = try ConformanceCases("uiview").check("poplike_block") { item in
      let stage = Stage()
      stage.view.layer.position.x = 0
      _ = stage.window.layer.committedTree()
      UIView.popAnimation(duration: item.fields["duration"].number ?? 0) { stage.view.center.x = 1 }
      guard stage.view.center.x == 0 else { return .failed("the model has its old value") }
      for sample in item.fields["samples_fraction_of_change"].array ?? [] {
        stage.advance(to: sample["t"].number ?? 0)
        guard near(stage.shown.position.x, sample["f"].number) else {
          return .failed("at \(sample["t"].number ?? 0): \(stage.shown.position.x)")
        }
      }
      return .passed
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }
}
