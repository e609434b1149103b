public import Foundation

/// A line or a length of a layer's frame that constraints speak of.
public enum CAConstraintAttribute: Int, Sendable {
  /// Lines and length along x.
  case minX, midX, maxX, width
  /// Lines and length along y.
  case minY, midY, maxY, height
}

/// One equation of a layer's frame: `attribute = source.sourceAttribute * scale + offset` (behavior.md 1.14).
public struct CAConstraint: Sendable, Equatable {
  /// The line or length of the layer that is placed.
  public let attribute: CAConstraintAttribute
  /// The `name` of a sibling, or `superlayer` for the bounds of the layer around.
  public let sourceName: String
  /// The line or length of the source that it follows.
  public let sourceAttribute: CAConstraintAttribute
  /// Default 1.
  public let scale: CGFloat
  /// Points. Default 0.
  public let offset: CGFloat

  /// An equation; a layer takes it with `addConstraint(_:)`.
  public init(
    attribute attr: CAConstraintAttribute, relativeTo srcLayer: String, attribute srcAttr: CAConstraintAttribute,
    scale: CGFloat = 1, offset: CGFloat = 0
  ) {
    (attribute, sourceName, sourceAttribute) = (attr, srcLayer, srcAttr)
    (self.scale, self.offset) = (scale, offset)
  }
}

extension CALayer {
  /// Equations for the layer's frame, solved by the superlayer's `CAConstraintLayoutManager`. Default nil.
  public final var constraints: [CAConstraint]? {
    get { requests.constraints }
    set {
      requests.constraints = newValue
      superlayer?.setNeedsLayout()
    }
  }

  /// Adds an equation for the layer's frame.
  public final func addConstraint(_ constraint: CAConstraint) {
    constraints = (constraints ?? []) + [constraint]
  }
}

/// Places sublayers as their `constraints` say.
///
/// Equations that name an unknown layer, or a sibling that its own constraints do not place, are left out. Of more
/// equations than an axis needs, the last decides, with the first of min, mid, max and size among the others; a size
/// alone, or one line twice, leaves the axis as it is (measured).
public struct CAConstraintLayoutManager: CALayoutManager, Sendable {
  /// A manager; it keeps nothing, so one serves any number of layers.
  public init() {}

  /// That of the layer's bounds (peer-tested).
  public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }

  /// Sets the frames of sublayers that have constraints.
  public func layoutSublayers(of layer: CALayer) {
    var solver = ConstraintSolver(layer)
    for index in solver.children.indices where solver.children[index].constraints?.isEmpty == false {
      let solved = solver.frame(of: index)
      if solved != solver.children[index].frame { solver.children[index].frame = solved }
    }
  }
}
