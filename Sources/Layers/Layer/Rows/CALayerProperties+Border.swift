extension Property where Root == BorderState {
  static let border: [Property<BorderState>] = [
    Property(
      "borderWidth", \.borderWidth, unit: .points, range: 0...64, action: .basic,
      "Width of the border, inside the bounds."),
    Property("borderColor", \.borderColor, action: .basic, "Colour of the border. It is drawn over the sublayers."),
    Property(
      "maskedCorners", \.maskedCorners, range: 0...15, action: .transition,
      "Corners that cornerRadius rounds: 1 min-x min-y, 2 max-x min-y, 4 min-x max-y, 8 max-x max-y, added."),
    Property(
      "edgeAntialiasingMask", \.edgeAntialiasingMask, range: 0...15, animatable: false,
      "Edges with antialiasing, as a sum: 1 min-x, 2 max-x, 4 min-y, 8 max-y."),
    Property(
      "allowsEdgeAntialiasing", \.allowsEdgeAntialiasing, animatable: false,
      "Whether the edges of edgeAntialiasingMask have antialiasing."),
    Property("cornerCurve", \.cornerCurve, animatable: false, "Curve of round corners."),
  ]
}

extension CornerCurve: PropertyValue {}

extension CAEdgeAntialiasingMask: PropertyValue {
  package static let kind = ValueKind.integer
  package init?(keyValue: Any?) {
    guard let number = UInt32(keyValue: keyValue) else { return nil }
    self.init(rawValue: number)
  }
  package var keyValue: Any? { rawValue.keyValue }
}

extension CACornerMask: PropertyValue {
  package static let kind = ValueKind.integer
  package init?(keyValue: Any?) {
    guard let number = UInt32(keyValue: keyValue) else { return nil }
    self = CACornerMask(rawValue: UInt(number)).intersection(.all)
  }
  package var keyValue: Any? { UInt32(truncatingIfNeeded: rawValue).keyValue }
}
