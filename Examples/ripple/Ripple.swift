import ExampleSupport
import Starmine

/// Ripples where fingers touch, as on Material Design buttons.
///
///     swift run -c release example-ripple [FILE]
@main
enum Ripple: ExampleProgram {
  static let name = "ripple"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 360, height: 240)
    let movie = Movie(window: window)
    movie.duration = 4
    let card = RippleView(frame: CGRect(x: 40, y: 50, width: 280, height: 140))
    window.addSubview(card)
    let touches = [(0.4, CGPoint(x: 100, y: 100)), (1.4, CGPoint(x: 260, y: 150)), (2.2, CGPoint(x: 180, y: 120))]
    for (time, point) in touches { movie.at(time) { _ in window.tap(at: point) } }
    return movie
  }
}

final class RippleView: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    (backgroundColor, clipsToBounds) = (.systemBlue, true)
    layer.cornerRadius = 16
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let place = touches.first?.location(in: self) else { return }
    let radius = hypot(max(place.x, bounds.width - place.x), max(place.y, bounds.height - place.y))
    let ripple = UIView(frame: CGRect(x: 0, y: 0, width: 2 * radius, height: 2 * radius))
    (ripple.center, ripple.backgroundColor) = (place, UIColor.white.withAlphaComponent(0.45))
    (ripple.isUserInteractionEnabled, ripple.layer.cornerRadius) = (false, radius)
    ripple.transform = CGAffineTransform(scaleX: 0.02, y: 0.02)
    addSubview(ripple)
    UIView.animate(withDuration: 0.9, delay: 0, options: .curveEaseOut) {
      (ripple.transform, ripple.alpha) = (.identity, 0)
    } completion: { _ in
      ripple.removeFromSuperview()
    }
  }
}
