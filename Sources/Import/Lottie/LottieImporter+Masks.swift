extension LottieImporter {
  func mask(_ draft: inout LottieLayerDraft, _ layer: LottieObject, in time: LottieTime) {
    let masks = layer.objects("masksProperties").filter { mask in
      mask.keys.pass("cl", "cld")
      guard mask.text("mode") == "n" else { return true }
      mask.keys.pass("pt", "o", "x", "f", "inv")
      return false
    }
    guard !masks.isEmpty else { return }
    var pieces: [DocumentValue] = []
    for (index, mask) in masks.enumerated() {
      guard spend(layers: 1) else { break }
      let mode = mask.text("mode") ?? "a"
      // A first mask that subtracts, intersects or darkens starts with everything.
      if index == 0, ["s", "i", "d"].contains(mode) { pieces.append(.everywhere) }
      pieces.append(piece(mask, mode, isFirst: index == 0, in: time))
    }
    draft.mask = LottieLayerDraft(holding: pieces).value
  }

  private static let modes = ["s": "destOut", "i": "destIn", "l": "maximum", "d": "minimum", "f": "xor"]

  private func piece(_ mask: LottieObject, _ mode: String, isFirst: Bool, in time: LottieTime) -> DocumentValue {
    let isInverse = mask.flag("inv")
    var draft = LottieLayerDraft("CAShapeLayer")
    let outline = mask.property("pt", default: [1])
    put(
      LottieRule(
        keyPath: "path", tolerance: 0.04, cost: outline.value.count,
        spell: { .text((isInverse ? Self.outside : "") + $0.pathText(isMoving: outline.isMoving)) }
      ) { LottieSample([LottiePath($0[0])]) }, of: [outline], on: &draft, in: time)
    if isInverse { draft.set("fillRule", .text("even-odd")) }
    expand(&draft, mask, isInverse, in: time)
    fade(&draft, mask, in: time)
    if mask.isSet("f") {
      draft.filters.append(
        .object([("type", .text("gaussianBlur")), ("name", .text("feather")), ("inputRadius", .number(0))]))
      put(
        LottieRule(keyPath: "filters.feather.inputRadius", component: 0, setsModel: false) {
          LottieSample([max(0, $0[0][at: 0]) * 0.3])
        }, of: [mask.property("f", default: [0, 0])], on: &draft, in: time)
      draft.settle("filters.feather.inputRadius", into: "inputRadius")
    }
    if let filter = Self.modes[mode], !(isFirst && ["l", "f"].contains(mode)) {
      draft.set("compositingFilter", .text(filter))
    } else if !["a", "l", "f"].contains(mode) {
      mask.keys.lose("mode", "unsupported mask mode \(mode.excerpt())")
    }
    return draft.value
  }

  /// Larger than any stage.
  private static let outside = "M -30000 -30000 L 30000 -30000 L 30000 30000 L -30000 30000 Z "

  /// A wider mask gets a stroke. Narrower masks are not supported and are reported.
  private func expand(_ draft: inout LottieLayerDraft, _ mask: LottieObject, _ isInverse: Bool, in time: LottieTime) {
    guard mask.isSet("x") else { return }
    let width = mask.property("x")
    let isWider = ([width.value] + width.keys.map(\.value)).allSatisfy { $0[at: 0] >= 0 }
    guard isWider, !isInverse else {
      mask.keys.lose("x", "masks can expand but not shrink")
      return
    }
    draft.set("strokeColor", .text("#000000"))
    draft.set("lineJoin", .text("round"))
    put(
      LottieRule(keyPath: "lineWidth", component: 0) { LottieSample([max(0, 2 * $0[0][at: 0])]) }, of: [width],
      on: &draft, in: time)
  }
}
