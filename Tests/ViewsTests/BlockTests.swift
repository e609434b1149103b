import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineViews
import Testing

/// Blocks beyond the cases: nesting, options, switches, the legacy form.
@Suite struct BlockTests {
  private func animation(_ view: UIView, _ key: String) -> CABasicAnimation? {
    view.layer.animation(forKey: key) as? CABasicAnimation
  }

  @Test func innerBlocksTakeDurationAndCurve() {
    let stage = Stage()
    let (inner, own) = (Stage().view, Stage().view)
    [inner, own].forEach(stage.window.addSubview)
    UIView.animate(withDuration: 2, delay: 1, options: .curveLinear) {
      stage.view.alpha = 0.5
      UIView.animate(withDuration: 0.5, delay: 0.25, options: .curveEaseIn) { inner.alpha = 0.5 }
      UIView.animate(
        withDuration: 0.5, delay: 0, options: [.overrideInheritedDuration, .overrideInheritedCurve, .curveEaseIn]
      ) {
        own.alpha = 0.5
        #expect(UIView.inheritedAnimationDuration == 0.5)
      }
      #expect(UIView.inheritedAnimationDuration == 2)
    }
    #expect(UIView.inheritedAnimationDuration == 0)
    let (linear, easeIn) = (CAMediaTimingFunction(name: .linear).curve, CAMediaTimingFunction(name: .easeIn).curve)
    let found = [stage.view, inner, own].map { animation($0, "opacity") }
    #expect(found.map { $0?.duration } == [2, 2, 0.5])
    #expect(found.map { $0?.timingFunction?.curve } == [linear, linear, easeIn])
    #expect(found.map { $0?.beginTime } == [1001, 1001.25, 1001])
  }

  @Test func innerBlocksTakeSpringAndOptions() {
    let (stage, own) = (Stage(), Stage().view)
    stage.window.addSubview(own)
    UIView.animate(
      withDuration: 1, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0, options: .repeat
    ) {
      UIView.animate(withDuration: 3) { stage.view.alpha = 0.5 }
      UIView.animate(withDuration: 3, delay: 0, options: .overrideInheritedOptions) { own.alpha = 0.5 }
    }
    #expect(animation(stage.view, "opacity") is CASpringAnimation)
    #expect(animation(stage.view, "opacity")?.repeatCount == .infinity)
    #expect(animation(own, "opacity") is CASpringAnimation == false && animation(own, "opacity")?.repeatCount == 0)
  }

  @Test func nothingAnimatesWhereItIsOff() {
    let (stage, calls) = (Stage(), Calls())
    UIView.animate(withDuration: 1) {
      UIView.performWithoutAnimation {
        #expect(!UIView.areAnimationsEnabled)
        stage.view.alpha = 0.5
        UIView.animate(withDuration: 1) { stage.view.center.x = 9 }
      }
      #expect(UIView.areAnimationsEnabled)
      stage.view.backgroundColor = .blue
    }
    #expect(stage.view.layer.animationKeys() == ["backgroundColor"])
    stage.view.layer.removeAllAnimations()
    UIView.setAnimationsEnabled(false)
    UIView.animate(withDuration: 1) {
      stage.view.alpha = 0.2
    } completion: {
      calls.note($0)
    }
    UIView.animateKeyframes(withDuration: 1, delay: 0) {
      stage.view.alpha = 0.1
    } completion: {
      calls.note($0)
    }
    UIView.setAnimationsEnabled(true)
    UIView.animate(withDuration: 0) {
      stage.view.alpha = 0
    } completion: {
      calls.note($0)
    }
    #expect(stage.view.layer.animationKeys() == nil && stage.view.alpha == 0)
    stage.advance(to: 0)
    #expect(calls.flags == [true, true, true] && calls.times == [0, 0, 0])
  }

