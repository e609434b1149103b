import Foundation
import Starmine
import StarmineMedia
import StarminePresets
import Testing

/// Particle Designer's keys against what Starling's and cocos2d's players do with them (formats.md 3): places of
/// particles by the players' own formulas.
struct ParticleDesignerTests {
  private func text(_ keys: [String: String]) -> String {
    let usual = [
      "maxParticles": "40", "particleLifeSpan": "2", "startParticleSize": "12", "finishParticleSize": "12",
      "duration": "-1", "blendFuncSource": "770", "blendFuncDestination": "771",
    ]
    let elements = usual.merging(keys) { $1 }.sorted { $0.key < $1.key }.map { "<\($0) value=\"\($1)\"/>" }
    return "<particleEmitterConfig><sourcePosition x=\"320\" y=\"320\"/>\(elements.joined())</particleEmitterConfig>"
  }

  private func emitter(_ keys: [String: String]) throws -> (CAEmitterLayer, CAEmitterCell, [String]) {
    let folder = try Folder(["a.pex": text(keys)])
    let emitter = try #require(try folder.scene("a.pex").rootLayer.sublayers?.first as? CAEmitterLayer)
    return (emitter, try #require(emitter.emitterCells?.first), try folder.lost("a.pex"))
  }

  /// Lives of 0.2 s that vary by 2 s last 0.605 s on average: 2.2^2 / 8.
  @Test func maxParticlesCapsTheLiving() throws {
    let (_, cell, _) = try emitter(["maxParticles": "60", "particleLifeSpan": "0.2", "particleLifespanVariance": "2"])
    #expect(abs(cell.birthRate - 60 / 0.605) < 1e-3)
    // A burst goes on at the same rate, as in both players.
    let (_, burst, _) = try emitter(["maxParticles": "400", "duration": "0.1"])
    #expect(burst.birthRate == 200 && burst.duration == 0.1)
  }

  /// Players begin with no particles, and fill the system at the rate of a mean life.
  @Test func burstsOfShortLivesFillTheSystem() throws {
    let keys = ["maxParticles": "800", "particleLifeSpan": "0", "particleLifespanVariance": "1", "duration": "0.01"]
    let (_, cell, _) = try emitter(keys)
    let count = Double(cell.birthRate) * cell.duration
    #expect((800...830).contains(count), "\(count)")
  }

  /// Particles go from one radius to the other in their own lives: slow where they live long.
  @Test func radiiAreReachedAtTheEndOfEachLife() throws {
    let folder = try Folder([
      "a.pex": text([
        "emitterType": "1", "maxRadius": "60", "minRadius": "0", "particleLifeSpan": "0",
        "particleLifespanVariance": "2", "angleVariance": "180",
      ])
    ])
    let emitter = try #require(try folder.scene("a.pex").rootLayer.sublayers?.first as? CAEmitterLayer)
    let cells = try #require(emitter.emitterCells)
    #expect(cells.count == 6)
    for cell in cells {
      let way = Double(cell.velocity) * Double(cell.lifetime + cell.lifetimeRange / 2)
      #expect((60...90).contains(way), "\(cell.velocity) in \(cell.lifetime)")
    }
  }

  @Test(arguments: [
    ("770", "1", "additive"), ("770", "772", "additive"), ("1", "772", "additive"), ("770", "773", nil),
    ("775", "1", "screen"), ("774", "0", "multiply"), ("1", "771", nil), ("770", "771", nil), ("1e25", "1", nil),
    ("-9e99", "nan", nil),
  ])
  func blending(from: String, to: String, mode: String?) throws {
    let (emitter, _, lost) = try emitter(["blendFuncSource": from, "blendFuncDestination": to])
    #expect(emitter.renderMode.rawValue == mode ?? "unordered")
    #expect(lost.isEmpty == (mode != nil || to == "771"))
  }

  @Test func blendAdditive() throws {
    let folder = try Folder(["a.json": #"{"maxParticles": 9, "particleLifespan": 1, "blendAdditive": 1}"#])
    #expect((try folder.scene("a.json").rootLayer.sublayers?.first as? CAEmitterLayer)?.renderMode == .additive)
  }

  @Test(arguments: [("700", "-100", true), ("1e9", "320", false), ("320", "4000", false), ("0", "0", false)])
  func places(x: String, y: String, isKept: Bool) throws {
    let text = text([:]).replacing("x=\"320\" y=\"320\"", with: "x=\"\(x)\" y=\"\(y)\"")
    let folder = try Folder(["a.pex": text])
    let emitter = try #require(try folder.scene("a.pex").rootLayer.sublayers?.first as? CAEmitterLayer)
    #expect((emitter.emitterPosition == CGPoint(x: 320, y: 320)) == !isKept)
    #expect(try folder.lost("a.pex").contains("sourcePositionx") == !isKept)
  }

  /// Lit pixels of a still.
  private func lit(_ folder: Folder, _ name: String, at time: Double) throws -> [SIMD2<Double>] {
    let frame = try Movie(folder.scene(name)).still(at: time)
    let (width, height, stride) = (frame.width, frame.height, frame.stride)
    return frame.withPixels { all in
      (0..<height).flatMap { y in
        (0..<width).filter { x in all[y * stride + x] & 255 > 60 }.map { SIMD2(Double($0) + 0.5, Double(y) + 0.5) }
      }
    }
  }

  private func lit(_ keys: [String: String], at time: Double) throws -> [SIMD2<Double>] {
    try lit(Folder(["a.pex": text(keys)]), "a.pex", at: time)
  }

  private func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

  /// A full fan at one speed is a ring: born within 0.1 s, all are 90 to 100 points away after 1 s.
  @Test func aFlatFanStaysFlat() throws {
    let places = try lit(
      ["angleVariance": "180", "speed": "100", "duration": "0.1", "maxParticles": "400", "angle": "0"], at: 1)
    #expect(places.count > 40)
    #expect(places.allSatisfy { (84.0...106).contains(length($0 - 320)) })
  }

  /// The players' way: at `source - r (cos a, sin a)`, where r and a go evenly.
  @Test(arguments: [90.0, -45, 0]) func radialModeGoesRound(perSecond: Double) throws {
    let places = try lit(
      [
        "emitterType": "1", "maxRadius": "100", "minRadius": "20", "angle": "30", "rotatePerSecond": "\(perSecond)",
      ], at: 1.5)
    let way = stride(from: 0.0, through: 1.5, by: 0.005).map { age in
      let (radius, angle) = (100 - 40 * age, (30 + perSecond * age) * .pi / 180)
      return 320 - radius * SIMD2(cos(angle), sin(angle))
    }
    #expect(places.count > 30)
    #expect(places.allSatisfy { place in way.contains { length($0 - place) < 7 } })
    // All of the way has particles.
    #expect(way.allSatisfy { point in places.contains { length($0 - point) < 12 } })
  }

  /// An arc of 40 degrees round the direction from the particle to the source.
  @Test func radialModeKeepsItsAngle() throws {
    let places = try lit(
      ["emitterType": "1", "maxRadius": "200", "minRadius": "200", "angle": "90", "angleVariance": "20"], at: 1.9)
    #expect(places.count > 20)
    for place in places {
      let away = place - 320
      #expect((191.0...209).contains(length(away)) && abs(atan2(away.x, -away.y)) < 0.41)
    }
  }

  /// Turns that differ: each particle goes round at its own speed, 45 degrees a second either way at most.
  @Test func turnsHaveTheirSpread() throws {
    let keys = [
      "emitterType": "1", "maxRadius": "100", "minRadius": "100", "angle": "0", "rotatePerSecondVariance": "45",
      "maxParticles": "400",
    ]
    let places = try lit(keys, at: 2)
    let angles = places.map { atan2(320 - $0.y, 320 - $0.x) * 180 / .pi }
    #expect(places.allSatisfy { (90.0...110).contains(length($0 - 320)) } && angles.allSatisfy { abs($0) < 94 })
    // Particles of all ages are there: after 2 s the fastest have gone 82 degrees, and between them others are.
    for wanted in stride(from: -75.0, through: 75, by: 15) {
      #expect(angles.contains { abs($0 - wanted) < 5 }, "\(wanted)")
    }
  }

  /// Values at the end of a life: as many as there are cells, evenly over the spread, whatever they are at its start.
  @Test func endsHaveTheirSpread() throws {
    let (emitter, _, lost) = try emitter([
      "startParticleSizeVariance": "4", "finishParticleSize": "24", "finishParticleSizeVariance": "11",
      "finishColorRed": "0.5", "finishColorVarianceRed": "0.22", "radialAccelVariance": "110",
    ])
    let cells = try #require(emitter.emitterCells)
    #expect(cells.count == 11 && lost == [] && Set(cells.compactMap(\.name)).count == 11)
    #expect(abs(cells.reduce(0) { $0 + Double($1.birthRate) } - 20) < 1e-3)
    func values(_ type: String, _ key: String) -> [Double] {
      cells.map { cell in
        let behavior = cell.emitterBehaviors?.first { $0.type == type }
        let value = behavior?.value(forKey: key)
        return value as? Double ?? (value as? [Double])?.last ?? (value as? [NSNumber])?.last?.doubleValue ?? 0
      }
    }
    // 11 from the mean on either side in eleven steps, of a stand-in picture whose size cancels out.
    let ends = values("valueOverLife", "values")
    let unit = ends.reduce(0, +) / 11 / 24
    let sizes = ends.map { ($0 / unit - 24).rounded() }
    #expect(sizes.sorted() == (-5...5).map { 2 * Double($0) })
    let forces = values("polarAcceleration", "radialAcceleration").map { $0.rounded() }
    #expect(forces.sorted() == (-5...5).map { 20 * Double($0) })
    // Neither goes along with the other.
    #expect(zip(sizes, forces).contains { $0 < 0 && $1 > 0 } && zip(sizes, forces).contains { $0 < 0 && $1 < 0 })
    #expect(cells.allSatisfy { $0.scaleRange == 0 } && Set(cells.map { ($0.scale / unit).rounded() }).count > 4)
  }

  /// Of a few particles none is another one's neighbour in a spread: it is named.
  @Test func smallBurstsHaveOneCell() throws {
    let (emitter, _, lost) = try emitter(["duration": "0.1", "finishParticleSizeVariance": "8"])
    #expect(emitter.emitterCells?.count == 1 && lost == ["finishParticleSizeVariance"])
  }

  /// The upper half of the picture is white, whichever way y points.
  @Test(arguments: ["-1", "1"]) func picturesStandUpright(flip: String) throws {
    let keys = ["yCoordFlipped": flip, "speed": "0", "startParticleSize": "40", "finishParticleSize": "40"]
    let texture = "<texture name=\"a.png\" data=\"\(Self.upperHalf)\"/></"
    let folder = try Folder(["a.pex": text(keys).replacing("</particle", with: texture + "particle")])
    let places = try lit(folder, "a.pex", at: 1)
    #expect(places.count > 600 && places.allSatisfy { $0.y < 326 })
  }

  private static let upperHalf =
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAEUlEQVR42mP4TwAw0EHBIAAAo8Z/gT87zqUAAAAASUVORK5CYII="
}
