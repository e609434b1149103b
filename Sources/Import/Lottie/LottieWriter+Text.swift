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
    // It turns and grows about the middle of its baseline.
    draft.set("anchorPoint", .rounded([glyph.advance / 2, 0]))
    let place = [glyph.x + glyph.advance / 2, glyph.y]
    let set = LottieAnimatorSet(animators, glyph: glyph, counts: text.counts)
    put("position", 0.02, set, &draft, time, { .rounded($0.numbers) }) { values in
      zip(place, set.sum("p", values)).map { $0 + $1 }
    }
    if set.has("s") || set.has("r") {
      put("transform", 1e-6, set, &draft, time, { .matrix(numbers: $0.numbers) }) { values in
        let turn = set.sum("r", values)[0]
        let m = LottieMatrix.linear(scale: set.mixed("s", [100, 100], values), skew: 0, axis: 0, rotation: turn)
        return [m.a, m.b, m.c, m.d]
      }
    }
    if set.has("o") {
      put("opacity", 0.002, set, &draft, time, { .rounded($0.numbers[0]) }) {
        [max(0, min(1, set.mixed("o", [100], $0)[0] / 100))]
      }
    }
    paint(item, set, &draft, time)
    return draft.value
  }

  /// Fill and stroke of a glyph, as the text's style says and as the animators change it.
  private func paint(
    _ item: LottieObject, _ set: LottieAnimatorSet, _ draft: inout LottieLayerDraft, _ time: LottieTime
  ) {
    draft.set("fillColor", DocumentValue(.null))
    if item.has("fc") {
      let color = item.property("fc", default: [0, 0, 0]).value
      put("fillColor", 0.002, set, &draft, time, { .rounded($0.numbers, digits: 5) }) {
        Self.color(set.mixed("fc", color, $0))
      }
    }
    if item.has("sc") {
      let (color, width) = (item.property("sc", default: [0, 0, 0]).value, item.number("sw"))
      put("strokeColor", 0.002, set, &draft, time, { .rounded($0.numbers, digits: 5) }) {
        Self.color(set.mixed("sc", color, $0))
      }
      put("lineWidth", 0.01, set, &draft, time, { .rounded($0.numbers[0]) }) { [max(0, width + set.sum("sw", $0)[0])] }
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

/// One animator of a text: whom it selects, and what these become.
struct LottieAnimator {
  let selector: LottieSelector?
  let values: [(key: String, property: LottieProperty)]

  private static let kept = ["p", "s", "r", "o", "fc", "sc", "sw"]
  private static let lost = [
    "a", "sk", "sa", "t", "fo", "so", "fh", "fs", "fb", "sh", "ss", "sb", "bl", "ls", "rx", "ry",
  ]

  init(_ item: LottieObject) {
    selector = item.object("s").map { LottieSelector($0) }
    guard let own = item.object("a") else {
      values = []
      return
    }
    values = Self.kept.filter(own.has).map { ($0, own.property($0)) }
    for key in Self.lost where own.has(key) {
      if own.isSet(key) { own.keys.lose(key, "animators do not change this") } else { own.keys.pass(key) }
    }
  }

  var properties: [LottieProperty] { (selector?.properties ?? []) + values.map(\.property) }
}

/// Animators as they act on one character.
struct LottieAnimatorSet {
  private let animators: [LottieAnimator]
  private let glyph: LottieGlyph
  private let counts: [Int]
  /// Those of all animators, one after the other.
  let properties: [LottieProperty]

  init(_ animators: [LottieAnimator], glyph: LottieGlyph, counts: [Int]) {
    (self.animators, self.glyph, self.counts) = (animators, glyph, counts)
    properties = animators.flatMap(\.properties)
  }

  func has(_ key: String) -> Bool { animators.contains { $0.values.contains { $0.key == key } } }

  /// Each animator's value of a key with the amount by which it acts.
  private func parts(_ key: String, _ values: [[Double]]) -> [(value: [Double], amount: Double)] {
    var (result, first): ([([Double], Double)], Int) = ([], 0)
    for animator in animators {
      let count = animator.selector?.properties.count ?? 0
      defer { first += count + animator.values.count }
      guard let index = animator.values.firstIndex(where: { $0.key == key }) else { continue }
      let amount = animator.selector.map {
        $0.amount(Array(values[first..<first + count]), index: glyph.places[$0.unit], count: counts[$0.unit])
      }
      result.append((values[first + count + index], amount ?? 1))
    }
    return result
  }

  /// What all animators add.
  func sum(_ key: String, _ values: [[Double]]) -> [Double] {
    parts(key, values).reduce([0, 0]) { sum, part in
      [sum[0] + part.value[at: 0] * part.amount, sum[1] + part.value[at: 1] * part.amount]
    }
  }

  /// What all animators turn a value into.
  func mixed(_ key: String, _ start: [Double], _ values: [[Double]]) -> [Double] {
    parts(key, values).reduce(start) { value, part in
      value.enumerated().map { $1 + (part.value[at: $0] - $1) * part.amount }
    }
  }
}
