import ExampleSupport
import Starmine

/// Two loading spinners: an arc whose end chases its start, and dots delayed one after the other by a replicator layer.
///
///     swift run -c release example-spinner [FILE]
@main
enum Spinner: ExampleProgram {
  static let name = "spinner"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 320, height: 180)
    let movie = Movie(window: window)
    movie.duration = 4
    window.layer.addSublayer(arc(center: CGPoint(x: 95, y: 90)))
    window.layer.addSublayer(dots(center: CGPoint(x: 225, y: 90)))
    return movie
  }

  private static func arc(center: CGPoint) -> CAShapeLayer {
    let arc = CAShapeLayer()
    arc.frame = CGRect(x: center.x - 40, y: center.y - 40, width: 80, height: 80)
    arc.path = UIBezierPath(ovalIn: arc.bounds.insetBy(dx: 4, dy: 4)).cgPath
    (arc.fillColor, arc.strokeColor) = (nil, UIColor.systemBlue.cgColor)
    (arc.lineWidth, arc.lineCap) = (6, .round)
    let tail = CABasicAnimation(keyPath: "strokeStart")
    (tail.fromValue, tail.toValue, tail.beginTime, tail.duration) = (0, 1, 0.5, 1)
    let head = CABasicAnimation(keyPath: "strokeEnd")
    (head.fromValue, head.toValue, head.duration) = (0, 1, 1)
    let chase = CAAnimationGroup()
    (chase.animations, chase.duration, chase.repeatCount) = ([tail, head], 1.5, HUGE)
    for animation in chase.animations ?? [] {
      animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      animation.fillMode = .both
    }
    arc.add(chase, forKey: "chase")
    arc.add(turn(duration: 2), forKey: "turn")
    return arc
  }

  private static func turn(duration: CFTimeInterval) -> CABasicAnimation {
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    (turn.toValue, turn.duration, turn.repeatCount) = (2 * CGFloat.pi, duration, HUGE)
    return turn
  }

  private static func dots(center: CGPoint) -> CAReplicatorLayer {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: center.x - 40, y: center.y - 40, width: 80, height: 80)
    (replicator.instanceCount, replicator.instanceDelay) = (10, 0.1)
    replicator.instanceTransform = CATransform3DMakeRotation(2 * .pi / 10, 0, 0, 1)
    let dot = CALayer()
    dot.frame = CGRect(x: 34, y: 0, width: 12, height: 12)
    (dot.cornerRadius, dot.backgroundColor) = (6, UIColor.systemPurple.cgColor)
    dot.transform = CATransform3DMakeScale(0.1, 0.1, 1)
    let shrink = CABasicAnimation(keyPath: "transform.scale")
    (shrink.fromValue, shrink.toValue, shrink.duration, shrink.repeatCount) = (1, 0.1, 1, HUGE)
    dot.add(shrink, forKey: "shrink")
    replicator.addSublayer(dot)
    return replicator
  }
}
