extension LottieImporter {
  /// Items that modify the paths above them in a list of shapes.
  private static let modifiers: Set = ["tm", "rd", "pb", "zz", "op", "tw"]
  private static let styles: Set = ["fl", "st", "gf", "gs"]

  /// Layers from back to front, and the paths in them.
  /// - Parameter outer: Modifiers of enclosing lists that affect this one.
  func group(
    _ items: [LottieObject], in time: LottieTime, outer: [LottieObject] = []
  ) -> (layers: [DocumentValue], outlines: [LottieOutline]) {
    // From front to back, as in the list.
    var (drawn, outlines): ([DocumentValue], [LottieOutline]) = ([], [])
    var later = items.enumerated().filter {
      Self.modifiers.contains($0.element.value["ty"]?.text ?? "") && !$0.element.flag("hd")
    }[...]
    for (index, item) in items.enumerated() {
      if later.first?.offset == index { later.removeFirst() }
      // Each path is modified by everything below it, and each style paints every path above it.
      guard spend(numbers: 1 + later.count + outer.count) else { break }
      let kind = item.text("ty") ?? ""
      if item.flag("hd") { continue }
      if !Self.styles.contains(kind), kind != "gr" { item.keys.pass("bm") }
      if let outline = LottieOutline.path(item) {
        outlines.append(modified(outline, by: later.map(\.element)))
      } else if kind == "gr" {
        let modifiers = later.map(\.element)
        guard
          let inner = nested(item, "it", levels: item.levels, { subgroup(item, in: time, outer: modifiers + outer) })
        else { continue }
        drawn += inner.layers.reversed()
        outlines += inner.outlines.map { modified($0, by: modifiers) }
      } else if Self.styles.contains(kind) {
        guard spend(numbers: outlines.count, steps: outlines.count * outer.count) else { break }
        let painted = outlines.map { modified($0, by: outer) }
        if painted.isEmpty { item.isRestIdle = true }
        if !painted.isEmpty, let layer = paint(painted, item, in: time) { drawn.append(blended(layer, item)) }
      } else if kind == "rp" {
        (drawn, outlines) = repeated(item, drawn, outlines, in: time)
      } else if kind == "mm" {
        outlines = merged(outlines, item)
      } else if !Self.modifiers.contains(kind), kind != "tr" {
        item.keys.lose("ty", "unknown shape \(kind.excerpt())")
      }
    }
    return (drawn.reversed(), outlines)
  }

  private func subgroup(
    _ item: LottieObject, in time: LottieTime, outer: [LottieObject]
  ) -> (layers: [DocumentValue], outlines: [LottieOutline]) {
    let items = item.objects("it")
    let place = items.last { $0.value["ty"]?.text == "tr" }
    let inner = group(items, in: time, outer: outer)
    var outlines = place.map { place in inner.outlines.map { $0.moved(by: place) } } ?? inner.outlines
    for index in outlines.indices { outlines[index].group = ObjectIdentifier(item) }
    guard !inner.layers.isEmpty, spend(layers: 1) else {
      // Without drawn content, opacity and blending have no effect, and without paths nothing moves.
      item.keys.pass("bm")
      place?.keys.pass("o")
      if outlines.isEmpty { place?.isRestIdle = true }
      return ([], outlines)
    }
    var holder = LottieLayerDraft(holding: inner.layers)
    if let place { transform(&holder, place, in: time) }
    if item.number("bm") != 0 { return ([blended(holder.value, item)], outlines) }
    return (holder.isPlain ? inner.layers : [holder.value], outlines)
  }

  /// A path modified by the items below it, as far as the budget allows.
  private func modified(_ outline: LottieOutline, by items: [LottieObject]) -> LottieOutline {
    var result = outline
    for item in items {
      guard result.depth < LottieBudget.mostModifiers else {
        item.keys.lose("ty", "a path has at most \(LottieBudget.mostModifiers) modifiers")
        break
      }
      result = result.modified(by: item)
    }
    return result
  }

