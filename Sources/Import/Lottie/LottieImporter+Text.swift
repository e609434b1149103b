import StarmineText

extension LottieImporter {
  /// A text layer: a shape per line, or per character if characters are animated or follow a path.
  func text(_ layer: LottieObject, in time: LottieTime) -> LottieLayerDraft? {
    guard let content = layer.object("t"), let documents = content.object("d")?.objects("k"), !documents.isEmpty else {
      layer.keys.lose("t", "the text is missing")
      return nil
    }
    content.keys.pass("p")
    content.object("d")?.keys.pass("x", "sid")
    var draft = LottieLayerDraft()
    let animators = content.objects("a").map { LottieAnimator($0) }
    checkAnchors(of: content, animators)
    let path = content.object("p").flatMap { item in
      item.has("m") ? LottieTextPath(item, masks: layer.objects("masksProperties")) : nil
    }
    for (index, document) in documents.enumerated() {
      guard let item = document.object("s"), spend(layers: 1, steps: LottieText.cost(of: item)) else { continue }
      let text = LottieText(item, in: self.document)
      let glyphs = animators.isEmpty && path == nil ? text.runs : text.glyphs
      var holder = LottieLayerDraft(
        holding: glyphs.compactMap { glyph($0, of: text, item, animators, on: path, in: time) })
      let start = index == 0 ? nil : time.seconds(document.number("t"))
      let end = index + 1 < documents.count ? time.seconds(documents[index + 1].number("t")) : nil
      document.keys.pass("t")
      show(&holder, from: start ?? -1e9, to: end ?? 1e9, in: time)
      draft.sublayers.append(holder.value)
    }
    return draft
  }

  /// Scale and rotation are relative to the baseline at the middle of a character.
  private func checkAnchors(of content: LottieObject, _ animators: [LottieAnimator]) {
    let turns = animators.contains { animator in ["r", "s", "sk"].contains(where: animator.has) }
    guard turns, let more = content.object("m") else { return content.keys.pass("m") }
    if more.number("g", default: 1) == 1 {
      more.keys.pass("g")
    } else {
      more.keys.lose("g", "the anchor point of characters is not supported")
    }
    if more.isSet("a") {
      more.keys.lose("a", "characters rotate about points on their line")
    } else {
      more.keys.pass("a")
    }
  }

  private func glyph(
    _ glyph: LottieGlyph, of text: LottieText, _ item: LottieObject, _ animators: [LottieAnimator],
    on path: LottieTextPath?, in time: LottieTime
  ) -> DocumentValue? {
    let numbers = glyph.outline.count * 4
    guard glyph.isSeen, spend(layers: glyph.colored == nil ? 1 : 2, numbers: numbers) else { return nil }
    // Tracking of other characters moves it: each time needs the whole line.
    let looksAtLine = path?.isForced ?? false || animators.contains { $0.has("t") }
    guard !looksAtLine || spend(steps: text.glyphs.count) else { return nil }
    let line = looksAtLine ? text.line(of: glyph) : []
    let set = LottieAnimatorSet(animators, on: path, glyph: glyph, line: line, text)
    var draft = self.draft(of: glyph, size: text.size, item, set, time)
    // Rotates and scales about the middle of its baseline.
    put("anchorPoint", 0.02, set, &draft, time, { .rounded($0.numbers) }) { values in
      let way = set.sum("a", values)
      return [glyph.advance / 2 + way[0], way[1]]
    }
    put("position", 0.02, set, &draft, time, isPlaced: true, { .rounded($0.numbers) }) { values in
      let place = set.spot(values).place
      return [place.x, place.y]
    }
    turn(set, isOnPath: path?.turns ?? false, &draft, time)
    if set.has("o") {
      put("opacity", 0.002, set, &draft, time, { .rounded($0.numbers[0]) }) {
        [max(0, min(1, set.mixed("o", [100], $0)[0] / 100))]
      }
    }
    if set.has("bl") { blur(set, &draft, time) }
    return draft.value
  }

