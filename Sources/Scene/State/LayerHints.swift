package import Foundation

/// Resizing by the superlayer, and what a layer says about itself without changing a pixel here: documents and code
/// written for Apple's platforms carry it (behavior.md 1.1).
package struct LayerHints: RareGroup {
  package static let defaults = LayerHints()

  /// Bits of `CAAutoresizingMask`.
  package var autoresizingMask: UInt32 = 0
  /// A promise that drawing covers every pixel.
  package var isOpaque = false
  package var drawsAsynchronously = false
  package var needsDisplayOnBoundsChange = false
  package var contentsFormat = CALayerContentsFormat.rgba8
  package var wantsExtendedDynamicRangeContent = false
  package var toneMapMode = CALayerToneMapMode.automatic
  package var preferredDynamicRange = CALayerDynamicRange.standard
  package var contentsHeadroom: CGFloat = 0
}

/// Storage of drawn contents on Apple's platforms; drawings are vectors here.
public enum CALayerContentsFormat: String, CaseIterable, Sendable {
  case rgba8 = "RGBA8"
  case rgba16Float = "RGBAh"
  case gray8 = "Gray8"
  case automatic = "Automatic"

  // As Swift spells Apple's constants.
  public static let RGBA8Uint = CALayerContentsFormat.rgba8
  public static let RGBA16Float = CALayerContentsFormat.rgba16Float
  public static let gray8Uint = CALayerContentsFormat.gray8
}

public enum CALayerToneMapMode: String, CaseIterable, Sendable {
  case automatic, never, ifSupported
}

public enum CALayerDynamicRange: String, CaseIterable, Sendable {
  case automatic, standard, constrainedHigh, high
}

/// Values of `CAScrollLayer` and `CATiledLayer` (behavior.md 1.10 and 1.11).
package struct ViewingState: RareGroup {
  package static let defaults = ViewingState()

  package var scrollMode = CAScrollLayerScrollMode.both
  package var levelsOfDetail = 1
  package var levelsOfDetailBias = 0
  /// Pixels.
  package var tileSize = CGSize(width: 256, height: 256)
}

/// The axes along which a scroll layer moves (`CAScrollLayerScrollMode`); a name that is not listed moves nothing.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
  package static let all = [none, vertically, horizontally, both]

  package var isHorizontal: Bool { self == .horizontally || self == .both }
  package var isVertical: Bool { self == .vertically || self == .both }
}
