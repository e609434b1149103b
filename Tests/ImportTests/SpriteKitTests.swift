import Foundation
import Starmine
import StarminePresets
import Testing

/// Archives with the variables that Xcode's particle files have: lists of objects written by hand.
struct SpriteKitTests {
  /// An archive of a node with some members and objects; `$1` is the class of emitters, the node `$2`.
  private func archive(_ members: [String: String], objects: [String] = []) -> String {
    func reference(_ index: Int) -> String { "<dict><key>CF$UID</key><integer>\(index)</integer></dict>" }
    let node = members.sorted { $0.key < $1.key }.map { "<key>\($0)</key>\($1)" }.joined()
    let all =
      ["<string>$null</string>", "<dict><key>$classname</key><string>SKEmitterNode</string></dict>"]
      + ["<dict><key>$class</key>\(reference(1))\(node)</dict>"] + objects
    return """
      <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$top</key>
      <dict><key>root</key>\(reference(2))</dict><key>$objects</key><array>\(all.joined())</array></dict></plist>
      """
  }

  private func real(_ value: Double) -> String { "<real>\(value)</real>" }
  private func reference(_ index: Int) -> String { "<dict><key>CF$UID</key><integer>\(index)</integer></dict>" }

  private func emitter(
    _ members: [String: String], objects: [String] = []
  ) throws -> (CAEmitterLayer, CAEmitterCell, [String]) {
    let folder = try Folder(["a.sks": archive(members, objects: objects)])
    let emitter = try #require(try folder.scene("a.sks").rootLayer.sublayers?.first as? CAEmitterLayer)
    return (emitter, try #require(emitter.emitterCells?.first), try folder.lost("a.sks"))
  }

  private var fire: [String: String] {
    let numbers: [String: Double] = [
      "_birthrate": 40, "_lifetime": 2, "_lifetimeVariance": 0.5, "_startSpeed": 120, "_startSpeedVariance": 30,
      "_emissionAngle": 1.5, "_emissionAngleVariance": 0.4, "_startScale": 0.5, "_startScaleVariance": 0.2,
      "_scaleSpeed": -0.1, "_startOpacity": 0.8, "_startOpacityVariance": 0.2, "_opacitySpeed": -0.4,
      "_startRotation": 0.25, "_startRotationVariance": 6.25, "_rotationSpeed": 1, "_startColorR": 1,
      "_startColorG": 0.5, "_startColorB": 0, "_startColorA": 1, "_startColorVarianceR": 0,
      "_startColorVarianceG": 0.25, "_startColorVarianceB": 0, "_startColorVarianceA": 0, "_colorSpeedR": 0,
      "_colorSpeedG": -0.25, "_colorSpeedB": 0, "_colorSpeedA": 0, "_startColorMix": 0.5, "_colorBlendSpeed": 0,
      "_startColorBlendVariance": 0, "_numParticlesToEmit": 20, "_particleBlendMode": 1, "_version": 18_109_004,
      "_xScale": 1, "_yScale": 1, "_opacity": 1,
    ]
    var members = numbers.mapValues(real)
    members["_acceleration"] = "<string>{0, -60}</string>"
    members["_startPosition"] = "<string>{5, 6}</string>"
    members["_startPositionVariance"] = "<string>{80, 4}</string>"
    members["_startSize"] = "<string>{32, 32}</string>"
    members["_hidden"] = "<false/>"
    members["_particleTexture"] = reference(0)
    return members
  }

  @Test func everyVariable() throws {
    let (emitter, cell, lost) = try emitter(fire)
    #expect(lost.isEmpty)
    #expect(emitter.emitterPosition == CGPoint(x: 325, y: 326) && emitter.emitterSize == CGSize(width: 80, height: 4))
    #expect(emitter.renderMode == .additive)
    #expect(cell.birthRate == 40 && cell.lifetime == 2 && cell.lifetimeRange == 0.5 && cell.duration == 0.5)
    #expect(cell.velocity == 120 && cell.velocityRange == 30 && cell.yAcceleration == -60)
    #expect(abs(cell.emissionLongitude - 1.5) < 1e-9 && abs(cell.emissionRange - 0.4) < 1e-9 && cell.emissionIsFlat)
    #expect(
      cell.value(forKey: "rotation") as? Double == 0.25 && cell.value(forKey: "rotationRange") as? Double == 6.25
        && cell.spin == 1)
    // 32 points at scale 1 of the generated picture of 64 pixels.
    #expect(cell.scale == 0.25 && cell.scaleRange == 0.1 && cell.scaleSpeed == -0.05)
    let color = try #require(cell.color)
    #expect(color.red == 1 && color.green == 0.75 && color.blue == 0.5 && abs(color.alpha - 0.8) < 1e-6)
    #expect(cell.greenRange == 0.125 && cell.greenSpeed == -0.125 && cell.alphaRange == 0.2 && cell.alphaSpeed == -0.4)
  }

