import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import StarmineViews
import Testing

/// The cases of curves, additive blocks, keyframes, springs, repetition, options and keys.
@Suite struct BlockCaseTests {
  private typealias Outcome = ConformanceCases.Outcome

  @Test func curves() throws {
    let summary = try ConformanceCases("uiview").check("curves") { item in
      for (name, samples) in item.fields["samples"].object ?? [:] {
        let options: [String: UIView.AnimationOptions] = [
          "linear": .curveLinear, "easeIn": .curveEaseIn, "easeOut": .curveEaseOut, "easeInOut": .curveEaseInOut,
        ]
        let points = item.fields["control_points"][name].numbers ?? []
        for (time, value) in samples.object ?? [:] {
          let stage = Stage()
          if let options = options[name] {
            UIView.animate(withDuration: 1, delay: 0, options: options) { stage.view.alpha = 0 }
          } else {
            UIViewPropertyAnimator(duration: 1, timingParameters: UICubicTimingParameters()).run {
              stage.view.alpha = 0
            }
          }
          stage.advance(to: Double(time) ?? 0)
          guard near(1 - Double(stage.shown.opacity), value.number, 1e-6) else { return .failed("\(name) at \(time)") }
        }
        let cubic = UICubicTimingParameters(
          controlPoint1: CGPoint(x: points[0], y: points[1]), controlPoint2: CGPoint(x: points[2], y: points[3]))
        guard abs(Double(cubic.controlPoint2.x) - points[2]) < 1e-6 else { return .failed("control points") }
      }
      return .passed
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  /// Blocks one after the other: seconds of the start, duration, new value, curve.
  private func check(
    _ item: ConformanceCases.Case, _ blocks: [(at: Double, duration: Double, value: CGFloat)],
    _ options: UIView.AnimationOptions = [], key: String = "y", from start: CGFloat = 0,
    _ set: @escaping (UIView, CGFloat) -> Void = { $0.layer.position.y = $1 },
    _ get: (CALayer) -> CGFloat = { $0.position.y }
  ) -> Outcome {
    let samples = ((item.fields["before_second"].array ?? []) + (item.fields["samples"].array ?? []))
    for sample in samples {
      let time = sample["t"].number ?? 0
      let (stage, calls) = (Stage(), Calls())
      UIView.performWithoutAnimation { set(stage.view, start) }
      _ = stage.window.layer.committedTree()
      // A block that starts at the sample counts: its first value is the sample.
      for block in blocks where block.at <= time + 1e-9 {
        stage.advance(to: block.at)
        UIView.animate(withDuration: block.duration, delay: 0, options: options) {
          set(stage.view, block.value)
        } completion: {
          calls.note($0)
        }
      }
      stage.advance(to: time)
      guard near(get(stage.shown), sample[key].number, 1e-5) else {
        return .failed("at \(time): \(get(stage.shown)) instead of \(sample[key].number ?? .nan)")
      }
      stage.advance(to: 10)
      guard calls.flags.allSatisfy({ $0 }), calls.flags.count == blocks.count(where: { $0.at <= time + 1e-9 }) else {
        return .failed("completions \(calls.flags)")
      }
    }
    return samples.isEmpty ? .failed("no samples") : .passed
  }

  @Test func additiveRetargeting() throws {
    let summary = try ConformanceCases("uiview").check("additive_retarget") { item in
      let size = { (view: UIView, side: CGFloat) in view.bounds.size = CGSize(width: side, height: side) }
      switch item.name {
      case "bounds_3s_1s":
        let start = item.fields["second_start"].number ?? 0
        let minimum = dip(secondStart: start)
        guard near(minimum.size, item.fields["minimum"]["size"].number, 1e-3),
          near(minimum.time - start, item.fields["minimum"]["since_second"].number, 1e-3)
        else { return .failed("minimum \(minimum)") }
        return check(item, [(0, 3, 200), (start, 1, 100)], key: "size", from: 100, size) { $0.bounds.width }
      case "bounds_variant_t1_1s":
        return check(item, [(0, 3, 200), (1, 1, 100)], key: "size", from: 100, size) { $0.bounds.width }
      case "toggle_1s_easeInOut": return check(item, [(0, 1, 100), (0.5, 1, 0)])
      case "toggle_1s_linear_freeze": return check(item, [(0, 1, 100), (0.5, 1, 0)], .curveLinear)
      case "three_stacked_linear":
        return check(
          item, [(0, 2, 100), (0.5, 1, 300), (1, 1, 50)], .curveLinear, key: "x", { $0.center.x = $1 },
          { $0.position.x })
      default: return .failed("no test checks it")
      }
    }
    #expect(summary.failures == [] && summary.passed == 5)
  }

  /// The smallest size of the seed's example, with its time.
  private func dip(secondStart: Double) -> (size: Double, time: Double) {
    let stage = Stage()
    UIView.animate(withDuration: 3) { stage.view.bounds.size = CGSize(width: 200, height: 200) }
    stage.advance(to: secondStart)
    UIView.animate(withDuration: 1) { stage.view.bounds.size = CGSize(width: 100, height: 100) }
    let tree = stage.window.layer.committedTree()
    let node = tree.root.sublayers[0]
    return (0...30000).map { step in
      let time = Double(step) / 10000
      return (Double(node.presentedState(at: 1000 + time).bounds.width), time)
    }.filter { $0.1 >= secondStart }.min { $0.0 < $1.0 } ?? (0, 0)
  }

  @Test func keyframes() throws {
    let summary = try ConformanceCases("uiview").check("keyframes") { item in
      var input = item.inputs
      if input["same"].bool == true { input = try ConformanceCases("uiview").cases(of: "keyframes")[0].inputs }
      let isLinear = item.inputs["curve"].string == "linear"
      var options = UIView.KeyframeAnimationOptions(rawValue: isLinear ? 3 << 16 : 0)
      if item.inputs["calculationMode"].string == "discrete" { options.insert(.calculationModeDiscrete) }
      let stage = Stage()
      stage.view.layer.position.x = CGFloat(input["x0"].number ?? 0)
      UIView.animateKeyframes(withDuration: input["duration"].number ?? 0, delay: 0, options: options) {
        for frame in input["keyframes"].array ?? [] {
          let parts = frame.array ?? []
          UIView.addKeyframe(
            withRelativeStartTime: parts[0].number ?? 0, relativeDuration: parts[1].number ?? 0
          ) { stage.view.center.x = CGFloat(parts[2]["x"].number ?? 0) }
        }
      }
      for sample in item.fields["expect"].array ?? [] {
        stage.advance(to: sample["t"].number ?? 0)
        guard near(stage.shown.position.x, sample["x"].number, 1e-5) else {
          return .failed("at \(sample["t"].number ?? 0): \(stage.shown.position.x)")
        }
      }
      return .passed
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 4)
  }

  @Test func autoreverse() throws {
    let summary = try ConformanceCases("uiview").check("autoreverse") { item in
      let stage = Stage()
      UIView.animate(withDuration: 1, delay: 0, options: [.autoreverse, .curveLinear]) {
        if let count = item.inputs["repeatCount"].number { UIView.setAnimationRepeatCount(Float(count)) }
        stage.view.alpha = 0
      }
      for sample in item.fields["expect"].array ?? [] {
        stage.advance(to: sample["t"].number ?? 0)
        guard near(Double(stage.shown.opacity), sample["alpha"].number) else {
          return .failed("at \(sample["t"].number ?? 0): \(stage.shown.opacity)")
        }
      }
      return .passed
    }
    #expect(summary.failures == [] && summary.passed == 2)
  }

  @Test func rawValues() throws {
    let summary = try ConformanceCases("uiview").check("options_raw") { item in
      let keyframes: [String: UIView.KeyframeAnimationOptions] = [
        "calculationModeLinear": .calculationModeLinear, "calculationModeDiscrete": .calculationModeDiscrete,
        "calculationModePaced": .calculationModePaced, "calculationModeCubic": .calculationModeCubic,
        "calculationModeCubicPaced": .calculationModeCubicPaced,
      ]
      for (name, raw) in item.fields.object ?? [:] where raw.number != nil && !name.hasSuffix("mask") {
        guard let option = Self.options[name], Double(option.rawValue) == raw.number else { return .failed(name) }
      }
      for (name, raw) in item.fields["keyframe"].object ?? [:] {
        guard let option = keyframes[name], Double(option.rawValue) == raw.number else { return .failed(name) }
      }
      for (type, members) in item.fields["enums"].object ?? [:] {
        for (name, raw) in members.object ?? [:] {
          guard let value = Self.enums[type]?[name], Double(value) == raw.number else {
            return .failed("\(type).\(name)")
          }
        }
      }
      return .passed
    }
    #expect(summary.failures == [] && summary.passed == 1)
  }

  private static let options: [String: UIView.AnimationOptions] = [
    "layoutSubviews": .layoutSubviews, "allowUserInteraction": .allowUserInteraction,
    "beginFromCurrentState": .beginFromCurrentState, "repeat": .repeat, "autoreverse": .autoreverse,
    "overrideInheritedDuration": .overrideInheritedDuration, "overrideInheritedCurve": .overrideInheritedCurve,
    "allowAnimatedContent": .allowAnimatedContent, "showHideTransitionViews": .showHideTransitionViews,
    "overrideInheritedOptions": .overrideInheritedOptions, "curveEaseInOut": .curveEaseInOut,
    "curveEaseIn": .curveEaseIn, "curveEaseOut": .curveEaseOut, "curveLinear": .curveLinear, "transitionNone": [],
    "transitionFlipFromLeft": .transitionFlipFromLeft, "transitionFlipFromRight": .transitionFlipFromRight,
    "transitionCurlUp": .transitionCurlUp, "transitionCurlDown": .transitionCurlDown,
    "transitionCrossDissolve": .transitionCrossDissolve, "transitionFlipFromTop": .transitionFlipFromTop,
    "transitionFlipFromBottom": .transitionFlipFromBottom, "preferredFramesPerSecondDefault": [],
    "preferredFramesPerSecond60": .preferredFramesPerSecond60,
    "preferredFramesPerSecond30": .preferredFramesPerSecond30,
  ]

  private static let enums: [String: [String: Int]] = [
    "UIView.AnimationCurve": [
      "easeInOut": UIView.AnimationCurve.easeInOut.rawValue, "easeIn": UIView.AnimationCurve.easeIn.rawValue,
      "easeOut": UIView.AnimationCurve.easeOut.rawValue, "linear": UIView.AnimationCurve.linear.rawValue,
    ],
    "UIViewAnimatingState": [
      "inactive": UIViewAnimatingState.inactive.rawValue, "active": UIViewAnimatingState.active.rawValue,
      "stopped": UIViewAnimatingState.stopped.rawValue,
    ],
    "UIViewAnimatingPosition": [
      "end": UIViewAnimatingPosition.end.rawValue, "start": UIViewAnimatingPosition.start.rawValue,
      "current": UIViewAnimatingPosition.current.rawValue,
    ],
    "UITimingCurveType": [
      "builtin": UITimingCurveType.builtin.rawValue, "cubic": UITimingCurveType.cubic.rawValue,
      "spring": UITimingCurveType.spring.rawValue, "composed": UITimingCurveType.composed.rawValue,
    ],
  ]
}

extension UIViewPropertyAnimator {
  /// Adds a block and starts.
  func run(_ body: @escaping () -> Void) {
    addAnimations(body)
    startAnimation()
  }
}
