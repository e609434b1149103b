import StarmineText

extension LottieExport {

  mutating func shape(_ samples: [LottieSlot.Sample], _ first: Int) -> [String] {
    let paths = samples.compactMap { sample in
      sample.state.shapeLayer.path.map { LottieContour.list($0, mirroredIn: sample) }
    }
    guard paths.count == samples.count else { return [] }
    let path = contours(paths, first)
    guard !path.isEmpty else { return [] }
    noteSteps(samples)
    var groups: [String] = []
    if let paint = paint(samples, first, { $0.shapeLayer.fillColor }) {
      let rule = samples[0].state.shapeLayer.fillRule == .evenOdd ? 2 : 1
      groups.append(Self.group(path, "{'ty':'fl',\(paint),'r':\(rule)}"))
    }
    if let paint = paint(samples, first, { $0.shapeLayer.strokeColor }) {
      groups.append(Self.group(path + trim(samples, first), "{'ty':'st',\(paint),\(pen(samples, first))}"))
    }
    return groups
  }

  /// The paths of all frames. Reports a loss if a moving path is written as a still one.
  private mutating func contours(_ frames: [[LottieContour]], _ first: Int) -> String {
    let (text, isFrozen) = LottieContour.text(frames, first: first)
    if isFrozen { lose("paths with a changing number of points or too many points: the first shape is kept") }
    return text
  }

  private mutating func noteSteps(_ samples: [LottieSlot.Sample]) {
    func note(_ name: String, _ value: (ShapeState) -> some Equatable) {
      guard let first = samples.first.map({ value($0.state.shapeLayer.value) }) else { return }
      if samples.contains(where: { value($0.state.shapeLayer.value) != first }) {
        lose("animated \(name): the first value is kept")
      }
    }
    note("fillRule") { $0.fillRule }
    note("lineCap") { $0.lineCap }
    note("lineJoin") { $0.lineJoin }
    note("miterLimit") { $0.miterLimit }
  }

  private func trim(_ samples: [LottieSlot.Sample], _ first: Int) -> String {
    func fit(_ value: (ShapeState) -> Double) -> LottieCurveFit {
      LottieCurveFit([samples.map { value($0.state.shapeLayer.value) }], tolerance: 0.02)
    }
    // A start beyond the end draws nothing. Lottie would swap them.
    let start = fit { max(0, min(1, Double(min($0.strokeStart, $0.strokeEnd)))) * 100 }
    let end = fit { max(0, min(1, Double($0.strokeEnd))) * 100 }
    let offset = fit { Double($0.strokeOffset) * 360 }
    let isWhole = start.isConstant && end.isConstant && start.keys[0].value[0] <= 0 && end.keys[0].value[0] >= 100
    if isWhole { return "" }
    return ",{'ty':'tm','s':\(start.text(first: first, digits: 3)),'e':\(end.text(first: first, digits: 3)),"
      + "'o':\(offset.text(first: first)),'m':2}"
  }

  private func pen(_ samples: [LottieSlot.Sample], _ first: Int) -> String {
    func fit(_ value: (ShapeState) -> Double) -> String {
      LottieCurveFit([samples.map { value($0.state.shapeLayer.value) }], tolerance: 0.02).text(first: first)
    }
    let shape = samples[0].state.shapeLayer.value
    let cap: Int = [.butt: 1, .round: 2, .square: 3][shape.lineCap] ?? 1
    let join: Int = [.miter: 1, .round: 2, .bevel: 3][shape.lineJoin] ?? 1
    let dashes = shape.lineDashPattern ?? []
    // An odd dash pattern repeats with dashes and gaps exchanged.
    let count = dashes.count % 2 == 0 ? dashes.count : dashes.count * 2
    var items = (0..<count).map { index in
      "{'n':'\(index % 2 == 0 ? "d" : "g")','v':\(fit { ($0.lineDashPattern ?? [])[at: index % dashes.count] })}"
    }
    if count > 0 { items.append("{'n':'o','v':\(fit { Double($0.lineDashPhase) })}") }
    let pattern = items.isEmpty ? "" : ",'d':[\(items.joined(separator: ","))]"
    return "'w':\(fit { max(0, Double($0.lineWidth)) }),'lc':\(cap),'lj':\(join),"
      + "'ml':\(LottieCurveFit.number(Double(shape.miterLimit), 2))\(pattern)"
  }

