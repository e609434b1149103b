import ExampleSupport
import Starmine

/// Words made of particles: a text layer is the mask of an emitter.
///
///     swift run -c release example-particle-text [FILE]
@main
enum ParticleText: ExampleProgram {
  static let name = "particle-text"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 440, height: 180, color: .black)
    let movie = Movie(window: window)
    movie.duration = 4
    let glow = CAEmitterLayer()
    glow.frame = window.bounds
    (glow.emitterShape, glow.emitterMode, glow.renderMode) = (.rectangle, .surface, .additive)
    (glow.emitterPosition, glow.emitterSize) = (CGPoint(x: 220, y: 90), CGSize(width: 420, height: 110))
    let spark = CAEmitterCell()
    spark.contents =
      UIGraphicsImageRenderer(size: CGSize(width: 16, height: 16)).image { context in
        for radius in stride(from: 8.0, to: 0, by: -1) {
          UIColor.white.withAlphaComponent(0.16).setFill()
          context.cgContext.fillEllipse(in: CGRect(x: 8 - radius, y: 8 - radius, width: 2 * radius, height: 2 * radius))
        }
      }.cgImage
    (spark.birthRate, spark.lifetime, spark.velocity, spark.emissionRange) = (1600, 0.9, 25, 2 * .pi)
    (spark.scale, spark.scaleRange, spark.scaleSpeed) = (0.6, 0.5, -0.5)
    spark.color = UIColor.systemOrange.cgColor
    (spark.greenRange, spark.blueRange) = (0.5, 0.4)
    glow.emitterCells = [spark]
    let text = CATextLayer()
    text.frame = CGRect(x: 0, y: 40, width: 440, height: 110)
    (text.string, text.fontSize, text.alignmentMode) = ("SPARKS", 92, .center)
    text.font = UIFont.boldSystemFont(ofSize: 92)
    glow.mask = text
    window.layer.addSublayer(glow)
    return movie
  }
}
