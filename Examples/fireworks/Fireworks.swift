import ExampleSupport
import Starmine

/// Fireworks as an iOS teaching project makes them (listing D2): rockets for 0.1 s, each followed by a burst of sparks;
/// the layer is removed after 3 s. This program repeats them every 3.2 s with another seed, and draws the images
/// instead of reading files.
///
///     swift run -c release example-fireworks [FILE]
@main
enum Fireworks: ExampleProgram {
  static let name = "fireworks"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 375, height: 667, color: UIColor(red: 0.02, green: 0.02, blue: 0.08, alpha: 1))
    let movie = Movie(window: window)
    movie.scale = 2
    movie.duration = 9.6
    for (index, seed) in [7, 42, 99].enumerated() {
      let start = Double(index) * 3.2
      movie.at(start) { _ in
        let emitter = makeEmitter(window.bounds, seed: UInt32(seed))
        window.layer.addSublayer(emitter)
        movie.at(start + 0.1) { _ in emitter.setValue(0, forKeyPath: "emitterCells.rocket.birthRate") }
        movie.at(start + 3) { _ in emitter.removeFromSuperlayer() }
      }
    }
    return movie
  }

  private static func makeEmitter(_ bounds: CGRect, seed: UInt32) -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: bounds.midX, y: bounds.maxY - 80)
    emitter.emitterSize = .zero
    emitter.emitterMode = .outline
    emitter.emitterShape = .line
    emitter.renderMode = .additive
    emitter.seed = seed
    emitter.emitterCells = [makeRocket()]
    return emitter
  }

  private static func makeRocket() -> CAEmitterCell {
    let rocket = CAEmitterCell()
    rocket.name = "rocket"
    rocket.contents = dot(side: 32)
    rocket.birthRate = 3
    rocket.lifetime = 1.02
    rocket.velocity = 500
    rocket.velocityRange = 80
    rocket.yAcceleration = 75
    rocket.scale = 0.6
    rocket.emissionRange = .pi / 6
    rocket.emissionLongitude = -.pi / 25

    let burst = CAEmitterCell()
    burst.birthRate = 1
    burst.velocity = 0
    burst.scale = 0.2
    burst.lifetime = 0.15
    burst.emitterCells = [makeSpark()]
    rocket.emitterCells = [burst]
    return rocket
  }

  private static func makeSpark() -> CAEmitterCell {
    let spark = CAEmitterCell()
    spark.contents = dot(side: 48)
    spark.birthRate = 400
    spark.lifetime = 3
    spark.velocity = 125
    spark.emissionRange = 2 * .pi
    spark.yAcceleration = 75
    spark.scale = 3
    spark.scaleSpeed = -0.2
    spark.redSpeed = 1
    spark.greenSpeed = 0.5
    spark.blueSpeed = 0
    spark.alphaRange = 0.3
    spark.alphaSpeed = -0.45
    spark.spin = 2 * .pi
    spark.spinRange = 2 * .pi
    return spark
  }

  private static func dot(side: CGFloat) -> CGImage? {
    UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { context in
      for step in 1...8 {
        let inset = side / 2 * (1 - CGFloat(step) / 8)
        UIColor(red: 1, green: 0.9, blue: 0.8, alpha: 0.35).setFill()
        context.cgContext.fillEllipse(
          in: CGRect(x: 0, y: 0, width: side, height: side).insetBy(dx: side / 2 - inset, dy: side / 2 - inset))
      }
    }.cgImage
  }
}
