extension LottieImporter {
  func paint(_ outlines: [LottieOutline], _ style: LottieObject, in time: LottieTime) -> DocumentValue? {
    let kind = style.text("ty") ?? ""
    let isStroke = kind == "st" || kind == "gs"
    style.keys.pass("lc", "lj", "r", "bm")
    let layers = units(outlines, isStroke: isStroke).compactMap { unit -> DocumentValue? in
      guard spend(layers: 1) else { return nil }
      guard kind == "gf" || kind == "gs" else {
        var shape = covering(unit, style, isStroke: isStroke, in: time) { draft in
          self.put(
            LottieRule(keyPath: isStroke ? "strokeColor" : "fillColor", spell: { .rounded($0.numbers, digits: 5) }) {
              LottieSample(Self.color($0[0]))
            }, of: [style.property("c", default: [0, 0, 0])], on: &draft, in: time)
        }
        fade(&shape, style, in: time)
        return shape.value
      }
      return gradient(unit, style, isStroke: isStroke, in: time)
    }
    guard layers.count != 1 else { return layers[0] }
    return layers.isEmpty ? nil : LottieLayerDraft(holding: layers.reversed()).value
  }

  /// Red, green, blue and alpha; larger numbers than 1 are relative to 255.
  static func color(_ numbers: [Double]) -> [Double] {
    let parts = [numbers[at: 0], numbers[at: 1], numbers[at: 2]]
    let unit = parts.contains { $0 > 1.0001 } ? 255.0 : 1
    return parts.map { max(0, min(1, $0 / unit)) } + [1]
  }

  private func units(_ outlines: [LottieOutline], isStroke: Bool) -> [LottieOutline] {
    let trims = outlines.compactMap(\.trim)
    // A sequential trim is a share of the total length.
    if let first = trims.first, trims.count == outlines.count, first.isInSequence,
      trims.allSatisfy({ $0.source == first.source })
    {
      var all = LottieOutline.joined(outlines.map(\.untrimmed))
      all.trim = first
      return [isStroke ? all : all.cut]
    }
    if isStroke, !trims.isEmpty { return outlines }
    let plain = outlines.map(\.cut)
    let merged = plain.filter { $0.merge != nil }
    return merged.isEmpty ? [LottieOutline.joined(plain)] : plain
  }

  /// A layer that covers the same area as a fill or stroke of an outline.
  /// - Parameter colour: Sets the colour of each layer.
  private func covering(
    _ outline: LottieOutline, _ style: LottieObject, isStroke: Bool, in time: LottieTime,
    _ colour: (inout LottieLayerDraft) -> Void
  ) -> LottieLayerDraft {
    if let mode = outline.merge, (2...4).contains(mode), !isStroke {
      let parts = outline.parts.map { covering($0, style, isStroke: false, in: time, colour) }
      guard mode > 2, let first = parts.first else { return LottieLayerDraft(holding: parts.map(\.value)) }
      // Subtraction affects everything below it in the same bitmap, such as that of a mask.
      let others = parts.dropFirst().enumerated().map { index, part in
        var part = part
        if mode == 3 || index > 0 { part.set("compositingFilter", .text(mode == 3 ? "destOut" : "destIn")) }
        return part.value
      }
      var holder = LottieLayerDraft(holding: [first.value])
      holder.mask = LottieLayerDraft(holding: mode == 3 ? [.everywhere] + others : others).value
      return holder
    }
    if let mode = outline.merge, (2...4).contains(mode) {
      style.keys.lose("ty", "strokes of merged paths follow each path")
    }
    var draft = LottieLayerDraft("CAShapeLayer")
    draft.set("fillColor", DocumentValue(.null))
    colour(&draft)
    let drawn = isStroke && outline.trim != nil && spend(steps: 200 * outline.cost) ? outline.even : outline
    put(path(drawn), of: drawn.properties, on: &draft, in: time)
    if isStroke {
      stroke(&draft, style, in: time)
      if let trim = outline.trim { self.trim(&draft, trim, in: time) }
    } else if style.number("r", default: 1) == 2 || outline.merge == 5 {
      draft.set("fillRule", .text("even-odd"))
    }
    return draft
  }

