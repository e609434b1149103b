import ExampleSupport
import Starmine

/// Water in a round glass: a sine wave in a shape layer, redrawn each frame by a display link.
///
///     swift run -c release example-wave [FILE]
@main
enum Wave: ExampleProgram {
  static let name = "wave"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 300, height: 300)
    let movie = Movie(window: window)
    movie.duration = 4
    let glass = WaveView(frame: CGRect(x: 50, y: 50, width: 200, height: 200))
    window.addSubview(glass)
    glass.start()
    return movie
  }
}

final class WaveView: UIView {
  private let waves = [CAShapeLayer(), CAShapeLayer()]
  private var time = 0.0

  override init(frame: CGRect) {
    super.init(frame: frame)
    (backgroundColor, clipsToBounds) = (.white, true)
    (layer.cornerRadius, layer.borderWidth) = (frame.width / 2, 3)
    layer.borderColor = UIColor.systemBlue.cgColor
    for (wave, alpha) in zip(waves, [0.4, 0.9]) {
      wave.fillColor = UIColor.systemBlue.withAlphaComponent(alpha).cgColor
      layer.addSublayer(wave)
    }
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  func start() { CADisplayLink(target: self, action: WaveView.step).add(to: .main, forMode: .common) }

  private func step(_ link: CADisplayLink) {
    time += link.duration
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (index, wave) in waves.enumerated() { wave.path = path(phase: time * (3 + Double(index)) + Double(index)) }
    CATransaction.commit()
  }

  private func path(phase: Double) -> CGPath {
    let path = CGMutablePath()
    let level = bounds.height * (0.75 - 0.4 * min(1, time / 3))
    path.move(to: CGPoint(x: 0, y: bounds.height))
    for x in stride(from: 0, through: bounds.width, by: 4) {
      path.addLine(to: CGPoint(x: x, y: level + 9 * sin(x / 32 + phase)))
    }
    path.addLine(to: CGPoint(x: bounds.width, y: bounds.height))
    path.closeSubpath()
    return path
  }
}
