public import Graphics

/// The pixels that a tree is drawn to.
public struct Viewport: Sendable, Hashable {
  /// Pixels.
  public var width: Int
  public var height: Int
  /// Pixels per point of the root layer's superlayer space.
  public var scale: Double
  /// Behind everything; transparent by default.
  public var background: CGColor

  public init(width: Int, height: Int, scale: Double = 1, background: CGColor = .clear) {
    (self.width, self.height, self.scale, self.background) = (width, height, scale, background)
  }
}

/// What `tree` looks like at media time `time`: a pure function of its arguments.
public func evaluate(_ tree: RenderTree, at time: Double, in viewport: Viewport) -> DisplayList {
  DisplayList(width: viewport.width, height: viewport.height)
}
