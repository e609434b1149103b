import StarmineText

/// Part of a layer that is drawn as shapes.
enum LottieFragment {
  case background, gradient, shape, text, border
  case bounds

  /// Content in front of the background, from back to front.
  static let content = [gradient, shape, text]

  func isSeen(_ sample: LottieSlot.Sample) -> Bool {
    let state = sample.state
    switch self {
    case .background: return (state.backgroundColor?.alpha ?? 0) > 0
    case .gradient: return (state.gradient.colors?.count ?? 0) > 1
    case .shape:
      guard !state.shapeLayer.isUnset, let path = state.shapeLayer.path, !path.isEmpty else { return false }
      return state.shapeLayer.fillColor != nil || state.shapeLayer.strokeColor != nil
    case .text: return state.text.string != nil
    case .border: return state.border.borderWidth > 0 && (state.border.borderColor?.alpha ?? 0) > 0
    case .bounds: return true
    }
  }

  /// The structure that keys cannot change.
  func layout(_ sample: LottieSlot.Sample) -> AnyHashable {
    let state = sample.state
    switch self {
    case .background, .border, .bounds: return 0
    case .gradient:
      let (colors, places) = (state.gradient.colors, state.gradient.locations)
      return [colors?.count ?? 0, places?.count ?? 0, state.gradient.type.known == .radial ? 1 : 0]
    case .shape:
      let dashes = state.shapeLayer.lineDashPattern?.count ?? 0
      let hasFill = state.shapeLayer.fillColor != nil
      return [dashes, hasFill ? 1 : 0, state.shapeLayer.strokeColor == nil ? 0 : 1]
        + (state.shapeLayer.path?.elements ?? []).map(\.kind)
    case .text:
      var text = state.text.value
      text.foregroundColor = nil
      return [AnyHashable(text), AnyHashable([state.bounds.width, state.bounds.height])]
    }
  }
}

extension CGPath.Geometry.Element {
  fileprivate var kind: Int {
    switch self {
    case .move: 1
    case .line: 2
    case .quadCurve, .curve: 3
    case .close: 4
    }
  }
}

extension LottieExport {
  /// Adds pieces of a layer as shape layers, one per range of frames with the same structure.
  mutating func addShapes(
    _ pieces: [LottieFragment], of slot: LottieSlot, more: String, isFaded: Bool, to composition: inout LottieLayers
  ) throws {
    for frames in slot.runs({ sample in pieces.map { $0.layout(sample) } }) {
      let samples = slot.filled(frames)
      var items: [String] = []
      for piece in pieces { items += groups(piece, samples, first: frames.lowerBound) }
      guard !items.isEmpty else { continue }
      try spend()
      let (parent, transform) = try place(
        of: slot, frames: frames, anchor: slot.anchor, reach: slot.reach, in: &composition)
      composition.add(
        "{'ddd':0,'ty':4,\(name(of: slot))\(parent)'ip':\(frames.lowerBound),'op':\(frames.upperBound),'st':0\(more),"
          + "'ks':{\(transform)\(fade(slot, frames, isFaded))},'shapes':[\(items.reversed().joined(separator: ","))]}")
    }
  }

  /// The opacity member; empty if the opacity is always 100 %.
  func fade(_ slot: LottieSlot, _ frames: Range<Int>, _ isFaded: Bool, alphas: [Double]? = nil) -> String {
    let own = frames.map { frame in
      slot.sample(frame).map { isFaded ? Double(max(0, min(1, $0.state.opacity))) * 100 : 100 } ?? 0
    }
    let fit = LottieCurveFit([alphas.map { zip($0, own).map { $0 * $1 } } ?? own], tolerance: 0.3)
    if fit.isConstant, fit.keys[0].value[0] > 99.7 { return "" }
    return ",'o':\(fit.text(first: frames.lowerBound, digits: 1))"
  }

  private mutating func groups(_ piece: LottieFragment, _ samples: [LottieSlot.Sample], first: Int) -> [String] {
    switch piece {
    case .background:
      let paint = paint(samples, first) { $0.backgroundColor }
      return [Self.group(rectangle(samples, first), paint.map { "{'ty':'fl',\($0)}" })]
    case .bounds:
      return [Self.group(rectangle(samples, first), "{'ty':'fl','c':{'a':0,'k':[1,1,1]},'o':{'a':0,'k':100}}")]
    case .border:
      let paint = paint(samples, first) { $0.border.borderColor }
      let widths = LottieCurveFit([samples.map { Double($0.state.border.borderWidth) }], tolerance: 0.02)
      let line = "'w':\(widths.text(first: first)),'lc':1,'lj':1,'ml':4"
      return [Self.group(rectangle(samples, first, isInset: true), paint.map { "{'ty':'st',\($0),\(line)}" })]
    case .gradient: return gradient(samples, first)
    case .shape: return shape(samples, first)
    case .text: return text(samples, first)
    }
  }

  static func group(_ path: String, _ paint: String?, transform: String = "") -> String {
    "{'ty':'gr','it':[\(path)\(paint.map { "," + $0 } ?? ""),{'ty':'tr'\(transform)}]}"
  }

