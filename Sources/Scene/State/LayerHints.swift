/// Autoresizing, HDR limits, and properties that change no pixels here but are used by documents and code for Apple's
/// platforms (behavior.md 1.1).
package struct LayerHints: RareGroup {
  package static let defaults = LayerHints()

  package var autoresizingMask: UInt32 = 0
  /// Whether drawing is declared to cover every pixel.
  package var isOpaque = false
  package var drawsAsynchronously = false
  package var needsDisplayOnBoundsChange = false
  package var contentsFormat = CALayerContentsFormat.rgba8
  /// Nil if not set: reads as false, without a limit.
  package var askedExtendedRange: Bool?
  package var toneMapMode = CALayerToneMapMode.automatic
  /// Nil if not set: reads as standard, without a limit.
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

  /// HDR limit of the layer's drawing in float movies.
  var lightLimit: LightLimit {
    switch askedDynamicRange {
    case nil: askedExtendedRange == false ? .white : .none
    case .automatic?, .high?: .none
    case .standard?: .white
    case .constrainedHigh?: .twiceWhite
    }
  }

  /// Limit of the components of contents in float movies; nil: no limit.
  var contentsLimit: Float? { contentsHeadroom > 0 ? Float(CGColor.encoded(max(1, contentsHeadroom))) : nil }
}

/// Storage format of drawn contents on Apple's platforms. Ignored: drawings are vectors.
public enum CALayerContentsFormat: String, CaseIterable, Sendable {
  /// 8 bits per component. The default.
  case rgba8 = "RGBA8"
  /// 16-bit floats.
  case rgba16Float = "RGBAh"
  /// 8 bits of grey.
  case gray8 = "Gray8"
  /// Depends on the drawing.
  case automatic = "Automatic"

  // MARK: Swift spellings of Apple's constants
  /// The Swift name of `rgba8` on Apple's platforms.
  public static let RGBA8Uint = CALayerContentsFormat.rgba8
  /// The Swift name of `rgba16Float` on Apple's platforms.
  public static let RGBA16Float = CALayerContentsFormat.rgba16Float
  /// The Swift name of `gray8` on Apple's platforms.
  public static let gray8Uint = CALayerContentsFormat.gray8
}

/// When Apple's system maps HDR contents to the range of a display. Stored only.
public enum CALayerToneMapMode: String, CaseIterable, Sendable {
  /// The cases of Core Animation. Default automatic.
  case automatic, never, ifSupported
}

/// Dynamic range of a layer. It limits HDR of the layer and its sublayers in float movies.
public enum CALayerDynamicRange: String, CaseIterable, Sendable {
  /// No limit.
  case automatic, high
  /// Limited to white. Also returned for a layer without a setting, which is not limited.
  case standard
  /// Limited to twice the luminance of white (assumed: Apple does not document it).
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

/// The axes along which a scroll layer scrolls (`CAScrollLayerScrollMode`). An unknown mode does not scroll.
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// The string in documents and key-value coding.
  public let rawValue: String
  /// Creates a constant from any string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No axis.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along y.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along x.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along x and y. The default.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")
  package static let all = [none, vertically, horizontally, both]

  package var isHorizontal: Bool { self == .horizontally || self == .both }
  package var isVertical: Bool { self == .vertically || self == .both }
}
