public import Foundation

/// A line or a length of a layer's frame that constraints speak of.
public enum CAConstraintAttribute: Int, Sendable {
  case minX, midX, maxX, width
  case minY, midY, maxY, height
}

/// One equation of a layer's frame: `attribute = source.sourceAttribute * scale + offset` (behavior.md 1.14).
public struct CAConstraint: Sendable, Equatable {
  public let attribute: CAConstraintAttribute
  /// The `name` of a sibling, or `superlayer` for the bounds of the layer around.
  public let sourceName: String
  public let sourceAttribute: CAConstraintAttribute
  /// Default 1.
  public let scale: CGFloat
  /// Points. Default 0.
  public let offset: CGFloat

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

  public final func addConstraint(_ constraint: CAConstraint) {
    constraints = (constraints ?? []) + [constraint]
  }
}

/// Places sublayers as their `constraints` say.
///
/// Equations that name an unknown layer or go round in a circle are left out; an axis whose equations contradict each
/// other stays as it is.
public struct CAConstraintLayoutManager: CALayoutManager, Sendable {
  public init() {}

  /// That of the layer's bounds (peer-tested).
  public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }

  public func layoutSublayers(of layer: CALayer) {
    var solver = ConstraintSolver(layer)
    for index in solver.children.indices where solver.children[index].constraints?.isEmpty == false {
      let solved = solver.frame(of: index)
      if solved != solver.children[index].frame { solver.children[index].frame = solved }
    }
  }
}
