/// Resizing by the superlayer, where light ends, and what a layer says about itself without changing a pixel here:
/// documents and code written for Apple's platforms carry it (behavior.md 1.1).
package struct LayerHints: RareGroup {
  package static let defaults = LayerHints()

  /// Bits of `CAAutoresizingMask`.
  package var autoresizingMask: UInt32 = 0
  /// A promise that drawing covers every pixel.
  package var isOpaque = false
  package var drawsAsynchronously = false
  package var needsDisplayOnBoundsChange = false
  package var contentsFormat = CALayerContentsFormat.rgba8
  /// Nil where nothing was asked for: that reads as false, and limits nothing.
  package var askedExtendedRange: Bool?
  package var toneMapMode = CALayerToneMapMode.automatic
  /// Nil where nothing was asked for: that reads as standard, and limits nothing.
  package var askedDynamicRange: CALayerDynamicRange?
  package var contentsHeadroom: CGFloat = 0

  package var preferredDynamicRange: CALayerDynamicRange {
    get { askedDynamicRange ?? .standard }
    set { askedDynamicRange = newValue }
  }

  package var wantsExtendedDynamicRangeContent: Bool {
    get { askedExtendedRange ?? false }
    set { askedExtendedRange = newValue }
  }

  /// Where the light of what the layer draws ends in movies of floats.
  var lightLimit: LightLimit {
    switch askedDynamicRange {
    case nil: askedExtendedRange == false ? .white : .none
    case .automatic?, .high?: .none
    case .standard?: .white
    case .constrainedHigh?: .twiceWhite
    }
  }

  /// What components of the contents end at in movies of floats; nil: they do not.
  var contentsLimit: Float? { contentsHeadroom > 0 ? Float(CGColor.encoded(max(1, contentsHeadroom))) : nil }
}

/// Storage of drawn contents on Apple's platforms; drawings are vectors here.
public enum CALayerContentsFormat: String, CaseIterable, Sendable {
  /// Eight bits a component; the default.
  case rgba8 = "RGBA8"
  /// Half floats.
  case rgba16Float = "RGBAh"
  /// Eight bits of grey.
  case gray8 = "Gray8"
  /// As the drawing needs.
  case automatic = "Automatic"

  // As Swift spells Apple's constants.
  /// `rgba8`, as Swift spells Apple's constant.
  public static let RGBA8Uint = CALayerContentsFormat.rgba8
  /// `rgba16Float`, as Swift spells Apple's constant.
  public static let RGBA16Float = CALayerContentsFormat.rgba16Float
  /// `gray8`, as Swift spells Apple's constant.
  public static let gray8Uint = CALayerContentsFormat.gray8
}

/// When Apple's system maps bright contents to a display's range; stored only here.
public enum CALayerToneMapMode: String, CaseIterable, Sendable {
  /// Apple's names. Default automatic.
  case automatic, never, ifSupported
}

/// Range of brightness that a layer wants. It limits the light of the layer and its sublayers in movies of floats.
public enum CALayerDynamicRange: String, CaseIterable, Sendable {
  /// No limit.
  case automatic, high
  /// Light ends at white. A layer that never was asked for a range reads this too, and is not limited.
  case standard
  /// Light ends at twice that of white (assumed: Apple does not say).
  case constrainedHigh
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
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No axis.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along y.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along x.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along x and y; the default.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
  package static let all = [none, vertically, horizontally, both]

  package var isHorizontal: Bool { self == .horizontally || self == .both }
  package var isVertical: Bool { self == .vertically || self == .both }
}