  mutating func gradient(_ samples: [LottieSlot.Sample], _ first: Int) -> [String] {
    let kind = samples[0].state.gradient.type.known ?? .axial
    guard kind != .conic else {
      lose("conic gradients, which are left out")
      return []
    }
    let values = samples.map { LottieGradient($0) }
    // A radial gradient in a non-square box is drawn round and then stretched.
    let stretch = kind == .radial ? values[0].stretch : 1
    if values.contains(where: { kind == .radial && abs($0.stretch - stretch) > 0.01 * stretch }) {
      lose("radial gradients with an animated aspect ratio: the first one is kept")
    }
    func fit(_ tolerance: Double, _ value: (LottieGradient) -> [Double]) -> LottieCurveFit {
      let parts = values.map(value)
      return LottieCurveFit(parts[0].indices.map { index in parts.map { $0[index] } }, tolerance: tolerance)
    }
    let upright = 1 / stretch
    let start = fit(0.02) { [$0.start.x, $0.start.y * upright] }
    let end = fit(0.02) { kind == .radial ? [$0.start.x + $0.radius, $0.start.y * upright] : [$0.end.x, $0.end.y] }
    let isClear = values.contains { $0.isClear }
    let highlight = kind == .radial ? focus(values.map(\.focus), first) : ""
    let stops = fit(0.002) { $0.stops + (isClear ? $0.opacities : []) }
    let corners = fit(0.02) { [$0.bounds.midX, $0.bounds.midY * upright] }
    let size = fit(0.02) { [$0.bounds.width, $0.bounds.height * upright] }
    let box =
      "{'ty':'rc','p':\(corners.text(first: first, digits: 3)),'s':\(size.text(first: first, digits: 3)),"
      + "'r':{'a':0,'k':\(LottieCurveFit.number(values[0].radiusOfCorners, 2))}}"
    let path = stretch == 1 && samples.contains(where: \.tellsCorners) ? rectangle(samples, first) : box
    let paint =
      "{'ty':'gf','o':{'a':0,'k':100},'r':1,'t':\(kind == .radial ? 2 : 1),"
      + "'s':\(start.text(first: first, digits: 3)),'e':\(end.text(first: first, digits: 3)),\(highlight)"
      + "'g':{'p':\(values[0].count),'k':\(stops.text(first: first, digits: 4))}}"
    let transform = stretch == 1 ? "" : ",'s':{'a':0,'k':[100,\(LottieCurveFit.number(stretch * 100, 4))]}"
    return [Self.group(path, paint, transform: transform)]
  }

  /// The highlight of a gradient as members, for a gradient whose end is to the right of its start.
  private func focus(_ places: [CGPoint], _ first: Int) -> String {
    guard places.contains(where: { $0 != .zero }) else { return "" }
    func fit(_ tolerance: Double, _ value: (CGPoint) -> Double) -> String {
      LottieCurveFit([places.map(value)], tolerance: tolerance).text(first: first, digits: 2)
    }
    let length = fit(0.05) { min(100, Double.hypot($0.x, $0.y) * 100) }
    return "'h':\(length),'a':\(fit(0.1) { Double.atan2($0.y, $0.x) * 180 / .pi }),"
  }

