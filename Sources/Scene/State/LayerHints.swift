public import Foundation

/// Resizing by the superlayer, and what a layer says about itself without changing a pixel here: documents and code
/// written for Apple's platforms carry it (reference section 1.1).
public struct LayerHints: RareGroup {
  public static let defaults = LayerHints()

  /// Bits of `CAAutoresizingMask`.
  public var autoresizingMask: UInt32 = 0
  /// A promise that drawing covers every pixel.
  public var isOpaque = false
  public var drawsAsynchronously = false
  public var needsDisplayOnBoundsChange = false
  public var contentsFormat = ContentsFormat.rgba8
  public var wantsExtendedDynamicRangeContent = false
  public var toneMapMode = ToneMapMode.automatic
  public var preferredDynamicRange = DynamicRange.standard
  public var contentsHeadroom: CGFloat = 0
}

/// Storage of drawn contents on Apple's platforms; drawings are vectors here.
public enum ContentsFormat: String, CaseIterable, Sendable {
  case rgba8 = "RGBA8"
  case rgba16Float = "RGBAh"
  case gray8 = "Gray8"
  case automatic = "Automatic"
}

public enum ToneMapMode: String, CaseIterable, Sendable {
  case automatic, never, ifSupported
}

public enum DynamicRange: String, CaseIterable, Sendable {
  case automatic, standard, constrainedHigh, high
}

/// Values of `CAScrollLayer` and `CATiledLayer` (reference sections 1.10 and 1.11).
public struct ViewingState: RareGroup {
  public static let defaults = ViewingState()

  public var scrollMode = ScrollMode.both
  public var levelsOfDetail = 1
  public var levelsOfDetailBias = 0
  /// Pixels.
  public var tileSize = CGSize(width: 256, height: 256)
}

/// The axes along which a scroll layer moves (`CAScrollLayerScrollMode`); a name that is not listed moves nothing.
public struct ScrollMode: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let none = ScrollMode(rawValue: "none")
  public static let vertically = ScrollMode(rawValue: "vertically")
  public static let horizontally = ScrollMode(rawValue: "horizontally")
  public static let both = ScrollMode(rawValue: "both")
  public static let all = [none, vertically, horizontally, both]

  public var isHorizontal: Bool { self == .horizontally || self == .both }
  public var isVertical: Bool { self == .vertically || self == .both }
}