  /// Merges all paths. The paths of a group are one operand.
  private func merged(_ outlines: [LottieOutline], _ item: LottieObject) -> [LottieOutline] {
    let mode = item.whole("mm", default: 1)
    guard (1...5).contains(mode) else {
      item.keys.lose("mm", "merge mode \(mode) is not supported; modes 1 to 5 are")
      return outlines
    }
    guard outlines.allSatisfy({ $0.depth < LottieBudget.mostModifiers }) else {
      item.keys.lose("mm", "a path has at most \(LottieBudget.mostModifiers) modifiers")
      return outlines
    }
    var parts: [LottieOutline] = []
    for outline in outlines.map(\.cut) {
      if let last = parts.last, let group = last.group, outline.group == group {
        parts[parts.count - 1] = LottieOutline.joined([last, outline])
        parts[parts.count - 1].group = group
      } else {
        parts.append(outline)
      }
    }
    guard parts.count > 1 else { return parts }
    var result = LottieOutline.joined(parts)
    if mode > 1 { (result.merge, result.parts) = (mode, parts) }
    return [result]
  }

  private static let (mostCopies, mostPaths) = (1000, 10_000)

  private func repeated(
    _ item: LottieObject, _ drawn: [DocumentValue], _ outlines: [LottieOutline], in time: LottieTime
  ) -> ([DocumentValue], [LottieOutline]) {
    let (copies, offset) = (item.property("c"), item.property("o"))
    guard let place = item.object("tr") else { return (drawn, outlines) }
    place.keys.pass("ty", "o")
    if drawn.isEmpty { place.keys.pass("so", "eo") }
    for key in ["sk", "sa"] {
      if place.isSet(key) { place.keys.lose(key, "copies are not slanted") } else { place.keys.pass(key) }
    }
    let most = ([copies.value] + copies.keys.map(\.value)).map { $0[at: 0] }.max() ?? 0
    let count = max(0, min(Self.mostCopies, Int(most.rounded(.up))))
    if most > Double(Self.mostCopies) { item.keys.lose("c", "at most \(Self.mostCopies) copies are made") }
    let (steps, size) = (LottieSteps(place, offset: offset), drawn.extent)
    var layers: [DocumentValue] = []
    let isDeep =
      budget.depth + size.depth >= LottieBudget.mostDepth
      || outlines.contains { $0.depth >= LottieBudget.mostModifiers }
    guard !isDeep else {
      item.keys.lose("ty", "copies are nested too deeply")
      return (drawn, outlines)
    }
    for index in 0..<count where !drawn.isEmpty {
      guard spend(layers: 1 + size.layers, numbers: size.numbers) else { break }
      layers.append(copy(index, of: count, drawn, place, steps, copies, in: time))
    }
    guard spend(steps: min(Self.mostPaths, count * outlines.count) * 10 * (1 + (outlines.first?.depth ?? 0))) else {
      return (drawn, outlines)
    }
    // Keeps the first paths if there are too many.
    let paths = (0..<min(count, 1 + Self.mostPaths / max(1, outlines.count))).flatMap { index in
      outlines.map { outline in
        outline.changed(by: steps.properties) { paths, values in
          let matrix = LottieSteps.matrix(values, copy: index)
          return paths.map { $0.mapped(matrix) }
        }
      }
    }
    return (item.number("m", default: 1) == 1 ? layers : layers.reversed(), Array(paths.prefix(Self.mostPaths)))
  }

  private func copy(
    _ index: Int, of count: Int, _ drawn: [DocumentValue], _ place: LottieObject, _ steps: LottieSteps,
    _ copies: LottieProperty, in time: LottieTime
  ) -> DocumentValue {
    var holder = LottieLayerDraft(holding: drawn.reversed())
    let rule = LottieRule(
      keyPath: "transform", tolerance: 1e-6, isLinear: false, spell: { .matrix(numbers: $0.numbers) }
    ) { values in
      let m = LottieSteps.matrix(values, copy: index)
      return LottieSample([m.a, m.b, m.c, m.d])
    }
    put(rule, of: steps.properties, on: &holder, in: time)
    put(
      LottieRule(keyPath: "position", tolerance: 0.02, isLinear: false, spell: { .rounded($0.numbers) }) { values in
        let m = LottieSteps.matrix(values, copy: index)
        return LottieSample([m.tx, m.ty])
      }, of: steps.properties, on: &holder, in: time)
    let opacities = [place.property("so", default: [100]), place.property("eo", default: [100]), copies]
    put(
      LottieRule(keyPath: "opacity", isLinear: false) { values in
        guard Double(index) < values[2][at: 0] else { return LottieSample([0]) }
        let share = count > 1 ? Double(index) / Double(count - 1) : 0
        let opacity = values[0][at: 0] + (values[1][at: 0] - values[0][at: 0]) * share
        return LottieSample([max(0, min(1, opacity / 100))])
      }, of: opacities, on: &holder, in: time)
    return holder.value
  }
}

