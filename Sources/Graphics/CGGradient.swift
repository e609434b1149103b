public import Foundation

/// An array in Core Foundation, so that `[...] as CFArray` compiles as on Apple's platforms.
public typealias CFArray = [Any]

/// Colours at locations in 0...1, for drawing with a `CGContext`.
public final class CGGradient: Sendable {
  /// Colours in order, at least one.
  public let colors: [CGColor]
  /// Locations in 0...1, one per colour, ascending.
  public let locations: [CGFloat]

  /// Creates a gradient. Nil without colours.
  ///
  /// - Parameters:
  ///   - space: ignored. Colours are interpolated in the encoded sRGB space.
  ///   - colors: `CGColor` values, at least one; nil for any other objects.
  ///   - locations: one per colour; nil for evenly spaced colours. Locations that do not ascend are raised to the
  ///     previous one (assumed).
  public init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
    let found = colors.compactMap { $0 as? CGColor }
    guard !found.isEmpty, found.count == colors.count else { return nil }
    self.colors = found
    let last = CGFloat(max(1, found.count - 1))
    var least: CGFloat = 0
    self.locations = found.indices.map { index in
      guard let locations else { return CGFloat(index) / last }
      let given = locations[index]
      least = max(least, given.isNaN ? 0 : min(max(given, 0), 1))
      return least
    }
  }
}

/// Whether a gradient is extended with its first and last colour.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a set from its raw bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first colour is extended before the start.
  public static let drawsBeforeStartLocation = Self(rawValue: 1)
  /// The last colour is extended after the end.
  public static let drawsAfterEndLocation = Self(rawValue: 2)
}
