/// Integrates springs of zero rest length with a fixed step, as POP does (behavior.md 9.2.3).
///
/// Displacement is `to - value`. Velocity is that of the displacement, opposite to the public one. The next frame
/// continues from the state interpolated to the frame, together with the remaining time, so simulated time is slightly
/// slow (0.98 at 60 frames per second). Kept, because POP's springs have this behavior.
struct SpringSolver {
  struct State: Equatable {
    var displacement = SIMD4<Double>()
    var velocity = SIMD4<Double>()
  }

  /// 0.001 s as a 32-bit number, as POP declares it.
  static let step = Double(Float(0.001))
  /// A frame after more seconds than this ends the motion.
  static let longestFrame = 30.0

  var constants: SpringConstants
  /// The smallest visible difference from the end, in the unit of the value.
  var threshold = 1.0
  private(set) var isStarted = false
  private var leftOver = 0.0
  private var last = State()
  private var lastAcceleration = SIMD4<Double>()

  init(_ constants: SpringConstants) { self.constants = constants }

  mutating func reset() {
    (isStarted, leftOver, last, lastAcceleration) = (false, 0, State(), SIMD4())
  }

  mutating func advance(_ state: State, by elapsed: Double) -> State {
    isStarted = true
    guard elapsed <= Self.longestFrame else {
      (last, lastAcceleration) = (State(), SIMD4())
      return state
    }
    leftOver += elapsed
    var (previous, current) = (state, state)
    while leftOver >= Self.step {
      previous = current
      integrate(&current)
      leftOver -= Self.step
    }
    let part = leftOver / Self.step
    last = State(
      displacement: current.displacement * part + previous.displacement * (1 - part),
      velocity: current.velocity * part + previous.velocity * (1 - part))
    return last
  }

  /// Whether the remaining motion is invisible. The limits are those of POP. That of the velocity grows with the
  /// threshold, not with its square.
  var hasConverged: Bool {
    guard isStarted else { return false }
    return last.displacement.magnitudes.max() < threshold / 2
      && last.velocity.squaredLength < 25 * threshold
      && lastAcceleration.squaredLength < 625 * threshold * threshold
  }

  /// A step of the classical fourth-order Runge-Kutta method.
  private mutating func integrate(_ state: inout State) {
    let a = slope(of: state)
    let b = slope(of: moved(state, along: a, by: Self.step * 0.5))
    let c = slope(of: moved(state, along: b, by: Self.step * 0.5))
    let d = slope(of: moved(state, along: c, by: Self.step))
    let velocity = (a.displacement + 2 * (b.displacement + c.displacement) + d.displacement) * (1.0 / 6)
    lastAcceleration = (a.velocity + 2 * (b.velocity + c.velocity) + d.velocity) * (1.0 / 6)
    state.displacement += velocity * Self.step
    state.velocity += lastAcceleration * Self.step
  }

  private func slope(of state: State) -> State {
    let pull = state.displacement * -(constants.tension / constants.mass)
    return State(displacement: state.velocity, velocity: pull - state.velocity * (constants.friction / constants.mass))
  }

  private func moved(_ state: State, along slope: State, by time: Double) -> State {
    State(
      displacement: state.displacement + slope.displacement * time, velocity: state.velocity + slope.velocity * time)
  }
}
