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

extension Int {
  /// The sum, or the largest number where that is less: for counts that documents make as large as they like.
  func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}
