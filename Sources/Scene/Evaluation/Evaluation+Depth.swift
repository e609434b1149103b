extension LayerState {
  /// Whether the layer has no plane, so that its sublayers keep their positions in space.
  var keepsDepth: Bool { plain.isTransformLayer || rare.box?.value.replicator.box?.value.preservesDepth == true }
}

extension Evaluation {
  /// Draws the sublayers of a layer that keeps depth. All planes below it are sorted together.
  ///
  /// The layer's background, contents and effects are ignored. Its opacity applies to each plane (documented).
  mutating func drawSpace(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, opacity: Float,
    _ context: DrawContext
  ) {
    var faces: [Face] = []
    collect(node, showing: state, at: time, in: space, opacity: opacity, context, into: &faces)
    for face in DepthSort.backToFront(faces) { append(face, within: context.frame) }
  }

  private mutating func collect(
    _ node: RenderNode, showing state: LayerState, at time: Double, in space: CATransform3D, opacity: Float,
    _ context: DrawContext, into faces: inout [Face]
  ) {
    let context = context.inside(state)
    let time = state.sublayerTime ?? time
    for copy in copies(of: node, showing: state, at: time, in: state.sublayerSpace(in: space)) {
      let first = faces.count
      for sublayer in node.sublayers {
        let time = sublayer.clock.localTime(fromParent: copy.time)
        let state = sublayer.presentedState(at: time)
        let matrix = state.toSuperlayer(in: copy.matrix)
        if !state.keepsDepth {
          if let face = face(of: sublayer, showing: state, at: time, in: copy.matrix, opacity: opacity, matrix, context)
          {
            faces.append(face)
          }
        } else if !state.isHidden, state.opacity > 0, matrix.isFinite {
          let opacity = opacity * min(state.opacity, 1)
          collect(sublayer, showing: state, at: time, in: matrix, opacity: opacity, context, into: &faces)
        }
      }
      guard copy.tint != .one else { continue }
      for index in faces[first...].indices { faces[index].commands.multiply(by: copy.tint) }
    }
  }

  /// Draws a layer into a separate list; nil if nothing is visible.
  /// - Parameter state: the layer's state with its animations applied.
  /// - Parameter matrix: from its plane to device pixels.
  private mutating func face(
    of node: RenderNode, showing state: LayerState, at time: Double, in superlayer: CATransform3D, opacity: Float,
    _ matrix: CATransform3D, _ context: DrawContext
  ) -> Face? {
    guard let depth = matrix.planeDepth else { return nil }
    let start = list.commands.count
    if opacity < 1 {
      let group = GroupCommand(bounds: context.frame, alpha: UInt8(opacity * 255 + 0.5))
      list.commands.append(.pushGroup(group))
      draw(node, showing: state, at: time, in: superlayer, context)
      close(group, from: start, within: context.frame)
    } else {
      draw(node, showing: state, at: time, in: superlayer, context)
    }
    let commands = Array(list.commands[start...])
    list.commands.removeSubrange(start...)
    let bounds = commands.reduce(DeviceRect.empty) { $0.union($1.bounds) }.intersection(context.frame)
    guard !bounds.isEmpty else { return nil }
    let outline = outline(of: node, showing: state, PlaneTransform(matrix), drawn: bounds, within: context.frame)
    return Face(commands: commands, outline: outline, depth: depth)
  }

  /// The projected bounds if everything was drawn inside them, otherwise the drawn rectangle.
  private func outline(
    of node: RenderNode, showing state: LayerState, _ transform: PlaneTransform, drawn: DeviceRect,
    within frame: DeviceRect
  ) -> [SIMD2<Double>] {
    let box = [(drawn.minX, drawn.minY), (drawn.maxX, drawn.minY), (drawn.maxX, drawn.maxY), (drawn.minX, drawn.maxY)]
      .map { SIMD2(Double($0.0), Double($0.1)) }
    guard state.masksToBounds || (node.sublayers.isEmpty && node.committedEmission == nil) else { return box }
    let bounds = state.bounds
    let corners = [
      (bounds.minX, bounds.minY), (bounds.maxX, bounds.minY), (bounds.maxX, bounds.maxY), (bounds.minX, bounds.maxY),
    ].map { transform.apply($0.0, $0.1) }
    let limits = state.shape.deviceBounds(transform, within: frame)
    guard corners.allSatisfy({ $0.w > 0 && abs($0.x) < 1e6 && abs($0.y) < 1e6 }), limits.union(drawn) == limits else {
      return box
    }
    return corners.map { SIMD2($0.x, $0.y) }
  }

  /// Adds a face, limited by its cuts.
  private mutating func append(_ face: Face, within frame: DeviceRect) {
    guard !face.cuts.isEmpty else {
      list.commands += face.commands
      return
    }
    let drawn = face.commands.reduce(DeviceRect.empty) { $0.union($1.bounds) }
    let bounds = drawn.intersection(frame).intersection(face.outline.pixels(within: frame))
    guard !bounds.isEmpty else { return }
    list.commands.append(.pushGroup(GroupCommand(bounds: bounds)))
    list.commands += face.commands
    list.commands.append(.cut(CutCommand(bounds: bounds, halfPlanes: face.cuts)))
    list.commands.append(.popGroup)
  }
}

extension SIMD4<Float> {
  static var one: SIMD4<Float> { SIMD4(repeating: 1) }
}

extension [SIMD2<Double>] {
  /// The bounding box of the points in whole pixels, with a margin of one pixel for soft edges.
  fileprivate func pixels(within frame: DeviceRect) -> DeviceRect {
    guard let first else { return .empty }
    var (low, high) = (first, first)
    for point in self {
      low = SIMD2(Swift.min(low.x, point.x), Swift.min(low.y, point.y))
      high = SIMD2(Swift.max(high.x, point.x), Swift.max(high.y, point.y))
    }
    let whole = { (value: Double) in Int(Swift.max(-1e9, Swift.min(1e9, value))) }
    return DeviceRect(
      minX: whole(low.x.rounded(.down)) - 1, minY: whole(low.y.rounded(.down)) - 1,
      maxX: whole(high.x.rounded(.up)) + 1, maxY: whole(high.y.rounded(.up)) + 1
    ).intersection(frame)
  }
}
