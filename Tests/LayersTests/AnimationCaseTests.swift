import Foundation
import StarmineGraphics
import StarmineLayers
import StarmineScene
import StarmineTestSupport
import Testing

/// Cases of animations on layers, read from the presentation layer.
@Suite struct AnimationCaseTests {
  let cases: ConformanceCases

  init() throws {
    cases = try ConformanceCases("core-animation")
  }

  private func check(_ kinds: [String], _ body: (ConformanceCases.Case) throws -> ConformanceCases.Outcome) {
    for kind in kinds {
      let summary = cases.check(kind) { item in
        item.fields["confidence"].string == "peer-test-conflict" ? .skipped("conflict") : try body(item)
      }
      #expect(summary.failures == [], "\(kind)")
    }
  }

  /// A layer of the first class that has the property, the plain one if it does.
  private func layer(with keyPath: String) throws -> CALayer {
    let names = ["CALayer"] + LayerRegistry().names
    let entry = names.compactMap { LayerRegistry()[$0] }.first { $0.type.row(forKeyPath: keyPath) != nil }
    return try #require(entry, "\(keyPath)").make()
  }

  /// A value of a case as a property takes it.
  private func value(_ json: JSONValue, _ keyPath: String) throws -> Any? {
    try CaseValues.value(json, isTransform: keyPath.lowercased().hasSuffix("transform"))
  }

  /// The animation of a case; a second long, `elapsed` into it.
  private func animation(_ inputs: JSONValue, keyPath: String) throws -> CAPropertyAnimation {
    let animation: CAPropertyAnimation
    if let values = inputs["values"].array {
      let keyframes = CAKeyframeAnimation(keyPath: keyPath)
      keyframes.values = try values.compactMap { try value($0, keyPath) }
      keyframes.keyTimes = inputs["keyTimes"].numbers?.map { NSNumber(value: $0) }
      if let mode = inputs["mode"].string { keyframes.calculationMode = .init(rawValue: mode) }
      keyframes.timingFunctions = try inputs["timingFunctions"].array.map { try $0.map(timingFunction) }
      animation = keyframes
    } else {
      let basic = CABasicAnimation(keyPath: keyPath)
      basic.fromValue = try value(inputs["from"], keyPath)
      basic.toValue = try value(inputs["to"], keyPath)
      basic.byValue = try value(inputs["by"], keyPath)
      animation = basic
    }
    animation.duration = 1
    animation.isAdditive = inputs["additive"].bool ?? false
    animation.isCumulative = inputs["cumulative"].bool ?? false
    animation.repeatCount = Float(inputs["repeatCount"].number ?? 0)
    if let name = inputs["name"].string { animation.valueFunction = CAValueFunction(name: .init(rawValue: name)) }
    return animation
  }

