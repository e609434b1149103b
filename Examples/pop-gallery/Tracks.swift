import Starmine

/// The tracks of the balls in the left half, and the labels beside them.
private let trackStart: CGFloat = 200
private let trackEnd: CGFloat = 560

func makeText(_ string: String, in frame: CGRect) -> CATextLayer {
  let text = CATextLayer()
  text.string = string
  text.fontSize = 18
  text.foregroundColor = CGColor(gray: 0.25, alpha: 1)
  text.bounds = CGRect(origin: .zero, size: frame.size)
  text.position = CGPoint(x: frame.midX, y: frame.midY)
  return text
}

/// A ball on a line, with a label. The line shows the start and the target.
private func makeBall(_ label: String, y: CGFloat, color: CGColor, in root: CALayer) -> CALayer {
  let line = CALayer()
  line.bounds = CGRect(x: 0, y: 0, width: trackEnd - trackStart, height: 2)
  line.position = CGPoint(x: (trackStart + trackEnd) / 2, y: y)
  line.backgroundColor = CGColor(gray: 0.8, alpha: 1)
  root.addSublayer(line)
  root.addSublayer(makeText(label, in: CGRect(x: 24, y: y - 12, width: 150, height: 26)))
  let ball = CALayer()
  ball.bounds = CGRect(x: 0, y: 0, width: 32, height: 32)
  ball.cornerRadius = 16
  ball.position = CGPoint(x: trackStart, y: y)
  ball.backgroundColor = color
  root.addSublayer(ball)
  return ball
}

/// Springs and basic animations go back and forth every two seconds; decays are thrown there and back.
func buildTracks(in root: CALayer, movie: Movie) {
  let blue = CGColor(red: 0.2, green: 0.5, blue: 0.95, alpha: 1)
  let green = CGColor(red: 0.2, green: 0.65, blue: 0.4, alpha: 1)
  let orange = CGColor(red: 0.95, green: 0.5, blue: 0.15, alpha: 1)
  var y: CGFloat = 50
  func next(_ label: String, _ color: CGColor) -> CALayer {
    defer { y += 52 }
    return makeBall(label, y: y, color: color, in: root)
  }
  for bounciness in [0, 4, 10, 16, 20] {
    let ball = next("spring \(bounciness)", blue)
    everyTwoSeconds(movie) { send(ball, to: $0, bounciness: CGFloat(bounciness)) }
  }
  for deceleration in [0.99, 0.995, 0.998] {
    let ball = next("decay \(deceleration)", orange)
    everyTwoSeconds(movie) { throwBall(ball, forward: $0 == trackEnd, deceleration: CGFloat(deceleration)) }
  }
  let curves: [(String, CAMediaTimingFunction)] = [
    ("linear", CAMediaTimingFunction(name: .linear)), ("ease in", CAMediaTimingFunction(name: .easeIn)),
    ("ease out", CAMediaTimingFunction(name: .easeOut)),
    ("ease in, out", CAMediaTimingFunction(name: .easeInEaseOut)),
    ("overshoot", CAMediaTimingFunction(controlPoints: 0.15, 1.5, 0.55, 1)),
  ]
  for (name, curve) in curves {
    let ball = next(name, green)
    everyTwoSeconds(movie) { slide(ball, to: $0, curve: curve) }
  }
}

/// Calls with the end of the track, then its start, and so on.
private func everyTwoSeconds(_ movie: Movie, _ action: @escaping (CGFloat) -> Void) {
  for index in 0..<4 {
    movie.at(0.2 + 2 * Double(index)) { _ in action(index.isMultiple(of: 2) ? trackEnd : trackStart) }
  }
}

private func send(_ ball: CALayer, to x: CGFloat, bounciness: CGFloat) {
  let spring: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerPositionX)
  spring.toValue = x
  spring.springBounciness = bounciness
  ball.pop_add(spring, forKey: "move")
}

private func throwBall(_ ball: CALayer, forward: Bool, deceleration: CGFloat) {
  let decay: POPDecayAnimation = POPDecayAnimation(propertyNamed: kPOPLayerPositionX)
  decay.deceleration = deceleration
  decay.velocity = forward ? 700 : -700
  ball.pop_add(decay, forKey: "move")
}

private func slide(_ ball: CALayer, to x: CGFloat, curve: CAMediaTimingFunction) {
  let basic: POPBasicAnimation = POPBasicAnimation(propertyNamed: kPOPLayerPositionX)
  basic.toValue = x
  basic.duration = 1
  basic.timingFunction = curve
  ball.pop_add(basic, forKey: "move")
}
