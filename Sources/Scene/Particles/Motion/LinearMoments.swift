/// The linear forces in the middle of an interval, and at its ends if they change.
struct LinearMoments {
  private let middle: LinearForces
  private let ends: (LinearForces, LinearForces)?

  init(_ stretch: ForceStretch, _ ends: (ForceStretch, ForceStretch)?, inverseMass: Double) {
    middle = LinearForces(stretch, inverseMass: inverseMass)
    self.ends = ends.map {
      (LinearForces($0.0, inverseMass: inverseMass), LinearForces($0.1, inverseMass: inverseMass))
    }
  }

  var isSteady: Bool { ends == nil && middle.waves.isEmpty }

  /// Interpolates the three moments by a parabola.
  func forces(at share: Double) -> LinearForces {
    guard let ends else { return middle }
    return LinearForces.sum(
      ends.0, middle, ends.1,
      weights: SIMD3((2 * share - 3) * share + 1, 4 * share * (1 - share), (2 * share - 1) * share))
  }
}
