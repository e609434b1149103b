import ExampleSupport
import Starmine

/// Hills at several depths that follow a finger; near hills move most.
///
///     swift run -c release example-parallax [FILE]
@main
enum Parallax: ExampleProgram {
  static let name = "parallax"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 400, height: 260, color: UIColor(red: 0.98, green: 0.8, blue: 0.6, alpha: 1))
    let movie = Movie(window: window)
    movie.duration = 4
    let scene = HillsView(frame: window.bounds)
    window.addSubview(scene)
    // A finger that moves back and forth.
    var touch: UITouch?
    movie.at(0.2) { _ in touch = window.beginTouch(at: CGPoint(x: 200, y: 130)) }
    for step in 0..<200 {
      let x = 200 + 150 * sin(Double(step) / 200 * 4 * .pi)
      movie.at(0.25 + Double(step) * 0.018) { _ in
        if let touch { window.moveTouch(touch, to: CGPoint(x: x, y: 130)) }
      }
    }
    return movie
  }
}

final class HillsView: UIView {
  private var hills: [CAShapeLayer] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    for depth in 0..<4 {
      let hill = CAShapeLayer()
      let path = CGMutablePath()
      path.move(to: CGPoint(x: -120, y: 260))
      for x in stride(from: -120.0, through: 520, by: 8) {
        let height = 26 * sin(x / (30 + 14 * Double(depth)) + Double(depth) * 2)
        path.addLine(to: CGPoint(x: x, y: 100 + 42 * Double(depth) + height))
      }
      path.addLine(to: CGPoint(x: 520, y: 260))
      hill.path = path
      hill.fillColor =
        UIColor(hue: 0.75 + CGFloat(depth) / 40, saturation: 0.5, brightness: 0.75 - 0.16 * CGFloat(depth), alpha: 1)
        .cgColor
      hills.append(hill)
      layer.addSublayer(hill)
    }
    addGestureRecognizer(UIPanGestureRecognizer(target: self, action: HillsView.panned))
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  private func panned(_ pan: UIPanGestureRecognizer) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (depth, hill) in hills.enumerated() {
      hill.position.x = pan.translation(in: self).x * CGFloat(depth + 1) / 8
    }
    CATransaction.commit()
  }
}