  /// A character as an outline, or as a text layer whose first line's top is above the baseline.
  private func draft(
    of glyph: LottieGlyph, size: Double, _ item: LottieObject, _ set: LottieAnimatorSet, _ time: LottieTime
  ) -> LottieLayerDraft {
    guard let colored = glyph.colored else {
      var draft = LottieLayerDraft("CAShapeLayer")
      draft.set("path", .text(PathText.text(glyph.outline)))
      paint(item, set, &draft, time)
      return draft
    }
    // Side margins for parts that extend beyond the advance.
    let room = (colored.line.width + 2 * size, colored.line.baseline + colored.line.descent + size)
    var draft = LottieLayerDraft("CATextLayer", size: room)
    draft.set("position", .rounded([-size, -colored.line.baseline]))
    draft.set("string", .text(colored.text))
    draft.set("font", .text(colored.font))
    draft.set("fontSize", .number(size))
    draft.set("alignmentMode", .text("center"))
    fill("foregroundColor", item, set, &draft, time)
    return LottieLayerDraft(holding: [draft.value])
  }

  /// - Parameter isOnPath: Whether it is rotated to follow the path.
  private func turn(
    _ set: LottieAnimatorSet, isOnPath: Bool, _ draft: inout LottieLayerDraft, _ time: LottieTime
  ) {
    guard isOnPath || set.has("s", "r", "sk") else { return }
    let tolerance = isOnPath ? 1e-4 : 1e-6
    put("transform", tolerance, set, &draft, time, isPlaced: isOnPath, { .matrix(numbers: $0.numbers) }) { values in
      let m = LottieMatrix.linear(
        scale: set.mixed("s", [100, 100], values), skew: set.sum("sk", values)[0], axis: set.sum("sa", values)[0],
        rotation: set.sum("r", values)[0] + (isOnPath ? set.spot(values).turn : 0))
      return [m.a, m.b, m.c, m.d]
    }
  }

  private func blur(_ set: LottieAnimatorSet, _ draft: inout LottieLayerDraft, _ time: LottieTime) {
    let path = "filters.blur.inputRadius"
    draft.filters.append(
      .object([("type", .text("gaussianBlur")), ("name", .text("blur")), ("inputRadius", .number(0))]))
    put(path, 0.02, set, &draft, time, { .rounded($0.numbers[0]) }) { values in
      let blur = set.sum("bl", values)
      return [max(0, blur[0], blur[1]) * 0.3]
    }
    draft.settle(path, into: "inputRadius")
  }

  /// Fill and stroke of a glyph from the text's style and the animators.
  private func paint(
    _ item: LottieObject, _ set: LottieAnimatorSet, _ draft: inout LottieLayerDraft, _ time: LottieTime
  ) {
    draft.set("fillColor", DocumentValue(.null))
    if item.has("fc") { fill("fillColor", item, set, &draft, time) }
    guard item.has("sc") else { return }
    let width = item.number("sw")
    put("strokeColor", item, ("sc", "so"), set, &draft, time)
    put("lineWidth", 0.01, set, &draft, time, { .rounded($0.numbers[0]) }) {
      [max(0, width + set.sum("sw", $0)[0])]
    }
  }

  private func fill(
    _ key: String, _ item: LottieObject, _ set: LottieAnimatorSet, _ draft: inout LottieLayerDraft, _ time: LottieTime
  ) {
    put(key, item, ("fc", "fo"), set, &draft, time)
  }

  private func put(
    _ key: String, _ item: LottieObject, _ from: (color: String, opacity: String), _ set: LottieAnimatorSet,
    _ draft: inout LottieLayerDraft, _ time: LottieTime
  ) {
    let own = item.property(from.color, default: [0, 0, 0]).value
    put(key, 0.002, set, &draft, time, { .rounded($0.numbers, digits: 5) }) { values in
      let mixed = Self.color(set.mixed(from.color, own, values))
      guard set.has(from.opacity) else { return mixed }
      let alpha = mixed[at: 3] * set.mixed(from.opacity, [100], values)[0] / 100
      return mixed.prefix(3) + [max(0, min(1, alpha))]
    }
  }

  /// Writes a property that depends on everything that animators change.
  private func put(
    _ key: String, _ tolerance: Double, _ set: LottieAnimatorSet, _ draft: inout LottieLayerDraft, _ time: LottieTime,
    isPlaced: Bool = false, _ spell: @escaping (LottieSample) -> DocumentValue,
    _ make: @escaping ([[Double]]) -> [Double]
  ) {
    put(
      LottieRule(
        keyPath: key, tolerance: tolerance, isLinear: false, cost: set.cost(isPlaced: isPlaced), spell: spell
      ) { LottieSample(make($0)) }, of: set.properties, on: &draft, in: time)
  }
}
