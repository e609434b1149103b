import ExampleSupport
import Starmine

/// A border with moving colours: a conic gradient rotates behind a mask that shows only a line of it.
///
///     swift run -c release example-gradient-border [FILE]
@main
enum GradientBorder: ExampleProgram {
  static let name = "gradient-border"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 360, height: 240, color: UIColor(white: 0.1, alpha: 1))
    let movie = Movie(window: window)
    movie.duration = 4
    let frame = CGRect(x: 60, y: 60, width: 240, height: 120)
    let border = CALayer()
    border.frame = frame
    let line = CAShapeLayer()
    line.path = UIBezierPath(roundedRect: border.bounds.insetBy(dx: 3, dy: 3), cornerRadius: 24).cgPath
    (line.fillColor, line.strokeColor, line.lineWidth) = (nil, UIColor.black.cgColor, 5)
    border.mask = line
    let gradient = CAGradientLayer()
    (gradient.type, gradient.bounds) = (.conic, CGRect(x: 0, y: 0, width: 280, height: 280))
    gradient.position = CGPoint(x: 120, y: 60)
    (gradient.startPoint, gradient.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5, y: 0))
    let colors: [UIColor] = [.systemPink, .systemOrange, .systemYellow, .systemGreen, .systemBlue, .systemPink]
    gradient.colors = colors.map(\.cgColor)
    let turn = CABasicAnimation(keyPath: "transform.rotation")
    (turn.toValue, turn.duration, turn.repeatCount) = (2 * CGFloat.pi, 3, HUGE)
    gradient.add(turn, forKey: "turn")
    border.addSublayer(gradient)
    window.layer.addSublayer(border)
    window.addText("Continue", x: 180, y: 120, size: 24).textColor = .white
    return movie
  }
}
