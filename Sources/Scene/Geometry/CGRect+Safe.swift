extension CGRect {
  package var isFinite: Bool { minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite }

  /// The intersection, or zero if there is none.
  ///
  /// Foundation's `intersection` and `union` trap on numbers that are not finite, which layers may contain.
  package func common(with other: CGRect) -> CGRect {
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (top, bottom) = (max(minY, other.minY), min(maxY, other.maxY))
    return left <= right && top <= bottom ? CGRect(x: left, y: top, width: right - left, height: bottom - top) : .zero
  }

  package func box(with other: CGRect) -> CGRect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return CGRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
