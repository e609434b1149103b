import Foundation
import StarmineGraphics
import StarminePresets

extension LottieWriter {
  /// What changes paths that lie above it in a list of shapes.
  private static let modifiers: Set = ["tm", "rd", "pb", "zz", "op", "tw"]
  private static let styles: Set = ["fl", "st", "gf", "gs"]

  /// Layers from back to front, and the paths in it.
  ///
  /// - Parameter outer: modifiers of the lists around that act on what is in this one.
  func group(
    _ items: [LottieObject], in time: LottieTime, outer: [LottieObject] = [], depth: Int = 0
  ) -> (layers: [DocumentValue], outlines: [LottieOutline]) {
    // From front to back, as the list is.
    var (drawn, outlines): ([DocumentValue], [LottieOutline]) = ([], [])
    var later = items.enumerated().filter {
      Self.modifiers.contains($0.element.value["ty"]?.text ?? "") && !$0.element.flag("hd")
    }[...]
    for (index, item) in items.enumerated() {
      if later.first?.offset == index { later.removeFirst() }
      // Each path is changed by everything below it, and each style paints every path above it.
      guard spend(numbers: 1 + later.count + outer.count) else { break }
      let kind = item.text("ty") ?? ""
      if item.flag("hd") { continue }
      if !Self.styles.contains(kind), kind != "gr" { item.keys.pass("bm") }
      if let outline = LottieOutline.path(item) {
        outlines.append(later.reduce(outline) { $0.modified(by: $1.element) })
      } else if kind == "gr" {
        guard depth < 64 else { continue }
        let inner = subgroup(item, in: time, outer: later.map(\.element) + outer, depth: depth)
        drawn += inner.layers.reversed()
        outlines += inner.outlines.map { outline in later.reduce(outline) { $0.modified(by: $1.element) } }
      } else if Self.styles.contains(kind) {
        guard spend(numbers: outlines.count) else { break }
        let painted = outlines.map { outline in outer.reduce(outline) { $0.modified(by: $1) } }
        if painted.isEmpty { item.isRestIdle = true }
        if !painted.isEmpty, let layer = paint(painted, item, in: time) { drawn.append(blended(layer, item)) }
      } else if kind == "rp" {
        (drawn, outlines) = repeated(item, drawn, outlines, in: time)
      } else if kind == "mm" {
        outlines = merged(outlines, item)
      } else if !Self.modifiers.contains(kind), kind != "tr" {
        item.keys.lose("ty", "there is no shape \(kind.excerpt())")
      }
    }
    return (drawn.reversed(), outlines)
  }

  private func subgroup(
    _ item: LottieObject, in time: LottieTime, outer: [LottieObject], depth: Int
  ) -> (layers: [DocumentValue], outlines: [LottieOutline]) {
    let items = item.objects("it")
    let place = items.last { $0.value["ty"]?.text == "tr" }
    let inner = group(items, in: time, outer: outer, depth: depth + 1)
    let outlines = place.map { place in inner.outlines.map { $0.moved(by: place) } } ?? inner.outlines
    guard !inner.layers.isEmpty, spend(layers: 1) else {
      // Without something that is drawn there is nothing to fade or to blend, and without paths nothing to move.
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

  private func merged(_ outlines: [LottieOutline], _ item: LottieObject) -> [LottieOutline] {
    let mode = item.whole("mm", default: 1)
    guard outlines.count > 1, mode != 1 else { return outlines }
    let parts = outlines.map(\.cut)
    var result = LottieOutline.joined(parts)
    (result.merge, result.parts) = (mode, parts)
    if !(2...5).contains(mode) { item.keys.lose("mm", "there is no way \(mode) to merge") }
    return [result]
  }

  // MARK: Copies

  private static let (mostCopies, mostPaths) = (1000, 10_000)

  /// Layers in a list and below it, and values of all of them.
  private static func size(of layers: [DocumentValue]) -> (layers: Int, values: Int) {
    var (pending, size) = (layers, (layers: layers.count, values: 0))
    while let value = pending.popLast() {
      size.values += 1
      switch value.content {
      case .array(let items): pending += items
      case .object(let members):
        for member in members {
          if member.key == "sublayers", case .array(let items) = member.value.content { size.layers += items.count }
          pending.append(member.value)
        }
      default: break
      }
    }
    return size
  }

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
    let steps = LottieSteps(place, offset: offset)
    var layers: [DocumentValue] = []
    let size = Self.size(of: drawn)
    for index in 0..<count where !drawn.isEmpty {
      guard spend(layers: 1 + size.layers, numbers: size.values) else { break }
      layers.append(copy(index, of: count, drawn, place, steps, copies, in: time))
    }
    // Of very many paths the first are kept.
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

/// What each copy of a repeater is moved by.
struct LottieSteps {
  let properties: [LottieProperty]

  init(_ place: LottieObject, offset: LottieProperty) {
    properties = [
      place.property("p", default: [0, 0]), place.property("a", default: [0, 0]),
      place.property("s", default: [100, 100]), place.property("r"), offset,
    ]
  }

  /// The map of a copy: turned and scaled about the anchor, as often as its number and the offset say.
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
  /// The paths as a group's transform moves them.
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

  /// The paths after a trim, rounded corners and the like.
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
      item.keys.lose("ty", "paths are neither offset nor twisted")
      return self
    }
  }
}
