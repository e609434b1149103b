import Starmine
import StarmineTestSupport

extension CaseWorld {
  static let treeWords: [String: Word] = [
    "add": act { try $0.layer(0).addSublayer($0.layer(1)) },
    "insert": act { try $0.layer(0).insertSublayer($0.layer(1), at: UInt32($0.number(2))) },
    "below": act { try $0.layer(0).insertSublayer($0.layer(1), below: $0.layer(2)) },
    "above": act { try $0.layer(0).insertSublayer($0.layer(1), above: $0.layer(2)) },
    "remove": act { try $0.layer(0).removeFromSuperlayer() },
    "replace": act { try $0.layer(0).replaceSublayer($0.layer(1), with: $0.layer(2)) },
    "sublayers": act { try $0.layer(0).sublayers = $0.layers(1) },
    "mask": act { try $0.layer(0).mask = $0.optionalLayer(1) },
    "superlayer": { try $0.layer(0).superlayer },
  ]

  static let geometryWords: [String: Word] = [
    "contains": { try $0.layer(0).contains($0.point(1)) },
    "hit": { try $0.layer(0).hitTest($0.point(1)) },
    "convertpoint": { step in
      let (point, other) = (try step.point(1), try step.optionalLayer(3))
      return try step.text(2) == "to"
        ? step.layer(0).convert(point, to: other) : step.layer(0).convert(point, from: other)
    },
    "convertrect": { step in
      let (rect, other) = (try step.rect(1), try step.optionalLayer(3))
      return try step.text(2) == "to"
        ? step.layer(0).convert(rect, to: other) : step.layer(0).convert(rect, from: other)
    },
    "converttime": { step in
      let (time, other) = (try step.number(1), try step.optionalLayer(3))
      return try step.text(2) == "to"
        ? step.layer(0).convertTime(time, to: other) : step.layer(0).convertTime(time, from: other)
    },
    "affine": { try $0.layer(0).affineTransform() },
    "setaffine": act { step in
      let n = try step.numbers(1)
      try step.layer(0).setAffineTransform(
        CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
    },
    "resize": act {
      try $0.layer(0).resize(withOldSuperlayerSize: CGSize(width: $0.numbers(1)[0], height: $0.numbers(1)[1]))
    },
    "resizesublayers": act {
      try $0.layer(0).resizeSublayers(withOldSize: CGSize(width: $0.numbers(1)[0], height: $0.numbers(1)[1]))
    },
    "contentsareflipped": { try $0.layer(0).contentsAreFlipped() },
    "visiblerect": { try $0.layer(0).visibleRect },
    "scrollpoint": act { try $0.layer(0).scroll($0.point(1)) },
    "scrollrect": act { try $0.layer(0).scrollRectToVisible($0.rect(1)) },
    "scrollto": act { step in
      let layer: CAScrollLayer = try step.object(0)
      if try step.numbers(1).count == 2 {
        layer.scroll(to: try step.point(1))
      } else {
        layer.scroll(to: try step.rect(1))
      }
    },
  ]

  static let layoutWords: [String: Word] = [
    "needslayout": { try $0.layer(0).needsLayout() },
    "setneedslayout": act { try $0.layer(0).setNeedsLayout() },
    "layoutifneeded": act { try $0.layer(0).layoutIfNeeded() },
    "layoutsublayers": act { try $0.layer(0).layoutSublayers() },
    "preferredsize": { try $0.layer(0).preferredFrameSize() },
    "needsdisplay": { try $0.layer(0).needsDisplay() },
    "setneedsdisplay": act { try $0.layer(0).setNeedsDisplay() },
    "display": act { try $0.layer(0).display() },
    "displayifneeded": act { try $0.layer(0).displayIfNeeded() },
    "constraintmanager": act { try $0.layer(0).layoutManager = CAConstraintLayoutManager() },
    "managerlayout": act { try CAConstraintLayoutManager().layoutSublayers(of: $0.layer(0)) },
    "constraints": act { step in
      try step.layer(0).constraints = step.json(1).array?.compactMap { try step.world.value($0) as? CAConstraint }
    },
    "addconstraint": act { try $0.layer(0).addConstraint($0.constraint(1)) },
    "constraintsof": { try $0.layer(0).constraints },
    "constraintcount": { try $0.layer(0).constraints?.count },
    "constraintequals": { step in
      let (list, index) = (try step.layer(0).constraints ?? [], Int(try step.number(1)))
      return try list.indices.contains(index) && list[index] == step.constraint(2)
    },
    "constraintfield": { step in
      let constraint = try step.constraint(0)
      let fields: [String: Any] = [
        "attribute": constraint.attribute, "sourceAttribute": constraint.sourceAttribute,
        "sourceName": constraint.sourceName, "scale": constraint.scale, "offset": constraint.offset,
      ]
      return fields[try step.text(1)]
    },
  ]

  /// A word without an answer.
  static func act(_ body: @escaping @Sendable (Step) throws -> Void) -> Word {
    { step in
      try body(step)
      return nil
    }
  }
}

extension CaseWorld.Step {
  fileprivate func constraint(_ index: Int) throws -> CAConstraint {
    guard let constraint = try value(index) as? CAConstraint else {
      throw CaseWorld.UnknownError("\(json(index).text) is not a constraint")
    }
    return constraint
  }
}
