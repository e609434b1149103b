/// A group that is drawn separately and blended once.
package struct GroupCommand: Sendable {
  /// Pixels of the group, which are the size of its bitmap.
  package var bounds: DeviceRect
  /// A shape whose coverage multiplies the group, if any.
  package var clip: PlacedShape?
  package var alpha: UInt8
  /// How the group blends with what is below. A mask is a group that keeps only what is below it (`destIn`).
  package var filter = CompositingFilter.sourceOver
  /// HDR limit of the group in float frames.
  package var lightLimit = LightLimit.none

  package init(
    bounds: DeviceRect, alpha: UInt8 = 255, clip: (shape: RoundedRect, transform: PlaneTransform)? = nil,
    filter: CompositingFilter = .sourceOver
  ) {
    (self.bounds, self.alpha, self.filter) = (bounds, alpha, filter)
    self.clip = clip.map { (.roundedRect($0.shape), $0.transform) }
  }
}

/// Keeps only pixels of the innermost group whose centres are inside all half planes.
package struct CutCommand: Sendable {
  package var bounds: DeviceRect
  package var halfPlanes: [HalfPlane]

  package init(bounds: DeviceRect, halfPlanes: [HalfPlane]) { (self.bounds, self.halfPlanes) = (bounds, halfPlanes) }
}

/// A limit of HDR.
package enum LightLimit: Sendable {
  case none
  case white
  /// Twice the luminance of white.
  case twiceWhite

  /// Limit of components; nil: no limit.
  package var component: Float? {
    switch self {
    case .none: nil
    case .white: 1
    case .twiceWhite: Float(CGColor.encoded(2))
    }
  }
}
