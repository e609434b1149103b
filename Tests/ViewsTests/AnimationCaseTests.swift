import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import StarmineViews
import Testing

/// The cases of block animations.
@Suite struct AnimationCaseTests {
  private typealias Outcome = ConformanceCases.Outcome
  private typealias Check = (JSONValue, JSONValue) -> Outcome

  private func outcome(_ passes: Bool, _ message: @autoclosure () -> String) -> Outcome {
    passes ? .passed : .failed(message())
  }

  private func options(_ input: JSONValue) -> UIView.AnimationOptions {
    var result: UIView.AnimationOptions = input["curve"].string == "linear" ? .curveLinear : []
    for name in (input["options"].array ?? []).compactMap(\.string) {
      switch name {
      case "beginFromCurrentState": result.insert(.beginFromCurrentState)
      case "allowUserInteraction": result.insert(.allowUserInteraction)
      case "autoreverse": result.insert(.autoreverse)
      default: Issue.record("unknown option \(name)")
      }
    }
    return result
  }

  /// Starts one block with the case's duration, delay, curve and options.
  private func animate(_ input: JSONValue, _ calls: Calls = Calls(), _ body: () -> Void) {
    UIView.animate(
      withDuration: input["duration"].number ?? 0.2, delay: input["delay"].number ?? 0, options: options(input),
      animations: body, completion: calls.note)
  }

  /// A property from one value to another, looked at once.
  private func values(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let stage = Stage()
    let view = stage.view
    if let rect = input["frame_from"].rect { view.frame = rect }
    if let rect = input["bounds_from"].rect { view.bounds = rect }
    _ = stage.window.layer.committedTree()
    animate(input) {
      if let rect = input["frame_to"].rect { view.frame = rect }
      if let rect = input["bounds_to"].rect { view.bounds = rect }
      if let alpha = input["alpha_to"].number { view.alpha = CGFloat(alpha) }
    }
    let keys = view.layer.animationKeys() ?? []
    stage.advance(to: input["sample"].number ?? 0)
    let shown = stage.shown
    var passes = true
    func check(_ actual: @autoclosure () -> [CGFloat], _ key: String) {
      guard let expected = expect[key].numbers ?? expect[key].number.map({ [$0] }) else { return }
      passes = passes && zip(actual(), expected).allSatisfy { abs(Double($0) - $1) < 1e-6 }
    }
    check([view.frame.minX, view.frame.minY, view.frame.width, view.frame.height], "model_frame")
    check([shown.frame.minX, shown.frame.minY, shown.frame.width, shown.frame.height], "presentation_frame")
    check([shown.bounds.minX, shown.bounds.minY, shown.bounds.width, shown.bounds.height], "presentation_bounds")
    check([view.alpha], "model_alpha")
    check([CGFloat(shown.opacity)], "presentation_opacity")
    if let count = expect["animations_on_layer"].number { passes = passes && keys.count == Int(count) }
    if let names = expect["keys"].array { passes = passes && names.compactMap(\.string) == keys }
    return outcome(passes, "keys \(keys), bounds \(shown.bounds), opacity \(shown.opacity)")
  }

  private func completion(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let (stage, calls) = (Stage(), Calls())
    animate(input, calls) {
      stage.view.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
      stage.view.alpha = 0.5
      stage.view.bounds.origin.x = 20
    }
    stage.advance(to: (input["duration"].number ?? 0) - 0.01)
    let early = calls.flags.count
    stage.advance(to: max(input["sample"].number ?? 0, input["duration"].number ?? 0) + 1e-6)
    let expected = expect["finished"].bool ?? true
    return outcome(
      early == 0 && calls.flags == Array(repeating: expected, count: Int(expect["calls"].number ?? 1)),
      "\(early), \(calls.flags)")
  }

  private func replaced(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let (stage, first, second) = (Stage(), Calls(), Calls())
    animate(input["first"], first) { stage.view.alpha = CGFloat(input["first"]["alpha"].number ?? 0) }
    stage.advance(to: 0.1)
    animate(input["second"], second) { stage.view.alpha = CGFloat(input["second"]["alpha"].number ?? 0) }
    let isImmediate = first.flags.map(Optional.some) == [expect["first_finished"].bool]
    stage.advance(to: 5)
    return outcome(
      isImmediate && first.flags.count == 1 && second.flags.map(Optional.some) == [expect["second_finished"].bool],
      "\(first.flags) \(second.flags)")
  }

