import ExampleSupport
import Starmine

/// A ring that fills in steps, with a percentage in the middle and a bar below.
///
///     swift run -c release example-progress-ring [FILE]
@main
enum ProgressRing: ExampleProgram {
  static let name = "progress-ring"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 260, height: 320)
    let movie = Movie(window: window)
    movie.duration = 4
    let ring = RingView(frame: CGRect(x: 40, y: 30, width: 180, height: 180))
    let bar = UIProgressView(progressViewStyle: .default)
    bar.frame = CGRect(x: 40, y: 260, width: 180, height: 6)
    bar.progressTintColor = .systemGreen
    window.addSubview(ring)
    window.addSubview(bar)
    for (index, progress) in [0.25, 0.6, 0.85, 1].enumerated() {
      movie.at(0.3 + Double(index) * 0.9) { _ in
        ring.progress = progress
        bar.setProgress(Float(progress), animated: true)
      }
    }
    return movie
  }
}

final class RingView: UIView {
  private let track = CAShapeLayer(), bar = CAShapeLayer(), label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    let path = UIBezierPath(
      arcCenter: CGPoint(x: bounds.midX, y: bounds.midY), radius: bounds.width / 2 - 10, startAngle: -.pi / 2,
      endAngle: 1.5 * .pi, clockwise: true)
    for (shape, color) in [(track, UIColor(white: 0.85, alpha: 1)), (bar, .systemGreen)] {
      (shape.path, shape.fillColor, shape.strokeColor) = (path.cgPath, nil, color.cgColor)
      (shape.lineWidth, shape.lineCap) = (16, .round)
      layer.addSublayer(shape)
    }
    bar.strokeEnd = 0
    (label.frame, label.textAlignment, label.font) = (bounds, .center, .boldSystemFont(ofSize: 36))
    label.text = "0 %"
    addSubview(label)
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  var progress: Double = 0 {
    didSet {
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.6)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
      bar.strokeEnd = progress
      CATransaction.commit()
      label.text = "\(Int(progress * 100)) %"
    }
  }
}
