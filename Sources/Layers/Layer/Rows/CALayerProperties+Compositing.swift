extension Property where Root == ShadowState {
  /// Shadow of any layer.
  static let shadow: [Property<ShadowState>] = [
    Property("shadowColor", \.shadowColor, action: .basic, "Colour of the shadow; none if nil."),
    Property("shadowOpacity", \.shadowOpacity, range: 0...1, action: .basic, "Opacity of the shadow; 0 is none."),
    Property(
      "shadowOffset", \.shadowOffset, unit: .points, range: -64...64, action: .basic,
      "Offset of the shadow to the right and down."),
    Property(
      "shadowRadius", \.shadowRadius, unit: .points, range: 0...64, action: .basic,
      "Standard deviation of the shadow's blur."),
    Property("shadowPath", \.shadowPath, "What throws the shadow instead of what the layer shows."),
  ]
}

extension Property where Root == LayerState {
  /// How a layer joins what lies below.
  static let compositing: [Property<LayerState>] = [
    Property(
      "compositingFilter", \.compositingFilter, animatable: false, action: .transition,
      "How the layer is blended with what its superlayer has drawn so far."),
    Property(
      "allowsGroupOpacity", \.plain.allowsGroupOpacity, animatable: false,
      "Opacity applies to the layer with its sublayers as one picture instead of to each by itself."),
  ]
}

extension CompositingFilter: PropertyValue {
  /// `multiply` besides the names that documents have: Apple's list of filters has it (behavior.md 4.10).
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self.init(rawValue: text == "multiply" ? Self.multiplyBlendMode.rawValue : text)
  }
}
