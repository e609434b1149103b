extension CALayer {
  /// Short name of `CALayerToneMapMode`.
  public typealias ToneMapMode = CALayerToneMapMode
  /// Short name of `CALayerDynamicRange`.
  public typealias DynamicRange = CALayerDynamicRange
}

extension CALayer {
  /// Whether the contents cover every pixel. Does not change drawing. Default false.
  public final var isOpaque: Bool {
    get { state.hints.isOpaque }
    set { set(\.hints.isOpaque, newValue) }
  }
  /// Stored only. Default false.
  public final var drawsAsynchronously: Bool {
    get { state.hints.drawsAsynchronously }
    set { set(\.hints.drawsAsynchronously, newValue) }
  }
  /// Whether a change of size redraws the contents. Default false.
  public final var needsDisplayOnBoundsChange: Bool {
    get { state.hints.needsDisplayOnBoundsChange }
    set { set(\.hints.needsDisplayOnBoundsChange, newValue) }
  }
  /// Stored only. Default `rgba8`.
  public final var contentsFormat: CALayerContentsFormat {
    get { state.hints.contentsFormat }
    set { set(\.hints.contentsFormat, newValue) }
  }
  /// Whether the layer and its sublayers keep HDR in float renders. An explicit false clips at white, unless
  /// `preferredDynamicRange` is set. Default false, without clipping.
  public final var wantsExtendedDynamicRangeContent: Bool {
    get { state.hints.wantsExtendedDynamicRangeContent }
    set { set(\.hints.askedExtendedRange, newValue) }
  }
  /// Stored only. Default automatic.
  public final var toneMapMode: ToneMapMode {
    get { state.hints.toneMapMode }
    set { set(\.hints.toneMapMode, newValue) }
  }
  /// Limit of HDR of the layer and its sublayers in float renders: white (`standard`), twice white (`constrainedHigh`)
  /// or none. Default standard, without a limit until it is set.
  public final var preferredDynamicRange: DynamicRange {
    get { state.hints.preferredDynamicRange }
    set { set(\.hints.askedDynamicRange, newValue) }
  }
  /// Headroom of the contents in float renders, as a multiple of white. Brighter pixels are clipped. Values below 1
  /// count as 1. Default 0: no limit.
  public final var contentsHeadroom: CGFloat {
    get { state.hints.contentsHeadroom }
    set { set(\.hints.contentsHeadroom, newValue) }
  }
}
