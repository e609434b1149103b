package import Foundation
package import StarmineGraphics
import StarmineScene
import StarmineImport

/// Writes a movie as a Lottie document: layers with their shapes, pictures and keys, and each particle as a layer.
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

  /// What is too much for players, which draw each layer by itself.
  package enum SizeError: Error {
    /// Those in `mostLayers`.
    case layers
    /// Those in `mostPixels`.
    case pixels
  }

  /// Layers that a document may have, particles among them.
  package static let mostLayers = 2000
  /// Pixels that its pictures may have together: a movie of parts of one that move would have one in each frame.
  package static let mostPixels = 64_000_000

  package private(set) var text = ""
  package private(set) var layerCount = 0
  private var pixelCount = 0
  /// What players show in another way, one line each.
  package private(set) var lost: [String] = []
  let settings: Settings
  let png: (CGImage) throws -> [UInt8]
  var sprites: [ObjectIdentifier: [(sprite: ParticleBatch.Sprite, look: LottieSprite)]] = [:]
  var assets: [String] = []
  var assetNumbers: [String: Int] = [:]
  /// Pictures that assets were made of: their identities stand for them.
  var pictures: [CGImage] = []
  /// Parts of pictures that show, by picture and place.
  var cuts: [String: CGImage] = [:]

  /// - Parameter png: packs a picture.
  package init(_ stage: LottieStage, _ settings: Settings, png: @escaping (CGImage) throws -> [UInt8]) throws {
    (self.settings, self.png, lost) = (settings, png, stage.lost)
    var composition = LottieLayers()
    for slot in stage.root.subslots { try add(slot, to: &composition) }
    var layers = composition.fromFront
    if settings.background[3] > 0 { layers.append(ground) }
    // Written with other quotes, which need no marks before them; of what is given nothing stands in it but names of
    // letters and digits.
    let document =
      "{'v':'5.7.0','fr':\(LottieFit.number(settings.framesPerSecond, 4)),'ip':0,'op':\(settings.frames),"
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
      + "'sc':'#\(color.joined())','ks':{'o':{'a':0,'k':\(LottieFit.number(settings.background[3] * 100, 1))}}}"
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

/// Layers of a composition in the making. All begin with `ddd`: without it in front rlottie reads no turn of a layer.
struct LottieLayers {
  /// From back to front.
  private var layers: [String] = []
  /// Layers that show nothing and carry others, by what they stand for.
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
