extension LottieExport {
  /// Maximum error of particle keys in points and percent.
  private static let (placeBound, shareBound) = (0.1, 0.7)

  mutating func particles(of lives: LottieLifetimes) throws -> [String] {
    if lives.hasRibbons { lose("ribbons and trails, which are not particles") }
    let lives = lives.fromBack.map { (life: $0, look: $0.look, mode: lives.mode) }
    let counts = Dictionary(lives.map { ($0.look, 1) }, uniquingKeysWith: +)
    var shared: [LottieLifetimes.Life.Look: String] = [:]
    return try lives.map { life, look, mode in
      try spend()
      guard counts[look, default: 1] > 1 else { return try layer(life, mode) }
      let asset = try shared[look] ?? asset(of: life)
      shared[look] = asset
      let times = "'ip':\(life.firstFrame),'op':\(life.firstFrame + life.samples.count),'st':\(life.firstFrame)"
      return "{'ddd':0,'ty':0,'refId':'\(asset)',\(times),'w':\(width),'h':\(height)\(blend(mode)),'ks':{}}"
    }
  }

  /// A composition that starts with a particle, for all particles with the same motion.
  private mutating func asset(of life: LottieLifetimes.Life) throws -> String {
    var (life, composition) = (life, LottieLayers())
    life.firstFrame = 0
    composition.add(try layer(life, .unordered))
    return asset(composition)
  }

  mutating func layer(_ life: LottieLifetimes.Life, _ mode: EmitterRenderMode) throws -> String {
    let look = look(of: life.sprite)
    let (first, end) = (life.firstFrame, life.firstFrame + life.samples.count)
    let start = "'ip':\(first),'op':\(end),'st':0\(blend(mode)),"
    if case .picture(let image) = look {
      let way = LottieParticleTrack(life)
      let number = try asset(image, way)
      let size = (Double(image.width), Double(image.height))
      let anchor = ",'a':{'a':0,'k':\(LottieCurveFit.list([size.0 / 2, size.1 / 2], 1))}"
      let turn = turn(way, first, size, isRound: false)
      return "{'ddd':0,'ty':2,'refId':'\(number)',\(start)'ks':{\(place(way, first))\(anchor)\(turn)}}"
    }
    let isRound = if case .spot = look { true } else { false }
    let spin = LottieSpin(life)
    let way = LottieParticleTrack(life, size: spin?.size)
    let shown = spin.map { "{'ty':'gr','it':[\(shapes(look, way, first)),\($0.turn(first, isRound))]}" }
    // Opacity is in the group: rlottie draws layers with opacity into bitmaps that slightly darken the layers below.
    let turn = spin.map { $0.plane(first) + opacity(way, first) } ?? turn(way, first, way.size, isRound: isRound)
    return "{'ddd':0,'ty':4,\(start)'ks':{\(place(way, first))},'shapes':[{'ty':'gr','it':"
      + "[\(shown ?? shapes(look, way, first)),{'ty':'tr'\(turn)}]}]}"
  }

  mutating func blend(_ mode: EmitterRenderMode) -> String {
    switch mode {
    case .additive:
      if settings.blend == .add { return ",'bm':16" }
      lose("additive light, which is written as screen (--blend add writes it for players that support it)")
      return ",'bm':2"
    case .screen: return ",'bm':2"
    case .maximum: return ",'bm':5"
    case .cheapColorDodge: return ",'bm':6"
    case .multiply: return ",'bm':1"
    case .unordered, .oldestFirst, .oldestLast, .backToFront: return ""
    }
  }

  private func place(_ way: LottieParticleTrack, _ first: Int) -> String {
    let places = [way.x, way.y].map { LottieCurveFit([$0], tolerance: Self.placeBound).text(first: first) }
    return "'p':{'s':true,'x':\(places[0]),'y':\(places[1])}"
  }

  /// Rotation, size and opacity.
  /// - Parameter size: The size at 100 %.
  private func turn(_ way: LottieParticleTrack, _ first: Int, _ size: (Double, Double), isRound: Bool) -> String {
    (way.isTurnedInSpace ? skewed(way, first, size) : upright(way, first, size, isRound: isRound)) + opacity(way, first)
  }

  private func opacity(_ way: LottieParticleTrack, _ first: Int) -> String {
    let opacity = LottieCurveFit([way.alpha.map { $0 * 100 }], tolerance: Self.shareBound)
    let isSeenThrough = !opacity.isConstant || opacity.keys[0].value[0] < 99.5
    return isSeenThrough ? ",'o':\(opacity.text(first: first, digits: 1))" : ""
  }

  /// A particle rotated in 3D, viewed from the front.
  private func skewed(_ way: LottieParticleTrack, _ first: Int, _ size: (Double, Double)) -> String {
    let unit = LottieMatrix(a: 1 / size.0, d: 1 / size.1)
    let pose = LottieTransform(way.matrices.map { unit.then($0) }, anchor: (0, 0), reach: max(20, size.0, size.1))
    return pose.shape(first: first).map { "," + $0 }.joined()
  }

