/// Converts the layers of a Lottie document.
package final class LottieImporter {
  let document: LottieDocument
  private let root: LottieObject
  /// Compositions by asset ID, created once.
  private var compositions: [String: LottieComposition] = [:]
  /// Assets being written, from the outermost in, to detect recursion.
  private var shown: [String] = []
  var budget = LottieBudget()
  /// Pictures by asset ID; nil for unusable ones.
  var pictures: [String: DocumentValue?] = [:]

  var record: ImportRecord { document.record }

  init(_ document: LottieDocument, root: LottieObject) { (self.document, self.root) = (document, root) }

  func scene() throws(ImportError) -> ForeignScene {
    var scene = ForeignScene()
    let (first, end, rate) = (root.number("ip"), root.number("op", default: 60), document.rate)
    let (width, height) = (root.number("w", default: 512), root.number("h", default: 512))
    guard width >= 1, height >= 1, max(width, height) <= 16_384 else {
      throw document.source.error(
        "expected a size of 1 to 16384 points, found \(ForeignValue.short(width)) x \(ForeignValue.short(height))")
    }
    guard end > first, (end - first) / rate <= 36_000 else {
      throw document.source.error(
        "expected frames for at most ten hours, found \(ForeignValue.short(first)) to \(ForeignValue.short(end))")
    }
    // Image sizes are whole points; the content keeps its position and size.
    scene.size = CGSize(width: width.rounded(.up), height: height.rounded(.up))
    scene.duration = (end - first) / rate
    scene.framesPerSecond = (1...120).contains(rate) ? rate : nil
    scene.name = root.text("nm") ?? ""
    scene.background = DocumentValue.text("#00000000")
    // The last frame counts too, because players stop on it.
    let range = LottieTime.start...LottieTime.start + scene.duration + 1 / rate
    let time = LottieTime(perFrame: 1 / rate, origin: LottieTime.start - first / rate, range: range)
    var stage = LottieLayerDraft(size: (width, height))
    stage.set("masksToBounds", DocumentValue(.boolean(true)))
    stage.sublayers = layers(of: LottieComposition(root.objects("layers")), in: time)
    if let excess = budget.excess { throw document.source.error(excess) }
    scene.layers = [stage.value]
    scene.cues = cues(of: root, first: first, end: end, rate: rate)
    root.keys.pass("v", "ver", "ddd", "tgs", "fonts", "chars", "assets")
    root.finish()
    return scene
  }

  /// The layers of an asset in the clock of its frames. Reports a missing or recursive asset.
  func composition(_ id: String, in time: LottieTime, for layer: LottieObject) -> [DocumentValue] {
    guard let asset = document.assets[id], asset.has("layers") else {
      layer.keys.lose("refId", "the composition \(id.excerpt()) does not exist")
      return []
    }
    guard !shown.contains(id) else {
      layer.keys.lose("refId", "\(id.excerpt()) is within itself")
      return []
    }
    shown.append(id)
    defer { shown.removeLast() }
    let composition = compositions[id] ?? LottieComposition(asset.objects("layers"))
    compositions[id] = composition
    asset.keys.pass("fr", "xt", "w", "h", "id", "e", "u", "p")
    return layers(of: composition, in: time)
  }

  private func layers(of composition: LottieComposition, in time: LottieTime) -> [DocumentValue] {
    let shown = composition.layers.indices.reversed().compactMap { index in
      composition.isMatte(index) ? nil : drawn(index, of: composition, in: time)
    }
    return carried(shown[...], in: time)
  }

  private struct Carried {
    let value: DocumentValue
    /// Parents, the outermost first.
    let parents: [LottieObject]
    /// Time range in seconds in which it is shown.
    let seconds: ClosedRange<Double>
  }

  /// Wraps layers in their parents. Neighbours share common parents, so that these are converted once, and not animated
  /// while none of their layers is shown.
  /// - Parameter depth: Number of parents that are already around the layers.
  private func carried(_ items: ArraySlice<Carried>, depth: Int = 0, in time: LottieTime) -> [DocumentValue] {
    var (result, rest): ([DocumentValue], ArraySlice<Carried>) = ([], items)
    while let first = rest.first {
      guard depth < first.parents.count else {
        result.append(first.value)
        rest.removeFirst()
        continue
      }
      let parent = first.parents[depth]
      let run = rest.prefix { depth < $0.parents.count && $0.parents[depth] === parent }
      rest = rest.dropFirst(run.count)
      guard spend(layers: 1) else { break }
      var holder = LottieLayerDraft(holding: carried(run, depth: depth + 1, in: time))
      transform(&holder, layer: parent, size: (1, 1), in: time, fades: false)
      let start = run.reduce(first.seconds.lowerBound) { min($0, $1.seconds.lowerBound) }
      let end = run.reduce(first.seconds.upperBound) { max($0, $1.seconds.upperBound) }
      show(&holder, from: start, to: end, in: time)
      result.append(holder.value)
    }
    return result
  }

  /// A layer with its matte and the matte's dependencies.
  /// - Parameter users: Layers whose mattes are being created, to detect recursion.
  private func drawn(
    _ index: Int, of composition: LottieComposition, in time: LottieTime, for users: Set<Int> = []
  ) -> Carried? {
    let layer = composition.layers[index]
    let isHidden = layer.flag("hd")
    let parents = composition.ancestors(of: index)
    guard users.isEmpty ? !isHidden : true, spend(layers: 1, steps: 10 * parents.count),
      let value = nested(layer, "ks", levels: parents.count + layer.levels, { self.layer(layer, in: time) })
    else { return nil }
    let own = Carried(value: value, parents: parents.reversed(), seconds: seconds(of: layer, in: time))
    let kind = layer.whole("tt")
    let matte = kind > 0 && !users.contains(index) ? composition.matte(of: index) : nil
    guard matte != nil || layer.whole("bm") != 0, let whole = carried([own], in: time).first else { return own }
    guard let matte else { return around(blended(whole, layer), own) }
    // A matte adds at most four levels. One that is too deep has no effect.
    let limited = nested(layer, "tt", levels: 4) {
      let limit = drawn(matte, of: composition, in: time, for: users.union([index]))
      return matted(whole, by: limit.flatMap { carried([$0], in: time).first }, kind: kind)
    }
    return around(blended(limited ?? whole, layer), own)
  }

  private func around(_ value: DocumentValue, _ layer: Carried) -> Carried {
    Carried(value: value, parents: [], seconds: layer.seconds)
  }

  private func matted(_ value: DocumentValue, by matte: DocumentValue?, kind: Int) -> DocumentValue {
    var (holder, mask) = (LottieLayerDraft(holding: [value]), LottieLayerDraft(holding: matte.map { [$0] } ?? []))
    if kind == 3 || kind == 4 {
      var light = LottieLayerDraft(holding: mask.sublayers)
      light.filters = [.luminanceFilter]
      mask.sublayers = [light.value]
    }
    if kind == 2 || kind == 4 {
      var hole = LottieLayerDraft(holding: mask.sublayers)
      hole.set("compositingFilter", .text("destOut"))
      mask.sublayers = [.everywhere, hole.value]
    }
    holder.mask = mask.value
    return holder.value
  }

  /// Adds the blend mode to a layer.
  func blended(_ value: DocumentValue, _ item: LottieObject) -> DocumentValue {
    let mode = item.whole("bm")
    guard mode != 0 else { return value }
    guard Self.blendModes.indices.contains(mode) else {
      item.keys.lose("bm", "unknown blend mode \(mode)")
      return value
    }
    var holder = LottieLayerDraft(holding: [value])
    holder.set("compositingFilter", .text(Self.blendModes[mode] + "BlendMode"))
    return holder.value
  }

  package static let blendModes = [
    "normal", "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight",
    "difference", "exclusion", "hue", "saturation", "color", "luminosity", "linearDodge",
  ]
}

