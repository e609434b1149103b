extension LottieImporter {
  /// A layer without its parents and its matte; nil if it draws nothing.
  func layer(_ layer: LottieObject, in time: LottieTime) -> DocumentValue? {
    let kind = layer.whole("ty", default: -1)
    layer.keys.pass("ip", "op", "st", "sr", "ddd", "mb", "ct", "cp", "hasMask", "parent", "hd", "td", "tt", "tp")
    layer.keys.pass("hidden")
    guard var draft = content(layer, kind, in: time) else { return nil }
    layer.isRestIdle = false
    if let name = layer.value["nm"]?.text, !name.isEmpty { draft.name = name }
    show(&draft, layer, in: time)
    transform(&draft, layer: layer, size: draft.size, in: time, fades: true)
    mask(&draft, layer, in: time)
    effects(&draft, layer, in: time)
    if layer.flag("ddd") { noteSpace(layer) }
    return draft.value
  }

  private func noteSpace(_ layer: LottieObject) {
    guard let ks = layer.object("ks") else { return }
    if let z = ks.value["p"]?["k"]?.items, z.count > 2, (z[2].number ?? 0) != 0 {
      layer.keys.lose("ddd", "positions in 3D are not supported")
    }
  }

  private func content(_ layer: LottieObject, _ kind: Int, in time: LottieTime) -> LottieLayerDraft? {
    switch kind {
    case 0: return precomposed(layer, in: time)
    case 1:
      var draft = LottieLayerDraft(size: (layer.number("sw"), layer.number("sh")))
      draft.set("backgroundColor", Self.color(layer.text("sc")) ?? .text("#000000"))
      return draft
    case 2: return picture(layer)
    case 4: return LottieLayerDraft(holding: group(layer.objects("shapes"), in: time).layers)
    case 5: return text(layer, in: time)
    case 3: break
    default: layer.keys.lose("ty", Self.refused[kind] ?? "unsupported layer type \(kind)")
    }
    return nil
  }

  private static let refused = [
    6: "sounds are not kept", 13: "cameras are not supported: the scene is flat", 15: "data layers draw nothing",
  ]

  /// `#rrggbb`.
  private static func color(_ text: String?) -> DocumentValue? {
    guard let text, (try? ColorText.parse(text)) != nil else { return nil }
    return .text(text)
  }

  private func precomposed(_ layer: LottieObject, in time: LottieTime) -> LottieLayerDraft? {
    guard let id = layer.text("refId") ?? layer.keys.value("refId")?.number.map({ ForeignValue.short($0) }) else {
      layer.keys.lose("ty", "refId is missing: the name of the composition")
      return nil
    }
    let size = (layer.number("w"), layer.number("h"))
    var draft = LottieLayerDraft(size: size)
    draft.set("masksToBounds", DocumentValue(.boolean(true)))
    guard layer.has("tm") else {
      let stretch = layer.number("sr", default: 1)
      let inner = time.inside(start: layer.number("st"), stretch: stretch == 0 ? 1 : stretch)
      draft.sublayers = composition(id, in: inner, for: layer)
      return draft
    }
    draft.sublayers = [remapped(layer, id, size, in: time)]
    return draft
  }

  /// A time-remapped composition: a layer with a separate clock for its content.
  private func remapped(
    _ layer: LottieObject, _ id: String, _ size: (Double, Double), in time: LottieTime
  ) -> DocumentValue {
    var holder = LottieLayerDraft(size: size)
    let remap = layer.property("tm")
    put(
      LottieRule(keyPath: "sublayerTime", tolerance: 1e-4, component: 0, spell: { .rounded($0.numbers[0], digits: 6) })
      {
        LottieSample([LottieTime.start + $0[0][at: 0]])
      }, of: [remap], on: &holder, in: time)
    let times = remap.keys.flatMap { [$0.value[at: 0], ($0.end ?? $0.value)[at: 0]] } + [remap.value[at: 0]]
    let frame = 1 / document.rate
    let range = LottieTime.start + (times.min() ?? 0)...LottieTime.start + (times.max() ?? 0) + frame
    let inner = LottieTime(perFrame: frame, origin: LottieTime.start, range: range)
    holder.sublayers = composition(id, in: inner, for: layer)
    return holder.value
  }

  private func picture(_ layer: LottieObject) -> LottieLayerDraft? {
    guard let id = layer.text("refId") ?? layer.keys.value("refId")?.number.map({ ForeignValue.short($0) }),
      let asset = document.assets[id]
    else {
      layer.keys.lose("refId", "the picture does not exist")
      return nil
    }
    asset.keys.pass("t", "e", "id", "layers")
    var draft = LottieLayerDraft(size: (max(1, asset.number("w", default: 1)), max(1, asset.number("h", default: 1))))
    guard let name = asset.text("p"), !name.isEmpty else { return nil }
    let known = pictures[id] ?? contents(asset, name)
    pictures[id] = .some(known)
    // A picture is written each time it is shown.
    guard let known, case .string(let text) = known.content, spend(numbers: text.utf8.count / 16) else { return nil }
    draft.set("contents", known)
    return draft
  }

  private func contents(_ asset: LottieObject, _ name: String) -> DocumentValue? {
    let place = asset.value["p"]?.location ?? asset.value.location
    guard name.hasPrefix("data:") else { return document.picture(asset.text("u") ?? "", name, place) }
    asset.keys.pass("u")
    do throws(EmbeddedImageError) {
      guard let comma = name.firstIndex(of: ","), name[..<comma].hasSuffix(";base64") else {
        throw EmbeddedImageError("expected data:image/png;base64,...")
      }
      return try EmbeddedImage.value(base64: String(name[name.index(after: comma)...]), record)
    } catch {
      asset.keys.lose("p", error.message)
      return nil
    }
  }

  /// Hides the draft before the layer's first frame and from its last one on.
  private func show(_ draft: inout LottieLayerDraft, _ layer: LottieObject, in time: LottieTime) {
    let seconds = seconds(of: layer, in: time)
    show(&draft, from: seconds.lowerBound, to: seconds.upperBound, in: time)
  }

  func seconds(of layer: LottieObject, in time: LottieTime) -> ClosedRange<Double> {
    let ends = [time.seconds(layer.number("ip")), time.seconds(layer.number("op", default: LottieProperty.largest))]
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  /// Hides the draft before one time and from another one on.
  func show(_ draft: inout LottieLayerDraft, from start: Double, to given: Double, in time: LottieTime) {
    let (low, high, frame) = (time.range.lowerBound, time.range.upperBound, abs(time.perFrame))
    var end = given
    // A layer that lasts as long as its composition also covers the last frame.
    if end >= high - frame * 1.001 { end = high }
    if start <= low, end >= high { return }
    guard start < high, end > low, start < end else { return draft.set("hidden", DocumentValue(.boolean(true))) }
    let steps = [(low, start > low), (max(low, start), false), (end, end < high)].filter { $0.0 < high }
    var values: [(Double, Bool)] = []
    for step in steps {
      if values.last?.0 == step.0 { values.removeLast() }
      values.append(step)
    }
    let length = high - low
    let keyTimes = values.map { max(0, ($0.0 - low - Self.jumpLead) / length) } + [1]
    draft.animate(
      .object([
        ("class", .text("CAKeyframeAnimation")), ("keyPath", .text("hidden")), ("calculationMode", .text("discrete")),
        ("beginTime", .rounded(low, digits: 6)), ("duration", .rounded(length, digits: 6)),
        ("values", .texts(values.map { DocumentValue(.boolean($0.1)) })),
        ("keyTimes", .list(keyTimes)), ("fillMode", .text("both")),
        ("removedOnCompletion", DocumentValue(.boolean(false))),
      ]))
  }
}

extension LottieImporter {
  /// The document's markers as cues, relative to the first frame.
  func cues(of root: LottieObject, first: Double, end: Double, rate: Double) -> [PresetCue] {
    let markers = root.objects("markers")
    let others = (root.value["markers"]?.items?.count ?? 0) - markers.count
    if others > 0 { root.keys.lose("markers", "\(others) of them are not objects") }
    if markers.count > PresetCue.most {
      root.keys.lose("markers", "only the first \(PresetCue.most) are kept")
    }
    return markers.prefix(PresetCue.most).compactMap { marker in
      let time = (marker.number("tm") - first) / rate
      if marker.number("dr") > 0 {
        marker.keys.lose("dr", "a cue has no length")
      } else {
        marker.keys.pass("dr")
      }
      guard PresetCue.range.contains(time) else {
        marker.keys.lose("tm", "it is outside of the movie")
        return nil
      }
      // The last frame counts too: players rest on it.
      if marker.number("tm") > end { marker.keys.lose("tm", "the movie ends before it; the cue is kept") }
      return PresetCue(name: Self.cueName(Self.name(marker.keys.value("cm")?.text ?? "")), time: time)
    }
  }

  /// The name in a comment: After Effects' plug-in writes JSON with a name into some.
  private static func name(_ comment: String) -> String {
    guard comment.contains("{"), let value = try? JSON5Parser.parse(Array(comment.utf8), memory: 1 << 16) else {
      return comment
    }
    return ForeignValue(value)["name"]?.text ?? comment
  }

  /// A cue name: characters other than letters and digits become hyphens.
  private static func cueName(_ comment: String) -> String {
    let words = comment.prefix(60).split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
    let name = words.joined(separator: "-")
    let whole = name.first?.isNumber == true ? "marker-" + name : name
    return PresetCue.isName(whole) ? whole : "marker"
  }
}
