public import Foundation
public import StarmineScene

extension CALayer {
  /// The name by which Swift code calls it.
  public typealias ToneMapMode = CALayerToneMapMode
  /// The name by which Swift code calls it.
  public typealias DynamicRange = CALayerDynamicRange
}

extension CALayer {
  /// A promise that contents cover every pixel; changes no pixel here. Default false.
  public final var isOpaque: Bool {
    get { state.hints.isOpaque }
    set { set(\.hints.isOpaque, newValue) }
  }
  /// Stored only. Default false.
  public final var drawsAsynchronously: Bool {
    get { state.hints.drawsAsynchronously }
    set { set(\.hints.drawsAsynchronously, newValue) }
  }
  /// Whether the layer draws itself anew when its size changes. Default false.
  public final var needsDisplayOnBoundsChange: Bool {
    get { state.hints.needsDisplayOnBoundsChange }
    set { set(\.hints.needsDisplayOnBoundsChange, newValue) }
  }
  /// Stored only: drawings are vectors. Default `rgba8`.
  public final var contentsFormat: CALayerContentsFormat {
    get { state.hints.contentsFormat }
    set { set(\.hints.contentsFormat, newValue) }
  }
  /// False limits the light of the layer and its sublayers at white in movies of floats, unless
  /// `preferredDynamicRange` says otherwise. Default false, which limits nothing until it is set.
  public final var wantsExtendedDynamicRangeContent: Bool {
    get { state.hints.wantsExtendedDynamicRangeContent }
    set { set(\.hints.askedExtendedRange, newValue) }
  }
  /// Stored only. Default automatic.
  public final var toneMapMode: ToneMapMode {
    get { state.hints.toneMapMode }
    set { set(\.hints.toneMapMode, newValue) }
  }
  /// Limits the light of the layer and its sublayers in movies of floats: at white (`standard`), at twice that
  /// (`constrainedHigh`) or not at all. Default standard, which limits nothing until it is set.
  public final var preferredDynamicRange: DynamicRange {
    get { state.hints.preferredDynamicRange }
    set { set(\.hints.askedDynamicRange, newValue) }
  }
  /// How many times the light of white the contents have at most in movies of floats: what is lighter is cut. Default
  /// 0, which limits nothing; below 1 as 1.
  public final var contentsHeadroom: CGFloat {
    get { state.hints.contentsHeadroom }
    set { set(\.hints.contentsHeadroom, newValue) }
  }
}
