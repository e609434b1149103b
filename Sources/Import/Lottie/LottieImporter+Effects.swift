extension LottieImporter {
  func effects(_ draft: inout LottieLayerDraft, _ layer: LottieObject, in time: LottieTime) {
    for effect in layer.objects("ef") {
      let isOn = effect.number("en", default: 1) != 0
      let kind = effect.whole("ty")
      guard isOn, Self.drawn.contains(kind) else {
        // Effects that only host expressions, and disabled effects.
        if isOn, kind >= 20 { effect.keys.lose("ty", "effect \(kind) is not kept") }
        effect.isRestIdle = true
        continue
      }
      let values = effect.objects("ef").map { part in
        part.isRestIdle = true
        return part.property("v")
      }
      apply(kind, values, effect, to: &draft, in: time)
    }
    for style in layer.objects("sy") { apply(style, to: &draft, in: time) }
  }

  private static let drawn: Set = [20, 21, 23, 25, 29]

  private func apply(
    _ kind: Int, _ values: [LottieProperty], _ effect: LottieObject, to draft: inout LottieLayerDraft,
    in time: LottieTime
  ) {
    func value(_ index: Int) -> LottieProperty { values.indices.contains(index) ? values[index] : LottieProperty([0]) }
    switch kind {
    case 25:
      shadow(
        &draft, color: value(0), opacity: value(1).mapped { [$0[at: 0] / 255] },
        angle: value(2).mapped { [$0[at: 0] - 90] },
        distance: value(3), radius: value(4).mapped { [$0[at: 0] / 4] }, in: time)
      if value(5).value[at: 0] != 0 { effect.keys.lose("ef", "the layer is drawn as well") }
    case 29:
      let name = "blur\(draft.filters.count)"
      draft.filters.append(
        .object([("type", .text("gaussianBlur")), ("name", .text(name)), ("inputRadius", .number(0))]))
      put(
        LottieRule(keyPath: "filters.\(name).inputRadius", component: 0, setsModel: false) {
          LottieSample([max(0, $0[0][at: 0]) * 0.3])
        }, of: [value(0)], on: &draft, in: time)
      draft.settle("filters.\(name).inputRadius", into: "inputRadius")
      if value(1).value[at: 0] > 1 { effect.keys.lose("ef", "the blur applies in both directions") }
    case 21: fill(&draft, color: value(2), opacity: value(6), in: time)
    case 23:
      tritone(&draft, bright: value(0), middle: value(1), dark: value(2), in: time)
      if value(3).isMoving || value(3).value[at: 0] != 0 { effect.keys.lose("ef", "the original is not blended in") }
    default: tint(&draft, black: value(0), white: value(1), amount: value(2), in: time)
    }
  }

  private func matrix(
    _ draft: inout LottieLayerDraft, of properties: [LottieProperty], in time: LottieTime,
    _ make: @escaping ([[Double]]) -> [Double]
  ) {
    let name = "color\(draft.filters.count)"
    draft.filters.append(
      .object([
        ("type", .text("colorMatrix")), ("name", .text(name)),
        ("inputColorMatrix", .list(make(properties.map(\.value)))),
      ]))
    guard properties.contains(where: \.isMoving) else { return }
    put(
      LottieRule(
        keyPath: "filters.\(name).inputColorMatrix", isLinear: false, setsModel: false,
        spell: { .rounded($0.numbers, digits: 5) }
      ) { LottieSample(make($0)) }, of: properties, on: &draft, in: time)
    draft.settle("filters.\(name).inputColorMatrix", into: "inputColorMatrix")
  }

  private func fill(
    _ draft: inout LottieLayerDraft, color: LottieProperty, opacity: LottieProperty, in time: LottieTime
  ) {
    matrix(&draft, of: [color, opacity], in: time) { values in
      let (c, o) = (Self.color(values[0]), max(0, min(1, values[1][at: 0])))
      return [0, 0, 0, 0, c[0], 0, 0, 0, 0, c[1], 0, 0, 0, 0, c[2], 0, 0, 0, o, 0]
    }
  }

  /// Maps luminance to a gradient between two colours.
  private func tint(
    _ draft: inout LottieLayerDraft, black: LottieProperty, white: LottieProperty, amount: LottieProperty,
    in time: LottieTime
  ) {
    matrix(&draft, of: [black, white, amount], in: time) { values in
      let (b, w, m) = (Self.color(values[0]), Self.color(values[1]), max(0, min(1, values[2][at: 0] / 100)))
      let light = [0.2126, 0.7152, 0.0722]
      var rows: [Double] = []
      for row in 0..<3 {
        let span: Double = (w[row] - b[row]) * m
        for column in 0..<3 { rows.append(light[column] * span + (column == row ? 1 - m : 0)) }
        rows += [0, b[row] * m]
      }
      return rows + [0, 0, 0, 1, 0]
    }
  }

  /// Maps luminance to a gradient of three colors: dark, middle and bright. The first step computes the non-negative
  /// distances below and above the middle.
  private func tritone(
    _ draft: inout LottieLayerDraft, bright: LottieProperty, middle: LottieProperty, dark: LottieProperty,
    in time: LottieTime
  ) {
    let light = [0.2126, 0.7152, 0.0722]
    let below: [Double] = light.map { -2 * $0 } + [0, 1]
    let above: [Double] = light.map { 2 * $0 } + [0, -1]
    draft.filters.append(.colorMatrix(below + above + [0, 0, 0, 0, 0, 0, 0, 0, 1, 0]))
    matrix(&draft, of: [bright, middle, dark], in: time) { values in
      let (bright, middle, dark) = (Self.color(values[0]), Self.color(values[1]), Self.color(values[2]))
      var rows: [Double] = []
      for row in 0..<3 { rows += [dark[row] - middle[row], bright[row] - middle[row], 0, 0, middle[row]] }
      return rows + [0, 0, 0, 1, 0]
    }
  }

  /// - Parameters:
  ///   - angle: Direction of the shadow in degrees from the x axis towards y.
  ///   - radius: Standard deviation of its blur.
  private func shadow(
    _ draft: inout LottieLayerDraft, color: LottieProperty, opacity: LottieProperty, angle: LottieProperty,
    distance: LottieProperty, radius: LottieProperty, in time: LottieTime
  ) {
    put(
      LottieRule(keyPath: "shadowColor", spell: { .rounded($0.numbers, digits: 5) }) {
        LottieSample(Self.color($0[0]))
      },
      of: [color], on: &draft, in: time)
    put(
      LottieRule(keyPath: "shadowOpacity", component: 0) { LottieSample([max(0, min(1, $0[0][at: 0]))]) },
      of: [opacity], on: &draft, in: time)
    put(
      LottieRule(keyPath: "shadowOffset", tolerance: 0.02, isLinear: false, spell: { .rounded($0.numbers) }) { values in
        let (turn, way) = (values[0][at: 0] * .pi / 180, values[1][at: 0])
        return LottieSample([way * Double.cos(turn), way * Double.sin(turn)])
      }, of: [angle, distance], on: &draft, in: time)
    put(
      LottieRule(keyPath: "shadowRadius", component: 0) { LottieSample([max(0, $0[0][at: 0])]) }, of: [radius],
      on: &draft, in: time)
  }

  private func apply(_ style: LottieObject, to draft: inout LottieLayerDraft, in time: LottieTime) {
    let kind = style.whole("ty")
    switch kind {
    case 1:
      style.keys.pass("bm", "no", "lc", "sp")
      choke(style)
      shadow(
        &draft, color: style.property("c", default: [0, 0, 0]),
        opacity: style.property("o", default: [100]).mapped { [$0[at: 0] / 100] },
        angle: style.property("a").mapped { [180 - $0[at: 0]] }, distance: style.property("d"),
        radius: style.property("s").mapped { [$0[at: 0] / 2] }, in: time)
    case 3:
      style.keys.pass("bm", "no", "gt", "ir", "j", "sp", "r")
      choke(style)
      shadow(
        &draft, color: style.property("c", default: [0, 0, 0]),
        opacity: style.property("o", default: [100]).mapped { [$0[at: 0] / 100] }, angle: LottieProperty([0]),
        distance: LottieProperty([0]), radius: style.property("s").mapped { [$0[at: 0] / 2] }, in: time)
    case 7:
      style.keys.pass("bm", "so")
      fill(
        &draft, color: style.property("c", default: [0, 0, 0]),
        opacity: style.property("o", default: [100]).mapped { [$0[at: 0] / 100] }, in: time)
    default:
      style.keys.lose("ty", "layer style \(kind) is not kept")
      style.isRestIdle = true
    }
  }

  private func choke(_ style: LottieObject) {
    if style.isSet("ch") { style.keys.lose("ch", "the size of the shadow is not supported") }
  }
}

extension LottieLayerDraft {
  /// Moves the values of a constant filter into the filter itself.
  mutating func settle(_ keyPath: String, into key: String) {
    guard let value = takeMember(keyPath), case .object(var members)? = filters.last?.content else { return }
    members.removeAll { $0.key == key }
    members.append(DocumentMember(key, value))
    filters[filters.count - 1] = DocumentValue(.object(members))
  }
}