  private func path(_ outline: LottieOutline) -> LottieRule {
    let (make, isMoving) = (outline.make, outline.isMoving)
    return LottieRule(
      keyPath: "path", tolerance: 0.04, isLinear: outline.isLinear, cost: outline.cost,
      weight: outline.weight,
      spell: { .text($0.pathText(isMoving: isMoving)) }, make: { LottieSample(make($0)) })
  }

  private func stroke(_ draft: inout LottieLayerDraft, _ style: LottieObject, in time: LottieTime) {
    put(
      LottieRule(keyPath: "lineWidth", component: 0) { LottieSample([max(0, $0[0][at: 0])]) },
      of: [style.property("w", default: [1])], on: &draft, in: time)
    draft.set("lineCap", .text([1: "butt", 3: "square"][style.whole("lc", default: 2)] ?? "round"))
    draft.set("lineJoin", .text([1: "miter", 3: "bevel"][style.whole("lj", default: 2)] ?? "round"))
    if style.has("ml2") { style.keys.pass("ml") }
    let limit = style.has("ml2") ? style.property("ml2", default: [4]) : style.property("ml", default: [4])
    put(
      LottieRule(keyPath: "miterLimit", component: 0) { LottieSample([$0[0][at: 0] > 0 ? $0[0][at: 0] : 4]) },
      of: [limit], on: &draft, in: time)
    dashes(&draft, style, in: time)
  }

  private func dashes(_ draft: inout LottieLayerDraft, _ style: LottieObject, in time: LottieTime) {
    let items = style.objects("d")
    let lengths = items.filter { $0.text("n") != "o" }.map { $0.property("v") }
    // Without lengths, with zero lengths or with a negative one, the line is solid.
    let isDashed =
      !lengths.isEmpty && lengths.count <= 64
      && lengths.allSatisfy { ($0.keys.map(\.value) + [$0.value]).allSatisfy { $0[at: 0] >= 0 } }
      && lengths.contains { $0.isMoving || $0.value[at: 0] > 0 }
    guard isDashed else { return items.forEach { $0.isRestIdle = true } }
    let count = lengths.count % 2 == 0 ? 1 : 2
    put(
      LottieRule(keyPath: "lineDashPattern", tolerance: 0.01, spell: { .rounded($0.numbers) }) { values in
        LottieSample((0..<count).flatMap { _ in values.map { max(0, $0[at: 0]) } })
      }, of: lengths, on: &draft, in: time)
    guard let phase = items.first(where: { $0.text("n") == "o" }) else { return }
    put(
      LottieRule(keyPath: "lineDashPhase", component: 0) { LottieSample([$0[0][at: 0]]) }, of: [phase.property("v")],
      on: &draft, in: time)
  }

  private func trim(_ draft: inout LottieLayerDraft, _ trim: LottieOutline.Trim, in time: LottieTime) {
    let (start, end) = (trim.start, trim.end)
    func ends(_ property: LottieProperty) -> [Double] {
      ([property.value] + property.keys.flatMap { [$0.value, $0.end ?? $0.value] }).map { $0[at: 0] }
    }
    // If start and end swap, neither depends on only one of them.
    let isOrdered = (ends(start).max() ?? 0) <= (ends(end).min() ?? 0)
    let places: [(String, ([Double], [Double]) -> Double, LottieProperty)] = [
      ("strokeStart", { min($0[at: 0], $1[at: 0]) }, start), ("strokeEnd", { max($0[at: 0], $1[at: 0]) }, end),
    ]
    for (key, choose, own) in places {
      put(
        LottieRule(keyPath: key, isLinear: isOrdered, component: 0) { values in
          LottieSample([max(0, min(1, (isOrdered ? values[0][at: 0] : choose(values[0], values[1])) / 100))])
        }, of: isOrdered ? [own] : [start, end], on: &draft, in: time)
    }
    put(
      LottieRule(keyPath: "strokeOffset", component: 0) { LottieSample([$0[0][at: 0] / 360]) }, of: [trim.offset],
      on: &draft, in: time)
  }