  private func upright(_ way: LottieParticleTrack, _ first: Int, _ size: (Double, Double), isRound: Bool) -> String {
    var text = ""
    let angle = LottieCurveFit([way.angle], tolerance: 0.2)
    if !isRound, !angle.isConstant || abs(angle.keys[0].value[0]) > 0.2 {
      text += ",'r':\(angle.text(first: first, digits: 1))"
    }
    let scales = [way.width.map { $0 / size.0 * 100 }, way.height.map { $0 / size.1 * 100 }]
    // The error at the edge is at most 0.1 point.
    let bound = min(5, max(0.1, 20 / max(size.0, size.1)))
    let scale = LottieCurveFit(scales, tolerance: bound)
    if !scale.isConstant || scale.keys[0].value.contains(where: { abs($0 - 100) > bound }) {
      text += ",'s':\(scale.text(first: first, digits: 1))"
    }
    return text
  }

  private func shapes(_ look: LottieSprite, _ way: LottieParticleTrack, _ first: Int) -> String {
    func fill(_ own: [Double]) -> LottieCurveFit {
      let colors = zip(way.colors, own).map { tints, own in tints.map { $0 * own } }
      return LottieCurveFit(colors, tolerance: way.colorBound)
    }
    func plain(_ own: [Double]) -> String {
      "{'ty':'fl','c':\(fill(own).text(first: first, digits: 3)),'o':{'a':0,'k':100}}"
    }
    func ellipse(_ share: Double) -> String {
      "{'ty':'el','p':{'a':0,'k':[0,0]},'s':{'a':0,'k':"
        + "\(LottieCurveFit.list([way.size.0 * share, way.size.1 * share], 2))}}"
    }
    switch look {
    case .box(let width, let height, let radius, let color):
      let size = LottieCurveFit.list([way.size.0 * width, way.size.1 * height], 2)
      return "{'ty':'rc','p':{'a':0,'k':[0,0]},'s':{'a':0,'k':\(size)},'r':{'a':0,'k':"
        + "\(LottieCurveFit.number(radius * way.size.0, 2))}},\(plain(color))"
    case .spot(let stops, let color):
      if let edge = LottieSprite.edge(of: stops) { return "\(ellipse(edge)),\(plain(color))" }
      let opacities = stops.flatMap { [$0.place, $0.alpha] }
      let colors = fill(color).text(first: first, digits: 3) { color in
        stops.flatMap { [$0.place] + color } + opacities
      }
      return "\(ellipse(1)),{'ty':'gf','o':{'a':0,'k':100},'t':2,'s':{'a':0,'k':[0,0]},'e':{'a':0,'k':"
        + "\(LottieCurveFit.list([way.size.0 / 2, 0], 2))},'g':{'p':\(stops.count),'k':\(colors)}}"
    case .silhouette(let silhouette, let color):
      let lines = silhouette.lines.map { line in
        let points = line.map { LottieCurveFit.list([$0.x * way.size.0, $0.y * way.size.1], 2) }.joined(separator: ",")
        let none = Array(repeating: "[0,0]", count: line.count).joined(separator: ",")
        return "{'ty':'sh','ks':{'a':0,'k':{'c':true,'v':[\(points)],'i':[\(none)],'o':[\(none)]}}}"
      }
      return "\(lines.joined(separator: ",")),\(plain(color))"
    case .picture: return ""
    }
  }

  private mutating func look(of sprite: ParticleBatch.Sprite) -> LottieSprite {
    let id = ObjectIdentifier(sprite.image)
    func isSame(_ other: ParticleBatch.Sprite) -> Bool {
      (other.minU, other.minV, other.maxU, other.maxV) == (sprite.minU, sprite.minV, sprite.maxU, sprite.maxV)
    }
    if let known = sprites[id]?.first(where: { isSame($0.sprite) }) { return known.look }
    let look = LottieSprite(sprite)
    sprites[id, default: []].append((sprite, look))
    return look
  }

  /// The index of the picture in the particle's colour. Players do not tint pictures.
  private mutating func asset(_ image: CGImage, _ way: LottieParticleTrack) throws -> Int {
    let color = way.colors.map { (($0.reduce(0, +) / Double($0.count)) * 15).rounded() / 15 }
    if way.colors.contains(where: { ($0.max() ?? 0) - ($0.min() ?? 0) > max(0.1, 2 * way.colorBound) }) {
      lose("changing colours of pictures: the average is kept")
    }
    let key = "\(ObjectIdentifier(image)) \(color)"
    if let number = assetNumbers[key] { return number }
    let pixels = (0..<image.width * image.height).map { index -> UInt32 in
      let pixel = image.base.pixels[index]
      return (0..<3).reduce(pixel & 0xFF00_0000) { result, component in
        let shift = UInt32(16 - 8 * component)
        return result | UInt32((Double(pixel >> shift & 255) * color[component]).rounded()) << shift
      }
    }
    let number = try addAsset(CGImage(width: image.width, height: image.height, pixels: pixels))
    assetNumbers[key] = number
    return number
  }
}
