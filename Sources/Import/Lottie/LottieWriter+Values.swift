import Foundation
import StarmineGraphics
import StarminePresets

/// What a property of ours becomes at a moment: numbers, and how they are laid out where that may change.
struct LottieSample: Equatable {
  var numbers: [Double]
  var layout: [Int] = []

  init(_ numbers: [Double], layout: [Int] = []) { (self.numbers, self.layout) = (numbers, layout) }
}

/// How a property of ours follows from properties of Lottie.
struct LottieRule {
  let keyPath: String
  /// How far what is between keys may be off.
  var tolerance = 0.001
  /// Whether it follows each moving property in proportion.
  var isLinear = true
  /// The component whose pace counts; nil where all must have one.
  var component: Int?
  /// Whether the first value is the model's.
  var setsModel = true
  var spell: (LottieSample) -> DocumentValue = { .rounded($0.numbers[at: 0]) }
  /// Values of the properties to ours.
  let make: ([[Double]]) -> LottieSample
}

extension LottieWriter {
  /// Seconds by which jumps are early: a clock that counts from 1,000 s meets a frame's very moment a little before or
  /// after it.
  static let jumpLead = 1e-6

  /// Sets and animates a property of a draft.
  func put(_ rule: LottieRule, of properties: [LottieProperty], on draft: inout LottieLayerDraft, in time: LottieTime) {
    let moving = properties.filter(\.isMoving)
    guard !moving.isEmpty else {
      draft.set(rule.keyPath, rule.spell(rule.make(properties.map(\.value))))
      return
    }
    let line = exact(rule, properties, moving, time) ?? sampled(rule, properties, moving, time)
    guard let first = line.first, let last = line.last else { return }
    if rule.setsModel { draft.set(rule.keyPath, rule.spell(first.value)) }
    if line.allSatisfy({ $0.value == first.value }) {
      draft.set(rule.keyPath, rule.spell(first.value))
      return
    }
    // Nothing of it is seen: what is over or is still to come.
    if last.time <= time.range.lowerBound || last.time <= first.time {
      draft.set(rule.keyPath, rule.spell(last.value))
      return
    }
    if first.time >= time.range.upperBound {
      draft.set(rule.keyPath, rule.spell(first.value))
      return
    }
    guard spend(numbers: line.reduce(0) { $0 + $1.value.numbers.count + 1 }) else { return }
    draft.animate(Self.animation(rule, line))
  }

  private static func animation(_ rule: LottieRule, _ line: [Moment]) -> DocumentValue {
    let (start, duration) = (line[0].time, line[line.count - 1].time - line[0].time)
    let curves = line.dropLast().map(\.easing)
    let isPaced = curves.contains { !$0.isLinear }
    let keyTimes = line.indices.map { index in
      let isJump = [index - 1, index + 1].contains { line.indices.contains($0) && line[$0].time == line[index].time }
      return max(0, line[index].time - start - (isJump ? Self.jumpLead : 0)) / duration
    }
    return .object([
      ("class", .text("CAKeyframeAnimation")), ("keyPath", .text(rule.keyPath)),
      ("beginTime", .rounded(start, digits: 6)), ("duration", .rounded(duration, digits: 6)),
      ("values", .texts(line.map { rule.spell($0.value) })),
      ("keyTimes", .list(keyTimes.map { ($0 * 1e9).rounded() / 1e9 })),
      ("timingFunctions", isPaced ? .texts(curves.map { .list([$0.x1, $0.y1, $0.x2, $0.y2]) }) : nil),
      ("fillMode", .text("both")), ("removedOnCompletion", DocumentValue(.boolean(false))),
    ])
  }

  /// A key of ours.
  struct Moment {
    var time: Double
    var value: LottieSample
    var easing = LottieEasing.linear
  }