  private func overlap(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let (stage, first, second) = (Stage(), Calls(), Calls())
    animate(input["first"], first) { stage.view.bounds.size = CGSize(width: 200, height: 200) }
    stage.advance(to: 1)
    animate(input["second"], second) { stage.view.bounds.size = CGSize(width: 100, height: 100) }
    stage.advance(to: 5)
    let times = [first.times.first, second.times.first.map { $0 - 1 }]
    return outcome(
      first.flags == [true] && second.flags == [true] && near(times[0], expect["first_elapsed"].number)
        && near(times[1], expect["second_elapsed"].number), "\(first.flags) \(second.flags) \(times)")
  }

  private func noChange(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let (stage, calls) = (Stage(frame: CGRect(x: 100, y: 0, width: 10, height: 10)), Calls())
    animate(input, calls) { stage.view.frame.origin.x = CGFloat(input["frame.x_to"].number ?? 0) }
    stage.advance(to: 0)
    return outcome(
      stage.view.layer.animationKeys() == nil && calls.flags.map(Optional.some) == [expect["finished"].bool]
        && calls.times == [0], "\(calls.flags) \(calls.times)")
  }

  private func layersWithAnimations(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let stage = Stage()
    let views = (0..<3).map { UIView(frame: CGRect(x: $0, y: 0, width: 10, height: 10)) }
    views.forEach(stage.window.addSubview)
    _ = stage.window.layer.committedTree()
    var counts: [Double] = []
    func count() { counts.append(Double(views.count { $0.layer.animationKeys() != nil })) }
    animate(input["block1"]) { views[0].alpha = 0.5 }
    count()
    animate(input["block2"]) { views.dropFirst().forEach { $0.alpha = 0.5 } }
    count()
    for time in [10, 15] {
      stage.advance(to: Double(time) + 1e-6)
      count()
    }
    let keys = ["active_layers_after_block1", "after_block2", "at_10s", "at_15s"]
    return outcome(counts.map(Optional.some) == keys.map { expect[$0].number }, "\(counts)")
  }

  private func opacityAgain(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let stage = Stage()
    animate(input["first"]) { stage.view.alpha = 0.5 }
    stage.advance(to: input["second"]["after"].number ?? 0)
    let shown = Double(stage.shown.opacity)
    animate(input["second"]) { stage.view.alpha = 0.2 }
    let keys = stage.view.layer.animationKeys() ?? []
    let animation = stage.view.layer.animation(forKey: "opacity") as? CABasicAnimation
    let from = (animation?.fromValue as? NSNumber)?.doubleValue
    return outcome(
      Double(keys.count) == expect["animation_count"].number && animation?.isAdditive == expect["additive"].bool
        && near(from, expect["from"].number ?? shown) && shown < 1 && shown > 0.5, "\(keys) from \(from ?? .nan)")
  }

  private func positionStack(_ options: UIView.AnimationOptions, _ expect: JSONValue) -> Outcome {
    let stage = Stage()
    stage.view.layer.position.x = 0
    UIView.animate(withDuration: 0.1) { stage.view.layer.position.x = 100 }
    stage.advance(to: 0.01)
    UIView.animate(withDuration: 0.1, delay: 0, options: options) { stage.view.layer.position.x = 20 }
    let keys = stage.view.layer.animationKeys() ?? []
    let second = keys.last.flatMap { stage.view.layer.animation(forKey: $0) } as? CABasicAnimation
    let from = (second?.fromValue as? CGPoint)?.x
    return outcome(
      Double(keys.count) == expect["animation_count"].number && second?.isAdditive == expect["additive"].bool
        && near(from, expect["second_from.x"].number)
        && (expect["one_key_is"].isNull || keys.contains(expect["one_key_is"].string ?? "")), "\(keys) \(from ?? 0)")
  }

  private func currentBounds(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let stage = Stage()
    animate(input["first"]) { stage.view.bounds.origin.x = 10 }
    stage.advance(to: input["sample"].number ?? 0)
    animate(input["second"]) { stage.view.bounds.origin.x = 20 }
    let added = stage.view.layer.animation(forKey: "bounds.origin-2") as? CABasicAnimation
    let wanted = expect["added_animation"]
    return outcome(
      added?.keyPath == wanted["keyPath"].string && added?.isAdditive == wanted["additive"].bool
        && near((added?.fromValue as? CGPoint)?.x, wanted["from_x"].number)
        && near((added?.toValue as? CGPoint)?.x, wanted["to_x"].number), "\(stage.view.layer.animationKeys() ?? [])")
  }