  /// Adds characters as outlines, because players may not have the font.
  mutating func text(_ samples: [LottieSlot.Sample], _ first: Int) -> [String] {
    let state = samples[0].state
    let text = state.text.value
    let place = CGAffineTransform(translationX: state.bounds.minX, y: state.bounds.minY)
    let set = text.typeset(in: state.bounds.size)
    if !set.pictures.isEmpty { lose("colour emoji, which are left out") }
    return set.paths.compactMap { part in
      var path = CGPath.Geometry()
      path.append(part.path.geometry, transform: place)
      let contours = contours([LottieContour.list(path, mirroredIn: samples[0])], first)
      let isPlain = if case .plain = text.string { true } else { false }
      let isOfLayer = isPlain && part.color == text.foregroundColor
      let color: (LayerState) -> CGColor? = { isOfLayer ? $0.text.foregroundColor : part.color }
      guard let paint = paint(samples, first, color), !contours.isEmpty
      else { return nil }
      return Self.group(contours, "{'ty':'fl',\(paint),'r':1}")
    }
  }
}

/// The gradient of a layer, in points.
private struct LottieGradient {
  let bounds: CGRect
  let start: SIMD2<Double>
  let end: SIMD2<Double>
  /// Position, red, green and blue of each colour.
  let stops: [Double]
  /// Position and opacity of each colour.
  let opacities: [Double]
  let radiusOfCorners: Double
  /// In radii.
  let focus: CGPoint

  init(_ sample: LottieSlot.Sample) {
    let (state, gradient) = (sample.state, sample.state.gradient.value)
    bounds = state.bounds
    let colors = gradient.colors ?? []
    let places = gradient.locations ?? Gradient.evenLocations(colors.count)
    func point(_ unit: CGPoint) -> SIMD2<Double> {
      SIMD2(
        Double(state.bounds.minX + unit.x * state.bounds.width),
        Double(state.bounds.minY + unit.y * state.bounds.height))
    }
    start = point(gradient.startPoint)
    end =
      gradient.type.known == .radial
      ? point(gradient.endPoint)
      : Self.end(
        from: start,
        SIMD2(
          Double(gradient.endPoint.x - gradient.startPoint.x), Double(gradient.endPoint.y - gradient.startPoint.y)),
        state.bounds.size)
    var (last, opaque, clear) = (0.0, [Double](), [Double]())
    for (place, color) in zip(places, colors) {
      last = max(last, min(1, place.isFinite ? place : 0))
      let parts = color.parts(times: sample.tint)
      opaque += [last] + parts[..<3]
      clear += [last, parts[3]]
    }
    (stops, opacities, focus) = (opaque, clear, gradient.focus)
    radiusOfCorners = Double(max(0, min(state.cornerRadius, bounds.width / 2, bounds.height / 2)))
  }

  /// Lines of equal colour are perpendicular to the gradient vector in unit coordinates. Finds the vector in points
  /// with the same lines.
  private static func end(from start: SIMD2<Double>, _ way: SIMD2<Double>, _ size: CGSize) -> SIMD2<Double> {
    let length = (way * way).sum()
    let slope = way / SIMD2(max(1e-6, Double(size.width)), max(1e-6, Double(size.height))) / max(1e-12, length)
    return start + slope / max(1e-18, (slope * slope).sum())
  }

  var count: Int { opacities.count / 2 }
  var isClear: Bool { stride(from: 1, to: opacities.count, by: 2).contains { opacities[$0] < 1 } }
  var radius: Double { max(1e-3, abs(end.x - start.x)) }
  /// Height of a radial gradient divided by its width.
  var stretch: Double { max(1e-3, min(1e3, abs(end.y - start.y) / radius)) }
}

/// A subpath in Lottie's representation: points with tangents.
struct LottieContour {
  var isClosed = false
  /// Six numbers per point: position, incoming tangent, outgoing tangent.
  var numbers: [Double] = []

