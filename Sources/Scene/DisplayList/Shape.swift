/// A shape with the transform from its plane to device pixels.
package typealias PlacedShape = (shape: Shape, transform: PlaneTransform)

package enum Shape: Hashable, Sendable {
  case roundedRect(RoundedRect)
  case path(PathShape)
  /// The inside of the rectangle within `width` of its edges. The inner radius is smaller by the width.
  case border(RoundedRect, width: Double)
  /// The area between two rectangles, one inside the other.
  indirect case ring(RoundedRect, inner: RoundedRect)

  /// Pixels that the shape can touch, limited to `frame`.
  package func deviceBounds(_ transform: PlaneTransform, within frame: DeviceRect) -> DeviceRect {
    switch self {
    case .roundedRect(let rect): rect.deviceBounds(transform, within: frame)
    case .border(let outer, _), .ring(let outer, _): outer.deviceBounds(transform, within: frame)
    case .path(let path): path.area.deviceBounds(transform, within: frame)
    }
  }
}

extension PathArea {
  /// Pixels that the area can touch, limited to `frame`.
  func deviceBounds(_ transform: PlaneTransform, within frame: DeviceRect) -> DeviceRect {
    isEmpty ? .empty : RoundedRect(boundingBox).deviceBounds(transform, within: frame)
  }
}
