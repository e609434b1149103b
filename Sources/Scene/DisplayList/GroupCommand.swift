/// A group drawn apart and then blended once.
package struct GroupCommand: Sendable {
  /// Pixels that the group can touch; the scratch holds no more.
  package var bounds: DeviceRect
  /// The group is multiplied by the coverage of this shape, if there is one.
  package var clip: PlacedShape?
  /// Opacity of the whole, 0...255.
  package var alpha: UInt8
  /// How it joins what lies below; a mask is a group that leaves only what lies below it (`destIn`).
  package var filter = CompositingFilter.sourceOver
  /// Where the group's light ends in floats.
  package var lightLimit = LightLimit.none

  package init(
    bounds: DeviceRect, alpha: UInt8 = 255, clip: (shape: RoundedRect, transform: PlaneTransform)? = nil,
    filter: CompositingFilter = .sourceOver
  ) {
    (self.bounds, self.alpha, self.filter) = (bounds, alpha, filter)
    self.clip = clip.map { (.roundedRect($0.shape), $0.transform) }
  }
}

/// Leaves of the innermost group only the pixels whose centres are inside every half plane.
package struct CutCommand: Sendable {
  /// Those of the group.
  package var bounds: DeviceRect
  package var halfPlanes: [HalfPlane]

  package init(bounds: DeviceRect, halfPlanes: [HalfPlane]) {
    (self.bounds, self.halfPlanes) = (bounds, halfPlanes)
  }
}

/// Where light ends.
package enum LightLimit: Sendable {
  case none
  case white
  /// Twice the light of white.
  case twiceWhite

  /// What components end at; nil: they do not.
  package var component: Float? {
    switch self {
    case .none: nil
    case .white: 1
    case .twiceWhite: Float(CGColor.encoded(2))
    }
  }
}
