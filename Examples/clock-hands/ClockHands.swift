import ExampleSupport
import Starmine

/// A clock whose hands tick once a second, with an animation of 0.5 s (listing B4). Each hand is a view with its anchor
/// at 0.9 of its length. One delegate receives all animations and finds the hand by the tag stored in the animation.
///
///     swift run -c release example-clock-hands [FILE]
@main
enum ClockHands: ExampleProgram {
  static let name = "clock-hands"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 400, height: 400, color: UIColor(white: 0.15, alpha: 1))
    let movie = Movie(window: window)
    movie.duration = 10
    let clock = ClockView(frame: window.bounds.insetBy(dx: 40, dy: 40))
    window.addSubview(clock)
    clock.show(second: 36_000 + 8 * 60 + 52, animated: false)
    for second in 1..<10 {
      movie.at(Double(second)) { _ in clock.show(second: 36_000 + 8 * 60 + 52 + second, animated: true) }
    }
    return movie
  }
}

final class ClockView: UIView, CAAnimationDelegate {
  private let hands = [UIView(), UIView(), UIView()]

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .white
    layer.cornerRadius = bounds.width / 2
    addTicks()
    let looks: [(size: CGSize, color: UIColor)] = [
      (CGSize(width: 14, height: 100), .black), (CGSize(width: 8, height: 150), .black),
      (CGSize(width: 4, height: 160), .systemRed),
    ]
    for (hand, look) in zip(hands, looks) {
      hand.bounds = CGRect(origin: .zero, size: look.size)
      hand.layer.anchorPoint = CGPoint(x: 0.5, y: 0.9)
      hand.center = CGPoint(x: bounds.midX, y: bounds.midY)
      hand.backgroundColor = look.color
      hand.layer.cornerRadius = look.size.width / 2
      addSubview(hand)
    }
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  private func addTicks() {
    let ticks = CAReplicatorLayer()
    ticks.frame = bounds
    ticks.instanceCount = 12
    ticks.instanceTransform = CATransform3DMakeRotation(2 * .pi / 12, 0, 0, 1)
    let tick = CALayer()
    tick.frame = CGRect(x: bounds.midX - 2, y: 12, width: 4, height: 16)
    tick.backgroundColor = UIColor.gray.cgColor
    ticks.addSublayer(tick)
    layer.addSublayer(ticks)
  }

  /// - Parameter second: of the day.
  func show(second: Int, animated: Bool) {
    let time = Double(second)
    let turns = [time / 43_200, time / 3600, time / 60]
    for (hand, turn) in zip(hands, turns) {
      set(CATransform3DMakeRotation(turn * 2 * .pi, 0, 0, 1), of: hand, animated: animated)
    }
  }

  private func set(_ transform: CATransform3D, of hand: UIView, animated: Bool) {
    guard animated else {
      hand.layer.transform = transform
      return
    }
    let animation = CABasicAnimation(keyPath: "transform")
    animation.toValue = transform
    animation.duration = 0.5
    animation.delegate = self
    animation.timingFunction = CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1)
    animation.setValue(hand, forKey: "handView")
    hand.layer.add(animation, forKey: nil)
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    guard let animation = anim as? CABasicAnimation, let hand = animation.value(forKey: "handView") as? UIView,
      let transform = animation.toValue as? CATransform3D
    else { return }
    hand.layer.transform = transform
  }
}
