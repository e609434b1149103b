extension CGPoint: PropertyValue {
  package static let kind = ValueKind.point
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    if let point = cast(keyValue, to: CGPoint.self) ?? (keyValue as? CGSize).map({ CGPoint(x: $0.width, y: $0.height) })
    {
      self = point
      return
    }
    guard let n = numbers(in: keyValue, count: 2) else { return nil }
    self.init(x: n[0], y: n[1])
  }
  package var isZero: Bool { self == .zero }
  package static var components: [Property<CGPoint>] { [Property("x", \.x, ""), Property("y", \.y, "")] }
}

extension CGSize: PropertyValue {
  package static let kind = ValueKind.size
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    if let size = cast(keyValue, to: CGSize.self) ?? (keyValue as? CGPoint).map({ CGSize(width: $0.x, height: $0.y) }) {
      self = size
      return
    }
    guard let n = numbers(in: keyValue, count: 2) else { return nil }
    self.init(width: n[0], height: n[1])
  }
  package var isZero: Bool { self == .zero }
  package static var components: [Property<CGSize>] {
    [Property("width", \.width, ""), Property("height", \.height, "")]
  }
}

extension CGRect: PropertyValue {
  package static let kind = ValueKind.rect
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    if let rect = cast(keyValue, to: CGRect.self) {
      self = rect
      return
    }
    guard let n = numbers(in: keyValue, count: 4) else { return nil }
    self.init(x: n[0], y: n[1], width: n[2], height: n[3])
  }
  package var isZero: Bool { self == .zero }
  package static var components: [Property<CGRect>] {
    [Property("origin", \.origin, ""), Property("size", \.size, "")]
  }
}

extension CGColor: PropertyValue {
  package static let kind = ValueKind.color
  /// A colour or its 3 or 4 sRGB components in 0...1.
  package init?(keyValue: Any?) {
    guard let keyValue else { return nil }
    if let color = cast(keyValue, to: CGColor.self) {
      self = color
      return
    }
    guard let n = numbers(in: keyValue, count: 4) ?? numbers(in: keyValue, count: 3).map({ $0 + [1] }) else {
      return nil
    }
    self.init(red: n[0], green: n[1], blue: n[2], alpha: n[3])
  }
  /// Our extension: Core Animation has no keys for the parts of a colour.
  package static var components: [Property<CGColor>] {
    [
      Property("red", \.red, range: 0...1, ""), Property("green", \.green, range: 0...1, ""),
      Property("blue", \.blue, range: 0...1, ""), Property("alpha", \.alpha, range: 0...1, ""),
    ]
  }
}

extension CGPath.Geometry: PropertyValue {
  package static var kind: ValueKind { .path }
  package init?(keyValue: Any?) {
    switch keyValue {
    case let path as CGPath: self = path.geometry
    case let geometry as CGPath.Geometry: self = geometry
    default: return nil
    }
  }
  package var keyValue: Any? { CGPath(self) }
}
