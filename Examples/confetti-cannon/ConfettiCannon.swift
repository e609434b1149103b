import ExampleSupport
import Starmine

/// A button that throws confetti: the emitter is switched on for a moment.
///
///     swift run -c release example-confetti-cannon [FILE]
@main
enum ConfettiCannon: ExampleProgram {
  static let name = "confetti-cannon"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 360, height: 480)
    let movie = Movie(window: window)
    movie.duration = 4
    let button = UIButton(type: .system)
    button.setTitle("Celebrate", for: .normal)
    button.frame = CGRect(x: 110, y: 400, width: 140, height: 44)
    button.backgroundColor = .white
    button.layer.cornerRadius = 22
    button.addAction(UIAction { _ in fire(in: window) }, for: .touchUpInside)
    window.addSubview(button)
    movie.at(0.6) { _ in window.tap(at: button.center) }
    return movie
  }

  private static func fire(in view: UIView) {
    let emitter = CAEmitterLayer()
    emitter.beginTime = CACurrentMediaTime()
    emitter.emitterPosition = CGPoint(x: view.bounds.midX, y: 400)
    let colors: [UIColor] = [.systemRed, .systemBlue, .systemGreen, .systemOrange, .systemPurple]
    emitter.emitterCells = colors.map(cell)
    view.layer.addSublayer(emitter)
    // A burst: the birth rate is above 0 only during the animation.
    let burst = CABasicAnimation(keyPath: "birthRate")
    (burst.fromValue, burst.toValue, burst.duration) = (1, 1, 0.15)
    emitter.add(burst, forKey: "burst")
    emitter.birthRate = 0
  }

  private static func cell(_ color: UIColor) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.contents = piece.cgImage
    (cell.birthRate, cell.lifetime) = (250, 4)
    (cell.velocity, cell.velocityRange, cell.yAcceleration) = (420, 180, 350)
    (cell.emissionLongitude, cell.emissionRange) = (-.pi / 2, .pi / 3)
    (cell.spin, cell.spinRange, cell.scale, cell.scaleRange) = (2, 10, 0.5, 0.3)
    cell.color = color.cgColor
    return cell
  }

  private static var piece: UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 14, height: 20)).image { context in
      UIColor.white.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 14, height: 20))
    }
  }
}
