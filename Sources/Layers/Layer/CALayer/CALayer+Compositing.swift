public import Foundation
public import StarmineGraphics
import StarmineScene

extension CALayer {
  // MARK: Shadow

  /// Colour of the shadow. Default opaque black.
  public final var shadowColor: CGColor? {
    get { state.shadow.shadowColor }
    set { set(\.shadow.shadowColor, newValue) }
  }
  /// Opacity of the shadow, used in 0...1. Default 0, no shadow.
  public final var shadowOpacity: Float {
    get { state.shadow.shadowOpacity }
    set { set(\.shadow.shadowOpacity, newValue) }
  }
  /// Points to the right and down in the layer's own directions. Default (0, -3): upward here, as on iOS.
  public final var shadowOffset: CGSize {
    get { state.shadow.shadowOffset }
    set { set(\.shadow.shadowOffset, newValue) }
  }
  /// Standard deviation of the blur in points (assumed: Apple's kernel is not published). Default 3.
  public final var shadowRadius: CGFloat {
    get { state.shadow.shadowRadius }
    set { set(\.shadow.shadowRadius, newValue) }
  }
  /// Path that throws the shadow instead of the layer's contents; in the layer's own coordinates, filled by the
  /// non-zero rule. A copy is kept. Default nil.
  public final var shadowPath: CGPath? {
    get { state.shadow.shadowPath.map { CGPath($0) } }
    set { set(\.shadow.shadowPath, newValue?.geometry) }
  }

  // MARK: Blending

  /// The name of a blend mode or Porter-Duff operator, such as "multiplyBlendMode" or "destOut", with the spellings
  /// that iOS takes; anything else is kept and draws normally. Default nil.
  public final var compositingFilter: Any? {
    get { state.compositingFilter?.rawValue ?? unseen.compositingFilter }
    set {
      let known = CompositingFilter(keyValue: (newValue as? CAFilter)?.type ?? newValue)
      if model() === self { unseen.compositingFilter = known == nil ? newValue : nil }
      set(\.compositingFilter, known)
    }
  }
  /// Opacity applies to the layer with its sublayers as one picture; otherwise to each by itself, so that overlaps
  /// show. Default true.
  public final var allowsGroupOpacity: Bool {
    get { state.allowsGroupOpacity }
    set { set(\.plain.allowsGroupOpacity, newValue) }
  }
}
