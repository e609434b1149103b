import ExampleSupport
import Starmine

/// Rings that expand from a point and fade, one after another, as on maps.
///
///     swift run -c release example-pulse-rings [FILE]
@main
enum PulseRings: ExampleProgram {
  static let name = "pulse-rings"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 320, height: 320, color: UIColor(red: 0.07, green: 0.1, blue: 0.2, alpha: 1))
    let movie = Movie(window: window)
    movie.duration = 4
    let rings = CAReplicatorLayer()
    rings.frame = window.bounds
    (rings.instanceCount, rings.instanceDelay) = (3, 0.6)
    let ring = CALayer()
    ring.frame = CGRect(x: 20, y: 20, width: 280, height: 280)
    (ring.cornerRadius, ring.backgroundColor, ring.opacity) = (140, UIColor.systemBlue.cgColor, 0)
    let grow = CABasicAnimation(keyPath: "transform.scale.xy")
    (grow.fromValue, grow.toValue) = (0.1, 1)
    let fade = CAKeyframeAnimation(keyPath: "opacity")
    (fade.values, fade.keyTimes) = ([0.6, 0.45, 0], [0, 0.2, 1])
    let pulse = CAAnimationGroup()
    (pulse.animations, pulse.duration, pulse.repeatCount) = ([grow, fade], 1.8, HUGE)
    pulse.timingFunction = CAMediaTimingFunction(name: .default)
    ring.add(pulse, forKey: "pulse")
    rings.addSublayer(ring)
    window.layer.addSublayer(rings)
    let dot = UIView(frame: CGRect(x: 148, y: 148, width: 24, height: 24))
    dot.backgroundColor = .systemBlue
    (dot.layer.cornerRadius, dot.layer.borderWidth, dot.layer.borderColor) = (12, 3, UIColor.white.cgColor)
    window.addSubview(dot)
    return movie
  }
}
