/// The margins and lengths of a layer that change when its superlayer resizes.
public struct CAAutoresizingMask: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a set from its raw bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin at the smallest x is flexible.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  /// The width is flexible.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  /// The margin at the largest x is flexible.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  /// The margin at the smallest y is flexible.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  /// The height is flexible.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  /// The margin at the largest y is flexible.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)

  /// Resizes an interval on one axis after the superlayer's length has changed. Nil if it does not change (measured).
  ///
  /// The change is divided into thirds. The third of a fixed margin goes to the other margin, or to the size if that
  /// margin is fixed too. The third of a fixed size is divided between the margins. Margins are rounded down to whole
  /// points, and the size takes the rest.
  /// - Parameter length: length of the superlayer before the change.
  /// - Parameter shift: index of the axis's three bits: margin before, size, margin after.
  func resized(
    _ low: CGFloat, _ high: CGFloat, in length: CGFloat, by growth: CGFloat, shift: UInt32
  ) -> (low: CGFloat, high: CGFloat)? {
    let bits = rawValue >> shift & 7
    guard bits != 0, growth != 0 else { return nil }
    let (before, sizable, after) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
    // The share of a flexible margin, alone or with the other margin.
    let share = growth / (sizable ? 3 : 2) * (before && after ? 1 : 2)
    let first = (low + (before ? share : 0)).rounded(.down)
    let last = (length - high + (after ? share : 0)).rounded(.down)
    return (first, sizable ? length + growth - last : first + high - low)
  }
}
