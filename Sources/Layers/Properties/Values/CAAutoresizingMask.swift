import Foundation

/// The parts of a layer's place in its superlayer that follow a new size of the superlayer.
public struct CAAutoresizingMask: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// A set by its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin at smallest x gives and takes.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  /// The width gives and takes.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  /// The margin at largest x gives and takes.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  /// The margin at smallest y gives and takes.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  /// The height gives and takes.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  /// The margin at largest y gives and takes.
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
