/// Writes a movie as a Lottie document: layers with shapes, pictures and keys. Each particle becomes a layer.
package struct LottieExport {
  /// How additive blending is exported.
  package enum Blend: String, CaseIterable, Sendable {
    /// Screen, which all players support.
    case screen
    /// Add, which is brighter but needs player support.
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

  /// A document that is too large for players.
  package enum SizeError: Error {
    /// More than `mostLayers` layers.
    case layers
    /// More than `mostPixels` pixels.
    case pixels
  }

  /// The largest number of layers in a document, including particles.
  package static let mostLayers = 2000
  /// The largest total number of picture pixels, because a picture can have a different crop in each frame.
  package static let mostPixels = 64_000_000

  package private(set) var text = ""
  package private(set) var layerCount = 0
  private var pixelCount = 0
  /// Features that players show differently, one line each.
  package private(set) var lost: [String] = []
  let settings: Settings
  let png: (CGImage) throws -> [UInt8]
  var sprites: [ObjectIdentifier: [(sprite: ParticleBatch.Sprite, look: LottieSprite)]] = [:]
  var assets: [String] = []
  var assetNumbers: [String: Int] = [:]
  /// Pictures of assets, kept alive because their identities are used as keys.
  var pictures: [CGImage] = []
  /// Visible crops of pictures, by picture and position.
  var cuts: [String: CGImage] = [:]

  package init(_ stage: LottieCanvas, _ settings: Settings, png: @escaping (CGImage) throws -> [UInt8]) throws {
    (self.settings, self.png, lost) = (settings, png, stage.lost)
    var composition = LottieLayers()
    for slot in stage.root.subslots { try add(slot, to: &composition) }
    var layers = composition.fromFront
    if settings.background[3] > 0 { layers.append(ground) }
    // Single quotes become double quotes at the end. Inserted names cannot contain quotes.
    let document =
      "{'v':'5.7.0','fr':\(LottieCurveFit.number(settings.framesPerSecond, 4)),'ip':0,'op':\(settings.frames),"
      + "'w':\(width),'h':\(height),'assets':[\(assets.joined(separator: ",\n"))],"
      + "'layers':[\(layers.joined(separator: ",\n"))]}\n"
    text = document.replacing("'", with: "\"")
  }

  var width: Int { Int(settings.size.width.rounded()) }
  var height: Int { Int(settings.size.height.rounded()) }

  package mutating func lose(_ text: String) {
    if !lost.contains(text) { lost.append(text) }
  }

  mutating func spend(_ count: Int = 1) throws(SizeError) {
    layerCount += count
    if layerCount > Self.mostLayers { throw .layers }
  }

  private var ground: String {
    let color = settings.background.prefix(3).map { String(format: "%02x", Int((max(0, min(1, $0)) * 255).rounded())) }
    return "{'ddd':0,'ty':1,'ip':0,'op':\(settings.frames),'st':0,'sw':\(width),'sh':\(height),"
      + "'sc':'#\(color.joined())','ks':{'o':{'a':0,'k':\(LottieCurveFit.number(settings.background[3] * 100, 1))}}}"
  }

  mutating func asset(_ image: CGImage) throws -> Int {
    let key = "\(ObjectIdentifier(image))"
    if let number = assetNumbers[key] { return number }
    let number = try addAsset(image)
    assetNumbers[key] = number
    pictures.append(image)
    return number
  }

  mutating func addAsset(_ image: CGImage) throws -> Int {
    pixelCount += image.width * image.height
    if pixelCount > Self.mostPixels { throw SizeError.pixels }
    let bytes = try png(image)
    assets.append(
      "{'id':'\(assets.count)','w':\(image.width),'h':\(image.height),'u':'','e':1,"
        + "'p':'data:image/png;base64,\(Data(bytes).base64EncodedString())'}")
    return assets.count - 1
  }
}

/// Layers of a composition being built. Each begins with `ddd`: rlottie ignores a layer's rotation otherwise.
struct LottieLayers {
  /// From back to front.
  private var layers: [String] = []
  /// Null layers that carry other layers, by the slot they represent.
  private(set) var carriers: [ObjectIdentifier: Int] = [:]
  private var nextNumber = 1

  mutating func add(_ layer: String) { layers.append(layer) }

  mutating func number() -> Int {
    nextNumber += 1
    return nextNumber - 1
  }

  mutating func note(_ number: Int, of slot: LottieSlot) { carriers[ObjectIdentifier(slot)] = number }

  var fromFront: [String] { layers.reversed() }
}