/// Transforms of a repeater's copies.
struct LottieSteps {
  let properties: [LottieProperty]

  init(_ place: LottieObject, offset: LottieProperty) {
    properties = [
      place.property("p", default: [0, 0]), place.property("a", default: [0, 0]),
      place.property("s", default: [100, 100]), place.property("r"), offset,
    ]
  }

  /// The map of a copy: rotated and scaled about the anchor, as often as its index and the offset say.
  static func matrix(_ values: [[Double]], copy: Int) -> LottieMatrix {
    let (p, a, s, k) = (values[0], values[1], values[2], Double(copy) + values[4][at: 0])
    func power(_ factor: Double) -> Double {
      let whole = max(-1000, min(1000, k.rounded(.down)))
      return Double.pow(factor, whole) * (1 + (factor - 1) * (k - whole))
    }
    let scale = [power(s[at: 0] / 100) * 100, power((s.count > 1 ? s[1] : s[at: 0]) / 100) * 100]
    let linear = LottieMatrix.linear(scale: scale, skew: 0, axis: 0, rotation: values[3][at: 0] * k)
    return LottieMatrix(tx: -a[at: 0], ty: -a[at: 1]).then(linear)
      .then(LottieMatrix(tx: a[at: 0] + p[at: 0] * k, ty: a[at: 1] + p[at: 1] * k))
  }
}

extension LottieOutline {
  /// The paths moved by a group's transform.
  func moved(by place: LottieObject) -> LottieOutline {
    let split = place.splitPlace
    let p = place.property("p", default: [0, 0])
    let properties = [
      place.property("a", default: [0, 0]), place.property("s", default: [100, 100]), place.property("sk"),
      place.property("sa"), place.property("r"), split?.x ?? p, split?.y ?? p,
    ]
    let isSplit = split != nil
    return changed(by: properties, isLinear: properties.allSatisfy { !$0.isMoving }) { paths, v in
      let linear = LottieMatrix.linear(scale: v[1], skew: v[2][at: 0], axis: v[3][at: 0], rotation: v[4][at: 0])
      let matrix = LottieMatrix(tx: -v[0][at: 0], ty: -v[0][at: 1]).then(linear)
        .then(LottieMatrix(tx: v[5][at: 0], ty: isSplit ? v[6][at: 0] : v[6][at: 1]))
      return paths.map { $0.mapped(matrix) }
    }
  }

  /// The paths modified by a trim, rounded corners or similar item.
  func modified(by item: LottieObject) -> LottieOutline {
    switch item.text("ty") {
    case "tm":
      let trim = Trim(
        start: item.property("s"), end: item.property("e", default: [100]), offset: item.property("o"),
        isInSequence: item.number("m", default: 1) == 2, source: ObjectIdentifier(item))
      var result = cut
      if !trim.isWhole { result.trim = trim }
      return result
    case "rd":
      return cut.changed(by: [item.property("r")]) { paths, v in paths.map { $0.rounded(radius: v[0][at: 0]) } }
    case "pb":
      return cut.changed(by: [item.property("a")]) { paths, v in paths.map { $0.puckered(by: v[0][at: 0] / 100) } }
    case "zz":
      return cut.changed(by: [item.property("s"), item.property("r"), item.property("pt", default: [1])]) { paths, v in
        paths.map { $0.zigzag(size: v[0][at: 0], ridges: v[1][at: 0], isSmooth: v[2][at: 0] == 2) }
      }
    default:
      item.keys.lose("ty", "offset and twist of paths are not supported")
      return self
    }
  }
}
