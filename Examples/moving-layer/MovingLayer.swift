import ExampleSupport
import Starmine

/// A touch on the moving layer changes its colour; a touch elsewhere moves the layer there in 4 s (listing A10). The
/// hit test uses the presentation layer, so it finds the layer where it is visible. Small rings show the scripted
/// touches.
///
///     swift run -c release example-moving-layer [FILE]
@main
enum MovingLayer: ExampleProgram {
  static let name = "moving-layer"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 640, height: 480)
    let movie = Movie(window: window)
    movie.duration = 12
    let (press, colorLayer) = (PressView(frame: window.bounds), CALayer())
    colorLayer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    colorLayer.position = CGPoint(x: 320, y: 240)
    colorLayer.backgroundColor = UIColor.systemRed.cgColor
    press.layer.addSublayer(colorLayer)
    window.addSubview(press)
    var hue: CGFloat = 0
    press.onPress = { point in
      mark(point, in: press.layer)
      if colorLayer.presentation()?.hitTest(point) != nil {
        hue += 0.27
        let color = UIColor(hue: hue.truncatingRemainder(dividingBy: 1), saturation: 0.8, brightness: 0.9, alpha: 1)
        colorLayer.backgroundColor = color.cgColor
      } else {
        CATransaction.begin()
        CATransaction.setAnimationDuration(4)
        colorLayer.position = point
        CATransaction.commit()
      }
    }
    movie.at(1) { _ in window.tap(at: CGPoint(x: 540, y: 100)) }
    // While it moves: a touch where it is visible, then one where only its model is.
    for time in [2.0, 3] { movie.at(time) { _ in tapWhatIsSeen(colorLayer, window) } }
    movie.at(6) { _ in window.tap(at: CGPoint(x: 100, y: 380)) }
    movie.at(7.5) { _ in tapWhatIsSeen(colorLayer, window) }
    movie.at(8.5) { _ in window.tap(at: CGPoint(x: 120, y: 390)) }
    return movie
  }

  private static func tapWhatIsSeen(_ layer: CALayer, _ window: UIWindow) {
    if let shown = layer.presentation() { window.tap(at: shown.position) }
  }

  /// A ring that grows and fades at the position of a touch.
  private static func mark(_ point: CGPoint, in layer: CALayer) {
    let ring = CAShapeLayer()
    ring.path = CGPath(ellipseIn: CGRect(x: -14, y: -14, width: 28, height: 28), transform: nil)
    (ring.fillColor, ring.strokeColor, ring.lineWidth) = (nil, UIColor.black.cgColor, 2)
    (ring.position, ring.opacity) = (point, 0)
    let (grow, fade) = (CABasicAnimation(keyPath: "transform.scale"), CABasicAnimation(keyPath: "opacity"))
    (grow.fromValue, grow.toValue, grow.duration) = (0.5, 1.4, 0.6)
    (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 0.6)
    ring.add(grow, forKey: "grow")
    ring.add(fade, forKey: "fade")
    layer.addSublayer(ring)
  }
}
