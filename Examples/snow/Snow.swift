import ExampleSupport
import Starmine

/// Snow as an iOS teaching project makes it (listing D1): an emitter layer in a view, one cell, and after 10 s a birth
/// rate of 0 set by key path. This program draws the flake instead of reading a file.
///
///     swift run -c release example-snow [FILE]
@main
enum Snow: ExampleProgram {
  static let name = "snow"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 375, height: 667, color: UIColor(red: 0.05, green: 0.09, blue: 0.18, alpha: 1))
    let movie = Movie(window: window)
    movie.scale = 2
    movie.duration = 20
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: window.bounds.midX, y: 0)
    emitter.emitterSize = window.bounds.size
    emitter.emitterMode = .volume
    emitter.emitterShape = .line
    emitter.renderMode = .additive

    let snow = CAEmitterCell()
    snow.name = "snow"
    snow.contents = flake()
    snow.birthRate = 10
    snow.lifetime = 50
    snow.velocity = 50
    snow.velocityRange = 20
    snow.scale = 0.2
    snow.scaleRange = 0.15
    snow.emissionLongitude = .pi
    snow.emissionRange = .pi / 4
    snow.spin = .pi / 12
    snow.spinRange = .pi / 12
    emitter.emitterCells = [snow]
    window.layer.addSublayer(emitter)
    movie.at(10) { _ in emitter.setValue(0, forKeyPath: "emitterCells.snow.birthRate") }
    return movie
  }

  /// Six arms with twigs.
  private static func flake() -> CGImage? {
    let side: CGFloat = 96
    return UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { context in
      let drawing = context.cgContext
      UIColor.white.setStroke()
      drawing.setLineWidth(5)
      drawing.setLineCap(.round)
      drawing.translateBy(x: side / 2, y: side / 2)
      for _ in 0..<6 {
        drawing.rotate(by: .pi / 3)
        drawing.move(to: .zero)
        drawing.addLine(to: CGPoint(x: 0, y: -side * 0.45))
        for twig in [0.2, 0.32] {
          for direction in [-1.0, 1] {
            drawing.move(to: CGPoint(x: 0, y: -side * twig))
            drawing.addLine(to: CGPoint(x: direction * side * 0.1, y: -side * (twig + 0.08)))
          }
        }
      }
      drawing.strokePath()
    }.cgImage
  }
}
