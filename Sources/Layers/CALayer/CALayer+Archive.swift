public import Foundation
import StarmineScene

extension CALayer {
  /// Whether an archive of this layer needs the value of a key: a value that differs from the default, and always those
  /// that differ between Apple's systems (measured on a fresh layer, behavior.md 1.1.2).
  public final func shouldArchiveValue(forKey key: String) -> Bool {
    if Self.alwaysArchived.contains(key) { return true }
    guard let row = Self.propertyTable[key] else { return false }
    var fresh = Self.defaultState
    let present = row.read(state)
    guard row.write(&fresh, present) else { return false }
    return fresh != Self.defaultState
  }

  private static let alwaysArchived: Set = [
    "cornerCurve", "contentsFormat", "allowsEdgeAntialiasing", "allowsGroupOpacity",
  ]
}
