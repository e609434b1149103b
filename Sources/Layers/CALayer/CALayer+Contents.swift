public import Foundation
import StarmineScene

/// Where contents lie in a layer's bounds. Bottom is the edge of smallest y, as in Core Animation.
public struct CALayerContentsGravity: CAStringConstant {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let center = Self(rawValue: "center")
  public static let top = Self(rawValue: "top")
  public static let bottom = Self(rawValue: "bottom")
  public static let left = Self(rawValue: "left")
  public static let right = Self(rawValue: "right")
  public static let topLeft = Self(rawValue: "topLeft")
  public static let topRight = Self(rawValue: "topRight")
  public static let bottomLeft = Self(rawValue: "bottomLeft")
  public static let bottomRight = Self(rawValue: "bottomRight")
  public static let resize = Self(rawValue: "resize")
  public static let resizeAspect = Self(rawValue: "resizeAspect")
  public static let resizeAspectFill = Self(rawValue: "resizeAspectFill")
}

/// Filtering of an image that is drawn at another size.
public struct CALayerContentsFilter: CAStringConstant {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let nearest = Self(rawValue: "nearest")
  public static let linear = Self(rawValue: "linear")
  public static let trilinear = Self(rawValue: "trilinear")
}

extension CALayer {
  /// Where the contents lie; an unknown gravity is the centre (measured). Default resize.
  public final var contentsGravity: CALayerContentsGravity {
    get { CALayerContentsGravity(rawValue: state.placement.contentsGravity.rawValue) }
    set { set(\.placement.contentsGravity, ContentsGravity(rawValue: newValue.rawValue) ?? .center) }
  }
  /// Part of the contents that shows, in units of their size; outside them their edges repeat. Default all.
  public final var contentsRect: CGRect {
    get { state.placement.contentsRect }
    set { set(\.placement.contentsRect, newValue) }
  }
  /// Part of `contentsRect`, in units of its size, that stretches both ways where the gravity resizes; corners keep
  /// their size. A centre without extent stretches one pixel (documented). Default all.
  public final var contentsCenter: CGRect {
    get { state.placement.contentsCenter }
    set { set(\.placement.contentsCenter, newValue) }
  }
  /// Image pixels per point, above 0. Default 1.
  public final var contentsScale: CGFloat {
    get { state.placement.contentsScale }
    set { set(\.placement.contentsScale, newValue) }
  }
  /// Sampling where contents are drawn smaller; unknown filters mean the default. Default linear.
  public final var minificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(rawValue: state.placement.minificationFilter.rawValue) }
    set { set(\.placement.minificationFilter, SamplingFilter(rawValue: newValue.rawValue) ?? .linear) }
  }
  /// Added to the level of detail where contents are drawn smaller with the trilinear filter: above 0 is softer.
  /// Default 0.
  public final var minificationFilterBias: Float {
    get { state.placement.minificationFilterBias }
    set { set(\.placement.minificationFilterBias, newValue) }
  }
  /// Sampling where contents are drawn larger; unknown filters mean the default. Default linear.
  public final var magnificationFilter: CALayerContentsFilter {
    get { CALayerContentsFilter(rawValue: state.placement.magnificationFilter.rawValue) }
    set { set(\.placement.magnificationFilter, SamplingFilter(rawValue: newValue.rawValue) ?? .linear) }
  }
}
