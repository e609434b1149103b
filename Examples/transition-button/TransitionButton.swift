import ExampleSupport
import Starmine

/// A button that becomes a spinner while it works and then expands into the next page.
///
///     swift run -c release example-transition-button [FILE]
@main
enum TransitionButton: ExampleProgram {
  static let name = "transition-button"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 320, height: 420)
    let movie = Movie(window: window)
    movie.duration = 5
    let button = LoadingButton(frame: CGRect(x: 60, y: 300, width: 200, height: 50))
    button.setTitle("Log in", for: .normal)
    button.addTarget(button, action: LoadingButton.begin, for: .touchUpInside)
    window.addSubview(button)
    movie.at(0.8) { _ in window.tap(at: button.center) }
    movie.at(3) { _ in button.open() }
    return movie
  }
}

final class LoadingButton: UIButton {
  private let spinner = CAShapeLayer()

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemGreen
    layer.cornerRadius = frame.height / 2
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  func begin() {
    UIView.animate(withDuration: 0.3) {
      self.titleLabel?.alpha = 0
      self.bounds.size.width = self.bounds.height
    } completion: { _ in
      self.setTitle(nil, for: .normal)
      self.spin()
    }
  }

  private func spin() {
    spinner.frame = bounds
    spinner.path =
      UIBezierPath(
        arcCenter: CGPoint(x: bounds.midX, y: bounds.midY), radius: bounds.height / 3, startAngle: 0, endAngle: 4,
        clockwise: true
      ).cgPath
    (spinner.fillColor, spinner.strokeColor, spinner.lineWidth) = (nil, UIColor.white.cgColor, 3)
    let turn = CABasicAnimation(keyPath: "transform.rotation")
    (turn.toValue, turn.duration, turn.repeatCount) = (2 * CGFloat.pi, 0.8, HUGE)
    spinner.add(turn, forKey: "turn")
    layer.addSublayer(spinner)
  }

  func open() {
    spinner.removeFromSuperlayer()
    UIView.animate(withDuration: 0.6, delay: 0, options: .curveEaseIn) {
      self.transform = CGAffineTransform(scaleX: 22, y: 22)
    }
  }
}
