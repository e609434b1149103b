/// A rectangle of device pixels, half-open: `minX <= x < maxX`.
@usableFromInline
package struct DeviceRect: Hashable, Sendable {
  @usableFromInline package var minX: Int
  @usableFromInline package var minY: Int
  @usableFromInline package var maxX: Int
  @usableFromInline package var maxY: Int

  @inlinable
  package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  @inlinable package static var empty: DeviceRect { DeviceRect(minX: 0, minY: 0, maxX: 0, maxY: 0) }
  @inlinable package var isEmpty: Bool { minX >= maxX || minY >= maxY }
  @inlinable package var width: Int { max(0, maxX - minX) }
  @inlinable package var height: Int { max(0, maxY - minY) }
  @inlinable package var area: Int { width * height }

  @inlinable
  package func contains(_ other: DeviceRect) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  @inlinable
  package func intersection(_ other: DeviceRect) -> DeviceRect {
    let result = DeviceRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY), maxX: min(maxX, other.maxX),
      maxY: min(maxY, other.maxY))
    return result.isEmpty ? .empty : result
  }

  @inlinable
  package func union(_ other: DeviceRect) -> DeviceRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return DeviceRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY), maxX: max(maxX, other.maxX),
      maxY: max(maxY, other.maxY))
  }

  /// The rectangle enlarged on all sides.
  @inlinable
  package func grown(by reach: (x: Int, y: Int)) -> DeviceRect {
    DeviceRect(minX: minX - reach.x, minY: minY - reach.y, maxX: maxX + reach.x, maxY: maxY + reach.y)
  }

  /// The rectangle moved by a fractional offset and enlarged.
  func moved(_ x: Double, _ y: Double, by reach: (x: Int, y: Int)) -> DeviceRect {
    DeviceRect(
      minX: minX + Int(x.rounded(.down)) - reach.x, minY: minY + Int(y.rounded(.down)) - reach.y,
      maxX: maxX + Int(x.rounded(.up)) + reach.x, maxY: maxY + Int(y.rounded(.up)) + reach.y)
  }

  /// The rows above the first, between the two, and below the second.
  @inlinable
  package func cut(atY first: Int, _ second: Int) -> (above: DeviceRect, between: DeviceRect, below: DeviceRect) {
    var (above, between, below) = (self, self, self)
    above.maxY = min(maxY, first)
    (between.minY, between.maxY) = (max(minY, first), min(maxY, second))
    below.minY = max(minY, first, second)
    return (above, between, below)
  }
}
