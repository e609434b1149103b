import Foundation
import StarmineGraphics
import StarmineDocument

/// One animation of an attribute or a property.
struct SVGAnimation {
  enum Mode: String { case discrete, linear, paced, spline }

  let target: SVGNode
  /// The attribute; `motion` for `animateMotion`.
  let key: String
  var timing = SVGTiming()
  /// Nil for the value without this animation.
  var values: [SVGAnimatedValue?]
  var mode = Mode.linear
  var keyTimes: [Double] = []
  /// How each segment is paced; linear without one.
  var easings: [(Double) -> Double] = []
  var isSum = false
  var accumulates = false
  var isFrozen = false
  /// Whether the first value holds before the animation begins.
  var fillsBefore = false
  /// `reverse`, `alternate` or `alternate-reverse` of a style sheet.
  var direction = "normal"
  var isPaused = false
  var route: SVGMotionRoute?

  /// The interval that counts at a time; nil while the animation has no effect.
  func interval(at time: Double) -> SVGTiming.Interval? {
    guard let last = timing.intervals.last(where: { $0.begin <= time + 1e-9 }) else {
      return fillsBefore ? timing.intervals.first : nil
    }
    return isFrozen || time + 1e-9 < min(last.end, last.stop) ? last : nil
  }

  /// The share of a repetition that has passed, and the repetitions before it.
  private func progress(at time: Double, in interval: SVGTiming.Interval) -> (share: Double, count: Double) {
    let elapsed = isPaused ? max(0, -interval.begin) : max(0, min(time, interval.stop) - interval.begin)
    guard timing.simple.isFinite else { return (0, 0) }
    var count = (elapsed / timing.simple + 1e-9).rounded(.down)
    let isOver = time + 1e-9 >= interval.stop
    if isOver, count > 0, elapsed - count * timing.simple < 1e-9 * elapsed { count -= 1 }
    let share = max(0, min(1, elapsed / timing.simple - count))
    let isOdd = count.truncatingRemainder(dividingBy: 2) == 1
    return (direction.hasSuffix("reverse") != (isOdd && direction.hasPrefix("alternate")) ? 1 - share : share, count)
  }

  /// The value at a time, or nil if the animation has no effect.
  ///
  /// - Parameters:
  ///   - below: the value without this animation.
  ///   - resolve: replaces `inherit` and `currentColor` with the values that they refer to.
  func value(
    at time: Double, over below: SVGAnimatedValue?, in interval: SVGTiming.Interval,
    _ resolve: (SVGAnimatedValue) -> SVGAnimatedValue
  ) -> SVGAnimatedValue? {
    let items = values.compactMap { $0.map(resolve) ?? below }
    guard items.count == values.count, let last = items.last else { return nil }
    let (share, count) = progress(at: time, in: interval)
    let (index, part) = segment(share, items)
    var result = part > 0 ? items[index].mixed(with: items[index + 1], part) : items[index]
    if let route { result = route.place(result) }
    let end = route?.place(last) ?? last
    if accumulates, values.first != .some(nil), let sum = result.adding(end, times: count) { result = sum }
    guard case .function = result.kind else { return isSum ? below?.adding(result) ?? result : result }
    let functions = SVGAnimatedValue(.functions, result.numbers, result.words)
    return isSum ? below?.followed(by: functions) ?? functions : functions
  }

  private func times(_ items: [SVGAnimatedValue]) -> [Double] {
    if !keyTimes.isEmpty, mode != .paced { return keyTimes }
    let count = Double(mode == .discrete ? items.count : items.count - 1)
    let even = items.indices.map { Double($0) / count }
    guard mode == .paced else { return even }
    var ends = [0.0]
    for (a, b) in zip(items, items.dropFirst()) { ends.append(ends[ends.count - 1] + a.distance(to: b)) }
    let total = ends[ends.count - 1]
    return total > 0 ? ends.map { $0 / total } : even
  }

  /// The value from which a share of the time is on its way to the next one.
  private func segment(_ share: Double, _ items: [SVGAnimatedValue]) -> (index: Int, part: Double) {
    guard items.count > 1 else { return (0, 0) }
    let times = times(items)
    let index = times.lastIndex { $0 <= share + 1e-12 } ?? 0
    guard mode != .discrete, index + 1 < items.count else { return (index, 0) }
    let part = (share - times[index]) / (times[index + 1] - times[index])
    return (index, easings.indices.contains(index) ? easings[index](part) : part)
  }

  var moves: Bool { values.count > 1 && timing.simple.isFinite && !isPaused }

  /// Whether values move in proportion to time between the key times.
  var isLinear: Bool { mode != .spline && easings.isEmpty && route == nil }

  /// Times at which the animation begins, ends, repeats or changes its speed, and the spans in which it moves.
  func moments(until end: Double) -> (breaks: [Double], spans: [ClosedRange<Double>]) {
    var (breaks, spans): ([Double], [ClosedRange<Double>]) = ([], [])
    let items = values.map { $0 ?? SVGAnimatedValue(.lengths, []) }
    let shares = items.count > 1 ? times(items) : []
    for interval in timing.intervals where interval.begin < end && breaks.count < 4000 {
      let stop = min(interval.stop, end)
      breaks += [max(0, interval.begin), min(interval.end, end), stop]
      guard moves else { continue }
      if stop > 0, mode != .discrete { spans.append(max(0, interval.begin)...max(0, interval.begin, stop)) }
      var start = interval.begin
      while start < stop, breaks.count < 4000 {
        let isTurned = direction != "normal"
        breaks += (shares + (isTurned ? shares.map { 1 - $0 } : [])).map { start + $0 * timing.simple }
        start += timing.simple
      }
    }
    return (breaks.filter { $0 >= 0 && $0 <= end }, spans)
  }
}

/// The path of an `animateMotion`.
struct SVGMotionRoute {
  let path: SVGTextPath
  let start: CGPoint
  /// Degrees that are added to the direction; nil where the element keeps its own.
  let turn: Double?
  /// Degrees without a direction.
  let angle: Double

  init(_ path: CGPath.Geometry, start: CGPoint, rotate: String?) {
    self.path = SVGTextPath(path) { _ in 0 }
    self.start = start
    turn = rotate == "auto" ? 0 : rotate == "auto-reverse" ? 180 : nil
    angle = rotate.flatMap { Double($0) } ?? 0
  }

  /// A length of the path, or a point, as a translation and an angle.
  func place(_ value: SVGAnimatedValue) -> SVGAnimatedValue {
    guard value.kind == .lengths else { return SVGAnimatedValue(motion: value.numbers.prefix(2) + [angle]) }
    let map = path.place(at: max(0, min(path.length, value.numbers[0])))
    let direction = turn.map { $0 + (map.map { Double.atan2($0.b, $0.a) } ?? 0) * 180 / .pi }
    let point = map.map { CGPoint(x: $0.tx, y: $0.ty) } ?? start
    return SVGAnimatedValue(motion: [Double(point.x), Double(point.y), direction ?? angle])
  }
}
