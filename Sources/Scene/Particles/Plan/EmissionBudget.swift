/// Work that is left to the emitters of one frame.
package struct EmissionBudget {
  /// Births that may still be evaluated.
  var births = EmissionModel.particleLimit
  /// Births too old to be seen that may still be counted.
  var counts = EmissionModel.particleLimit
  /// Steps that particles may still take.
  var steps = EmissionModel.stepLimit
  /// Times that something may still be looked at one by one: stretches of births at a parent, steps for impacts.
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

  /// Takes off what was used; false, and unchanged, if less is left.
  mutating func take(_ used: EmissionBudget) -> Bool {
    guard births >= used.births, counts >= used.counts, steps >= used.steps, visits >= used.visits else { return false }
    self = self - used
    return true
  }
}
