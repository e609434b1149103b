import ExampleSupport
import Starmine

/// A like button: the heart grows with a spring and emits a ring of sparks.
///
///     swift run -c release example-heart-button [FILE]
@main
enum HeartButton: ExampleProgram {
  static let name = "heart-button"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 300, height: 300)
    let movie = Movie(window: window)
    movie.duration = 3
    let button = UIButton(type: .custom)
    button.frame = CGRect(x: 100, y: 100, width: 100, height: 100)
    button.setImage(heart.withTintColor(.lightGray), for: .normal)
    button.setImage(heart.withTintColor(.systemPink), for: .selected)
    button.addAction(UIAction { _ in like(button, in: window) }, for: .touchUpInside)
    window.addSubview(button)
    movie.at(0.6) { _ in window.tap(at: button.center) }
    return movie
  }

  private static func like(_ button: UIButton, in window: UIWindow) {
    button.isSelected.toggle()
    let jump = CASpringAnimation(keyPath: "transform.scale")
    (jump.fromValue, jump.toValue, jump.damping, jump.stiffness) = (0.3, 1, 9, 260)
    jump.duration = jump.settlingDuration
    button.layer.add(jump, forKey: "jump")
    let sparks = CAEmitterLayer()
    (sparks.emitterShape, sparks.emitterMode, sparks.renderMode) = (.circle, .outline, .oldestFirst)
    (sparks.emitterPosition, sparks.emitterSize) = (button.center, CGSize(width: 46, height: 0))
    sparks.beginTime = CACurrentMediaTime()
    let cell = CAEmitterCell()
    cell.contents = heart.withTintColor(.systemPink).cgImage
    (cell.birthRate, cell.lifetime, cell.lifetimeRange) = (500, 0.9, 0.2)
    (cell.velocity, cell.velocityRange, cell.scale, cell.scaleRange, cell.alphaSpeed) = (70, 30, 0.08, 0.04, -1)
    sparks.emitterCells = [cell]
    window.layer.addSublayer(sparks)
    let burst = CABasicAnimation(keyPath: "birthRate")
    (burst.fromValue, burst.toValue, burst.duration) = (1, 1, 0.1)
    sparks.add(burst, forKey: "burst")
    sparks.birthRate = 0
  }

  private static var heart: UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 80, height: 80)).image { _ in
      let path = UIBezierPath()
      path.move(to: CGPoint(x: 40, y: 74))
      path.addCurve(
        to: CGPoint(x: 40, y: 22), controlPoint1: CGPoint(x: -16, y: 34), controlPoint2: CGPoint(x: 20, y: -8))
      path.addCurve(
        to: CGPoint(x: 40, y: 74), controlPoint1: CGPoint(x: 60, y: -8), controlPoint2: CGPoint(x: 96, y: 34))
      UIColor.white.setFill()
      path.fill()
    }
  }
}
