extension LottieExport {
  mutating func add(_ slot: LottieSlot, to composition: inout LottieLayers) throws {
    let parts = parts(of: slot)
    noteLosses(slot)
    let mattes = try mattes(of: slot)
    guard !mattes.isEmpty || isGrouped(slot, parts) else {
      return try add(parts, of: slot, isAlone: true, to: &composition)
    }
    var inside = LottieLayers()
    try add(parts, of: slot, isAlone: false, to: &inside)
    for matte in mattes.dropLast() {
      var outside = LottieLayers()
      try addMatted(asset(inside), "", by: matte, of: slot, to: &outside)
      inside = outside
    }
    let look = "\(blend(slot))\(effects(of: slot))"
    let opacity = LottieCurveFit([opacities(of: slot)], tolerance: 0.3)
    let fade = "'ks':{'o':\(opacity.text(first: slot.firstFrame, digits: 1))}\(look)"
    try addMatted(asset(inside), ",\(fade)", by: mattes.last, of: slot, to: &composition)
  }

  enum Matte {
    case bounds
    case mask(LottieSlot)
  }

  /// Adds a composition as a layer as large as the movie, preceded by its matte.
  private mutating func addMatted(
    _ asset: String, _ members: String, by matte: Matte?, of slot: LottieSlot, to composition: inout LottieLayers
  ) throws {
    // A matte must directly precede the layer that it limits, so the carrier comes first.
    if case .bounds = matte, let carrier = slot.placed(slot.frames).carrier {
      _ = try number(of: carrier, in: &composition)
    }
    try spend()
    let times = "'ip':\(slot.firstFrame),'op':\(slot.endFrame),'st':0,'w':\(width),'h':\(height)"
    let limit = matte == nil ? "" : ",'tt':1"
    let look = members.isEmpty ? ",'ks':{}" : members
    composition.add("{'ddd':0,'ty':0,\(name(of: slot))'refId':'\(asset)',\(times)\(look)\(limit)}")
    switch matte {
    case nil: break
    case .bounds:
      try addShapes([.bounds], of: slot, more: ",'td':1", isFaded: false, to: &composition)
    case .mask(let mask):
      var inside = LottieLayers()
      for part in mask.subslots { try add(part, to: &inside) }
      try spend()
      composition.add("{'ddd':0,'ty':0,'refId':'\(self.asset(inside))',\(times),'ks':{},'td':1}")
    }
  }

  mutating func asset(_ composition: LottieLayers) -> String {
    let name = "c\(assets.count)"
    assets.append("{'id':'\(name)','layers':[\(composition.fromFront.joined(separator: ",\n"))]}")
    return name
  }

