/// Colours, and values over a lifetime.
extension SpriteKit {
  private static let white: [Double] = [1, 1, 1, 1]

  /// A sequence replaces the value, its range and its speed (documented).
  mutating func sequences() {
    let alphas = stops("particleAlphaSequence")
    let colors = stops("particleColorSequence"), mixes = stops("particleColorBlendFactorSequence")
    let color = color(), mix = node.number("particleColorBlendFactor", within: 0...1)
    let start = Self.mixed(color, mix)
    let alpha = alphas?.first?.value.number ?? node.number("particleAlpha", default: 1)
    draft.cell.append(("color", colorValue(start[0], start[1], start[2], start[3] * alpha)))
    changes(mix, hasColors: colors != nil || mixes != nil, hasAlphas: alphas != nil)
    guard colors != nil || mixes != nil else { return curve("particleAlphaSequence", "color.alpha", factor: start[3]) }
    let times = Set((colors ?? []).map(\.time) + (mixes ?? []).map(\.time)).sorted()
    let path = times.map { time in
      Self.mixed(
        Self.value(colors, at: time) { Self.color($0) ?? Self.white } ?? color,
        Self.value(mixes, at: time) { [$0.number ?? 0] }?[0] ?? mix)
    }
    let isClear = path.contains { $0[3] != path[0][3] }
    let isSteady = alphas == nil && node.number("particleAlphaSpeed") == 0 && node.number("particleAlphaRange") == 0
    // Colours with alpha also define the alpha.
    if isSteady || isClear {
      if alphas != nil { node.lose("particleAlphaSequence", "the colours over the lifetime include alpha") }
      draft.addBehavior([
        ("type", .text("colorOverLife")),
        ("colors", .texts(path.map { colorValue($0[0], $0[1], $0[2], $0[3] * alpha) })), ("locations", .list(times)),
      ])
    } else {
      for (index, name) in ["red", "green", "blue"].enumerated() {
        draft.addCurve("color.\(name)", path.map { $0[index] }, at: times)
      }
      curve("particleAlphaSequence", "color.alpha", factor: start[3])
    }
  }

  /// Ranges and speeds that no sequence replaces.
  private mutating func changes(_ mix: Double, hasColors: Bool, hasAlphas: Bool) {
    for (name, key) in [("Red", "red"), ("Green", "green"), ("Blue", "blue")] {
      let range = mix * node.number("particleColor\(name)Range"), speed = mix * node.number("particleColor\(name)Speed")
      guard !hasColors else { continue }
      draft.set("\(key)Range", range)
      draft.set("\(key)Speed", speed)
    }
    let range = node.number("particleAlphaRange") + mix * node.number("particleColorAlphaRange")
    let speed = node.number("particleAlphaSpeed") + mix * node.number("particleColorAlphaSpeed")
    if !hasAlphas {
      draft.set("alphaRange", range)
      draft.set("alphaSpeed", speed)
    }
    if stops("particleColorBlendFactorSequence") != nil {
      return node.pass("particleColorBlendFactorRange", "particleColorBlendFactorSpeed")
    }
    node.expect(
      0, "particleColorBlendFactorRange", "particleColorBlendFactorSpeed",
      reason: "the colour keeps one blend factor")
  }

  /// Mixes a colour with white by the blend factor, so that the rest of the picture's own colour remains.
  private static func mixed(_ color: [Double], _ mix: Double) -> [Double] {
    color.map { 1 + ($0 - 1) * max(0, min(1, mix)) }
  }

  /// The colour at birth: four numbers, or an object.
  private func color() -> [Double] {
    let parts = ["R", "G", "B", "A"].map { node.value("startColor\($0)")?.number }
    let whole = Self.color(node.value("particleColor"))
    guard parts.contains(where: { $0 != nil }) else { return whole ?? Self.white }
    return parts.map { $0 ?? 1 }
  }

  /// Reads the archived colour classes of both platforms.
  static func color(_ value: ForeignValue?) -> [Double]? {
    guard let value else { return nil }
    let keys = [["UIRed", "UIGreen", "UIBlue"], ["NSRed", "NSGreen", "NSBlue"]]
    let alpha = (value["UIAlpha"] ?? value["NSAlpha"])?.number ?? 1
    for names in keys {
      let parts = names.compactMap { value[$0]?.number }
      if parts.count == 3 { return parts + [alpha] }
    }
    if let white = (value["UIWhite"] ?? value["NSWhite"])?.number { return [white, white, white, alpha] }
    // Numbers stored as text bytes.
    for key in ["NSRGB", "NSComponents", "NSWhite"] {
      guard case .data(let bytes)? = value[key]?.content else { continue }
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      let numbers = text.split(separator: " ").compactMap { Double($0) }.filter(\.isFinite)
      if numbers.count >= 3 { return Array(numbers[..<3]) + [numbers.count > 3 ? numbers[3] : 1] }
      if let white = numbers.first { return [white, white, white, numbers.count > 1 ? numbers[1] : 1] }
    }
    return nil
  }

  typealias Stop = (time: Double, value: ForeignValue)

  /// Stops of an `SKKeyframeSequence`, duplicated for steps; nil if there are none.
  private func stops(_ key: String) -> [Stop]? {
    guard let sequence = node.value(key), let members = sequence.members else { return nil }
    func list(_ word: String) -> [ForeignValue]? {
      members.first { $0.key.lowercased().contains(word) && $0.value.items != nil }?.value.items
    }
    guard let values = list("value"), let times = list("time"), !values.isEmpty, values.count == times.count,
      values.count <= 1000
    else {
      node.lose(key, "its values and times are missing")
      return nil
    }
    let stops = zip(times, values).map { (time: max(0, min(1, $0.number ?? 0)), value: $1) }
    let mode = (sequence["_interpolationMode"] ?? sequence["interpolationMode"])?.number ?? 1
    if mode == 2 { node.lose(key, "interpolated linearly instead of by a spline") }
    guard mode == 3 else { return stops }
    return stops.indices.flatMap { index in
      index == 0 ? [stops[0]] : [(time: stops[index].time, value: stops[index - 1].value), stops[index]]
    }
  }

  /// The linearly interpolated value of a sequence at a time.
  private static func value(
    _ stops: [Stop]?, at time: Double, _ read: (ForeignValue) -> [Double]
  ) -> [Double]? {
    guard let stops, let first = stops.first else { return nil }
    guard let next = stops.firstIndex(where: { $0.time > time }) else { return read(stops[stops.count - 1].value) }
    guard next > 0 else { return read(first.value) }
    let (from, to) = (stops[next - 1], stops[next])
    let share = (time - from.time) / (to.time - from.time)
    return zip(read(from.value), read(to.value)).map { $0 + ($1 - $0) * share }
  }

  /// A sequence of numbers that replaces a value, its range and its speed.
  mutating func curve(_ key: String, _ keyPath: String, factor: Double = 1) {
    guard let stops = stops(key) else { return }
    let spoken = ["scale": ["scaleRange", "scaleSpeed"]][keyPath] ?? []
    draft.cell.removeAll { spoken.contains($0.0) }
    draft.addCurve(keyPath, stops.map { factor * ($0.value.number ?? 0) }, at: stops.map(\.time))
  }
}
