import ExampleSupport
import Starmine

/// Grey placeholders of a loading page, with a highlight that moves over them.
///
///     swift run -c release example-shimmer [FILE]
@main
enum Shimmer: ExampleProgram {
  static let name = "shimmer"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 320, height: 240, color: .white)
    let movie = Movie(window: window)
    movie.duration = 4
    let shapes = UIStackView()
    (shapes.axis, shapes.spacing, shapes.alignment) = (.vertical, 18, .leading)
    shapes.frame = CGRect(x: 24, y: 24, width: 272, height: 192)
    shapes.distribution = .equalSpacing
    for (width, height) in [(60, 60), (272, 20), (220, 20), (250, 20)] {
      let bar = UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
      bar.backgroundColor = UIColor(white: 0.85, alpha: 1)
      bar.layer.cornerRadius = CGFloat(height) / 2
      shapes.addArrangedSubview(bar)
    }
    window.addSubview(shapes)
    let light = CAGradientLayer()
    light.frame = shapes.bounds
    let (dim, bright) = (UIColor(white: 1, alpha: 0.45).cgColor, UIColor.white.cgColor)
    light.colors = [bright, dim, bright]
    (light.startPoint, light.endPoint) = (CGPoint(x: 0, y: 0.4), CGPoint(x: 1, y: 0.6))
    light.locations = [0, 0.5, 1]
    let run = CABasicAnimation(keyPath: "locations")
    (run.fromValue, run.toValue) = ([-1, -0.5, 0], [1, 1.5, 2])
    (run.duration, run.repeatCount) = (1.3, HUGE)
    light.add(run, forKey: "run")
    shapes.layer.mask = light
    return movie
  }
}
