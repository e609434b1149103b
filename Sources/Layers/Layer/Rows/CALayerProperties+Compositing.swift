extension Property where Root == ShadowState {
  static let shadow: [Property<ShadowState>] = [
    Property("shadowColor", \.shadowColor, action: .basic, "Colour of the shadow; nil: no shadow."),
    Property("shadowOpacity", \.shadowOpacity, range: 0...1, action: .basic, "Opacity of the shadow; 0: no shadow."),
    Property(
      "shadowOffset", \.shadowOffset, unit: .points, range: -64...64, action: .basic,
      "Offset of the shadow to the right and down."),
    Property(
      "shadowRadius", \.shadowRadius, unit: .points, range: 0...64, action: .basic,
      "Standard deviation of the shadow's blur."),
    Property("shadowPath", \.shadowPath, "Shape of the shadow; nil: that of the layer's content."),
  ]
}

extension Property where Root == LayerState {
  static let compositing: [Property<LayerState>] = [
    Property(
      "compositingFilter", \.compositingFilter, animatable: false, action: .transition,
      "How the layer is blended with the content behind it."),
    Property(
      "allowsGroupOpacity", \.plain.allowsGroupOpacity, animatable: false,
      "Opacity applies to the layer and its sublayers as one image instead of separately."),
  ]
}

extension CompositingFilter: PropertyValue {
  /// `multiply` in addition to the names in documents: Apple's list of filters has it (behavior.md 4.10).
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self.init(rawValue: text == "multiply" ? Self.multiplyBlendMode.rawValue : text)
  }
}