  @Test func repeatsForEverUntilRemoved() {
    let (stage, calls) = (Stage(), Calls())
    UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
      stage.view.alpha = 0
    } completion: {
      calls.note($0)
    }
    stage.advance(to: 1001.25)
    #expect(near(Double(stage.shown.opacity), 0.25) && calls.flags.isEmpty)
    stage.view.removeFromSuperview()
    #expect(calls.flags == [false] && stage.view.layer.animationKeys() == nil)
  }

  @Test func partsOfABlockRepeat() {
    let stage = Stage()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      UIView.modifyAnimations(withRepeatCount: 1.5, autoreverses: true) { stage.view.alpha = 0 }
      stage.view.center.x = 100
    }
    #expect(
      animation(stage.view, "opacity")?.repeatCount == 1.5 && animation(stage.view, "opacity")?.autoreverses == true)
    #expect(animation(stage.view, "position")?.repeatCount == 0)
    stage.advance(to: 2.5)
    #expect(near(Double(stage.shown.opacity), 0.5))
  }

  @Test func oneOfSeveralAnimationsThatStopsEarly() {
    let (stage, calls) = (Stage(), Calls())
    UIView.animate(withDuration: 1) {
      stage.view.alpha = 0
      stage.view.center.x = 9
    } completion: {
      calls.note($0)
    }
    stage.advance(to: 0.5)
    stage.view.layer.removeAnimation(forKey: "opacity")
    #expect(calls.flags.isEmpty)
    stage.advance(to: 2)
    #expect(calls.flags == [false] && near(calls.times[0], 1))
  }

  /// A completion that runs in the middle of another block is none of its business.
  @Test func completionsAreOutsideOfBlocks() {
    let (stage, other) = (Stage(), Stage().view)
    stage.window.addSubview(other)
    UIView.animate(withDuration: 1) {
      stage.view.alpha = 0.5
    } completion: { _ in
      other.alpha = 0
    }
    UIView.animate(withDuration: 1) {
      stage.view.alpha = 0
      stage.view.center.x = 3
    }
    #expect(other.alpha == 0 && other.layer.animationKeys() == nil)
    #expect(stage.view.layer.animationKeys() == ["opacity", "position"])
  }

  @Test func transformsAddUp() {
    let stage = Stage()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      stage.view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    }
    stage.advance(to: 0.5)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      stage.view.transform = CGAffineTransform(rotationAngle: 0)
    }
    func angle() -> Double { (stage.shown.value(forKeyPath: "transform.rotation.z") as? NSNumber)?.doubleValue ?? .nan }
    #expect(near(angle(), .pi / 4))
    stage.advance(to: 1)
    #expect(near(angle(), .pi / 4), "one goes on while the other comes back")
    stage.advance(to: 1.25)
    #expect(near(angle(), .pi / 8))
    stage.advance(to: 1.6)
    #expect(near(angle(), 0))
  }

  @Test func transformsWithoutInverseAreReplaced() {
    let stage = Stage()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      stage.view.transform = CGAffineTransform(scaleX: 0, y: 0)
    }
    #expect(animation(stage.view, "transform")?.isAdditive == false)
    stage.advance(to: 0.5)
    #expect(stage.shown.transform.m11 < 0.9 && stage.shown.transform.m11 > 0.1)
    stage.advance(to: 1.1)
    #expect(stage.shown.transform.m11 == 0)
  }

  @Test func subviewsMoveAlongWhenLaidOut() {
    final class Row: UIView {
      let child = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      override func layoutSubviews() { child.center.x = bounds.width }
    }
    for options in [UIView.AnimationOptions.layoutSubviews, []] {
      let (stage, row) = (Stage(), Row(frame: CGRect(x: 0, y: 0, width: 100, height: 10)))
      row.addSubview(row.child)
      stage.window.addSubview(row)
      _ = stage.window.layer.committedTree()
      UIView.animate(withDuration: 1, delay: 0, options: options) { row.bounds.size.width = 200 }
      stage.advance(to: 0.5)
      let x = Double(row.child.layer.presentation()?.position.x ?? 0)
      #expect(near(x, options.isEmpty ? 200 : 150, 1e-4))
    }
  }

  @Test func springsByDurationAndBounce() throws {
    let stage = Stage()
    UIView.animate(springDuration: 0.5, bounce: 0.3) { stage.view.alpha = 0 }
    let spring = try #require(animation(stage.view, "opacity") as? CASpringAnimation)
    let frequency = 2 * Double.pi / 0.5
    #expect(near(spring.stiffness, frequency * frequency) && near(spring.damping, 2 * 0.7 * frequency))
    #expect(spring.duration == spring.settlingDuration && spring.duration > 0.5)
    UIView.animate(springDuration: 0.5, bounce: -0.5) { stage.view.alpha = 1 }
    let flat = try #require(animation(stage.view, "opacity") as? CASpringAnimation)
    #expect(near(flat.damping, 2 * 2 * frequency) && flat.allowsOverdamping)
  }

  @Test func viewsWithoutATreeWait() {
    let (stage, view, calls) = (Stage(), UIView(), Calls())
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      view.alpha = 0
    } completion: {
      calls.note($0)
    }
    stage.advance(to: 2)
    #expect(calls.flags.isEmpty)
    stage.window.addSubview(view)
    stage.advance(to: 2.5)
    #expect(near((view.layer.presentation()?.opacity).map { Double($0) }, 0.5))
    stage.advance(to: 3.1)
    #expect(calls.flags == [true])
  }

  @Test func viewsAreDeletedTheSystemsWay() {
    let (stage, other, calls) = (Stage(), Stage().view, Calls())
    stage.window.addSubview(other)
    _ = stage.window.layer.committedTree()
    UIView.perform(.delete, on: [stage.view]) {
      other.alpha = 0.5
    } completion: {
      calls.note($0)
    }
    stage.advance(to: 0.15)
    #expect(stage.shown.opacity < 0.6 && stage.shown.transform.m11 < 0.6 && stage.view.superview != nil)
    #expect(other.layer.animationKeys() == ["opacity"])
    stage.advance(to: 1)
    #expect(stage.view.superview == nil && calls.flags == [true])
  }

  private final class Told: UIViewAnimationDelegate {
    var calls: [String] = []
    func animationWillStart(_ animationID: String?, context: UnsafeMutableRawPointer?) {
      calls.append("start \(animationID ?? "")")
    }
    func animationDidStop(_ animationID: String?, finished: Bool, context: UnsafeMutableRawPointer?) {
      calls.append("stop \(animationID ?? "") \(finished)")
    }
  }

  @Test func legacyBlocks() {
    let (stage, told) = (Stage(), Told())
    UIView.beginAnimations("outer", context: nil)
    UIView.setAnimationDelegate(told)
    UIView.setAnimationDuration(2)
    UIView.setAnimationDelay(1)
    UIView.setAnimationCurve(.linear)
    UIView.setAnimationRepeatAutoreverses(true)
    UIView.setAnimationRepeatCount(1)
    stage.view.alpha = 0
    UIView.commitAnimations()
    UIView.commitAnimations()
    stage.view.center.x = 99
    #expect(stage.view.layer.animationKeys() == ["opacity"])
    stage.advance(to: 2)
    #expect(near(Double(stage.shown.opacity), 0.5) && told.calls == ["start outer"])
    stage.advance(to: 4)
    #expect(near(Double(stage.shown.opacity), 0.5))
    stage.advance(to: 6)
    #expect(told.calls == ["start outer", "stop outer true"])
    UIView.beginAnimations(nil, context: nil)
    stage.view.alpha = 1
    UIView.commitAnimations()
    let usual = animation(stage.view, "opacity")
    #expect(usual?.duration == 0.2)
    #expect(usual?.timingFunction?.curve == CAMediaTimingFunction(name: .easeInEaseOut).curve)
  }

  /// Catmull-Rom through the values: at half of an inner segment 9/16 of the sum of its ends less 1/16 of the outer
  /// ones.
  @Test func smoothAndPacedKeyframes() {
    func x(_ options: UIView.KeyframeAnimationOptions, _ values: [CGFloat], at time: Double) -> Double {
      let stage = Stage()
      stage.view.layer.position.x = 0
      _ = stage.window.layer.committedTree()
      let linear = UIView.KeyframeAnimationOptions(rawValue: 3 << 16)
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: options.union(linear)) {
        for (index, value) in values.enumerated() {
          let share = 1 / Double(values.count)
          UIView.addKeyframe(withRelativeStartTime: Double(index) * share, relativeDuration: share) {
            stage.view.center.x = value
          }
        }
      }
      stage.advance(to: time)
      return Double(stage.shown.position.x)
    }
    let values: [CGFloat] = [30, 90, 90]
    #expect(near(x(.calculationModeCubic, values, at: 0.5), 61.875))
    #expect(near(x(.calculationModeLinear, values, at: 0.5), 60))
    #expect(near(x(.calculationModePaced, values, at: 0.5), 45), "half of the way of 90")
    #expect(near(x(.calculationModeCubicPaced, [40, 80], at: 0.5), 40))
  }

  @Test func keyframesOfBoundsColoursAndOptions() {
    let (stage, calls) = (Stage(), Calls())
    UIView.animateKeyframes(withDuration: 1, delay: 1, options: [.repeat, .autoreverse, .allowUserInteraction]) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
        stage.view.bounds.size = CGSize(width: 200, height: 50)
        stage.view.backgroundColor = .blue
      }
    } completion: {
      calls.note($0)
    }
    #expect(stage.view.layer.animationKeys() == ["bounds.origin", "bounds.size", "backgroundColor"])
    #expect(stage.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === stage.view)
    stage.advance(to: 1.5)
    #expect(near(stage.shown.bounds.width, 150, 1e-3) && near(stage.shown.bounds.height, 75, 1e-3))
    #expect(near(stage.shown.backgroundColor?.blue, 0.5, 1e-3))
    stage.view.layer.removeAllAnimations()
    #expect(calls.flags == [false])
  }
}
