public import Foundation

/// Arrays that Core Foundation names; so that `[...] as CFArray` compiles as it does on Apple's systems.
public typealias CFArray = [Any]

/// Colours between places 0...1, to be drawn with `CGContext`.
public final class CGGradient: Sendable {
  /// Colours in order, at least one.
  public let colors: [CGColor]
  /// 0...1, one per colour; ascending.
  public let locations: [CGFloat]

  /// A gradient of colours in order; nil without colours.
  ///
  /// - Parameters:
  ///   - space: colours are interpolated in the encoded sRGB space, whatever it is.
  ///   - colors: `CGColor` values; nothing is made of none, or of anything else.
  ///   - locations: one per colour; nil spreads the colours evenly. Those that do not ascend are raised to the one
  ///     before (assumed).
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

/// Whether a gradient goes on with its first or last colour beyond its start or end.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a set from its raw bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The first colour goes on before the start.
  public static let drawsBeforeStartLocation = Self(rawValue: 1)
  /// The last colour goes on after the end.
  public static let drawsAfterEndLocation = Self(rawValue: 2)
}
