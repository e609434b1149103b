extension Property where Root == ContentsPlacement {
  static let placement: [Property<ContentsPlacement>] = [
    Property(
      "contentsGravity", \.contentsGravity, animatable: false, "How contents are scaled and aligned in the bounds."),
    Property(
      "contentsRect", \.contentsRect, range: 0...1, action: .basic, "Part of the contents, in units of their size."),
    Property(
      "contentsCenter", \.contentsCenter, range: 0...1, action: .basic,
      "Part of the contents that stretches in both directions, in units of their size."),
    Property("contentsScale", \.contentsScale, range: 0.5...4, action: .basic, "Image pixels per point."),
    Property(
      "minificationFilter", \.minificationFilter, animatable: false, "Filter for reducing the contents."),
    Property(
      "minificationFilterBias", \.minificationFilterBias, range: -4...4, animatable: false,
      "Offset of the mipmap level of the trilinear filter."),
    Property(
      "magnificationFilter", \.magnificationFilter, animatable: false, "Filter for enlarging the contents."),
  ]
}

extension ContentsGravity: PropertyValue {
  /// An unknown string means centre (measured).
  package init?(keyValue: Any?) {
    guard let text = text(in: keyValue) else { return nil }
    self = ContentsGravity(rawValue: text) ?? .center
  }
}