  private func gradient(
    _ outline: LottieOutline, _ style: LottieObject, isStroke: Bool, in time: LottieTime
  ) -> DocumentValue? {
    let mask = covering(outline, style, isStroke: isStroke, in: time) { draft in
      draft.set(isStroke ? "strokeColor" : "fillColor", .text("#000000"))
    }
    guard let box = self.box(outline, pen: isStroke ? style.property("w", default: [1]) : LottieProperty([0]), in: time)
    else { return nil }
    var draft = LottieLayerDraft("CAGradientLayer", size: (box.size.x, box.size.y))
    draft.set("bounds", .rounded([box.origin.x, box.origin.y, box.size.x, box.size.y]))
    draft.set("position", .rounded([box.origin.x, box.origin.y]))
    draft.mask = mask.value
    let kind = style.whole("t", default: 1)
    draft.set("type", .text([2: "radial", 3: "conic"][kind] ?? "axial"))
    let (start, end) = (style.property("s", default: [0, 0]), style.property("e", default: [0, 0]))
    func unit(_ point: SIMD2<Double>) -> LottieSample {
      let place = (point - box.origin) / box.size
      return LottieSample([place.x, place.y])
    }
    put(
      LottieRule(keyPath: "startPoint", spell: { .rounded($0.numbers, digits: 6) }) {
        unit(SIMD2($0[0][at: 0], $0[0][at: 1]))
      }, of: [start], on: &draft, in: time)
    put(
      LottieRule(keyPath: "endPoint", isLinear: kind == 3, spell: { .rounded($0.numbers, digits: 6) }) { values in
        let (from, to) = (SIMD2(values[0][at: 0], values[0][at: 1]), SIMD2(values[1][at: 0], values[1][at: 1]))
        return unit(Self.end(ofGradient: kind, from: from, to: to, in: box.size))
      }, of: [start, end], on: &draft, in: time)
    if kind == 2, style.isSet("h") {
      focus(&draft, style, from: start, to: end, in: time)
    } else {
      style.keys.pass("h", "a")
    }
    stops(&draft, style, isPoint: kind == 1 && !start.isMoving && !end.isMoving && start.value == end.value, in: time)
    fade(&draft, style, in: time)
    return draft.value
  }

  /// The highlight of a radial gradient: percent of the radius, and degrees from the gradient's direction.
  private func focus(
    _ draft: inout LottieLayerDraft, _ style: LottieObject, from start: LottieProperty, to end: LottieProperty,
    in time: LottieTime
  ) {
    put(
      LottieRule(keyPath: "focus", isLinear: false, spell: { .rounded($0.numbers, digits: 5) }) { values in
        let length = max(-1, min(1, values[0][at: 0] / 100))
        let way = SIMD2(values[3][at: 0] - values[2][at: 0], values[3][at: 1] - values[2][at: 1])
        let angle = Double.atan2(way.y, way.x) + values[1][at: 0] * .pi / 180
        return LottieSample([length * Double.cos(angle), length * Double.sin(angle)])
      }, of: [style.property("h"), style.property("a"), start, end], on: &draft, in: time)
  }

  /// The end of a gradient in a box, in unit coordinates.
  private static func end(
    ofGradient kind: Int, from: SIMD2<Double>, to: SIMD2<Double>, in box: SIMD2<Double>
  ) -> SIMD2<Double> {
    let radius = max(1e-3, (to - from).length)
    switch kind {
    case 2: return from + SIMD2(radius, radius)
    case 3: return to
    default:
      // Lines of equal colour are perpendicular to the direction in points, not in units of the box.
      let slope = (to - from) * box / (radius * radius)
      return from + slope * box / max(1e-18, (slope * slope).sum())
    }
  }