  /// - Parameter sample: Mirrors the content if needed.
  static func list(_ path: CGPath.Geometry, mirroredIn sample: LottieSlot.Sample) -> [LottieContour] {
    var result: [LottieContour] = []
    let state = sample.state
    let sum = Double(state.bounds.minY + state.bounds.maxY)
    func point(_ p: CGPoint) -> SIMD2<Double> {
      SIMD2(Double(p.x), state.isGeometryFlipped != sample.isFlipped ? sum - Double(p.y) : Double(p.y))
    }
    for element in path.elements {
      switch element {
      case .move(let to): result.append(LottieContour(at: point(to)))
      case .line(let to): result.continue { $0.add(point(to), nil) }
      case .quadCurve(let to, let control):
        result.continue {
          let (from, middle, to) = ($0.last, point(control), point(to))
          $0.add(to, (from + (middle - from) * (2 / 3), to + (middle - to) * (2 / 3)))
        }
      case .curve(let to, let one, let two): result.continue { $0.add(point(to), (point(one), point(two))) }
      case .close: result.continue { $0.isClosed = true }
      }
    }
    return result.filter { $0.numbers.count > 6 }.map(\.joined)
  }

  private init(at point: SIMD2<Double>) { numbers = [point.x, point.y, 0, 0, 0, 0] }

  fileprivate var last: SIMD2<Double> { SIMD2(numbers[numbers.count - 6], numbers[numbers.count - 5]) }
  fileprivate var first: SIMD2<Double> { SIMD2(numbers[0], numbers[1]) }

  fileprivate init(after contour: LottieContour) { self.init(at: contour.first) }

  fileprivate mutating func add(_ point: SIMD2<Double>, _ controls: (SIMD2<Double>, SIMD2<Double>)?) {
    let end = numbers.count
    if let (one, two) = controls {
      (numbers[end - 2], numbers[end - 1]) = (one.x - last.x, one.y - last.y)
      numbers += [point.x, point.y, two.x - point.x, two.y - point.y, 0, 0]
    } else {
      numbers += [point.x, point.y, 0, 0, 0, 0]
    }
  }

  /// The contour without a last point that repeats the first.
  private var joined: LottieContour {
    guard isClosed, numbers.count > 12, (last - first).length < 1e-6 else { return self }
    var result = self
    let end = numbers.count
    (result.numbers[2], result.numbers[3]) = (numbers[end - 4], numbers[end - 3])
    result.numbers.removeLast(6)
    return result
  }

  /// The largest total of numbers over all frames of a moving path.
  private static let mostNumbers = 3_000_000

  static func text(_ frames: [[LottieContour]], first: Int) -> (text: String, isFrozen: Bool) {
    var isFrozen = false
    let shapes = frames[0].indices.map { index -> String in
      let isAlike = frames.allSatisfy {
        $0.count == frames[0].count && $0[index].numbers.count == frames[0][index].numbers.count
      }
      let own = frames[0][index]
      let isStill = isAlike && frames.allSatisfy { $0[index].numbers == own.numbers }
      let isKept = isAlike && own.numbers.count * frames.count <= mostNumbers
      if !isStill, !isKept { isFrozen = true }
      let lines = isStill || !isKept ? [frames[0]] : frames
      let components = own.numbers.indices.map { number in lines.map { $0[index].numbers[number] } }
      let fit = LottieCurveFit(components, tolerance: 0.02)
      let path = fit.text(first: first) { value, isKey in
        let text = own.spelled(value)
        return isKey ? "[\(text)]" : text
      }
      return "{'ty':'sh','ks':\(path)}"
    }
    return (shapes.joined(separator: ","), isFrozen)
  }

  private func spelled(_ numbers: [Double]) -> String {
    func list(_ part: Int) -> String {
      stride(from: part * 2, to: numbers.count, by: 6).map { LottieCurveFit.list([numbers[$0], numbers[$0 + 1]], 3) }
        .joined(separator: ",")
    }
    return "{'c':\(isClosed),'v':[\(list(0))],'i':[\(list(1))],'o':[\(list(2))]}"
  }
}

extension [LottieContour] {
  /// Continues the last contour. After a closed one, starts a new contour at its start point.
  fileprivate mutating func `continue`(_ body: (inout LottieContour) -> Void) {
    guard let last else { return }
    if last.isClosed { append(LottieContour(after: last)) }
    body(&self[count - 1])
  }
}
