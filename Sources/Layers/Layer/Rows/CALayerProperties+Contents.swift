extension Property where Root == ContentsPlacement {
  /// Placement of any layer's contents.
  static let placement: [Property<ContentsPlacement>] = [
    Property("contentsGravity", \.contentsGravity, animatable: false, "How the contents are placed in the bounds."),
    Property(
      "contentsRect", \.contentsRect, range: 0...1, action: .basic, "Part of the contents, in units of their size."),
    Property(
      "contentsCenter", \.contentsCenter, range: 0...1, action: .basic,
      "Part of the contents that stretches both ways, in units of their size."),
    Property("contentsScale", \.contentsScale, range: 0.5...4, action: .basic, "Image pixels per point."),
    Property(
      "minificationFilter", \.minificationFilter, animatable: false, "Sampling where contents are drawn smaller."),
    Property(
      "minificationFilterBias", \.minificationFilterBias, range: -4...4, animatable: false,
      "Added to the level of detail where the trilinear filter draws contents smaller."),
    Property(
      "magnificationFilter", \.magnificationFilter, animatable: false, "Sampling where contents are drawn larger."),
  ]
}

extension ContentsGravity: PropertyValue {
  /// An unknown spelling is the centre (measured).
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self = ContentsGravity(rawValue: text) ?? .center
  }
}