  /// The name member; empty if the name has characters other than ASCII letters, digits, spaces and `-_.`.
  func name(of slot: LottieSlot) -> String {
    let name = slot.anySample?.state.name ?? ""
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      return scalar.isASCII && (isWord || " -_.".unicodeScalars.contains(scalar))
    }
    return name.isEmpty || name.count > 60 || !isPlain ? "" : "'nm':'\(name)',"
  }

  enum Part {
    case shapes([LottieFragment])
    case picture
    case particles
    case sublayers

    /// Whether the part can become several layers.
    var isMany: Bool {
      switch self {
      case .shapes, .picture: false
      case .particles, .sublayers: true
      }
    }
  }

  private func parts(of slot: LottieSlot) -> [Part] {
    func shows(_ piece: LottieFragment) -> Bool { slot.samples.contains { $0.map(piece.isSeen) ?? false } }
    let hasPicture = slot.samples.contains { if case .image = $0?.state.contents { true } else { false } }
    let content = LottieFragment.content.filter(shows)
    let border = [LottieFragment.border].filter(shows)
    var below = [LottieFragment.background].filter(shows)
    var parts: [Part] = []
    if hasPicture {
      if !below.isEmpty { parts.append(.shapes(below)) }
      parts.append(.picture)
      below = []
    }
    let isPlain = slot.lives?.lives.isEmpty ?? true && slot.subslots.isEmpty
    let shapes = below + content + (isPlain ? border : [])
    if !shapes.isEmpty { parts.append(.shapes(shapes)) }
    if slot.lives?.lives.isEmpty == false { parts.append(.particles) }
    if !slot.subslots.isEmpty { parts.append(.sublayers) }
    if !isPlain, !border.isEmpty { parts.append(.shapes(border)) }
    return parts
  }

  /// - Parameter isAlone: Whether there is a single part, to which opacity and blending are applied directly.
  private mutating func add(
    _ parts: [Part], of slot: LottieSlot, isAlone: Bool, to composition: inout LottieLayers
  ) throws {
    for part in parts {
      let more = isAlone && !part.isMany ? blend(slot) : ""
      switch part {
      case .shapes(let pieces):
        try addShapes(pieces, of: slot, more: more, isFaded: isAlone, to: &composition)
      case .picture: try addPictures(of: slot, more: more, isFaded: isAlone, to: &composition)
      case .particles:
        guard let lives = slot.lives else { continue }
        for layer in try particles(of: lives) { composition.add(layer) }
      case .sublayers: for subslot in slot.subslots { try add(subslot, to: &composition) }
      }
    }
  }

  /// Whether the content must be flattened to one picture before it is drawn.
  private func isGrouped(_ slot: LottieSlot, _ parts: [Part]) -> Bool {
    let isOne = parts.count <= 1 && !(parts.first?.isMany ?? false)
    return slot.samples.contains { sample in
      guard let state = sample?.state else { return false }
      let isLooked = state.shadow.shadowOpacity > 0 || state.effects.filters?.isEmpty == false
      return isLooked || !isOne && (state.opacity < 1 || state.compositingFilter != nil)
    }
  }

  private func mattes(of slot: LottieSlot) throws -> [Matte] {
    var mattes: [Matte] = []
    let hasInside =
      !slot.subslots.isEmpty || slot.lives != nil
      || slot.samples.contains { $0.map { $0.state.contents != nil || LottieFragment.shape.isSeen($0) } ?? false }
    let stage = CGRect(origin: .zero, size: settings.size)
    let clips = slot.frames.contains { frame in
      guard let sample = slot.sample(frame), sample.state.masksToBounds else { return false }
      let world = slot.world(at: frame)
      let isStraight = world.b == 0 && world.c == 0 && sample.state.cornerRadius <= 0
      return !isStraight || !world.box(of: sample.state.bounds).insetBy(dx: -0.01, dy: -0.01).contains(stage)
    }
    if hasInside, clips { mattes.append(.bounds) }
    if let mask = slot.mask { mattes.append(.mask(mask)) }
    return mattes
  }

  /// Transform members of a layer's content, and the layer that carries it.
  /// - Parameter inner: From the content to the layer's coordinates, one per frame.
  mutating func place(
    of slot: LottieSlot, frames: Range<Int>, inner: [LottieMatrix]? = nil, anchor: (Double, Double), reach: Double,
    in composition: inout LottieLayers
  ) throws -> (parent: String, transform: String) {
    let (carrier, matrices) = slot.placed(frames)
    let whole = inner.map { zip($0, matrices).map { $0.then($1) } } ?? matrices
    let pose = LottieTransform(whole, anchor: anchor, reach: reach)
    let parent = try carrier.map { try number(of: $0, in: &composition) }
    return (parent.map { "'parent':\($0)," } ?? "", pose.text(first: frames.lowerBound))
  }

  /// The index of the carrier for the content of a moving layer.
  private mutating func number(of slot: LottieSlot, in composition: inout LottieLayers) throws -> Int {
    if let known = composition.carriers[ObjectIdentifier(slot)] { return known }
    let number = composition.number()
    composition.note(number, of: slot)
    let (parent, transform) = try place(
      of: slot, frames: slot.frames, anchor: slot.anchor, reach: slot.reach, in: &composition)
    try spend()
    composition.add(
      "{'ddd':0,'ty':3,'ind':\(number),\(parent)'ip':0,'op':\(settings.frames),'st':0,'ks':{\(transform)}}")
    return number
  }

  /// Percent, one per frame.
  func opacities(of slot: LottieSlot) -> [Double] {
    slot.samples.map { Double(max(0, min(1, $0?.state.opacity ?? 0))) * 100 }
  }
}

extension LottieSlot {
  var anySample: Sample? { samples.first { $0 != nil } ?? nil }

  /// Samples of a range of frames. Frames in which the layer is hidden use the previous or next sample.
  func filled(_ frames: Range<Int>) -> [Sample] {
    var last = frames.lazy.compactMap(sample).first ?? anySample
    return frames.compactMap { frame in
      last = sample(frame) ?? last
      return last
    }
  }

  /// The nearest moving superlayer, and the matrices to its coordinates, one per frame.
  func placed(_ frames: Range<Int>) -> (carrier: LottieSlot?, matrices: [LottieMatrix]) {
    var matrices = filled(frames).map(\.matrix)
    var next = superslot
    while let around = next, !around.isMoving {
      if let matrix = around.anySample?.matrix { matrices = matrices.map { $0.then(matrix) } }
      next = around.superslot
    }
    return (next, matrices)
  }

