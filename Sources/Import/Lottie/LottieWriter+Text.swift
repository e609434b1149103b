import Foundation
import StarminePresets

extension LottieWriter {
  /// A text layer: a shape for each of its characters.
  func text(_ layer: LottieObject, in time: LottieTime) -> LottieLayerDraft? {
    guard let content = layer.object("t"), let documents = content.object("d")?.objects("k"), !documents.isEmpty else {
      layer.keys.lose("t", "there is no text")
      return nil
    }
    content.keys.pass("m")
    if content.value["p"]?["m"] != nil {
      content.keys.lose("p", "texts do not follow paths")
    } else {
      content.keys.pass("p")
    }
    content.object("d")?.keys.pass("x", "sid")
    var draft = LottieLayerDraft()
    let animators = content.objects("a").map { LottieAnimator($0) }
    for (index, document) in documents.enumerated() {
      guard let item = document.object("s"), spend(layers: 1) else { continue }
      let text = LottieText(item, in: self.document)
      var holder = LottieLayerDraft(holding: text.glyphs.compactMap { glyph($0, of: text, item, animators, in: time) })
      let start = index == 0 ? nil : time.seconds(document.number("t"))
      let end = index + 1 < documents.count ? time.seconds(documents[index + 1].number("t")) : nil
      document.keys.pass("t")
      show(&holder, from: start ?? -1e9, to: end ?? 1e9, in: time)
      draft.sublayers.append(holder.value)
    }
    return draft
  }

  private func glyph(
    _ glyph: LottieGlyph, of text: LottieText, _ item: LottieObject, _ animators: [LottieAnimator], in time: LottieTime
  ) -> DocumentValue? {
    guard !glyph.path.isEmpty, spend(layers: 1, numbers: glyph.path.utf8.count / 8) else { return nil }
    var draft = LottieLayerDraft("CAShapeLayer")
    draft.set("path", .text(glyph.path))
    // What is added behind others moves it: each moment looks at all of the line.
    let line = animators.contains { $0.has("t") } ? text.line(of: glyph) : []
    guard spend(numbers: line.count * 8) else { return nil }
    let set = LottieAnimatorSet(animators, glyph: glyph, line: line, counts: text.counts)
    // It turns and grows about the middle of its baseline.
    put("anchorPoint", 0.02, set, &draft, time, { .rounded($0.numbers) }) { values in
      let way = set.sum("a", values)
      return [glyph.advance / 2 + way[0], way[1]]
    }
    let place = [glyph.x + glyph.advance / 2, glyph.y]
    put("position", 0.02, set, &draft, time, { .rounded($0.numbers) }) { values in
      let way = set.sum("p", values)
      return [place[0] + way[0] + set.tracking(values) / 1000 * text.size, place[1] + way[1]]
    }
    turn(set, &draft, time)
    if set.has("o") {
      put("opacity", 0.002, set, &draft, time, { .rounded($0.numbers[0]) }) {
        [max(0, min(1, set.mixed("o", [100], $0)[0] / 100))]
      }
    }
    if set.has("bl") { blur(set, &draft, time) }
    paint(item, set, &draft, time)
    return draft.value
  }

  private func turn(_ set: LottieAnimatorSet, _ draft: inout LottieLayerDraft, _ time: LottieTime) {
    guard set.has("s", "r", "sk") else { return }
    put("transform", 1e-6, set, &draft, time, { .matrix(numbers: $0.numbers) }) { values in
      let m = LottieMatrix.linear(
        scale: set.mixed("s", [100, 100], values), skew: set.sum("sk", values)[0], axis: set.sum("sa", values)[0],
        rotation: set.sum("r", values)[0])
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

  /// Fill and stroke of a glyph, as the text's style says and as the animators change it.
  private func paint(
    _ item: LottieObject, _ set: LottieAnimatorSet, _ draft: inout LottieLayerDraft, _ time: LottieTime
  ) {
    func put(_ key: String, _ color: String, _ opacity: String) {
      let own = item.property(color, default: [0, 0, 0]).value
      self.put(key, 0.002, set, &draft, time, { .rounded($0.numbers, digits: 5) }) { values in
        let mixed = Self.color(set.mixed(color, own, values))
        guard set.has(opacity) else { return mixed }
        let alpha = mixed[at: 3] * set.mixed(opacity, [100], values)[0] / 100
        return mixed.prefix(3) + [max(0, min(1, alpha))]
      }
    }
    draft.set("fillColor", DocumentValue(.null))
    if item.has("fc") { put("fillColor", "fc", "fo") }
    if item.has("sc") {
      let width = item.number("sw")
      put("strokeColor", "sc", "so")
      self.put("lineWidth", 0.01, set, &draft, time, { .rounded($0.numbers[0]) }) {
        [max(0, width + set.sum("sw", $0)[0])]
      }
    }
  }

  /// A property that is made of all that animators move.
  private func put(
    _ key: String, _ tolerance: Double, _ set: LottieAnimatorSet, _ draft: inout LottieLayerDraft, _ time: LottieTime,
    _ spell: @escaping (LottieSample) -> DocumentValue, _ make: @escaping ([[Double]]) -> [Double]
  ) {
    put(
      LottieRule(keyPath: key, tolerance: tolerance, isLinear: false, spell: spell) { LottieSample(make($0)) },
      of: set.properties, on: &draft, in: time)
  }
}