  /// The keys as they are, where one property moves and ours follows it in proportion.
  private func exact(
    _ rule: LottieRule, _ properties: [LottieProperty], _ moving: [LottieProperty], _ time: LottieTime
  ) -> [Moment]? {
    guard moving.count == 1, rule.isLinear, !moving[0].isCurved, time.perFrame > 0,
      rule.component != nil || moving[0].isPacedAsOne, let place = properties.firstIndex(where: \.isMoving)
    else { return nil }
    let property = moving[0]
    func value(_ own: [Double]) -> LottieSample {
      rule.make(properties.indices.map { $0 == place ? own : properties[$0].value })
    }
    var line: [Moment] = []
    for (index, key) in property.keys.enumerated() {
      let (moment, own) = (time.seconds(key.time), value(key.value))
      if index > 0 {
        let before = property.keys[index - 1]
        let end = before.isHold ? value(before.value) : value(property.end(index - 1))
        if end != own { line.append(Moment(time: moment, value: end)) }
      }
      let isLast = index == property.keys.count - 1
      let easing = isLast || key.isHold ? .linear : property.easing(index, component: rule.component ?? 0)
      line.append(Moment(time: moment, value: own, easing: easing))
    }
    let layout = line[0].value.layout
    return line.allSatisfy { $0.value.layout == layout && $0.value.numbers.count == line[0].value.numbers.count }
      ? line : nil
  }

  /// Most moments at which a property is looked at.
  private static let mostSamples = 4000

  /// Looked at twice a frame and at each key, without what lies on a line between others.
  private func sampled(
    _ rule: LottieRule, _ properties: [LottieProperty], _ moving: [LottieProperty], _ time: LottieTime
  ) -> [Moment] {
    let keys = moving.flatMap { $0.keys.map(\.time) }
    guard let first = keys.min(), let last = keys.max() else { return [] }
    let ends = [time.frame(time.range.lowerBound), time.frame(time.range.upperBound)].sorted()
    let (low, high) = (max(first, min(ends[0], last)), min(last, max(ends[1], first)))
    func value(_ frame: Double) -> LottieSample { rule.make(properties.map { $0.value(at: frame) }) }
    guard high > low else { return [Moment(time: time.seconds(low), value: value(low))] }
    let step = max(0.5, (high - low) / Double(Self.mostSamples))
    var frames = Array(stride(from: low, to: high, by: step)) + [high]
    let inner = Set(keys.filter { $0 > low && $0 < high })
    if inner.count <= Self.mostSamples { frames = (frames + inner).sorted() }
    var line: [Moment] = []
    for frame in frames {
      let (moment, now) = (time.seconds(frame), value(frame))
      if inner.contains(frame) || frame == high {
        let before = value(frame - 1e-4)
        if rule.isJump(before, now) { line.append(Moment(time: moment, value: before)) }
      }
      line.append(Moment(time: moment, value: now))
    }
    if time.perFrame < 0 { line.reverse() }
    return rule.simplified(line)
  }
}

extension LottieRule {
  fileprivate func isJump(_ a: LottieSample, _ b: LottieSample) -> Bool {
    a.layout != b.layout || a.numbers.count != b.numbers.count
      || zip(a.numbers, b.numbers).contains { abs($0 - $1) > max(tolerance * 4, 0.01 * max(abs($0), abs($1))) }
  }

  /// Without moments that lie on the way between their neighbours; where the layout changes, with a jump.
  fileprivate func simplified(_ line: [LottieWriter.Moment]) -> [LottieWriter.Moment] {
    var result: [LottieWriter.Moment] = []
    var start = 0
    while start < line.count {
      result.append(line[start])
      var end = start + 1
      while end + 1 < line.count, end - start < 200, isStraight(line, start, end + 1) { end += 1 }
      if end < line.count, line[end].value.layout != line[start].value.layout {
        result.append(LottieWriter.Moment(time: line[end].time, value: line[start].value))
      }
      start = end
    }
    return result
  }

  private func isStraight(_ line: [LottieWriter.Moment], _ start: Int, _ end: Int) -> Bool {
    let (a, b) = (line[start], line[end])
    guard a.value.layout == b.value.layout, a.value.numbers.count == b.value.numbers.count, b.time > a.time else {
      return false
    }
    for moment in line[start + 1..<end] {
      guard moment.value.layout == a.value.layout, moment.value.numbers.count == a.value.numbers.count else {
        return false
      }
      let share = (moment.time - a.time) / (b.time - a.time)
      for index in a.value.numbers.indices {
        let (from, to) = (a.value.numbers[index], b.value.numbers[index])
        if abs(from + (to - from) * share - moment.value.numbers[index]) > tolerance { return false }
      }
    }
    return true
  }
}

extension DocumentValue {
  static func rounded(_ number: Double, digits: Int = 4) -> DocumentValue {
    let unit = Double.pow(10, Double(digits))
    return .number((number * unit).rounded() / unit)
  }

  static func rounded(_ numbers: [Double], digits: Int = 4) -> DocumentValue {
    .texts(numbers.map { .rounded($0, digits: digits) })
  }
}
