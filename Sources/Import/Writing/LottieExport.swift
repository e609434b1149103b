package import Foundation
package import StarmineGraphics
import StarmineScene

/// Writes particles as a Lottie document: each is a layer with keys.
package struct LottieExport {
  /// What light that adds up becomes.
  package enum Blend: String, CaseIterable, Sendable {
    /// As all players draw it.
    case screen
    /// Brighter, for players that know it.
    case add
  }

  package struct Settings {
    var size: CGSize
    var framesPerSecond: Double
    var frames: Int
    /// Red, green, blue and alpha, 0...1.
    var background: [Double]
    var blend: Blend

    package init(size: CGSize, framesPerSecond: Double, frames: Int, background: [Double], blend: Blend) {
      (self.size, self.framesPerSecond, self.frames) = (size, framesPerSecond, frames)
      (self.background, self.blend) = (background, blend)
    }
  }

  /// The document.
  package private(set) var text = ""
  package private(set) var layerCount = 0
  /// What players show in another way, one line each.
  package private(set) var lost: [String] = []
  private let settings: Settings
  private let png: (CGImage) throws -> [UInt8]
  private var sprites: [ObjectIdentifier: [(sprite: ParticleBatch.Sprite, look: LottieSprite)]] = [:]
  private var assets: [String] = []
  private var assetNumbers: [String: Int] = [:]

  /// Points and percent that keys may be off.
  private static let (placeBound, shareBound) = (0.05, 0.7)

  /// - Parameter png: packs a picture.
  package init(
    _ lives: LottieLives, _ settings: Settings, png: @escaping (CGImage) throws -> [UInt8]
  ) throws {
    (self.settings, self.png) = (settings, png)
    for emitter in lives.emitters where emitter.hasRibbons { lose("ribbons and trails, which are not particles") }
    var layers = try lives.fromFront.map { try layer($0, lives.emitters[$0.emitter].mode) }
    layerCount = layers.count
    if settings.background[3] > 0 { layers.append(ground) }
    let (width, height) = (Int(settings.size.width.rounded()), Int(settings.size.height.rounded()))
    // Written with other quotes, which need no marks before them; nothing that is given stands in it.
    let document =
      "{'v':'5.7.0','fr':\(LottieFit.number(settings.framesPerSecond, 4)),'ip':0,'op':\(settings.frames),"
      + "'w':\(width),'h':\(height),'assets':[\(assets.joined(separator: ","))],"
      + "'layers':[\(layers.joined(separator: ",\n"))]}\n"
    text = document.replacing("'", with: "\"")
  }

  package mutating func lose(_ text: String) {
    if !lost.contains(text) { lost.append(text) }
  }

  private var ground: String {
    let color = settings.background.prefix(3).map { String(format: "%02x", Int((max(0, min(1, $0)) * 255).rounded())) }
    return "{'ty':1,'ip':0,'op':\(settings.frames),'st':0,'sw':\(Int(settings.size.width.rounded())),"
      + "'sh':\(Int(settings.size.height.rounded())),'sc':'#\(color.joined())',"
      + "'ks':{'o':{'a':0,'k':\(LottieFit.number(settings.background[3] * 100, 1))}}}"
  }

  // MARK: Particles

  private mutating func layer(_ life: LottieLives.Life, _ mode: EmitterRenderMode) throws -> String {
    let look = look(of: life.sprite)
    let way = LottieWay(life.samples)
    if way.isTurnedInSpace { lose("particles that are turned in space, which are drawn upright") }
    let (first, end) = (life.firstFrame, life.firstFrame + life.samples.count)
    let start = "'ip':\(first),'op':\(end),'st':0\(blend(mode)),"
    switch look {
    case .picture(let image):
      let number = try asset(image, way)
      let size = (Double(image.width), Double(image.height))
      let anchor = ",'a':{'a':0,'k':\(LottieFit.list([size.0 / 2, size.1 / 2], 1))}"
      let turn = turn(way, first, size, isRound: false)
      return "{'ty':2,'refId':'\(number)',\(start)'ks':{\(place(way, first))\(anchor)\(turn)}}"
    default:
      let isRound = if case .spot = look { true } else { false }
      // Beside x and y apart rlottie reads no turn of a layer.
      let turn = turn(way, first, way.size, isRound: isRound)
      return "{'ty':4,\(start)'ks':{\(place(way, first))},'shapes':[{'ty':'gr','it':"
        + "[\(shapes(look, way, first)),{'ty':'tr'\(turn)}]}]}"
    }
  }

  private mutating func blend(_ mode: EmitterRenderMode) -> String {
    switch mode {
    case .additive:
      if settings.blend == .add { return ",'bm':16" }
      lose("light that adds up, which is screened (--blend add keeps it for players that know it)")
      return ",'bm':2"
    case .screen: return ",'bm':2"
    case .maximum: return ",'bm':5"
    case .cheapColorDodge: return ",'bm':6"
    case .multiply: return ",'bm':1"
    case .unordered, .oldestFirst, .oldestLast, .backToFront: return ""
    }
  }

  private func place(_ way: LottieWay, _ first: Int) -> String {
    let places = [way.x, way.y].map { LottieFit([$0], tolerance: Self.placeBound).text(first: first) }
    return "'p':{'s':true,'x':\(places[0]),'y':\(places[1])}"
  }

  /// Turn, size and opacity.
  ///
  /// - Parameter size: of what is drawn at 100 %.
  private func turn(_ way: LottieWay, _ first: Int, _ size: (Double, Double), isRound: Bool) -> String {
    var text = ""
    let angle = LottieFit([way.angle], tolerance: 0.2)
    if !isRound, !angle.isConstant || abs(angle.keys[0].value[0]) > 0.2 {
      text += ",'r':\(angle.text(first: first, digits: 1))"
    }
    let scales = [way.width.map { $0 / size.0 * 100 }, way.height.map { $0 / size.1 * 100 }]
    // A tenth of a point at the edge.
    let bound = min(5, max(0.1, 20 / max(size.0, size.1)))
    let scale = LottieFit(scales, tolerance: bound)
    if !scale.isConstant || scale.keys[0].value.contains(where: { abs($0 - 100) > bound }) {
      text += ",'s':\(scale.text(first: first, digits: 1))"
    }
    let opacity = LottieFit([way.alpha.map { $0 * 100 }], tolerance: Self.shareBound)
    if !opacity.isConstant || opacity.keys[0].value[0] < 99.5 {
      text += ",'o':\(opacity.text(first: first, digits: 1))"
    }
    return text
  }

  private func shapes(_ look: LottieSprite, _ way: LottieWay, _ first: Int) -> String {
    func fill(_ own: [Double]) -> LottieFit {
      let colors = zip(way.colors, own).map { tints, own in tints.map { $0 * own } }
      return LottieFit(colors, tolerance: way.colorBound, isStraight: true)
    }
    func plain(_ own: [Double]) -> String {
      "{'ty':'fl','c':\(fill(own).text(first: first, digits: 3)),'o':{'a':0,'k':100}}"
    }
    func ellipse(_ share: Double) -> String {
      "{'ty':'el','p':{'a':0,'k':[0,0]},'s':{'a':0,'k':"
        + "\(LottieFit.list([way.size.0 * share, way.size.1 * share], 2))}}"
    }
    switch look {
    case .box(let width, let height, let color):
      let size = LottieFit.list([way.size.0 * width, way.size.1 * height], 2)
      return "{'ty':'rc','p':{'a':0,'k':[0,0]},'s':{'a':0,'k':\(size)},'r':{'a':0,'k':0}},\(plain(color))"
    case .spot(let stops, let color):
      if let edge = LottieSprite.edge(of: stops) { return "\(ellipse(edge)),\(plain(color))" }
      let opacities = stops.flatMap { [$0.place, $0.alpha] }
      let colors = fill(color).text(first: first, digits: 3) { color in
        stops.flatMap { [$0.place] + color } + opacities
      }
      return "\(ellipse(1)),{'ty':'gf','o':{'a':0,'k':100},'t':2,'s':{'a':0,'k':[0,0]},'e':{'a':0,'k':"
        + "\(LottieFit.list([way.size.0 / 2, 0], 2))},'g':{'p':\(stops.count),'k':\(colors)}}"
    case .picture: return ""
    }
  }

  // MARK: Pictures

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

  /// The number of a picture in the particle's colour: players do not tint pictures.
  private mutating func asset(_ image: CGImage, _ way: LottieWay) throws -> Int {
    let color = way.colors.map { (($0.reduce(0, +) / Double($0.count)) * 15).rounded() / 15 }
    if way.colors.contains(where: { ($0.max() ?? 0) - ($0.min() ?? 0) > max(0.1, 2 * way.colorBound) }) {
      lose("colours of pictures that change, which stay as they are on the average")
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
    let bytes = try png(CGImage(width: image.width, height: image.height, pixels: pixels))
    let number = assets.count
    assetNumbers[key] = number
    assets.append(
      "{'id':'\(number)','w':\(image.width),'h':\(image.height),'u':'','e':1,"
        + "'p':'data:image/png;base64,\(Data(bytes).base64EncodedString())'}")
    return number
  }
}

/// What a particle does over its frames.
struct LottieWay {
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  /// Degrees, clockwise.
  private(set) var angle: [Double] = []
  /// Points; heights below 0 are mirrored.
  private(set) var width: [Double] = []
  private(set) var height: [Double] = []
  private(set) var alpha: [Double] = []
  /// Red, green and blue, each over the frames.
  private(set) var colors: [[Double]] = [[], [], []]
  /// How exactly colours are told: they come in 255 steps of their opacity.
  private(set) var colorBound = 0.015
  private(set) var isTurnedInSpace = false
  /// Largest sides, which are 100 %.
  let size: (Double, Double)

  init(_ samples: [TracedParticle]) {
    size = (
      max(1e-3, samples.reduce(0) { max($0, $1.width.length) }),
      max(1e-3, samples.reduce(0) { max($0, $1.height.length) })
    )
    for sample in samples {
      x.append(Double(sample.center.x))
      y.append(Double(sample.center.y))
      let (w, h) = (sample.width, sample.height)
      let cross = Double(w.x * h.y - w.y * h.x)
      width.append(w.length)
      height.append(cross < 0 ? -h.length : h.length)
      if abs(Double((w * h).sum())) > 0.02 * w.length * h.length + 1e-4 { isTurnedInSpace = true }
      add(angle: w.length > 1e-6 ? Double.atan2(Double(w.y), Double(w.x)) * 180 / .pi : angle.last ?? 0)
      add(tint: sample.tint)
    }
    // A colour of almost nothing is not told exactly: the nearest clear one stands for it.
    let least = (alpha.max() ?? 0) / 2
    colorBound = max(0.015, 1 / (255 * max(least, 1.0 / 255)))
    let clear = alpha.indices.filter { alpha[$0] >= least }
    for component in 0..<3 {
      var next = 0
      for index in alpha.indices where alpha[index] < least {
        while next + 1 < clear.count, abs(clear[next + 1] - index) <= abs(clear[next] - index) { next += 1 }
        colors[component][index] = colors[component][clear[next]]
      }
    }
  }

  /// The shorter way round.
  private mutating func add(angle degrees: Double) {
    let last = angle.last ?? degrees
    angle.append(degrees + ((last - degrees) / 360).rounded() * 360)
  }

  private mutating func add(tint: UInt32) {
    let own = Double(tint >> 24)
    alpha.append(own / 255)
    for component in 0..<3 {
      let value = Double(tint >> UInt32(16 - 8 * component) & 255)
      colors[component].append(own > 0 ? min(1, value / own) : 0)
    }
  }
}

extension SIMD2<Float> {
  fileprivate var length: Double { Double((self * self).sum().squareRoot()) }
}

extension LottieSprite {
  /// Where a disc of one opacity ends, as a share of half the picture's side; nil for what is soft.
  static func edge(of stops: [(place: Double, alpha: Double)]) -> Double? {
    guard let end = stops.firstIndex(where: { $0.alpha < 0.5 }), end > 0 else { return nil }
    let (a, b) = (stops[end - 1], stops[end])
    let isWhole = stops[..<end].allSatisfy { $0.alpha > 0.9 } && stops[end...].allSatisfy { $0.alpha < 0.5 }
    guard isWhole, b.place - a.place < 0.2 else { return nil }
    return a.place + (b.place - a.place) * (a.alpha - 0.5) / (a.alpha - b.alpha)
  }
}