  func world(at frame: Int) -> LottieMatrix {
    let own = (sample(frame) ?? anySample)?.matrix ?? LottieMatrix()
    return superslot.map { own.then($0.world(at: frame)) } ?? own
  }

  var anchor: (Double, Double) {
    guard let state = anySample?.state else { return (0, 0) }
    return (
      Double(state.bounds.minX + state.anchorPoint.x * state.bounds.width),
      Double(state.bounds.minY + state.anchorPoint.y * state.bounds.height)
    )
  }

  /// Distance in points from the anchor to the farthest corner of the bounds, at least 100.
  var reach: Double {
    guard let bounds = anySample?.state.bounds else { return 100 }
    let (x, y) = anchor
    let far = SIMD2(
      max(abs(Double(bounds.minX) - x), abs(Double(bounds.maxX) - x)),
      max(abs(Double(bounds.minY) - y), abs(Double(bounds.maxY) - y)))
    return max(100, far.length)
  }
}

extension LottieMatrix {
  func box(of rect: CGRect) -> CGRect {
    let corners = [(rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.minX, rect.maxY), (rect.maxX, rect.maxY)]
    let points = corners.map { point(SIMD2(Double($0.0), Double($0.1))) }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return CGRect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
  }
}

extension LottieExport {
  /// Adds the contents of a layer as picture layers, one for all frames with the same picture.
  mutating func addPictures(
    of slot: LottieSlot, more: String, isFaded: Bool, to composition: inout LottieLayers
  ) throws {
    let runs = slot.runs { sample in
      guard case .image(let image) = sample.state.contents else { return [0] }
      let part = sample.state.placement.contentsRect
      return [ObjectIdentifier(image), [part.minX, part.minY, part.width, part.height]]
    }
    for frames in runs {
      let samples = slot.filled(frames)
      guard let first = samples.first, case .image(let whole) = first.state.contents else { continue }
      let image = part(of: whole, first.state.placement.contentsRect)
      let inner = samples.map { LottieMatrix(placing: image, in: $0) }
      let (width, height) = (Double(image.width), Double(image.height))
      let (parent, transform) = try place(
        of: slot, frames: frames, inner: inner, anchor: (width / 2, height / 2),
        reach: (width * width + height * height).squareRoot() / 2, in: &composition)
      try spend()
      let fade = fade(slot, frames, isFaded, alphas: samples.map { Double($0.tint.w) })
      composition.add(
        "{'ddd':0,'ty':2,\(name(of: slot))\(parent)'refId':'\(try asset(image))','ip':\(frames.lowerBound),"
          + "'op':\(frames.upperBound),'st':0\(more),'ks':{\(transform)\(fade)}}")
    }
  }

  private mutating func part(of image: CGImage, _ part: CGRect) -> CGImage {
    guard part != ContentsPlacement.unit else { return image }
    let (width, height) = (CGFloat(image.width), CGFloat(image.height))
    let rect = CGRect(
      x: (part.minX * width).rounded(), y: (part.minY * height).rounded(), width: (part.width * width).rounded(),
      height: (part.height * height).rounded())
    let key = "\(ObjectIdentifier(image)) \(rect)"
    if let known = cuts[key] { return known }
    guard let result = image.cropping(to: rect) else {
      lose("contentsRect outside of its picture")
      return image
    }
    cuts[key] = result
    return result
  }

  mutating func blend(_ slot: LottieSlot) -> String {
    guard let filter = slot.samples.lazy.compactMap({ $0?.state.compositingFilter }).first else { return "" }
    switch filter {
    case .normalBlendMode, .sourceOver: return ""
    case .plusL, .linearDodgeBlendMode:
      if settings.blend == .add { return ",'bm':16" }
      return blend(.additive)
    default:
      let name = filter.rawValue.replacing("BlendMode", with: "")
      if let mode = LottieImporter.blendModes.firstIndex(of: name) { return ",'bm':\(mode)" }
      lose("compositingFilter \(filter.rawValue)")
      return ""
    }
  }

