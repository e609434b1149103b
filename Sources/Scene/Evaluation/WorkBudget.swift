/// Work of one kind that is left to one frame, in units of its own.
struct WorkBudget {
  private var left: Int

  init(_ amount: Int) { left = amount }

  /// Takes a cost off what is left; false where that is not enough.
  mutating func take(_ cost: Int) -> Bool {
    guard cost <= left else { return false }
    left -= cost
    return true
  }
}
