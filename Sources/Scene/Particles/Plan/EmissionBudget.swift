/// Remaining work for the emitters of a frame.
package struct EmissionBudget {
  /// Births to evaluate.
  var births = EmissionModel.particleLimit
  /// Births to count that are too old to be visible.
  var counts = EmissionModel.particleLimit
  /// Integration steps.
  var steps = EmissionModel.stepLimit
  /// Single steps: birth intervals at a parent, impact steps.
  var visits = EmissionModel.visitLimit

  package init() {}

  var isUsed: Bool { births <= 0 || counts <= 0 || steps <= 0 || visits <= 0 }

  static func - (left: EmissionBudget, right: EmissionBudget) -> EmissionBudget {
    var result = left
    result.births -= right.births
    result.counts -= right.counts
    result.steps -= right.steps
    result.visits -= right.visits
    return result
  }

  /// Subtracts the used work. Returns false, without a change, if less remains.
  mutating func take(_ used: EmissionBudget) -> Bool {
    guard births >= used.births, counts >= used.counts, steps >= used.steps, visits >= used.visits else { return false }
    self = self - used
    return true
  }
}
