import Foundation

/// The parts of a layer's place in its superlayer that follow a new size of the superlayer.
public struct CAAutoresizingMask: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)

  /// An interval of one axis after the superlayer grew; nil if it stays.
  ///
  /// - Parameter shift: of the axis's three bits: margin before, size, margin after.
  func resized(
    _ low: CGFloat, _ high: CGFloat, by growth: CGFloat, shift: UInt32
  ) -> (low: CGFloat, high: CGFloat)? {
    let bits = rawValue >> shift & 7
    guard bits != 0, growth != 0 else { return nil }
    let share = growth / CGFloat(bits.nonzeroBitCount)
    let before = low + (bits & 1 != 0 ? share : 0)
    let after = before + high - low + (bits & 2 != 0 ? share : 0)
    return (before.rounded(), max(before.rounded(), after.rounded()))
  }
}
