import Foundation
import StarmineGraphics
import StarmineDocument

extension SVGAnimation {
  private static let mostValues = 4096
  static let elements: Set = ["animate", "set", "animateTransform", "animateMotion"]

  /// Nil for an element that has no effect.
  init?(_ node: SVGNode, _ writer: SVGWriter) {
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

  /// An item that is not a number becomes -1, which no list may have.
  private static func numbers(_ text: String?) -> [Double] { list(text).map { Double($0) ?? -1 } }

  private mutating func readTiming(_ node: SVGNode, _ writer: SVGWriter) {
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

  /// False where the values have no effect.
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

  /// Words that lead to a colour.
  static let links: Set = ["inherit", "currentColor", "currentcolor"]

  private mutating func readMotion(_ node: SVGNode, _ writer: SVGWriter) -> Bool {
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
  ///   - path: nil for lines between points.
  ///   - shares: the key points.
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

  /// Checks the key times and reads the key splines; false for an error, which takes the effect of the animation away.
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
