package import StarmineGraphics
import StarmineScene

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
