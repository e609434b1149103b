extension CALayer {
  // MARK: Shadow

  /// Colour of the shadow. Default opaque black.
  public final var shadowColor: CGColor? {
    get { state.shadow.shadowColor }
    set { set(\.shadow.shadowColor, newValue) }
  }
  /// Opacity of the shadow, limited to 0...1 when drawn. Default 0: no shadow.
  public final var shadowOpacity: Float {
    get { state.shadow.shadowOpacity }
    set { set(\.shadow.shadowOpacity, newValue) }
  }
  /// Offset of the shadow in points. Default (0, -3): upward, as on iOS.
  public final var shadowOffset: CGSize {
    get { state.shadow.shadowOffset }
    set { set(\.shadow.shadowOffset, newValue) }
  }
  /// Standard deviation of the shadow blur in points (assumed). Default 3.
  public final var shadowRadius: CGFloat {
    get { state.shadow.shadowRadius }
    set { set(\.shadow.shadowRadius, newValue) }
  }
  /// Outline used for the shadow instead of the alpha of the layer, filled by the non-zero rule. The layer keeps a
  /// copy. Default nil.
  public final var shadowPath: CGPath? {
    get { state.shadow.shadowPath.map { CGPath($0) } }
    set { set(\.shadow.shadowPath, newValue?.geometry) }
  }

  // MARK: Blending

  /// Name of a blend mode or Porter-Duff operator, such as "multiplyBlendMode" or "destOut". Other objects have no
  /// effect. Default nil.
  public final var compositingFilter: Any? {
    get { state.compositingFilter?.rawValue ?? unseen.compositingFilter }
    set {
      let known = CompositingFilter(keyValue: (newValue as? CAFilter)?.type ?? newValue)
      if model() === self { unseen.compositingFilter = known == nil ? newValue : nil }
      set(\.compositingFilter, known)
    }
  }
  /// Whether opacity applies to the layer and its sublayers as a group. Otherwise it applies to each layer. Default
  /// true.
  public final var allowsGroupOpacity: Bool {
    get { state.allowsGroupOpacity }
    set { set(\.plain.allowsGroupOpacity, newValue) }
  }
}
