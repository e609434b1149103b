/// Position of contents in the bounds. Bottom is the edge with the smallest y, as in Core Animation.
public struct CALayerContentsGravity: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In the middle, at its own size.
  public static let center = Self(rawValue: "center")
  /// In the middle of the edge of largest y.
  public static let top = Self(rawValue: "top")
  /// In the middle of the edge of smallest y.
  public static let bottom = Self(rawValue: "bottom")
  /// In the middle of the left edge.
  public static let left = Self(rawValue: "left")
  /// In the middle of the right edge.
  public static let right = Self(rawValue: "right")
  /// In the corner of smallest x, largest y.
  public static let topLeft = Self(rawValue: "topLeft")
  /// In the corner of largest x, largest y.
  public static let topRight = Self(rawValue: "topRight")
  /// In the corner of smallest x, smallest y.
  public static let bottomLeft = Self(rawValue: "bottomLeft")
  /// In the corner of largest x, smallest y.
  public static let bottomRight = Self(rawValue: "bottomRight")
  /// Stretched to the bounds; the default.
  public static let resize = Self(rawValue: "resize")
  /// As large as fits with its proportions kept.
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  /// As small as covers the bounds with its proportions kept.
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")
}

/// Filter for drawing an image at another size.
public struct CALayerContentsFilter: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The nearest pixel.
  public static let nearest = Self(rawValue: "nearest")
  /// Between four pixels; the default.
  public static let linear = Self(rawValue: "linear")
  /// Between two sizes that are halved ahead, which minified pictures need to be smooth.
  public static let trilinear = Self(rawValue: "trilinear")
}

extension CALayer {
  /// Position and scaling of the contents. An unknown gravity is centre (measured). Default resize.
  public final var contentsGravity: CALayerContentsGravity {
    get { CALayerContentsGravity(rawValue: state.placement.contentsGravity.rawValue) }
    set { set(\.placement.contentsGravity, ContentsGravity(rawValue: newValue.rawValue) ?? .center) }
  }
  /// Part of the contents to show, in units of their size. Outside the contents, their edges repeat. Default all.
  public final var contentsRect: CGRect {
    get { state.placement.contentsRect }
    set { set(\.placement.contentsRect, newValue) }
  }
  /// Part of `contentsRect` that stretches, in units of its size. Corners keep their size. An empty rectangle stretches
  /// one pixel (documented). Default all.
  public final var contentsCenter: CGRect {
    get { state.placement.contentsCenter }
    set { set(\.placement.contentsCenter, newValue) }
  }
  /// Image pixels per point, above 0. Default 1.
  public final var contentsScale: CGFloat {
    get { state.placement.contentsScale }
    set { set(\.placement.contentsScale, newValue) }
  }
  /// Filter for smaller contents. An unknown filter means the default. Default linear.
  public final var minificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(rawValue: state.placement.minificationFilter.rawValue) }
    set { set(\.placement.minificationFilter, SamplingFilter(named: newValue.rawValue) ?? .linear) }
  }
  /// Bias of the level of detail of the trilinear filter. Above 0 is softer. Default 0.
  public final var minificationFilterBias: Float {
    get { state.placement.minificationFilterBias }
    set { set(\.placement.minificationFilterBias, newValue) }
  }
  /// Filter for larger contents. An unknown filter means the default. Default linear.
  public final var magnificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(rawValue: state.placement.magnificationFilter.rawValue) }
    set { set(\.placement.magnificationFilter, SamplingFilter(named: newValue.rawValue) ?? .linear) }
  }
}
