/// An expression that is recognized by its text and converted to keys. Nothing is evaluated.
enum LottieExpression {
  enum Repeat: String {
    case cycle, pingpong, offset, `continue`
  }

  /// Repeats keys after the last or before the first one. `keys` counts the segments from there; 0 repeats all.
  case loop(Repeat, keys: Int, isAfter: Bool)
  /// A number that grows by `factor` per second.
  case time(factor: Double, offset: Double, addsValue: Bool)
  /// Noise around the value: changes per second, and amplitude.
  case wiggle(frequency: Double, amplitude: Double)

  /// Returns nil for other texts.
  init?(_ text: String) {
    guard text.utf8.count <= 400 else { return nil }
    // Bodymovin names the result and writes operators as function calls.
    let plain = text.replacing("var $bm_rt;", with: "").filter { !$0.isWhitespace }
      .replacing("$bm_rt=", with: "").trimmingCharacters(in: CharacterSet(charactersIn: ";"))
    if let loop = Self.loop(plain) ?? Self.time(plain) ?? Self.wiggle(plain) {
      self = loop
    } else {
      return nil
    }
  }

  private static func loop(_ text: String) -> LottieExpression? {
    guard
      let match = text.wholeMatch(of: /loop(Out|In)\((?:(?:type=)?['"]([A-Za-z]+)['"](?:,([0-9]+))?)?\)/)
    else {
      return nil
    }
    guard let kind = Repeat(rawValue: match.2?.lowercased() ?? "cycle") else { return nil }
    return .loop(kind, keys: match.3.flatMap { Int($0) } ?? 0, isAfter: match.1 == "Out")
  }

  private static func time(_ text: String) -> LottieExpression? {
    let number = /[-+]?[0-9]*\.?[0-9]+/
    var rest = text[...]
    var addsValue = false
    if let match = rest.wholeMatch(of: /\$bm_sum\((?:transform\.rotation|value),(.+)\)/) {
      (rest, addsValue) = (match.1, true)
    } else if let match = rest.wholeMatch(of: /(?:transform\.rotation|value)\+(.+)/) {
      (rest, addsValue) = (match.1, true)
    }
    var offset = 0.0
    if let match = rest.wholeMatch(of: /\$bm_sum\((.+),([-+]?[0-9]*\.?[0-9]+)\)/) {
      (rest, offset) = (match.1, Double(match.2) ?? 0)
    }
    if rest == "time" { return .time(factor: 1, offset: offset, addsValue: addsValue) }
    let forms = [
      rest.wholeMatch(of: /\$bm_mul\(time,(.+)\)/)?.1,
      rest.wholeMatch(of: /\$bm_mul\((.+),time\)/)?.1,
      rest.wholeMatch(of: /time\*(.+)/)?.1, rest.wholeMatch(of: /(.+)\*time/)?.1,
    ]
    guard let form = forms.compactMap({ $0 }).first, form.wholeMatch(of: number) != nil,
      let factor = Double(form)
    else { return nil }
    return .time(factor: factor, offset: offset, addsValue: addsValue)
  }

  private static func wiggle(_ text: String) -> LottieExpression? {
    guard let match = text.wholeMatch(of: /wiggle\(([0-9]*\.?[0-9]+),([0-9]*\.?[0-9]+)\)/),
      let frequency = Double(match.1), let amplitude = Double(match.2)
    else { return nil }
    return .wiggle(frequency: frequency, amplitude: amplitude)
  }
}

extension LottieProperty {
  /// The keys that an expression creates; nil if there would be too many.
  /// - Parameters:
  ///   - frames: The frames of the document and those that its compositions may show.
  ///   - rate: Frames per second.
  ///   - room: Limit of keys.
  ///   - seed: Seed of noise.
  func following(
    _ expression: LottieExpression, frames: ClosedRange<Double>, rate: Double, room: Int,
    seed: UInt64
  ) -> LottieProperty? {
    switch expression {
    case .loop(let kind, let count, let isAfter):
      guard isMoving else { return self }
      if kind == .continue { return continued(isAfter: isAfter, frames) }
      return isAfter
        ? looped(kind, count, until: frames.upperBound, room)
        : backwards.looped(kind, count, until: -frames.lowerBound, room)?.backwards
    case .time(let factor, let offset, let addsValue):
      guard value.count == 1, !isMoving else { return nil }
      let start = offset + (addsValue ? value[0] : 0)
      return LottieProperty(
        keys: [frames.lowerBound, frames.upperBound].map {
          Key(time: $0, value: [start + factor * $0 / rate])
        })
    case .wiggle(let frequency, let amplitude):
      guard !value.isEmpty, value.count <= 4, frequency > 0 else { return nil }
      return wiggling(every: rate / frequency, by: amplitude, frames, room, seed)
    }
  }

  /// - Parameter count: Number of segments at the end that are repeated; 0 for all.
  private func looped(
    _ kind: LottieExpression.Repeat, _ count: Int, until end: Double, _ room: Int
  ) -> LottieProperty? {
    let segments = keys.count - 1
    let first = count > 0 && count < segments ? segments - count : 0
    let (start, last) = (keys[first], keys[segments])
    let period = last.time - start.time
    guard period > 0 else { return self }
    let repeats = max(0, (end - last.time) / period).rounded(.up)
    guard repeats * Double(segments - first) <= Double(room) else { return nil }
    if kind == .offset, last.value.count != start.value.count || last.value.count > 4 { return nil }
    let part = (first..<segments).map { index in
      var key = keys[index]
      key.end = self.end(index)
      return key
    }
    var result = Array(keys[..<segments])
    result[segments - 1].end = self.end(segments - 1)
    for round in stride(from: 1, through: Int(repeats), by: 1) {
      let shift = period * Double(round)
      if kind == .pingpong, round % 2 == 1 {
        // The segment mirrored at its end.
        let mirror = last.time + start.time + shift
        let ends = part.dropFirst().map(\.time) + [last.time]
        result += zip(part, ends).reversed().map { $0.reversed(at: mirror - $1) }
      } else {
        let way = kind == .offset ? zip(last.value, start.value).map { ($0 - $1) * Double(round) } : []
        result += part.map { $0.moved(by: shift, way) }
      }
    }
    var close = last
    close.time += period * repeats
    close.value = result[result.count - 1].end ?? last.value
    return LottieProperty(keys: result + [close])
  }

  /// Continues linearly with the speed at its end.
  private func continued(isAfter: Bool, _ frames: ClosedRange<Double>) -> LottieProperty {
    let (edge, step) = isAfter ? (keys[keys.count - 1], -0.01) : (keys[0], 0.01)
    let target = isAfter ? frames.upperBound : frames.lowerBound
    let inner = value(at: edge.time + step)
    guard isAfter ? target > edge.time : target < edge.time, inner.count == edge.value.count else {
      return self
    }
    let value = zip(edge.value, inner).map { $0 + ($1 - $0) / step * (target - edge.time) }
    let key = Key(time: target, value: value)
    guard !isAfter else {
      var last = edge
      (last.easings, last.arc, last.isHold, last.end) = ([], nil, false, nil)
      return LottieProperty(keys: keys.dropLast() + [last, key])
    }
    return LottieProperty(keys: [key] + keys)
  }

  private func wiggling(
    every step: Double, by amplitude: Double, _ frames: ClosedRange<Double>, _ room: Int,
    _ seed: UInt64
  ) -> LottieProperty? {
    let times = stride(from: 0, through: frames.upperBound, by: step)
    guard step > 0, frames.upperBound / step <= Double(room) else { return nil }
    var random = SplitMix64(seed: seed)
    let easing = LottieEasing(x1: 0.4, y1: 0, x2: 0.6, y2: 1)
    return LottieProperty(
      keys: times.map { time in
        let noise = value(at: time).map {
          $0 + amplitude * Double.random(in: -1...1, using: &random)
        }
        return Key(time: time, value: noise, easings: [easing])
      })
  }

  /// The property with reversed time.
  private var backwards: LottieProperty {
    let parts = (0..<keys.count - 1).map { index -> Key in
      var key = keys[index]
      key.end = end(index)
      return key.reversed(at: -keys[index + 1].time)
    }
    return LottieProperty(keys: parts.reversed() + [Key(time: -keys[0].time, value: keys[0].value)])
  }
}

extension LottieProperty.Key {
  fileprivate func reversed(at time: Double) -> LottieProperty.Key {
    var key = self
    key.time = time
    // A held value stays until the end.
    if !isHold { (key.value, key.end) = (end ?? value, value) }
    key.easings = easings.map {
      LottieEasing(x1: 1 - $0.x2, y1: 1 - $0.y2, x2: 1 - $0.x1, y2: 1 - $0.y1)
    }
    key.arc = arc?.reversed
    return key
  }

  fileprivate func moved(by time: Double, _ way: [Double]) -> LottieProperty.Key {
    var key = self
    key.time += time
    guard !way.isEmpty else { return key }
    func add(_ value: [Double]) -> [Double] { zip(value, way).map(+) }
    (key.value, key.end) = (add(value), end.map(add))
    key.arc = arc?.moved(by: SIMD2(way[at: 0], way[at: 1]))
    return key
  }
}
