/// An edge, centre or length of the frame of a layer.
public enum CAConstraintAttribute: Int, Sendable {
  /// Edges, centre and width.
  case minX, midX, maxX, width
  /// Edges, centre and height.
  case minY, midY, maxY, height
}

/// A constraint of the frame of a layer: `attribute = source.sourceAttribute * scale + offset` (behavior.md 1.14).
public struct CAConstraint: Sendable, Equatable {
  /// Attribute of the layer to set.
  public let attribute: CAConstraintAttribute
  /// Name of a sibling, or `superlayer`.
  public let sourceName: String
  /// Attribute of the source.
  public let sourceAttribute: CAConstraintAttribute
  /// Factor. Default 1.
  public let scale: CGFloat
  /// Offset in points. Default 0.
  public let offset: CGFloat

  /// Creates a constraint for `addConstraint(_:)`.
  public init(
    attribute attr: CAConstraintAttribute, relativeTo srcLayer: String, attribute srcAttr: CAConstraintAttribute,
    scale: CGFloat = 1, offset: CGFloat = 0
  ) {
    (attribute, sourceName, sourceAttribute) = (attr, srcLayer, srcAttr)
    (self.scale, self.offset) = (scale, offset)
  }
}

extension CALayer {
  /// Constraints of the frame. The `CAConstraintLayoutManager` of the superlayer applies them. Default nil.
  public final var constraints: [CAConstraint]? {
    get { requests.constraints }
    set {
      requests.constraints = newValue
      superlayer?.setNeedsLayout()
    }
  }

  /// Adds a constraint of the frame.
  public final func addConstraint(_ constraint: CAConstraint) {
    constraints = (constraints ?? []) + [constraint]
  }
}

/// A layout manager that applies `constraints`.
///
/// Constraints with an unknown layer, or a sibling without a position, are ignored. If an axis has more constraints
/// than needed, the last one is used with the first of min, mid, max and size among the others. A size alone, or one
/// attribute twice, does not change the axis (measured).
public struct CAConstraintLayoutManager: CALayoutManager, Sendable {
  /// Creates a manager. You can use one manager for many layers.
  public init() {}

  /// Returns the size of the bounds of the layer (peer-tested).
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