  /// - Parameter isPoint: Whether start and end are equal: everything is beyond its end.
  private func stops(_ draft: inout LottieLayerDraft, _ style: LottieObject, isPoint: Bool, in time: LottieTime) {
    guard let gradient = style.object("g") else { return }
    let (count, values) = (max(0, min(10_000, gradient.whole("p"))), gradient.property("k"))
    let isLinear = LottieStops.stayInPlace(values, count: count)
    put(
      LottieRule(keyPath: "colors", isLinear: isLinear, spell: { $0.colorList }) {
        let colors = LottieStops($0[0], count: count).colors
        return LottieSample(isPoint ? colors.suffix(4) + colors.suffix(4) : colors)
      }, of: [values], on: &draft, in: time)
    put(
      LottieRule(keyPath: "locations", isLinear: isLinear, spell: { .rounded($0.numbers, digits: 5) }) {
        LottieSample(isPoint ? [0, 1] : LottieStops($0[0], count: count).places)
      }, of: [values], on: &draft, in: time)
  }

  /// The rectangle that a style may cover at any time; nil for an empty outline.
  private func box(
    _ outline: LottieOutline, pen: LottieProperty, in time: LottieTime
  ) -> (origin: SIMD2<Double>, size: SIMD2<Double>)? {
    let ends = [time.frame(time.range.lowerBound), time.frame(time.range.upperBound)]
    let keys = Set(outline.properties.flatMap { $0.keys.map(\.time) })
    let even = (0...32).map { ends[0] + (ends[1] - ends[0]) * Double($0) / 32 }
    let frames = outline.isMoving ? even + keys.prefix(500) : [0]
    guard spend(steps: frames.count * outline.cost) else { return nil }
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for vertex in frames.flatMap({ outline.paths(at: $0).flatMap(\.vertices) }) {
      for point in [vertex.point, vertex.point + vertex.into, vertex.point + vertex.out] {
        (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
      }
    }
    guard low.x <= high.x, low.y <= high.y else { return nil }
    let width = ([pen.value] + pen.keys.map(\.value)).map { $0[at: 0] }.max() ?? 0
    let more = SIMD2(repeating: 2 + width * 2) + (high - low) * (outline.isMoving ? 0.2 : 0)
    return (low - more, high - low + 2 * more)
  }
}

/// Colours of a gradient: those of its stops, and opacities at separate positions.
struct LottieStops {
  private(set) var places: [Double] = []
  /// Red, green, blue and alpha of each.
  private(set) var colors: [Double] = []

  init(_ numbers: [Double], count: Int) {
    typealias Stop = (Double, [Double])
    let solid = (0..<min(count, numbers.count / 4)).map { index -> Stop in
      (numbers[4 * index], Array(numbers[4 * index + 1..<4 * index + 4]))
    }
    let rest = Array(numbers.dropFirst(4 * count))
    let clear = (0..<rest.count / 2).map { index -> Stop in (rest[2 * index], [rest[2 * index + 1]]) }
    guard !solid.isEmpty else { return }
    let (solids, clears) = (Self.ascending(solid), Self.ascending(clear))
    let all = Array(Set((solids + clears).map(\.0))).sorted()
    for place in all {
      let ends = [false, true].map { isAfter in
        Self.value(solids, at: place, isAfter) + (clear.isEmpty ? [1] : Self.value(clears, at: place, isAfter))
      }
      // A jump in colours or opacities needs two stops.
      for color in ends[0] == ends[1] ? [ends[0]] : ends {
        places.append(place)
        colors += color.map { max(0, min(1, $0)) }
      }
    }
    // A single stop is the colour everywhere.
    if places.count == 1 { (places, colors) = ([0, 1], colors + colors) }
  }

