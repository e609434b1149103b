import Foundation
import Starmine
import StarminePresets
import Testing

/// Particle files, written by hand from public descriptions: each has every key of its format.
struct ParticleFileTests {
  private func cell(_ folder: Folder, _ name: String) throws -> (CAEmitterLayer, CAEmitterCell) {
    let scene = try folder.scene(name)
    let emitter = try #require(scene.rootLayer.sublayers?.first as? CAEmitterLayer)
    return (emitter, try #require(emitter.emitterCells?.first))
  }

  @Test func effectDesignerIsRefused() throws {
    let folder = try Folder(["fire.ped": "{}"])
    let error = #expect(throws: PresetReference.LookupError.self) { try folder.source("fire.ped") }
    #expect("\(String(describing: error))".contains("UIEffectDesigner files are not supported"))
  }

  static let pex = """
    <particleEmitterConfig>
      <yCoordFlipped value="1"/><texture name="fire.png" data="\(picture)"/>
      <sourcePosition x="300" y="300"/><sourcePositionVariance x="10" y="5"/><speed value="100"/>
      <speedVariance value="30"/><particleLifeSpan value="2"/><particleLifespanVariance value="0.5"/>
      <angle value="270"/><angleVariance value="15"/><gravity x="0" y="-50"/><radialAcceleration value="-40"/>
      <tangentialAcceleration value="25"/><radialAccelVariance value="0"/><tangentialAccelVariance value="0"/>
      <startColor red="1" green="0.3" blue="0" alpha="0.6"/>
      <startColorVariance red="0" green="0.1" blue="0" alpha="0"/>
      <finishColor red="1" green="0.3" blue="0" alpha="0"/>
      <finishColorVariance red="0" green="0" blue="0" alpha="0"/>
      <maxParticles value="200"/><startParticleSize value="8"/><startParticleSizeVariance value="2"/>
      <finishParticleSize value="4"/><FinishParticleSizeVariance value="0"/><duration value="-1"/>
      <emitterType value="0"/><maxRadius value="0"/><maxRadiusVariance value="0"/><minRadius value="0"/>
      <minRadiusVariance value="0"/><rotatePerSecond value="0"/><rotatePerSecondVariance value="0"/>
      <blendFuncSource value="770"/><blendFuncDestination value="1"/><rotationStart value="0"/>
      <rotationStartVariance value="10"/><rotationEnd value="90"/><rotationEndVariance value="0"/>
      <absolutePosition value="1"/>
    </particleEmitterConfig>
    """

  @Test func particleDesigner() throws {
    let folder = try Folder(["fire.pex": Self.pex])
    let (emitter, cell) = try cell(folder, "fire.pex")
    #expect(emitter.emitterPosition == CGPoint(x: 300, y: 300) && emitter.emitterSize == CGSize(width: 20, height: 10))
    #expect(emitter.renderMode == .additive)
    #expect(cell.birthRate == 100 && cell.lifetime == 2 && cell.lifetimeRange == 1)
    #expect(cell.velocityRange == 60 && cell.yAcceleration == -50)
    #expect(abs(cell.emissionLongitude - 1.5 * .pi) < 1e-9 && abs(cell.emissionRange - .pi / 6) < 1e-9)
    // The picture is 4 pixels wide.
    #expect(cell.scale == 2 && cell.scaleRange == 1 && cell.scaleSpeed == 0)
    #expect(cell.alphaSpeed == 0 && cell.greenRange == 0.2 && cell.emissionIsFlat)
    // From start to finish over each particle's own life.
    #expect(curves(cell) == ["scale": [0, -1], "rotation": [0, -0.5 * .pi], "color.alpha": [0, -0.6]])
    let polar = try #require(cell.emitterBehaviors?.last)
    #expect(polar.type == "polarAcceleration" && polar.value(forKey: "position") as? CGPoint == CGPoint(x: 300, y: 300))
    #expect(polar.value(forKey: "radialAcceleration") as? Double == -40)
    #expect(polar.value(forKey: "tangentialAcceleration") as? Double == 25)
    #expect(try folder.lost("fire.pex") == [])
    // The key says that y points up; without it y points down, as Starling has it.
    #expect(try folder.scene("fire.pex").rootLayer.isGeometryFlipped)
    try folder.write(Array(Self.pex.replacing("<yCoordFlipped value=\"1\"/>", with: "").utf8), to: "down.pex")
    #expect(try !folder.scene("down.pex").rootLayer.isGeometryFlipped)
  }

  /// Values that behaviours add over a life.
  private func curves(_ cell: CAEmitterCell) -> [String: [Double]] {
    var result: [String: [Double]] = [:]
    for behavior in cell.emitterBehaviors ?? [] where behavior.type == "valueOverLife" {
      let values = behavior.value(forKey: "values") as? [Double] ?? []
      result[behavior.value(forKey: "keyPath") as? String ?? ""] = values.map { ($0 * 1e6).rounded() / 1e6 }
    }
    return result.mapValues { $0.map { abs($0 + 0.5 * .pi) < 1e-5 ? -0.5 * .pi : $0 } }
  }

  /// A burst, radial, with the picture packed as cocos2d's editors do, and y pointing up.
  @Test func cocosPropertyList() throws {
    let folder = try Folder(["ring.plist": Self.plist])
    let (emitter, cell) = try cell(folder, "ring.plist")
    #expect(emitter.emitterShape == .circle && emitter.emitterMode == .outline && emitter.emitterSize.width == 80)
    // To the middle in a second, a quarter of a turn a second round it: 80 inward and 80 pi / 2 across.
    #expect(abs(cell.velocity - 80 * (1 + .pi * .pi / 4).squareRoot()) < 1e-6)
    #expect(cell.duration == 1.0 / 60 && cell.birthRate == 50)
    #expect(cell.emitterBehaviors?.map(\.type) == ["simpleAttractor", "polarAcceleration"])
    #expect(cell.contents != nil)
    let scene = try folder.scene("ring.plist")
    #expect(scene.rootLayer.isGeometryFlipped && scene.start == .clean)
    #expect(try folder.lost("ring.plist").isEmpty)
  }

  /// Every key of a format is used, without effect in a movie, or named: the three add up to all there are.
  @Test func everyKeyIsCounted() throws {
    let archive = try Folder()
    try archive.write(Archives.emitter, to: "a.sks")
    let folder = try Folder([
      "a.pex": Self.pex, "a.plist": Self.plist, "a.json": Self.json, "b.json": Self.stars,
    ])
    func counts(_ folder: Folder, _ name: String) throws -> [Int] {
      let counts = try #require(try folder.source(name).translated).counts
      return [counts.used, counts.idle, counts.lost]
    }
    #expect(try counts(folder, "a.pex").reduce(0, +) == 55)
    #expect(try counts(folder, "a.plist").reduce(0, +) == 19)
    #expect(try counts(folder, "a.json").reduce(0, +) == 45)
    #expect(try counts(folder, "a.json")[2] == 0)
    #expect(try counts(folder, "b.json")[2] == 2)
    #expect(try counts(archive, "a.sks")[2] == 1)
    let bytes = try #require(try folder.source("a.json").translated).bytes
    #expect(String(decoding: bytes, as: UTF8.self).contains("keys used"))
  }

  /// Every key of Particle Designer's JSON, whose y points up as in property lists; an acceleration round the source.
  static let json = """
    {"configName": "swirl", "maxParticles": 10, "particleLifespan": 0.5, "particleLifespanVariance": 0.1,
     "angle": 90, "angleVariance": 10, "speed": 20, "speedVariance": 5, "gravityx": 1, "gravityy": -9, "duration": -1,
     "emitterType": 0, "sourcePositionx": 100, "sourcePositiony": 50, "sourcePositionVariancex": 4,
     "sourcePositionVariancey": 2, "startParticleSize": 16, "startParticleSizeVariance": 2, "finishParticleSize": 32,
     "finishParticleSizeVariance": 0, "rotationStart": 10, "rotationStartVariance": 5, "rotationEnd": 40,
     "rotationEndVariance": 1, "startColorRed": 1, "startColorGreen": 0.5, "startColorBlue": 0.25,
     "startColorAlpha": 1, "startColorVarianceRed": 0.1, "finishColorRed": 0, "finishColorGreen": 0.5,
     "finishColorBlue": 0.75, "finishColorAlpha": 0, "finishColorVarianceRed": 0, "blendFuncSource": 1,
     "blendFuncDestination": 771, "radialAcceleration": 0, "radialAccelVariance": 0, "tangentialAcceleration": 60,
     "tangentialAccelVariance": 0, "maxRadius": 100, "minRadius": 0, "rotatePerSecond": 360, "yCoordFlipped": -1,
     "textureImageData": "\(picture)"}
    """

  @Test func everyKeyOfParticleDesignerJSON() throws {
    let folder = try Folder(["a.json": Self.json])
    let (emitter, cell) = try cell(folder, "a.json")
    #expect(emitter.emitterPosition == CGPoint(x: 100, y: 50) && emitter.emitterSize == CGSize(width: 8, height: 4))
    // Turned round, and with it the way round the source.
    #expect(cell.xAcceleration == -1 && cell.yAcceleration == 9 && cell.velocity == -20)
    #expect(cell.emitterBehaviors?.last?.value(forKey: "tangentialAcceleration") as? Double == -60)
    #expect(cell.scale == 4 && cell.redSpeed == 0 && cell.redRange == 0.2)
    #expect(curves(cell)["color.red"] == [0, -1] && curves(cell)["color.blue"] == [0, 0.5])
    #expect(try folder.scene("a.json").name == "swirl")
  }

  static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>maxParticles</key><real>50</real><key>particleLifespan</key><real>1</real>
      <key>particleLifespanVariance</key><integer>0</integer><key>duration</key><real>0.01</real>
      <key>emitterType</key><integer>1</integer><key>maxRadius</key><real>80</real><key>minRadius</key><real>0</real>
      <key>rotatePerSecond</key><real>90</real><key>angleVariance</key><real>360</real>
      <key>startParticleSize</key><real>4</real><key>finishParticleSize</key><real>-1</real>
      <key>startColorRed</key><real>1</real><key>startColorGreen</key><real>0.5</real>
      <key>startColorBlue</key><real>0.1</real><key>startColorAlpha</key><real>1</real>
      <key>blendFuncSource</key><integer>770</integer><key>blendFuncDestination</key><integer>771</integer>
      <key>textureFileName</key><string>ring.png</string><key>textureImageData</key><string>\(gzippedPicture)</string>
    </dict></plist>
    """

  @Test func particleDesignerJSON() throws {
    let text =
      #"{"maxParticles": 10, "particleLifespan": 0.5, "angle": 90, "speed": 20, "gravityy": -9, "duration": -1}"#
    let folder = try Folder(["a.json": text])
    let (_, cell) = try cell(folder, "a.json")
    #expect(cell.birthRate == 20 && cell.yAcceleration == -9 && cell.velocity == 20)
    #expect(try folder.lost("a.json").isEmpty)
  }

  /// Whose a JSON file is, its keys say: one with a layer is ours, one with neither no one's.
  @Test func formatsAreRecognizedByTheirKeys() throws {
    let folder = try Folder([
      "theirs.json": #"{"a": 1, "maxParticles": 10, "particleLifespan": 1}"#, "last.json": #"{"particles""#,
      "ours.json": #"{"layer": {}, "name": "maxParticles", "summary": "the \"particles\""}"#, "empty.json": "",
      "nobodys.json": #"{"Particles": 1, "maxParticle": 2}"#,
    ])
    #expect(try folder.source("theirs.json").translated != nil)
    #expect(throws: (any Error).self) { try folder.source("last.json") }
    for name in ["ours.json", "empty.json", "nobodys.json"] {
      #expect(try folder.source(name).translated == nil, "\(name)")
    }
  }

  static let stars = """
    {"fpsLimit": 60, "background": {"color": {"value": "#0d47a1"}}, "detectRetina": true,
     "interactivity": {"events": {}}, "particles": {
       "number": {"value": 80, "density": {"enable": false, "area": 800}}, "color": {"value": "#ff0000"},
       "shape": {"type": "star"}, "opacity": {"value": {"min": 0.2, "max": 0.6}},
       "size": {"value": {"min": 1, "max": 5}}, "links": {"enable": true, "distance": 150},
       "rotate": {"value": {"min": 0, "max": 360}, "animation": {"enable": true, "speed": 1}},
       "move": {"enable": true, "speed": 2, "direction": "top", "straight": false, "outModes": "out"}}}
    """

  @Test func tsParticles() throws {
    let folder = try Folder(["stars.json": Self.stars])
    let (emitter, cell) = try cell(folder, "stars.json")
    #expect(emitter.emitterShape == .rectangle && cell.birthRate > 0 && cell.velocity == 60)
    #expect(cell.color?.red == 1 && abs((cell.color?.alpha ?? 0) - 0.4) < 1e-6 && cell.alphaRange == 0.4)
    #expect(try folder.lost("stars.json") == ["particles.links", "interactivity"])
    #expect(try folder.scene("stars.json").background == CGColor(hex: "#0d47a1"))
  }

  /// Two sources, one with particles of its own; a range, a burst, and switches that are off and on.
  @Test func tsParticlesEmitters() throws {
    let text = """
      {"name": "springs", "smooth": true, "particles": {
         "color": {"value": ["#ff0000", "#00ff00"]}, "shape": {"type": "circle"}, "collisions": {"enable": false},
         "size": {"value": 4, "animation": {"enable": true, "speed": 2}},
         "life": {"duration": {"value": 2}, "count": 1},
         "move": {"enable": true, "speed": {"min": 1, "max": 3}, "gravity": {"enable": true, "acceleration": 9}}},
       "emitters": [
         {"position": {"x": 25, "y": 50}, "size": {"width": 10, "height": 0, "mode": "percent"}, "direction": "top",
          "rate": {"quantity": 5, "delay": 0.5}, "life": {"duration": 1, "count": 0}},
         {"position": {"x": 75, "y": 50}, "rate": {"quantity": {"min": 1, "max": 3}, "delay": 1},
          "particles": {"shape": {"type": "square"}, "move": {"speed": 0}}}]}
      """
    let folder = try Folder(["b.json": text])
    let scene = try folder.scene("b.json")
    let emitters = try #require(scene.rootLayer.sublayers as? [CAEmitterLayer])
    #expect(emitters.map(\.emitterPosition) == [CGPoint(x: 320, y: 360), CGPoint(x: 960, y: 360)])
    let cells = emitters.compactMap(\.emitterCells?.first)
    #expect(emitters.map { $0.emitterCells?.map(\.birthRate) } == [[5, 5], [1, 1]])
    #expect(cells[0].duration == .infinity && cells[0].lifetime == 2)
    // A unit of speed is half a pixel a frame, one of gravity a pixel a frame, each second.
    #expect(cells[0].velocity == 60 && cells[0].velocityRange == 60 && cells[0].yAcceleration == 540)
    // What the second does not say is said for all.
    #expect(cells[1].velocity == 0 && cells[1].lifetime == 2 && cells[1].yAcceleration == 540)
    #expect(scene.name == "springs")
    #expect(try folder.lost("b.json") == ["particles.size.animation"])
  }

  @Test func nativeDocumentsAreNotConverted() throws {
    let folder = try Folder(["own.json": #"{"layer": {"class": "CALayer"}}"#])
    #expect(try folder.source("own.json").translated == nil)
  }
}

/// `picture`, packed by gzip.
let gzippedPicture =
  "H4sIAAAAAAACA+sM8HPn5ZLiYmBg4PX0cAkC0iwgzMEGJFd+nFcHpPg9XRxDKuYk/+hnk/AQZ2CosLE/GPFOcwVQisHT1c9lnVNCEwBH/KkHSAAAAA=="
