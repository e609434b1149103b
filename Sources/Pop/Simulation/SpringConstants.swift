/// Constants of a spring: `acceleration = -(tension / mass) * p - (friction / mass) * v`.
struct SpringConstants: Equatable {
  /// Per second squared.
  var tension: Double
  /// Per second.
  var friction: Double
  var mass = 1.0

  init(tension: Double, friction: Double, mass: Double = 1) {
    (self.tension, self.friction, self.mass) = (tension, friction, mass)
  }

  /// POP's scales of 0...20, extrapolated outside (behavior.md 9.2.1).
  init(bounciness: Double, speed: Double) {
    let bounce = bounciness / Self.bouncinessRange
    let tension = 0.5 + 199.5 * speed / Self.speedRange
    let mixture = 2 * bounce - bounce * bounce
    let friction = (1 - mixture) * Self.noBounceFriction(tension) + mixture * 0.01
    self.init(tension: 194 + (tension - 30) / 50 * 181, friction: 25 + (friction - 8) / 2 * 6)
  }

  /// Bounciness and speed for this tension and friction with a mass of 1 (behavior.md 9.2.2).
  var bouncinessAndSpeed: (bounciness: Double, speed: Double) {
    let tension = 30 + 50 * (self.tension - 194) / 181
    let friction = 8 + 2 * (self.friction - 25) / 6
    let noBounce = Self.noBounceFriction(tension)
    // The two roots of a b^2 - 2 a b + c = 0 have the same distance from 1.
    let a = noBounce - 0.01
    let c = noBounce - friction
    let distance = (max(0, a * a - a * c)).squareRoot() / a
    let roots = [1 - abs(distance), 1 + abs(distance)]
    let bounce = roots[0] < 0.8 ? roots[0] : roots[1]
    return (bounce * Self.bouncinessRange, Self.speedRange / 199.5 * (tension - 0.5))
  }

  /// 20 * 1.7.
  private static let speedRange = 34.0
  /// 20 * 1.7 / 0.8.
  private static let bouncinessRange = 42.5

  /// Friction at which a spring of a tension hardly bounces, both in POP's inner scale: three cubics, fitted by the
  /// authors of POP.
  static func noBounceFriction(_ tension: Double) -> Double {
    func cubic(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      ((a * tension - b) * tension + c) * tension + d
    }
    if tension <= 18 { return cubic(0.0007, 0.031, 0.64, 1.28) }
    if tension <= 44 { return cubic(0.000044, 0.006, 0.36, 2) }
    return cubic(0.00000045, 0.000332, 0.1078, 5.84)
  }
}