  /// Shadow and blur effects of a layer that is drawn as one picture.
  func effects(of slot: LottieSlot) -> String {
    let frames = slot.frames
    let samples = slot.filled(frames)
    func value(_ type: Int, _ values: [[Double]], _ digits: Int = 2) -> String {
      let parts = values[0].indices.map { index in values.map { $0[index] } }
      let fit = LottieCurveFit(parts, tolerance: 0.01)
      return "{'ty':\(type),'v':\(fit.text(first: slot.firstFrame, digits: digits))}"
    }
    var effects: [String] = []
    let scales = frames.map { frame in
      let world = slot.world(at: frame)
      return abs(world.a * world.d - world.b * world.c).squareRoot()
    }
    let radii = zip(samples, scales).map { sample, scale in
      let blurs = (sample.state.effects.filters ?? []).filter { $0.kind == .gaussianBlur && $0.isEnabled }
      return (blurs.reduce(0) { $0 + Double($1.radius * $1.radius) }).squareRoot() * scale
    }
    if radii.contains(where: { $0 > 0 }) {
      let parts = [value(0, radii.map { [$0 / 0.3] }), value(7, [[1]]), value(7, [[0]])]
      effects.append("{'ty':29,'en':1,'ef':[\(parts.joined(separator: ","))]}")
    }
    if samples.contains(where: { $0.state.shadow.shadowOpacity > 0 }) {
      let shadows = samples.map(\.state.shadow.value)
      let colors = shadows.map { ($0.shadowColor ?? .clear).parts() }
      let ways = zip(frames, shadows).map { frame, shadow in
        slot.world(at: frame).vector(SIMD2(Double(shadow.shadowOffset.width), Double(shadow.shadowOffset.height)))
      }
      let parts = [
        value(2, colors.map { Array($0[..<3]) }, 4),
        value(0, zip(shadows, colors).map { [Double(max(0, min(1, $0.shadowOpacity))) * $1[3] * 255] }),
        value(1, ways.map { [Double.atan2($0.y, $0.x) * 180 / .pi + 90] }), value(0, ways.map { [$0.length] }),
        value(0, zip(shadows, scales).map { [Double($0.shadowRadius) * 4 * $1] }), value(7, [[0]]),
      ]
      effects.append("{'ty':25,'en':1,'ef':[\(parts.joined(separator: ","))]}")
    }
    return effects.isEmpty ? "" : ",'ef':[\(effects.joined(separator: ","))]"
  }

  /// Records properties of a layer that a Lottie document cannot express.
  mutating func noteLosses(_ slot: LottieSlot) {
    for sample in slot.samples {
      guard let sample else { continue }
      if !sample.state.allowsGroupOpacity, sample.state.opacity < 1 {
        lose("allowsGroupOpacity: false: layers fade as one")
      }
      guard !sample.state.rare.isUnset else { continue }
      for (isThere, name) in Self.losses where isThere(sample) { lose(name) }
    }
  }

  private static let losses: [(isThere: @Sendable (LottieSlot.Sample) -> Bool, name: String)] = [
    ({ if case .video = $0.state.contents { true } else { false } }, "clips of video"),
    ({ $0.state.drawing != nil }, "drawings of a program"),
    ({ !$0.state.contentsFade.isUnset }, "cross-fades of contents"),
    ({ $0.state.contents != nil && $0.state.placement.value.usesNineSlice }, "contentsCenter: pictures stretch evenly"),
    ({ $0.state.contents != nil && SIMD3($0.tint.x, $0.tint.y, $0.tint.z) != .one }, "colours of copies of pictures"),
    ({ $0.hasSquareCorners && !$0.tellsCorners }, "maskedCorners: all corners are round"),
    ({ $0.state.border.cornerCurve != .circular && $0.state.cornerRadius > 0 }, "cornerCurve: corners are circles"),
    ({ $0.state.shadow.shadowOpacity > 0 && $0.state.shadow.shadowPath != nil }, "shadowPath: the layer's own shadow"),
    ({ $0.state.effects.backgroundFilters?.isEmpty == false }, "backgroundFilters"),
    (
      { $0.state.effects.filters?.contains { $0.kind != .gaussianBlur && $0.isEnabled } == true },
      "filters other than gaussianBlur"
    ),
    ({ !$0.state.text.isUnset && !$0.state.text.animators.isEmpty }, "animators: texts stand still"),
  ]
}

extension LottieMatrix {
  /// From a picture's pixels to the coordinates of its layer.
  fileprivate init(placing image: CGImage, in sample: LottieSlot.Sample) {
    let state = sample.state
    var placement = state.placement.value
    placement.contentsRect = ContentsPlacement.unit
    let place = placement.destination(width: image.width, height: image.height, in: state.bounds)
    let (x, y) = (Double(place.width) / Double(image.width), Double(place.height) / Double(image.height))
    self.init(a: x, d: y, tx: Double(place.minX), ty: Double(place.minY))
    if sample.isFlipped { (d, ty) = (-y, Double(place.maxY)) }
  }
}
