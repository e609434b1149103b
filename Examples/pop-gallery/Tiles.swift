import Starmine

private let violet = CGColor(red: 0.5, green: 0.35, blue: 0.85, alpha: 1)

/// A square in the right half, by column (0...2) and row (0...1), with a label below it.
private func makeTile(_ label: String, column: Int, row: Int, in root: CALayer) -> CALayer {
  let center = CGPoint(x: 720 + CGFloat(column) * 200, y: 170 + CGFloat(row) * 240)
  let tile = CALayer()
  tile.bounds = CGRect(x: 0, y: 0, width: 90, height: 90)
  tile.cornerRadius = 12
  tile.position = center
  tile.backgroundColor = violet
  root.addSublayer(tile)
  root.addSublayer(makeText(label, in: CGRect(x: center.x - 60, y: center.y + 84, width: 150, height: 26)))
  return tile
}

func buildTiles(in root: CALayer, movie: Movie) {
  let scale = makeTile("scale, velocity", column: 0, row: 0, in: root)
  let colour = makeTile("colour", column: 1, row: 0, in: root)
  let rotation = makeTile("rotation", column: 2, row: 0, in: root)
  let size = makeTile("size", column: 0, row: 1, in: root)
  let bounded = makeTile("corner radius", column: 1, row: 1, in: root)
  addRing(center: CGPoint(x: 1120, y: 410), in: root, movie: movie)
  for index in 0..<4 {
    let isOut = index.isMultiple(of: 2)
    movie.at(0.2 + 2 * Double(index)) { _ in
      pulse(scale)
      let goal = isOut ? CGColor(red: 0.95, green: 0.3, blue: 0.35, alpha: 1) : violet
      spring(colour, kPOPLayerBackgroundColor, to: goal, bounciness: 4)
      spring(rotation, kPOPLayerRotation, to: isOut ? Double.pi / 2 : 0, bounciness: 16)
      let side: CGFloat = isOut ? 130 : 90
      spring(size, kPOPLayerSize, to: CGSize(width: side, height: 180 - side), bounciness: 14)
      spring(bounded, kPOPLayerCornerRadius, to: isOut ? 45 : 12, bounciness: 8)
    }
  }
  addFollower(in: root, movie: movie)
}

private func spring(_ layer: CALayer, _ property: String, to value: Any, bounciness: CGFloat) {
  let animation: POPSpringAnimation = POPSpringAnimation(propertyNamed: property)
  animation.toValue = value
  animation.springBounciness = bounciness
  layer.pop_add(animation, forKey: property)
}

/// Springs from its size back to its size, started by a velocity.
private func pulse(_ layer: CALayer) {
  let animation: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerScaleXY)
  animation.velocity = CGPoint(x: 8, y: 8)
  animation.toValue = CGPoint(x: 1, y: 1)
  animation.springBounciness = 18
  layer.pop_add(animation, forKey: "pulse")
}

/// A circle whose stroke fills and empties.
private func addRing(center: CGPoint, in root: CALayer, movie: Movie) {
  let ring = CAShapeLayer()
  ring.path = CGPath(ellipseIn: CGRect(x: -45, y: -45, width: 90, height: 90), transform: nil)
  ring.position = center
  ring.fillColor = nil
  ring.strokeColor = violet
  ring.lineWidth = 12
  ring.strokeEnd = 0.1
  root.addSublayer(ring)
  root.addSublayer(makeText("stroke", in: CGRect(x: center.x - 60, y: center.y + 84, width: 150, height: 26)))
  for index in 0..<4 {
    movie.at(0.2 + 2 * Double(index)) { _ in
      spring(ring, kPOPShapeLayerStrokeEnd, to: index.isMultiple(of: 2) ? 0.9 : 0.1, bounciness: 6)
    }
  }
}

/// A dot that a custom animation moves along a figure eight, and one that follows it by a spring.
private func addFollower(in root: CALayer, movie: Movie) {
  func makeDot(_ color: CGColor, _ side: CGFloat) -> CALayer {
    let dot = CALayer()
    dot.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    dot.cornerRadius = side / 2
    dot.backgroundColor = color
    dot.position = CGPoint(x: 920, y: 620)
    root.addSublayer(dot)
    return dot
  }
  let follower = makeDot(CGColor(red: 0.2, green: 0.5, blue: 0.95, alpha: 0.6), 44)
  let leader = makeDot(CGColor(gray: 0.2, alpha: 1), 14)
  let follow: POPSpringAnimation = POPSpringAnimation(propertyNamed: kPOPLayerPosition)
  follow.springBounciness = 12
  follow.removedOnCompletion = false
  follow.toValue = follower.position
  follower.pop_add(follow, forKey: "follow")
  let lead = POPCustomAnimation { target, animation in
    guard let layer = target as? CALayer, let animation else { return false }
    let angle = (animation.currentTime - Movie.startTime) * 1.6
    layer.position = CGPoint(x: 920 + 250 * sin(angle), y: 620 + 50 * sin(2 * angle))
    follow.toValue = layer.position
    return true
  }
  leader.pop_add(lead, forKey: "lead")
}