/// Layers of a composition and their references.
final class LottieComposition {
  let layers: [LottieObject]
  private var places: [Int: Int] = [:]
  private var mattes: Set<Int> = []

  init(_ layers: [LottieObject]) {
    self.layers = layers
    // Until a layer is drawn.
    for layer in layers { layer.isRestIdle = true }
    for (index, layer) in layers.enumerated() where layer.has("ind") {
      let number = layer.whole("ind")
      if places[number] == nil { places[number] = index }
    }
    for (index, layer) in layers.enumerated() {
      if layer.flag("td") { mattes.insert(index) }
      if layer.number("tt") > 0, let matte = matte(of: index) { mattes.insert(matte) }
    }
  }

  /// Whether a layer is drawn only as a matte.
  func isMatte(_ index: Int) -> Bool { mattes.contains(index) }

  /// The layer whose alpha or luminance limits another one: the named layer, or the one in front.
  func matte(of index: Int) -> Int? {
    if layers[index].has("tp"), let place = places[layers[index].whole("tp")] { return place }
    return index > 0 ? index - 1 : nil
  }

  /// Parents, the nearest first. Cycles are broken.
  func ancestors(of index: Int) -> [LottieObject] {
    var (result, seen, next) = ([LottieObject](), Set([index]), index)
    while layers[next].has("parent"), let place = places[layers[next].whole("parent")],
      seen.insert(place).inserted, result.count < 100
    {
      result.append(layers[place])
      next = place
    }
    return result
  }
}

extension DocumentValue {
  /// A layer larger than any stage.
  static var everywhere: DocumentValue {
    var layer = LottieLayerDraft(size: (60_000, 60_000))
    layer.set("position", .list([-30_000, -30_000]))
    layer.set("backgroundColor", .text("#000000"))
    return layer.value
  }

  /// Converts luminance over black to alpha.
  static var luminanceFilter: DocumentValue {
    .colorMatrix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.2126, 0.7152, 0.0722, 0, 0])
  }

  static func colorMatrix(_ rows: [Double]) -> DocumentValue {
    .object([("type", .text("colorMatrix")), ("inputColorMatrix", .list(rows))])
  }
}
