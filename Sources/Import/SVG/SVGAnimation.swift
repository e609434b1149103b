/// An animation of one attribute or property.
struct SVGAnimation {
  enum Mode: String { case discrete, linear, paced, spline }

  let target: SVGNode
  /// The attribute, or `motion` for `animateMotion`.
  let key: String
  var timing = SVGTiming()
  /// Nil means the value without this animation.
  var values: [SVGAnimatedValue?]
  var mode = Mode.linear
  var keyTimes: [Double] = []
  /// Easing of each segment; linear if empty.
  var easings: [(Double) -> Double] = []
  var isSum = false
  var accumulates = false
  var isFrozen = false
  /// Whether the first value applies before the animation begins.
  var fillsBefore = false
  /// `reverse`, `alternate` or `alternate-reverse` of a style sheet.
  var direction = "normal"
  var isPaused = false
  var route: SVGMotionRoute?

  /// The active interval at a time; nil while the animation has no effect.
  func interval(at time: Double) -> SVGTiming.Interval? {
    guard let last = timing.intervals.last(where: { $0.begin <= time + 1e-9 }) else {
      return fillsBefore ? timing.intervals.first : nil
    }
    return isFrozen || time + 1e-9 < min(last.end, last.stop) ? last : nil
  }

  /// Progress within a repetition, and the number of completed repetitions.
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
  /// - Parameters:
  ///   - below: The value without this animation.
  ///   - resolve: Replaces `inherit` and `currentColor` with the values that they refer to.
  func value(
    at time: Double, over below: SVGAnimatedValue?, in interval: SVGTiming.Interval,
    _ resolve: (SVGAnimatedValue) -> SVGAnimatedValue
  ) -> SVGAnimatedValue? {
    let items = values.compactMap { $0.map(resolve) ?? below }
    guard items.count == values.count, let last = items.last else { return nil }
    let (share, count) = progress(at: time, in: interval)
    let (index, part) = segment(share, items)
    var result = part != 0 ? items[index].mixed(with: items[index + 1], part) : items[index]
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

  /// The value that precedes a share of the time, and the progress to the next one.
  private func segment(_ share: Double, _ items: [SVGAnimatedValue]) -> (index: Int, part: Double) {
    guard items.count > 1 else { return (0, 0) }
    let times = times(items)
    let index = times.lastIndex { $0 <= share + 1e-12 } ?? 0
    guard mode != .discrete, index + 1 < items.count else { return (index, 0) }
    let part = (share - times[index]) / (times[index + 1] - times[index])
    return (index, easings.indices.contains(index) ? easings[index](part) : part)
  }

  var moves: Bool { values.count > 1 && timing.simple.isFinite && !isPaused }

  /// Whether values change linearly between the key times.
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
  /// Degrees added to the direction; nil if the element is not rotated.
  let turn: Double?
  /// Rotation in degrees if the direction is not used.
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

extension SVGAnimation {
  private static let mostValues = 4096
  static let elements: Set = ["animate", "set", "animateTransform", "animateMotion"]

  /// Returns nil if the element has no effect.
  init?(_ node: SVGNode, _ writer: SVGImporter) {
    guard Self.elements.contains(node.name), let target = node["href"] == nil ? node.parent : writer.target(of: node)
    else { return nil }
    let isMotion = node.name == "animateMotion"
    let key = isMotion ? "motion" : node["attributeName"]?.replacing("xlink:", with: "")
    guard let key, !key.isEmpty, key != "transform" || node.name == "animateTransform" else { return nil }
    (self.target, self.key, values) = (target, key, [])
    mode = node.name == "set" ? .discrete : Mode(rawValue: node["calcMode"] ?? "") ?? (isMotion ? .paced : .linear)
    isSum = node["additive"] == "sum"
    accumulates = node["accumulate"] == "sum"
    isFrozen = node["fill"] == "freeze"
    keyTimes = Self.numbers(node["keyTimes"])
    readTiming(node, writer)
    let isRead = isMotion ? readMotion(node, writer) : readValues(node)
    guard isRead, !values.isEmpty, readPace(node) else { return nil }
    guard values.count <= Self.mostValues else {
      writer.lose("values", "more than \(Self.mostValues) values are not supported", node)
      return nil
    }
  }

  private static func list(_ text: String?) -> [String] {
    var items = (text ?? "").components(separatedBy: ";").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    if items.last == "" { items.removeLast() }
    return items
  }

  /// Invalid numbers become -1, which no list allows.
  private static func numbers(_ text: String?) -> [Double] { list(text).map { Double($0) ?? -1 } }

  private mutating func readTiming(_ node: SVGNode, _ writer: SVGImporter) {
    func clock(_ key: String) -> Double? {
      node[key].flatMap { SVGInstance.clock($0) }.flatMap { $0 > 0 ? $0 : nil }
    }
    func instances(_ key: String) -> [SVGInstance] {
      Self.list(node[key]).filter { $0 != "indefinite" }.compactMap { text in
        let instance = SVGInstance(text)
        if instance == nil { writer.lose(key, "\"\(text.excerpt(40))\" never happens in a movie", node) }
        if case .offset = instance {} else if key == "end" { timing.endsByEvent = true }
        return instance
      }
    }
    if node["begin"] != nil { timing.begins = instances("begin") }
    timing.ends = instances("end")
    timing.simple = clock("dur") ?? .infinity
    let given = node["repeatCount"].flatMap { $0 == "indefinite" ? .infinity : Double($0) }
    let count = given.flatMap { $0 > 0 ? $0 : nil }
    let total = node["repeatDur"] == "indefinite" ? .infinity : clock("repeatDur")
    timing.whole = min(count.map { $0 * timing.simple } ?? .infinity, total ?? .infinity)
    if count == nil, total == nil { timing.whole = timing.simple }
    (timing.minimum, timing.maximum) = (clock("min") ?? 0, clock("max") ?? .infinity)
    timing.restart = node["restart"] ?? "always"
  }

  /// Returns false if the values have no effect.
  private mutating func readValues(_ node: SVGNode) -> Bool {
    var kind = SVGAnimatedValue.kind(of: key)
    if node.name == "animateTransform" {
      let name = node["type"] ?? "translate"
      guard ["translate", "scale", "rotate", "skewX", "skewY"].contains(name) else { return false }
      kind = .function(name)
    }
    func value(_ text: String) -> SVGAnimatedValue? { SVGAnimatedValue(text, kind) }
    if let list = node["values"], node.name != "set" {
      let texts = Self.list(list)
      values = texts.compactMap(value)
      guard values.count == texts.count else { return false }
    } else if let to = node["to"] {
      guard let end = value(to) else { return false }
      let start = node["from"].map(value)
      guard start != .some(nil) else { return false }
      values = node.name == "set" ? [end] : [start ?? nil, end]
      if start == nil, node.name != "set" { isSum = false }
      if start == nil, case .function(let key) = kind { values[0] = end.mapped { _ in key == "scale" ? 1 : 0 } }
      if node.name == "set" { (isSum, keyTimes) = (false, []) }
    } else if let by = node["by"].flatMap(value), node.name != "set" {
      let start = node["from"].flatMap(value)
      guard by.kind != .word, let end = start.map({ $0.adding(by) }) ?? by else { return false }
      values = [start ?? by.mapped { _ in 0 }, end]
      if start == nil { isSum = true }
    }
    let isWord = values.contains { item in item?.kind == .word && !Self.links.contains(item?.text ?? "") }
    if isWord { mode = .discrete }
    return true
  }

  /// Keywords that refer to another colour.
  static let links: Set = ["inherit", "currentColor", "currentcolor"]

  private mutating func readMotion(_ node: SVGNode, _ writer: SVGImporter) -> Bool {
    var points: [CGPoint] = []
    var path = node["path"].map { PathText.leading($0) }
    if let mpath = node.elements.first(where: { $0.name == "mpath" }) {
      guard let shape = writer.target(of: mpath) else { return false }
      path = writer.context(of: shape).outline(shape)
    } else if path == nil {
      let texts = node["values"].map { Self.list($0) }
      let (from, to, by) = (node["from"], node["to"], node["by"])
      points = (texts ?? [from ?? "0 0", to ?? by ?? ""]).map(SVGValues.numbers).compactMap {
        $0.count == 2 ? CGPoint(x: $0[0], y: $0[1]) : nil
      }
      guard points.count == texts?.count ?? 2, !points.isEmpty else { return false }
      if texts == nil, to == nil { points[1] = CGPoint(x: points[0].x + points[1].x, y: points[0].y + points[1].y) }
      if texts == nil, from == nil { isSum = true }
    }
    return follow(path, points, node["rotate"], Self.numbers(node["keyPoints"]))
  }

  /// - Parameters:
  ///   - path: The path; nil for lines between points.
  ///   - shares: The key points.
  private mutating func follow(
    _ path: CGPath.Geometry?, _ points: [CGPoint], _ rotate: String?, _ shares: [Double]
  ) -> Bool {
    var line = CGPath.Geometry()
    if points.count > 1 { line.addLines(between: points) }
    let vertices = path.map { SVGVertex.all($0).map(\.point) } ?? points
    guard let start = vertices.first else { return false }
    let route = SVGMotionRoute(path ?? line, start: start, rotate: rotate)
    self.route = route
    func length(_ value: Double) -> SVGAnimatedValue { SVGAnimatedValue(.lengths, [value, 0, 0]) }
    if !shares.isEmpty {
      values = shares.map { length($0 * route.path.length) }
      return shares.allSatisfy { (0...1).contains($0) } && shares.count == keyTimes.count
    }
    if mode == .discrete {
      values = vertices.map { SVGAnimatedValue(motion: [Double($0.x), Double($0.y), 0]) }
    } else if path == nil {
      var sum = 0.0
      values = points.indices.map { index in
        let last = points[max(0, index - 1)]
        sum += Double.hypot(points[index].x - last.x, points[index].y - last.y)
        return length(sum)
      }
    } else {
      values = [length(0), length(route.path.length)]
      if keyTimes.count != 2 { keyTimes = [] }
    }
    return true
  }

  /// Validates the key times and reads the key splines. Returns false on an error, which disables the animation.
  private mutating func readPace(_ node: SVGNode) -> Bool {
    if !keyTimes.isEmpty, mode != .paced {
      let isRising = zip(keyTimes, keyTimes.dropFirst()).allSatisfy { $0 <= $1 }
      guard keyTimes.count == values.count, isRising, keyTimes[0] == 0, let last = keyTimes.last, last <= 1,
        last == 1 || mode == .discrete || values.count == 1
      else { return false }
    }
    guard mode == .spline else { return true }
    for text in Self.list(node["keySplines"]) {
      let n = SVGValues.numbers(text)
      guard n.count == 4, n.allSatisfy({ (0...1).contains($0) }) else { return false }
      easings.append { LottieEasing(x1: n[0], y1: n[1], x2: n[2], y2: n[3]).value(at: $0) }
    }
    return easings.count >= values.count - 1
  }
}
