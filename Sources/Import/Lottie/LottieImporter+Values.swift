/// Value of a property at one time: numbers, and their layout if it can change.
struct LottieSample: Equatable {
  var numbers: [Double]
  var layout: [Int] = []

  init(_ numbers: [Double], layout: [Int] = []) { (self.numbers, self.layout) = (numbers, layout) }
}

/// How a native property is computed from Lottie properties.
struct LottieRule {
  let keyPath: String
  /// Largest error of interpolation between keys.
  var tolerance = 0.001
  /// Whether the property depends linearly on each moving property.
  var isLinear = true
  /// The component whose easing is used; nil if all must be equal.
  var component: Int?
  /// Whether the first value is set in the model.
  var setsModel = true
  /// Approximate number of numbers that `make` reads.
  var cost = 1
  /// Approximate number of evaluations of each number of a value.
  var weight = 1
  var spell: (LottieSample) -> DocumentValue = { .rounded($0.numbers[at: 0]) }
  let make: ([[Double]]) -> LottieSample
}

extension LottieImporter {
  /// Seconds by which jumps are early, because rounding near 1,000 s can move a frame's time slightly.
  static let jumpLead = 1e-6

  func put(_ rule: LottieRule, of properties: [LottieProperty], on draft: inout LottieLayerDraft, in time: LottieTime) {
    let moving = properties.filter(\.isMoving)
    guard spend(steps: rule.cost + 4 * moving.reduce(0) { $0 + $1.keys.count }) else { return }
    let start = rule.make(properties.map(\.value))
    guard !moving.isEmpty else {
      if spend(numbers: start.numbers.count) { draft.set(rule.keyPath, rule.spell(start)) }
      return
    }
    let line = exact(rule, properties, moving, time) ?? sampled(rule, properties, moving, time, start.numbers.count)
    guard let first = line.first, let last = line.last else { return }
    if rule.setsModel { draft.set(rule.keyPath, rule.spell(first.value)) }
    if line.allSatisfy({ $0.value == first.value }) {
      draft.set(rule.keyPath, rule.spell(first.value))
      return
    }
    // The animation is never visible: it ended before or starts after the shown range.
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

  static func animation(_ rule: LottieRule, _ line: [Moment]) -> DocumentValue {
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

  struct Moment {
    var time: Double
    var value: LottieSample
    var easing = LottieEasing.linear
  }

  /// Keeps the keys if one property moves and the result depends on it linearly.
  private func exact(
    _ rule: LottieRule, _ properties: [LottieProperty], _ moving: [LottieProperty], _ time: LottieTime
  ) -> [Moment]? {
    guard moving.count == 1, rule.isLinear, !moving[0].isCurved, time.perFrame > 0,
      rule.component != nil || moving[0].isPacedAsOne, let place = properties.firstIndex(where: \.isMoving)
    else { return nil }
    let property = moving[0]
    guard spend(steps: property.keys.count * (rule.cost + property.value.count)) else { return [] }
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

  /// Limit of times at which a property is sampled.
  private static let mostSamples = 4000

  /// Samples twice per frame and at each key, and removes times that linear interpolation reproduces.
  /// - Parameter size: Number of numbers of a value.
  private func sampled(
    _ rule: LottieRule, _ properties: [LottieProperty], _ moving: [LottieProperty], _ time: LottieTime, _ size: Int
  ) -> [Moment] {
    let keys = moving.flatMap { $0.keys.map(\.time) }
    guard let first = keys.min(), let last = keys.max() else { return [] }
    let ends = [time.frame(time.range.lowerBound), time.frame(time.range.upperBound)].sorted()
    let (low, high) = (max(first, min(ends[0], last)), min(last, max(ends[1], first)))
    func value(_ frame: Double) -> LottieSample { rule.make(properties.map { $0.value(at: frame) }) }
    guard high > low else { return [Moment(time: time.seconds(low), value: value(low))] }
    let most = max(16, min(Self.mostSamples, LottieBudget.mostSamples / max(1, size)))
    let step = max(0.5, (high - low) / Double(most))
    var frames = Array(stride(from: low, to: high, by: step)) + [high]
    let inner = Set(keys.filter { $0 > low && $0 < high })
    if inner.count <= most { frames = (frames + inner).sorted() }
    // A curved motion path is measured at each time.
    let curves = 50 * moving.reduce(0) { $0 + ($1.isCurved ? 1 : 0) }
    guard spend(steps: frames.count * (rule.cost + properties.count + size * rule.weight + curves)) else { return [] }
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

  /// Removes times that linear interpolation reproduces. A change of layout becomes a jump.
  func simplified(_ line: [LottieImporter.Moment]) -> [LottieImporter.Moment] {
    var result: [LottieImporter.Moment] = []
    var start = 0
    while start < line.count {
      result.append(line[start])
      let end = straightEnd(line, start)
      if end < line.count, line[end].value.layout != line[start].value.layout {
        result.append(LottieImporter.Moment(time: line[end].time, value: line[start].value))
      }
      start = end
    }
    return result
  }

  /// The last time up to which all samples in between are on a line.
  private func straightEnd(_ line: [LottieImporter.Moment], _ start: Int) -> Int {
    let a = line[start]
    // The range of slopes that meet the tolerance of all samples so far.
    var slopes = a.value.numbers.map { _ in (low: -Double.infinity, high: Double.infinity) }
    func isAlike(_ moment: LottieImporter.Moment) -> Bool {
      moment.value.layout == a.value.layout && moment.value.numbers.count == a.value.numbers.count
    }
    var end = start + 1
    while end + 1 < line.count, isAlike(line[end]), isAlike(line[end + 1]), line[end + 1].time > a.time {
      let (moment, next) = (line[end], line[end + 1])
      for (index, from) in a.value.numbers.enumerated() {
        let (way, length) = (moment.value.numbers[index] - from, moment.time - a.time)
        if length <= 0, abs(way) > tolerance { return end }
        if length > 0 {
          slopes[index].low = max(slopes[index].low, (way - tolerance) / length)
          slopes[index].high = min(slopes[index].high, (way + tolerance) / length)
        }
        let slope = (next.value.numbers[index] - from) / (next.time - a.time)
        guard slope >= slopes[index].low, slope <= slopes[index].high else { return end }
      }
      end += 1
    }
    return end
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
