import Foundation
import Starmine
import StarmineRaster
import Testing

/// Every behaviour in a movie that is drawn in every manner there is: with any number of threads, frames alone,
/// backward, in ranges, on states that earlier frames left and without. Ours; that both levels of kernels give these
/// frames is in `BehaviorTests` and `ParticleKernelTests`.
@Suite struct BehaviorMovieTests {
  /// A behaviour, and a value of it that an animation changes on living particles.
  struct Case: CustomTestStringConvertible, Sendable {
    var type: String
    var values: [String: [Double]] = [:]
    var words: [String: String] = [:]
    var animated: String?
    var range = (0.0, 1.0)
    var testDescription: String { ([type] + words.values).joined(separator: " ") }
  }

  static let cases: [Case] = [
    Case(type: "wave", values: ["force": [300, 200, 0]], animated: "frequency", range: (1, 3)),
    Case(type: "drag", animated: "drag", range: (0, 6)),
    Case(type: "alignToMotion", values: ["rotation": [0.25]], animated: "stretch", range: (0, 0.1)),
    Case(type: "valueOverLife", values: ["values": [0, 2, 0.3]], words: ["keyPath": "scale"]),
    Case(type: "valueOverLife", values: ["values": [40, -80]], words: ["keyPath": "velocity.x"]),
    Case(type: "valueOverLife", values: ["values": [0.5, 4]], words: ["keyPath": "mass"]),
    Case(type: "colorOverLife"),
    Case(type: "light", values: ["position": [40, 30], "falloff": [1]], animated: "falloffDistance", range: (5, 60)),
    Case(
      type: "attractor", values: ["position": [60, 30]], words: ["attractorType": "planar"], animated: "stiffness",
      range: (0, 30)),
    Case(type: "attractor", values: ["position": [60, 30], "stiffness": [40], "radius": [12], "falloff": [8]]),
    Case(
      type: "attractor", values: ["position": [60, 30], "radius": [60], "falloff": [-40]],
      words: ["attractorType": "axial"], animated: "stiffness", range: (80, 5)),
    Case(
      type: "simpleAttractor", values: ["position": [30, 50], "radius": [10]], animated: "stiffness", range: (0, 40)),
    Case(type: "turbulence", values: ["size": [25], "seed": [4]], animated: "strength", range: (0, 400)),
    Case(type: "vortex", values: ["position": [48, 36]], animated: "angularVelocity", range: (-4, 4)),
    Case(
      type: "polarAcceleration", values: ["position": [48, 36], "radialAcceleration": [-90]],
      animated: "tangentialAcceleration", range: (0, 80)
    ),
    Case(type: "floor", values: ["position": [0, 66], "restitution": [0.6]], animated: "angle", range: (0, 0.2)),
    Case(type: "walls", values: ["rect": [10, 5, 76, 62], "restitution": [0.9]]),
    Case(type: "ribbon", values: ["duration": [0.3], "segments": [6]]),
  ]

  private static let frames = 16

  /// Throws sparks with trails, splashes and masses of their own.
  private func movie(_ test: Case) -> Movie {
    MediaClock.time = Movie.startTime
    let image = CGImage(width: 4, height: 4, pixels: [UInt32](repeating: .max, count: 16))
    let (spark, trail, splash) = (CAEmitterCell(), CAEmitterCell(), CAEmitterCell())
    (trail.birthRate, trail.lifetime, trail.contents, trail.alphaSpeed) = (15, 0.4, image, -2)
    trail.birthRateOverLife = [1, 0]
    (splash.emissionMoment, splash.birthRate, splash.lifetime, splash.contents) = ("impact", 240, 0.3, image)
    (splash.velocity, splash.emissionRange) = (40, .pi)
    (spark.birthRate, spark.lifetime, spark.lifetimeRange, spark.contents) = (60, 1, 0.4, image)
    (spark.velocity, spark.velocityRange, spark.emissionRange, spark.yAcceleration) = (70, 40, 2 * .pi, 80)
    if test.words["keyPath"] == "mass" { spark.setValue(0.5, forKey: "massRange") }
    spark.emitterCells = [trail, splash]
    let layer = CAEmitterLayer()
    (layer.emitterCells, layer.emitterPosition) = ([spark], CGPoint(x: 48, y: 36))
    layer.emitterBehaviors = behaviors(test)
    if let key = test.animated {
      let way = CABasicAnimation(keyPath: "emitterBehaviors.it.\(key)")
      (way.fromValue, way.toValue, way.duration) = (test.range.0, test.range.1, 0.5)
      (way.autoreverses, way.repeatCount) = (true, .infinity)
      layer.add(way, forKey: nil)
    }
    let root = CALayer()
    root.addSublayer(layer)
    let movie = Movie(rootLayer: root, size: CGSize(width: 96, height: 72))
    (movie.duration, movie.framesPerSecond) = (Double(Self.frames) / 20, 20)
    return movie
  }

  private func behaviors(_ test: Case) -> [CAEmitterBehavior] {
    let behavior = CAEmitterBehavior(type: test.type)
    behavior.name = "it"
    for (key, value) in test.values {
      let single = value.count == 1 && !["values"].contains(key)
      behavior.setValue(single ? value[0] as Any : value, forKey: key)
    }
    for (key, value) in test.words { behavior.setValue(value, forKey: key) }
    if test.type == "colorOverLife" {
      behavior.setValue([CGColor.white, CGColor(red: 1, green: 0, blue: 0, alpha: 0)], forKey: "colors")
    }
    guard test.words["keyPath"] == "mass" else { return [behavior] }
    let wind = CAEmitterBehavior(type: "wave")
    wind.setValue([300, 0, 0], forKey: "force")
    wind.setValue(2, forKey: "frequency")
    return [behavior, wind]
  }

  private func checksums(_ test: Case, workers: Int, frames: Range<Int>? = nil) throws -> [String] {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("starmine-\(UUID().uuidString).framemd5")
    defer { try? FileManager.default.removeItem(at: url) }
    var options = ExportOptions()
    (options.workers, options.frames) = (workers, frames)
    _ = try movie(test).export(to: url.path, options: options)
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  @Test func everyBehaviourHasACase() {
    #expect(Set(Self.cases.map(\.type)) == Set(CAEmitterBehavior.behaviorTypes()))
  }

  @Test(arguments: cases) func threadsAndRangesChangeNothing(test: Case) throws {
    let whole = try checksums(test, workers: 1)
    #expect(whole.count == Self.frames && Set(whole.compactMap { $0.split(separator: ",").last }).count > 12)
    #expect(try checksums(test, workers: 7) == whole)
    let parts = try checksums(test, workers: 2, frames: 0..<5) + checksums(test, workers: 1, frames: 5..<Self.frames)
    #expect(parts == whole)
  }

  @Test(arguments: cases) func ordersAndStatesOfBeforeChangeNothing(test: Case) throws {
    let forward = movie(test)
    let frames = try (0..<Self.frames).map { try still(forward, $0) }
    // On the states that the frames before have left, and from those of frames after.
    for frame in (0..<Self.frames).reversed() {
      #expect(try still(forward, frame) == frames[frame], "back to \(frame)")
    }
    let backward = movie(test)
    for frame in (0..<Self.frames).reversed() {
      #expect(try still(backward, frame) == frames[frame], "\(frame) from the end")
    }
    for frame in [3, 9, Self.frames - 1] { #expect(try still(movie(test), frame) == frames[frame], "\(frame) alone") }
  }

  private func still(_ movie: Movie, _ frame: Int) throws -> [UInt32] {
    try pixels(movie.still(at: movie.time(ofFrame: frame), workers: 1))
  }
}
