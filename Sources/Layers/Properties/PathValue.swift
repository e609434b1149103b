public import Graphics
public import Scene

extension CGPath.Geometry: PropertyValue {
  public static var kind: ValueKind { .path }
  public init?(keyValue: Any?) {
    switch keyValue {
    case let path as CGPath: self = path.geometry
    case let geometry as CGPath.Geometry: self = geometry
    default: return nil
    }
  }
  public var keyValue: Any? { CGPath(self) }
}