  /// Something is changed outside of blocks while the view moves from 0 to 200.
  private func midFlight(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let stage = Stage(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    animate(input["animate"]) { stage.view.frame.origin.x = 200 }
    if let alpha = input["then_outside"]["alpha"].number { stage.view.alpha = CGFloat(alpha) }
    if let x = input["then_outside"]["frame.x"].number { stage.view.frame.origin.x = CGFloat(x) }
    stage.advance(to: input["sample"].number ?? 0)
    let x = Double(stage.shown.frame.minX)
    let opacity = expect["presentation_opacity"].number ?? 1
    return outcome(
      near(x, expect["presentation_x"].number) && near(Double(stage.shown.opacity), opacity), "x \(x)")
  }

  private func interaction(_ input: JSONValue, _ expect: JSONValue) -> Outcome {
    var hits: [Bool] = []
    for options in [options(input), []] {
      let stage = Stage()
      UIView.animate(withDuration: 1, delay: 0, options: options) { stage.view.alpha = 0.5 }
      hits.append(stage.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === stage.view)
      stage.advance(to: 1.1)
      hits.append(stage.window.hitTest(CGPoint(x: 50, y: 50), with: nil) === stage.view)
    }
    return outcome(hits == [expect["hit_testing_allowed"].bool ?? true, true, false, true], "\(hits)")
  }

  /// Animations of layers without a view.
  private func layers(_ name: String, _ input: JSONValue, _ expect: JSONValue) -> Outcome {
    let (stage, layer) = (Stage(), CALayer())
    stage.window.layer.addSublayer(layer)
    _ = stage.window.layer.committedTree()
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue) = (input["from"].number ?? 1, input["to"].number ?? 0)
    (animation.duration, animation.timingFunction) = (
      input["duration"].number ?? 0, CAMediaTimingFunction(name: .linear)
    )
    animation.isRemovedOnCompletion = input["isRemovedOnCompletion"].bool ?? true
    switch name {
    case "implicit.layer":
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      layer.opacity = 0
      guard near(layer.animation(forKey: "opacity")?.duration, expect["duration"].number) else { return .failed(name) }
    case "explicit.addCopies":
      let other = CALayer()
      layer.add(animation, forKey: "key")
      other.add(animation, forKey: "key")
      let copies = [layer.animation(forKey: "key"), other.animation(forKey: "key")]
      return outcome(copies[0] !== copies[1] && copies.allSatisfy { $0 != nil && $0 !== animation }, "shared")
    default: layer.add(animation, forKey: "key")
    }
    stage.advance(to: input["sample"].number ?? 0)
    let opacity = layer.presentation().map { Double($0.opacity) }
    return outcome(near(opacity, expect["presentation_opacity"].number), "\(opacity ?? .nan)")
  }

  private func curve(_ input: JSONValue, _ expect: JSONValue, _ name: CAMediaTimingFunctionName) -> Outcome {
    let curve = CAMediaTimingFunction(name: name).curve
    let found = (input["x"].numbers ?? []).map { curve.value(at: $0) }
    return .compare(found, expect["y"].numbers ?? [], tolerance: 1e-6)
  }

  @Test func animationCases() throws {
    let summary = try ConformanceCases("uiview").check("animation_cases") { item in
      // Where the peer differs from Apple's system, Apple's value counts.
      let isPeculiar = item.fields["apple"].string == "no"
      let (input, expect) = (item.inputs, isPeculiar ? item.fields["apple_value"] : item.fields["expect"])
      if isPeculiar, expect.isNull {
        return .skipped("the peer's own: it keeps the spring's values and never uses them")
      }
      switch item.name {
      case "frame.linear", "opacity.linear", "bounds.linear", "delay", "delay.before_start":
        return values(input, expect)
      case "completion.true", "completion.once": return completion(input, expect)
      case "completion.replaced", "completion.replaced_long_delay": return replaced(input, expect)
      case "completion.additive_overlap": return overlap(input, expect)
      case "completion.no_change": return noChange(input, expect)
      case "presentation.nil_before", "presentation.removed_after":
        return .skipped("the peer's own: a committed layer always has a presentation object (behavior.md 8.10)")
      case "layers_with_animations": return layersWithAnimations(input, expect)
      case "beginFromCurrentState.bounds": return currentBounds(input, expect)
      case "beginFromCurrentState.opacity", "default.opacity_restart": return opacityAgain(input, expect)
      case "default.position_stack": return positionStack([], expect)
      case "beginFromCurrentState.position_stack": return positionStack(.beginFromCurrentState, expect)
      case "other_property_mid_flight", "same_property_outside_block_mid_flight": return midFlight(input, expect)
      case "allowUserInteraction": return interaction(input, expect)
      case "curve.easeIn": return curve(input, expect, .easeIn)
      case "curve.easeOut": return curve(input, expect, .easeOut)
      case let name where name.hasPrefix("implicit.") || name.hasPrefix("explicit."):
        return layers(name, input, expect)
      default: return .failed("no test checks it")
      }
    }
    #expect(summary.failures == [])
    #expect(summary.passed == 26 && summary.skipped == 3)
  }
}
