extension Evaluation {
  /// Limit of nested transitions, because each draws its contents twice. Deeper ones show only the new state.
  private static var transitionLimit: Int { 4 }

  /// Draws a layer in a transition. Returns false if only its present state is visible.
  ///
  /// The layer has the position of the new state. The old image is stretched over the new bounds, like a snapshot.
  /// - Parameter state: the node's state with its animations applied.
  // Separate from the recursion, which must use little stack per level.
  @inline(never)
  mutating func drawTransition(
    of node: RenderNode, showing state: LayerState, at time: Double, in superlayer: CATransform3D,
    _ context: DrawContext
  ) -> Bool {
    // A layer without a plane has no image.
    guard !state.keepsDepth, context.transitionDepth < Self.transitionLimit, let transition = node.transition,
      let progress = transition.progress(at: time)
    else { return false }
    let inner = context.read.with { $0.transitionDepth += 1 }
    let old = transition.from.map { TransitionImage(node: $0, state: $0.presentedState(at: time), in: state.bounds) }
    let new = TransitionImage(node: node, state: state, in: state.bounds, isNew: true)
    let images = TransitionImages(
      old: old, new: new, time: time, space: CATransform3DConcat(state.toSuperlayer, superlayer), context: inner)
    switch transition.style {
    case .fade: fade(images, progress: progress)
    case .moveIn, .push, .reveal: move(images, transition, progress: progress)
    case .flip: flip(images, from: transition.side, progress: progress)
    case .curl, .uncurl: curl(images, isReversed: transition.style == .uncurl, progress: progress)
    }
    return true
  }

  /// Adds both images in a group, so that areas opaque in both stay opaque, and equal areas keep their exact colour.
  private mutating func fade(_ images: TransitionImages, progress: Double) {
    let share = UInt8((min(max(progress, 0), 1) * 255).rounded())
    guard let old = images.old, old.filter != images.new.filter else {
      let index = list.commands.count
      let group = GroupCommand(bounds: images.context.frame, filter: images.new.filter)
      list.commands.append(.pushGroup(group))
      if let old = images.old { draw(old, of: images, alpha: 255 - share, filter: .sourceOver) }
      draw(images.new, of: images, alpha: share, filter: .plusL)
      return close(group, from: index, within: images.context.frame)
    }
    // Different blend modes cannot be added. Drawing one after the other is an approximation.
    draw(old, of: images, alpha: 255 - share, filter: old.filter)
    draw(images.new, of: images, alpha: share, filter: images.new.filter)
  }

  /// A layer that clips to its bounds also clips the moving images (behavior.md 4.12).
  private mutating func move(_ images: TransitionImages, _ transition: Transition, progress: Double) {
    let index = list.commands.count
    var (old, new) = (images.old, images.new)
    let clip =
      new.state.masksToBounds ? (shape: new.state.shape, transform: PlaneTransform(images.space.flattened)) : nil
    let group = GroupCommand(bounds: images.context.frame, clip: clip, filter: new.filter)
    let isGrouped = clip != nil || new.filter != .sourceOver
    if isGrouped { list.commands.append(.pushGroup(group)) }
    let offsets = transition.offsets(at: progress, size: new.state.bounds.size)
    old?.move(by: offsets.old)
    new.move(by: offsets.new)
    for image in transition.style == .reveal ? [new, old] : [old, new] { if let image { draw(image, of: images) } }
    if isGrouped { close(group, from: index, within: images.context.frame) }
  }

  private mutating func draw(
    _ image: TransitionImage, of images: TransitionImages, alpha: UInt8, filter: CompositingFilter
  ) {
    guard alpha > 0 else { return }
    let index = list.commands.count
    let group = GroupCommand(bounds: images.context.frame, alpha: alpha, filter: filter)
    list.commands.append(.pushGroup(group))
    draw(image, of: images)
    close(group, from: index, within: images.context.frame)
  }

  /// An old image may be in a transition itself.
  mutating func draw(_ image: TransitionImage, of images: TransitionImages) {
    if image.isNew {
      drawLayer(image.node, showing: image.state, at: images.time, in: images.space, images.context)
    } else {
      draw(image.node, showing: image.state, at: images.time, in: images.space, images.context)
    }
  }
}

/// The old or the new image of a transition.
struct TransitionImage {
  let node: RenderNode
  /// Placed in the plane of the layer, with normal blending.
  var state: LayerState
  let filter: CompositingFilter
  let isNew: Bool

  fileprivate init(node: RenderNode, state: LayerState, in frame: CGRect, isNew: Bool = false) {
    (self.node, self.state, self.isNew) = (node, state, isNew)
    filter = state.compositingFilter ?? .sourceOver
    self.state.compositingFilter = nil
    let bounds = state.bounds
    let x = bounds.width > 0 && frame.width > 0 ? frame.width / bounds.width : 1
    let y = bounds.height > 0 && frame.height > 0 ? frame.height / bounds.height : 1
    // Keeps the anchor point, because the sublayer transform uses it.
    self.state.transform = CATransform3DMakeScale(x, y, 1)
    self.state.position = CGPoint(
      x: frame.minX + state.anchorPoint.x * bounds.width * x, y: frame.minY + state.anchorPoint.y * bounds.height * y)
    self.state.zPosition = state.anchorPointZ
  }

  mutating func move(by offset: CGSize) {
    state.position.x += offset.width
    state.position.y += offset.height
  }
}

struct TransitionImages {
  /// Nil if the layer was not visible before.
  var old: TransitionImage?
  var new: TransitionImage
  /// In the layer's local time.
  var time: Double
  /// From the layer's plane to device pixels.
  var space: CATransform3D
  let context: DrawContext
}

extension Transition {
  /// Offsets of the images in points.
  fileprivate func offsets(at progress: Double, size: CGSize) -> (old: CGSize, new: CGSize) {
    let travel =
      switch side {
      case .fromLeft: CGSize(width: size.width, height: 0)
      case .fromRight: CGSize(width: -size.width, height: 0)
      case .fromBottom: CGSize(width: 0, height: size.height)
      case .fromTop: CGSize(width: 0, height: -size.height)
      }
    let gone = CGSize(width: travel.width * progress, height: travel.height * progress)
    let missing = CGSize(width: gone.width - travel.width, height: gone.height - travel.height)
    return switch style {
    case .fade, .flip, .curl, .uncurl: (.zero, .zero)
    case .moveIn: (.zero, missing)
    case .push: (gone, missing)
    case .reveal: (gone, .zero)
    }
  }
}
