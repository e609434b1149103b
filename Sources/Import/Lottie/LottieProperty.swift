/// An animatable value of a Lottie document as numbers: a number, position, colour, gradient stops, or a path, which is
/// stored as a closed flag and six numbers per vertex.
struct LottieProperty {
  struct Key {
    var time: Double
    var value: [Double]
    /// The value at the end of the segment, if it differs from the next key's value.
    var end: [Double]?
    var isHold = false
    /// One, or one per component; empty for linear segments.
    var easings: [LottieEasing] = []
    var arc: LottieArc?
  }

  /// The constant or first value.
  let value: [Double]
  /// At least two, ascending; empty for a constant value.
  let keys: [Key]

  /// Larger numbers are clamped.
  static let largest = 1e7

  init(_ value: [Double]) { (self.value, keys) = (value, []) }

  init(keys: [Key]) {
    let first = keys.first?.value ?? []
    let isStill = keys.allSatisfy { $0.value == first && ($0.end ?? first) == first }
    (value, self.keys) = (first, isStill || keys.count < 2 ? [] : keys)
  }

  var isMoving: Bool { !keys.isEmpty }
  var isCurved: Bool { keys.contains { $0.arc != nil } }

  /// Whether all components of every segment have the same easing.
  var isPacedAsOne: Bool { keys.allSatisfy { key in key.easings.allSatisfy { $0 == key.easings[0] } } }

  func end(_ index: Int) -> [Double] { keys[index].end ?? keys[index + 1].value }

  func easing(_ index: Int, component: Int) -> LottieEasing {
    let list = keys[index].easings
    return list.isEmpty ? .linear : list[min(component, list.count - 1)]
  }

  /// The segment that contains a frame; nil before the first key and from the last one on.
  private func segment(at frame: Double) -> Int? {
    guard let first = keys.first, let last = keys.last, frame >= first.time, frame < last.time else { return nil }
    var (low, high) = (0, keys.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].time <= frame { low = middle } else { high = middle }
    }
    return low
  }

  private func share(_ index: Int, at frame: Double) -> Double {
    let length = keys[index + 1].time - keys[index].time
    return length > 0 ? (frame - keys[index].time) / length : 1
  }

  func value(at frame: Double) -> [Double] {
    guard let last = keys.last else { return value }
    guard let index = segment(at: frame) else { return frame < last.time ? value : last.value }
    let key = keys[index]
    if key.isHold { return key.value }
    let (share, end) = (share(index, at: frame), end(index))
    if let arc = key.arc {
      let place = arc.place(at: easing(index, component: 0).value(at: share))
      return [place.x, place.y]
    }
    guard key.easings.count > 1, !isPacedAsOne else {
      let part = easing(index, component: 0).value(at: share)
      return zip(key.value, end).map { $0 + ($1 - $0) * part }
    }
    return zip(key.value, end).enumerated().map { component, ends in
      ends.0 + (ends.1 - ends.0) * easing(index, component: component).value(at: share)
    }
  }

  /// The direction of motion in radians; nil while at rest.
  func direction(at frame: Double) -> Double? {
    guard let first = keys.first, let last = keys.last else { return nil }
    let index = segment(at: frame) ?? (frame < first.time ? 0 : max(0, keys.count - 2))
    let share = self.share(index, at: min(max(frame, first.time), last.time))
    if let arc = keys[index].arc { return arc.direction(at: easing(index, component: 0).value(at: share)) }
    let (from, to) = (keys[index].value, end(index))
    guard from != to else { return nil }
    return Double.atan2(to[at: 1] - from[at: 1], to[at: 0] - from[at: 0])
  }

  /// Maps each value. Straight segments must stay straight.
  func mapped(_ body: ([Double]) -> [Double]) -> LottieProperty {
    isMoving
      ? LottieProperty(
        keys: keys.map { key in
          var key = key
          (key.value, key.end, key.arc) = (body(key.value), key.end.map(body), nil)
          return key
        }) : LottieProperty(body(value))
  }
}

extension LottieProperty {
  /// - Parameter value: An object with `k`, or the value of `k`.
  init?(_ value: ForeignValue) {
    let content = value.members == nil ? value : value["k"] ?? (value["v"] == nil ? nil : value)
    guard let content else { return nil }
    if let items = content.items, items.first?["t"] != nil {
      let keys = Self.keys(items)
      guard !keys.isEmpty else { return nil }
      self.init(keys: keys)
    } else {
      guard let numbers = Self.numbers(content) else { return nil }
      self.init(numbers)
    }
  }

  static func numbers(_ value: ForeignValue) -> [Double]? {
    if let items = value.items {
      if items.count == 1, items[0].members != nil { return numbers(items[0]) }
      let numbers = items.compactMap { $0.number.map(bounded) }
      return numbers.count == items.count ? numbers : nil
    }
    if value.members != nil { return path(value) }
    return value.number.map { [bounded($0)] }
  }

  private static func bounded(_ number: Double) -> Double { max(-largest, min(largest, number)) }

  private static func path(_ value: ForeignValue) -> [Double]? {
    guard let vertices = value["v"]?.items else { return nil }
    let (into, out) = (value["i"]?.items ?? [], value["o"]?.items ?? [])
    var result = [value["c"]?.isTrue ?? false ? 1.0 : 0]
    for (index, vertex) in vertices.enumerated() {
      let parts = [vertex, index < into.count ? into[index] : nil, index < out.count ? out[index] : nil]
      for part in parts {
        let own = part.flatMap { Self.numbers($0) } ?? []
        result += [own[at: 0], own[at: 1]]
      }
    }
    return result
  }

  private static func keys(_ items: [ForeignValue]) -> [Key] {
    var keys: [Key] = []
    for item in items {
      guard let time = item["t"]?.number.map(bounded) else { continue }
      let given = item["s"].flatMap { numbers($0) }
      guard let value = given ?? keys.last?.end ?? keys.last?.value else { continue }
      var key = Key(time: max(time, keys.last?.time ?? time), value: value)
      key.end = item["e"].flatMap { numbers($0) }
      key.isHold = item["h"]?.isTrue ?? false
      key.easings = easings(item["o"], item["i"])
      if let last = keys.indices.last, keys[last].end == key.value { keys[last].end = nil }
      keys.append(key)
    }
    for index in keys.indices.dropLast() {
      let item = items[min(index, items.count - 1)]
      guard let out = item["to"].flatMap({ numbers($0) }), let into = item["ti"].flatMap({ numbers($0) }) else {
        continue
      }
      let end = keys[index].end ?? keys[index + 1].value
      keys[index].arc = LottieArc(from: keys[index].value, to: end, out: out, into: into)
    }
    return keys
  }

  private static func easings(_ out: ForeignValue?, _ into: ForeignValue?) -> [LottieEasing] {
    guard let x1 = list(out?["x"]), let y1 = list(out?["y"]), let x2 = list(into?["x"]), let y2 = list(into?["y"])
    else {
      return []
    }
    func at(_ list: [Double], _ index: Int) -> Double { list[min(index, list.count - 1)] }
    let count = min(4, max(x1.count, y1.count, x2.count, y2.count))
    return (0..<count).map {
      LottieEasing(
        x1: max(0, min(1, at(x1, $0))), y1: max(-1000, min(1000, at(y1, $0))), x2: max(0, min(1, at(x2, $0))),
        y2: max(-1000, min(1000, at(y2, $0))))
    }
  }

  private static func list(_ value: ForeignValue?) -> [Double]? {
    guard let value, let numbers = numbers(value), !numbers.isEmpty else { return nil }
    return numbers
  }
}
