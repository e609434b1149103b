import ExampleSupport
import Starmine

/// Snow in front of a page: a view whose layer is an emitter. Touches pass through it.
///
///     swift run -c release example-snow-over-view [FILE]
@main
enum SnowOverView: ExampleProgram {
  static let name = "snow-over-view"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 320, height: 480, color: UIColor(red: 0.2, green: 0.3, blue: 0.45, alpha: 1))
    let movie = Movie(window: window)
    movie.duration = 5
    for row in 0..<4 {
      let card = UIView(frame: CGRect(x: 24, y: 30 + 108 * row, width: 272, height: 90))
      card.backgroundColor = UIColor.white.withAlphaComponent(0.85)
      card.layer.cornerRadius = 12
      card.addText("Message \(row + 1)", x: 136, y: 45)
      window.addSubview(card)
    }
    window.addSubview(SnowView(frame: window.bounds))
    return movie
  }
}

final class SnowView: UIView {
  override class var layerClass: AnyClass { CAEmitterLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    guard let snow = layer as? CAEmitterLayer else { return }
    (snow.emitterShape, snow.emitterMode) = (.line, .surface)
    snow.emitterPosition = CGPoint(x: bounds.midX, y: -20)
    snow.emitterSize = CGSize(width: bounds.width * 1.4, height: 0)
    let flake = CAEmitterCell()
    flake.contents =
      UIGraphicsImageRenderer(size: CGSize(width: 12, height: 12)).image { context in
        UIColor.white.setFill()
        context.cgContext.fillEllipse(in: CGRect(x: 1, y: 1, width: 10, height: 10))
      }.cgImage
    (flake.birthRate, flake.lifetime, flake.velocity, flake.velocityRange) = (40, 8, 70, 40)
    (flake.emissionLongitude, flake.emissionRange, flake.xAcceleration) = (.pi, .pi / 5, 4)
    (flake.scale, flake.scaleRange, flake.alphaRange) = (0.6, 0.6, 0.5)
    snow.emitterCells = [flake]
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }
}