  /// Colour and opacity members; nil if the colour is always absent.
  func paint(
    _ samples: [LottieSlot.Sample], _ first: Int, _ color: (LayerState) -> CGColor?
  ) -> String? {
    let colors = samples.map { sample in color(sample.state).map { $0.parts(times: sample.tint) } }
    guard let any = colors.first(where: { $0 != nil }) ?? nil else { return nil }
    let known = colors.map { $0 ?? Array(any[..<3]) + [0] }
    let parts = (0..<3).map { component in known.map { $0[component] } }
    let fill = LottieCurveFit(parts, tolerance: 0.002)
    let alpha = LottieCurveFit([known.map { $0[3] * 100 }], tolerance: 0.3)
    return "'c':\(fill.text(first: first, digits: 4)),'o':\(alpha.text(first: first, digits: 1))"
  }

  /// The rounded bounds.
  /// - Parameter isInset: Whether to use the centre line of the border.
  func rectangle(_ samples: [LottieSlot.Sample], _ first: Int, isInset: Bool = false) -> String {
    if samples.contains(where: \.tellsCorners) {
      return LottieContour.text(samples.map { [LottieContour(bounds: $0, isInset: isInset)] }, first: first).text
    }
    func fit(_ tolerance: Double, _ values: [(LayerState) -> Double]) -> String {
      LottieCurveFit(
        values.map { value in samples.map { value($0.state) } }, tolerance: tolerance
      ).text(first: first, digits: 3)
    }
    func inset(_ state: LayerState) -> Double { isInset ? Double(state.border.borderWidth) : 0 }
    let middle = fit(0.02, [{ Double($0.bounds.midX) }, { Double($0.bounds.midY) }])
    let size = fit(
      0.02, [{ max(0, Double($0.bounds.width) - inset($0)) }, { max(0, Double($0.bounds.height) - inset($0)) }])
    let radius = fit(
      0.02,
      [{ max(0, Double(min($0.cornerRadius, $0.bounds.width / 2, $0.bounds.height / 2)) - inset($0) / 2) }])
    return "{'ty':'rc','p':\(middle),'s':\(size),'r':\(radius)}"
  }
}

extension LottieSlot.Sample {
  var hasSquareCorners: Bool { state.border.maskedCorners != .all && state.cornerRadius > 0 }
  /// Whether the export can distinguish corners: not with flipped y axes or stretched round corners.
  var tellsCorners: Bool {
    hasSquareCorners && !isFlipped && !state.isGeometryFlipped && state.gradient.type.known != .radial
  }
}

extension LottieContour {
  /// The bounds of a layer with two points per corner, round or not.
  fileprivate init(bounds sample: LottieSlot.Sample, isInset: Bool) {
    let state = sample.state
    let inset = isInset ? Double(state.border.borderWidth) / 2 : 0
    let middle = SIMD2(Double(state.bounds.midX), Double(state.bounds.midY))
    let half = SIMD2(max(0, Double(state.bounds.width) / 2 - inset), max(0, Double(state.bounds.height) / 2 - inset))
    let radius = max(0, min(Double(state.cornerRadius) - inset, half.x, half.y))
    var numbers: [Double] = []
    for (index, way) in [SIMD2(1.0, 0.0), SIMD2(0.0, 1.0), SIMD2(-1.0, 0.0), SIMD2(0.0, -1.0)].enumerated() {
      // Clockwise from the upper left corner: the incoming and the outgoing direction.
      let before = SIMD2(way.y, -way.x)
      let corner = middle + half * SIMD2(-way.x + before.x, -way.y + before.y)
      let own = state.border.maskedCorners.contains(Self.corners[index]) ? radius : 0
      let (start, end) = (corner - before * own, corner + way * own)
      let tangent = own * LottiePath.quarter
      numbers += [start.x, start.y, 0, 0, before.x * tangent, before.y * tangent]
      numbers += [end.x, end.y, -way.x * tangent, -way.y * tangent, 0, 0]
    }
    (isClosed, self.numbers) = (true, numbers)
  }

  private static let corners: [CACornerMask] = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMaxXMaxYCorner, .layerMinXMaxYCorner,
  ]
}

extension CGColor {
  /// Unpremultiplied red, green, blue and alpha, 0...1.
  func parts(times tint: SIMD4<Float> = .one) -> [Double] {
    zip([red, green, blue, alpha], [tint.x, tint.y, tint.z, tint.w]).map {
      max(0, min(1, Double($0).isNaN ? 0 : Double($0))) * Double($1)
    }
  }
}

extension LottieSlot {
  /// Consecutive ranges of frames with an equal property.
  func runs(_ body: (Sample) -> [AnyHashable]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var (start, last) = (firstFrame, [AnyHashable]?.none)
    for frame in frames {
      guard let sample = sample(frame) else { continue }
      let next = body(sample)
      if let last, last != next {
        runs.append(start..<frame)
        start = frame
      }
      last = next
    }
    return runs + [start..<endFrame]
  }
}