  /// A name or four control points.
  private func timingFunction(_ json: JSONValue) throws -> CAMediaTimingFunction {
    if let n = json.numbers, n.count == 4 {
      return CAMediaTimingFunction(controlPoints: Float(n[0]), Float(n[1]), Float(n[2]), Float(n[3]))
    }
    guard let name = json.string else { throw TransformText.UnreadableError(text: "\(json)") }
    return CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name))
  }

  /// Value that a layer shows some seconds after an animation was added.
  private func shown(
    _ animation: CAAnimation, model: Any?, keyPath: String, after seconds: Double
  ) throws -> CALayer {
    MediaClock.time = 1000
    let layer = keyPath.isEmpty ? CALayer() : try layer(with: keyPath)
    if let model { layer.setValue(model, forKeyPath: keyPath) }
    layer.add(animation, forKey: "test")
    _ = layer.committedTree()
    MediaClock.time = 1000 + seconds
    return try #require(layer.presentation())
  }

  private func compare(_ actual: CATransform3D, _ item: ConformanceCases.Case) throws -> ConformanceCases.Outcome {
    let names: [String]
    let expected: [Double]
    if let text = item.expected.string {
      let transform = try TransformText.parse(text)
      names = TransformText.names
      expected = try names.map { try TransformText.element($0, of: transform) }
    } else {
      let elements = item.expected.object ?? [:]
      names = elements.keys.sorted()
      expected = names.compactMap { elements[$0]?.number }
    }
    return .compare(
      try names.map { try TransformText.element($0, of: actual) }, expected, tolerance: max(item.tolerance, 1e-6))
  }

  private func seconds(_ item: ConformanceCases.Case) -> Double {
    item.inputs["elapsed"].number ?? item.inputs["progress"].number ?? 0.5
  }

  @Test func virtualKeyPaths() {
    check(["transform.keyPath"]) { item in
      let keyPath = item.inputs["keyPath"].string ?? ""
      let model = try item.inputs["model"].string.map(TransformText.parse) ?? CATransform3DIdentity
      let layer = try shown(
        animation(item.inputs, keyPath: keyPath), model: model, keyPath: "transform", after: seconds(item))
      return try compare(layer.transform, item)
    }
  }

  @Test func valueFunctions() {
    check(["valueFunction.name"]) { item in
      CAValueFunction(name: .init(rawValue: item.inputs["name"].string ?? "")) == nil ? .passed : .failed("exists")
    }
    let kinds = [
      "valueFunction.basic", "valueFunction.keyframe", "valueFunction.keyframe.cumulative",
      "valueFunction.keyframe.paced",
    ]
    check(kinds) { item in
      let model = try item.inputs["model"].string.map(TransformText.parse) ?? CATransform3DIdentity
      let animation = try animation(item.inputs, keyPath: "transform")
      animation.isCumulative = item.kind.hasSuffix("cumulative")
      return try compare(
        try shown(animation, model: model, keyPath: "transform", after: seconds(item)).transform, item)
    }
    check(["valueFunction.basic.wrongArity", "valueFunction.arity"]) { item in
      let animation = CABasicAnimation(keyPath: "transform")
      animation.valueFunction = CAValueFunction(name: .init(rawValue: item.inputs["name"].string ?? ""))
      animation.fromValue = try value(item.inputs["value"], "") ?? item.inputs["from"].number
      animation.toValue = animation.fromValue
      let model = CATransform3DMakeScale(2, 3, 4)
      let layer = try shown(animation, model: model, keyPath: "transform", after: 0.1)
      return layer.transform == model ? .passed : .failed("\(layer.transform)")
    }
  }

  @Test func additiveKeyframes() {
    check(["keyframe.additive", "keyframe.additive.discrete", "keyframe.additive.cubic", "keyframe.additive.transform"])
    { item in
      let keyPath = item.inputs["keyPath"].string ?? ""
      if item.inputs["values"].array?.count == 1 { return .skipped("one value has no effect (measured otherwise)") }
      let animation = try animation(item.inputs, keyPath: keyPath)
      animation.isAdditive = true
      if item.kind.hasSuffix("discrete") { (animation as? CAKeyframeAnimation)?.calculationMode = .discrete }
      let model = try value(item.inputs["model"], keyPath)
      let layer = try shown(animation, model: model, keyPath: keyPath, after: seconds(item))
      let actual = layer.value(forKeyPath: keyPath)
      if let transform = actual as? CATransform3D { return try compare(transform, item) }
      return .compare(CaseValues.numbers(actual), CaseValues.numbers(item.expected), tolerance: item.tolerance)
    }
  }

  @Test func paths() {
    func animation(_ item: ConformanceCases.Case) -> CAKeyframeAnimation {
      let path = CGMutablePath()
      for (index, pair) in (item.inputs["path"].string ?? "").split(separator: " ").enumerated() {
        let n = pair.dropFirst().split(separator: ",").compactMap { Double($0) }
        let point = CGPoint(x: n[0], y: n[1])
        if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
      }
      let animation = CAKeyframeAnimation(keyPath: "position")
      (animation.path, animation.duration) = (path, 1)
      animation.repeatCount = Float(item.inputs["repeatCount"].number ?? 0)
      return animation
    }
    check(["path.rotation"]) { item in
      let animation = animation(item)
      animation.rotationMode = item.inputs["rotationMode"].string.map(CAAnimationRotationMode.init(rawValue:))
      let model = try TransformText.parse(item.inputs["model"].string ?? "")
      return try compare(
        try shown(animation, model: model, keyPath: "transform", after: seconds(item)).transform, item)
    }
    check(["path.additive", "path.cumulative", "path.additiveCumulative"]) { item in
      let animation = animation(item)
      animation.isAdditive = item.kind.contains("dditive")
      animation.isCumulative = item.kind.contains("umulative")
      let model = item.inputs["model"].numbers.map { CGPoint(x: $0[0], y: $0[1]) }
      let layer = try shown(animation, model: model, keyPath: "position", after: seconds(item))
      return .compare(CaseValues.numbers(layer.position), item.expected.numbers ?? [], tolerance: item.tolerance)
    }
  }

  @Test func groups() {
    check(["animationGroup.window"]) { item in
      let child = item.inputs["child"]
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue) = (child["from"].number, child["to"].number)
      animation.duration = child["duration"].number ?? 0
      animation.fillMode = .init(rawValue: child["fill"].string ?? "removed")
      let group = CAAnimationGroup()
      group.animations = [animation]
      group.duration = item.inputs["groupDuration"].number ?? 0
      group.fillMode = .init(rawValue: item.inputs["groupFill"].string ?? "removed")
      group.isRemovedOnCompletion = false
      let layer = try shown(
        group, model: item.inputs["model"].number ?? 1, keyPath: "opacity",
        after: item.inputs["elapsed"].number ?? 0)
      return .compare([Double(layer.opacity)], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    check(["mediaTiming.group"]) { item in
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 2)
      let group = CAAnimationGroup()
      (group.animations, group.duration, group.speed) = ([animation], 2, 2)
      let layer = try shown(group, model: nil, keyPath: "", after: item.inputs["elapsed"].number ?? 0)
      return .compare([Double(layer.opacity)], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
  }

  /// Strictly in the order of adding (measured); the cases are of the peer that puts replacements first.
  @Test func additiveOrder() throws {
    _ = cases.check("graph.additiveOrder") { _ in .skipped("the order of adding is kept") }
    func opacity(_ additives: [Bool]) throws -> Float {
      MediaClock.time = 1000
      let layer = CALayer()
      layer.opacity = 0.25
      for isAdditive in additives {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 0.5, 1)
        animation.isAdditive = isAdditive
        layer.add(animation, forKey: nil)
      }
      _ = layer.committedTree()
      MediaClock.time = 1000.5
      return try #require(layer.presentation()).opacity
    }
    #expect(try opacity([true, false]) == 0.25)
    #expect(try opacity([false, true]) == 0.5)
    #expect(try opacity([true, true]) == 0.75)
  }

  @Test func timing() {
    check(["mediaTiming.addResolvesDefaults"]) { item in
      MediaClock.time = 1000
      CATransaction.begin()
      CATransaction.setAnimationDuration(item.inputs["transactionDuration"].number ?? 0)
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "opacity")
      layer.add(animation, forKey: "fade")
      CATransaction.commit()
      _ = layer.committedTree()
      guard let stored = layer.animation(forKey: "fade"), stored.beginTime > 0 else { return .failed("not stored") }
      return .compare([stored.duration, animation.duration, animation.beginTime], [0.75, 0, 0], tolerance: 1e-9)
    }
    check(["mediaTiming.layerSpeed"]) { item in
      MediaClock.time = 1000
      let layer = CALayer()
      layer.speed = 2
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 4)
      layer.add(animation, forKey: nil)
      _ = layer.committedTree()
      MediaClock.time += (item.inputs["localElapsed"].number ?? 0) / 2
      let opacity = Double(layer.presentation()?.opacity ?? -1)
      return .compare([opacity], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    check(["timingFunction.controlPoints"]) { item in
      let function = CAMediaTimingFunction(name: .init(rawValue: item.inputs["name"].string ?? ""))
      var values: [Float] = [0, 0, 0, 0]
      function.getControlPoint(at: 1, values: &values)
      let first = [Double(values[0]), Double(values[1])]
      function.getControlPoint(at: 2, values: &values)
      return .compare(
        first + [Double(values[0]), Double(values[1])], item.expected.numbers ?? [], tolerance: item.tolerance)
    }
    check(["timingFunction.controlPoint"]) { item in
      var values: [Float] = [0, 0]
      CAMediaTimingFunction(name: .easeIn).getControlPoint(at: Int(item.inputs["index"].number ?? 0), values: &values)
      return .compare(values.map { Double($0) }, item.expected.numbers ?? [], tolerance: item.tolerance)
    }
  }

  /// Springs that are damped more than critically: only two durations are measured: 2.6 and 0 (behavior.md 2.7).
  @Test func overdampedSprings() {
    func duration(_ bounce: CGFloat) -> Double {
      CASpringAnimation(perceptualDuration: 1, bounce: bounce).settlingDuration
    }
    #expect(duration(-0.5) == 2.6 && duration(-1) == 0)
    #expect(duration(-0.999) < 0.3 && duration(-0.01) > 1.4 && duration(-0.01) < 1.8)
    let cut = CASpringAnimation()
    cut.damping = 40
    #expect(cut.settlingDuration == 1)
    cut.allowsOverdamping = true
    #expect(cut.settlingDuration > 1)
    for velocity in [-300.0, -5, 2.6794919243112268, 5, 37.32050807568877, 300] {
      cut.initialVelocity = velocity
      #expect(cut.settlingDuration > 0 && cut.settlingDuration < 20, "\(velocity)")
    }
  }

  @Test func springs() {
    check(["spring.perceptual.defaults"]) { item in
      let spring = CASpringAnimation()
      return .compare(
        [spring.perceptualDuration, spring.bounce],
        [item.expected["perceptualDuration"].number ?? 0, item.expected["bounce"].number ?? 0], tolerance: 1e-12)
    }
    check(["spring.perceptual.init"]) { item in
      let spring = CASpringAnimation(
        perceptualDuration: item.inputs["perceptualDuration"].number ?? 1, bounce: item.inputs["bounce"].number ?? 0)
      guard spring.allowsOverdamping, spring.duration == spring.settlingDuration else { return .failed("\(spring)") }
      if item.expected["damping"].string == "inf" {
        return spring.damping == .infinity && spring.bounce == -1 && spring.duration == 0
          ? .passed : .failed("bounce -1")
      }
      return .compare(
        [spring.stiffness, spring.damping],
        [item.expected["stiffness"].number ?? 0, item.expected["damping"].number ?? 0], tolerance: 1e-12)
    }
    check(["spring.perceptual.bounce"]) { item in
      let spring = CASpringAnimation()
      spring.damping = 40
      return .compare([spring.bounce], [item.expected.number ?? 0], tolerance: 1e-12)
    }
    check(["spring.setterRejects"]) { item in
      let spring = CASpringAnimation()
      (spring.mass, spring.stiffness, spring.damping) = (-1, -1, -1)
      let key = item.inputs["set"].object?.keys.first ?? ""
      let actual = (spring.value(forKey: key) as? NSNumber)?.doubleValue ?? .nan
      return .compare([actual], [item.expected.number ?? 0], tolerance: 0)
    }
  }
}