  /// A sequence takes the place of value, range and speed; steps are two stops at one time.
  @Test func sequences() throws {
    var members = fire
    members["_particleScaleSequence"] = reference(3)
    let sequence = """
      <dict><key>_times</key><array>\(real(0))\(real(0.5))\(real(1))</array><key>_values</key><array>\(real(1))\
      \(real(2))\(real(0))</array><key>_interpolationMode</key>\(real(3))</dict>
      """
    let (_, cell, lost) = try emitter(members, objects: [sequence])
    #expect(lost.isEmpty)
    #expect(cell.scaleRange == 0 && cell.scaleSpeed == 0)
    let curve = try #require(cell.emitterBehaviors?.first)
    #expect(curve.value(forKey: "values") as? [Double] == [0.5, 0.5, 1, 1, 0])
    #expect(curve.value(forKey: "locations") as? [Double] == [0, 0.5, 0.5, 1, 1])
  }

  /// A scene places its emitters; other nodes are named.
  @Test func scenes() throws {
    let classes = ["SKScene", "SKSpriteNode", "SKNode"].map {
      "<dict><key>$classname</key><string>\($0)</string></dict>"
    }
    let objects =
      classes + [
        "<dict><key>$class</key>\(reference(4))</dict>",
        """
        <dict><key>$class</key>\(reference(5))<key>_position</key><string>{10, 20}</string><key>_children</key>
        <array>\(reference(2))</array></dict>
        """,
        """
        <dict><key>$class</key>\(reference(3))<key>_size</key><string>{300, 200}</string><key>_anchorPoint</key>
        <string>{0.5, 0.5}</string><key>_children</key><array>\(reference(6))\(reference(7))</array></dict>
        """,
      ]
    let text = archive(
      ["_birthrate": real(9), "_lifetime": real(1), "_position": "<string>{1, 2}</string>"],
      objects: objects)
    let folder = try Folder([
      "a.sks": text.replacing("<dict><key>root</key>\(reference(2))", with: "<dict><key>root</key>\(reference(8))")
    ])
    let scene = try folder.scene("a.sks")
    #expect(scene.size == CGSize(width: 300, height: 200))
    let emitter = try #require(scene.rootLayer.sublayers?.first as? CAEmitterLayer)
    #expect(emitter.emitterPosition == CGPoint(x: 161, y: 122))
    #expect(try folder.lost("a.sks") == ["children[0]"])
  }

  @Test(arguments: ["SKRepeat", "SKMoveTo", "SKSequence"])
  func actionsOfEveryClassAreNamed(name: String) throws {
    let objects = [
      "<dict><key>$classname</key><string>\(name)</string></dict>", "<dict><key>$class</key>\(reference(3))</dict>",
    ]
    let members = ["_birthrate": real(9), "_lifetime": real(1), "_actions": "<array>\(reference(4))</array>"]
    let (_, cell, lost) = try emitter(members, objects: objects)
    #expect(cell.birthRate == 9 && lost == ["actions"])
    let other = objects.map { $0.replacing(name, with: "NSFileHandle") }
    #expect(throws: (any Error).self) { try emitter(members, objects: other) }
  }

  @Test func numbersAreBounded() throws {
    let members = [
      "_birthrate": 9e18, "_lifetime": 1e12, "_lifetimeVariance": 9e18, "_startSpeed": 1e29,
      "_numParticlesToEmit": -4, "_particleBlendMode": 1e25, "_startScale": 1e29,
    ].mapValues(real)
    let (_, cell, lost) = try emitter(members)
    #expect(cell.birthRate == 100_000 && cell.lifetime == 3600 && cell.lifetimeRange == 3600 && cell.scale == 1e6)
    #expect(Set(lost).isSuperset(of: ["particleBirthRate", "particleLifetime", "particleBlendMode"]))
  }
}