  /// Whether all keys have the same stop positions and easing does not overshoot, so that colours are linear.
  static func stayInPlace(_ property: LottieProperty, count: Int) -> Bool {
    let lists = property.keys.map(\.value) + property.keys.compactMap(\.end)
    let places = lists.map { numbers in
      (0..<min(count, numbers.count / 4)).map { numbers[4 * $0] }
        + stride(from: 4 * count, to: max(4 * count, numbers.count), by: 2).map { numbers[$0] }
    }
    let isSteady = property.keys.allSatisfy { key in
      key.easings.allSatisfy { (0...1).contains($0.y1) && (0...1).contains($0.y2) }
    }
    return isSteady && places.allSatisfy { $0 == places[0] }
  }

  /// Clamps each position to the previous one, as in SVG.
  private static func ascending(_ stops: [(Double, [Double])]) -> [(Double, [Double])] {
    var place = -Double.infinity
    return stops.map { stop in
      place = max(place, stop.0)
      return (place, stop.1)
    }
  }

  /// - Parameter isAfter: Whether the last of several stops at the position is used rather than the first.
  private static func value(_ stops: [(Double, [Double])], at place: Double, _ isAfter: Bool) -> [Double] {
    var (low, high) = (0, stops.count)
    while low < high {
      let middle = (low + high) / 2
      if stops[middle].0 < place || (isAfter && stops[middle].0 == place) { low = middle + 1 } else { high = middle }
    }
    let exact = isAfter ? low - 1 : low
    if stops.indices.contains(exact), stops[exact].0 == place { return stops[exact].1 }
    guard low > 0, low < stops.count else { return stops[min(low, stops.count - 1)].1 }
    let (a, b) = (stops[low - 1], stops[low])
    let share = (place - a.0) / (b.0 - a.0)
    return zip(a.1, b.1).map { $0 + ($1 - $0) * share }
  }
}

extension LottieOutline {
  fileprivate var untrimmed: LottieOutline {
    var result = self
    result.trim = nil
    return result
  }
}

extension LottieSample {
  /// Points of paths, and the number of vertices of each path, negative if it is open.
  init(_ paths: [LottiePath]) {
    numbers = paths.flatMap { path in
      path.vertices.flatMap { [$0.point.x, $0.point.y, $0.into.x, $0.into.y, $0.out.x, $0.out.y] }
    }
    layout = paths.map { $0.isClosed ? $0.vertices.count : -$0.vertices.count }
  }

  /// SVG path data.
  /// - Parameter isMoving: Whether straight lines are written as curves, because they may bend later.
  func pathText(isMoving: Bool) -> String {
    var (parts, first): ([String], Int) = ([], 0)
    for count in layout {
      let path = LottiePath([count > 0 ? 1 : 0] + numbers[first..<first + 6 * abs(count)])
      first += 6 * abs(count)
      guard let start = path.vertices.first else { continue }
      parts.append("M \(Self.text(start.point))")
      for index in 0..<path.segmentCount {
        let curve = path.curve(index)
        let isStraight = !isMoving && curve.b == curve.a && curve.c == curve.d
        parts.append(
          isStraight
            ? "L \(Self.text(curve.d))" : "C \(Self.text(curve.b)) \(Self.text(curve.c)) \(Self.text(curve.d))")
      }
      if path.isClosed { parts.append("Z") }
    }
    return parts.isEmpty ? "M 0 0" : parts.joined(separator: " ")
  }

  private static func text(_ point: SIMD2<Double>) -> String {
    "\(ForeignValue.short(point.x)) \(ForeignValue.short(point.y))"
  }

  fileprivate var colorList: DocumentValue {
    .texts((0..<numbers.count / 4).map { .rounded(Array(numbers[4 * $0..<4 * $0 + 4]), digits: 5) })
  }
}
