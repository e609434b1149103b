import Foundation
import Graphics

extension Evaluation {
  /// Draws a layer that is in a transition; false where only what it is now shows.
  ///
  /// The layer's place is that of the new state; the old picture is stretched over the new bounds, as a snapshot would
  /// be.
  ///
  /// - Parameter time: in the layer's own time.
  mutating func drawTransition(of node: RenderNode, at time: Double, in superlayer: CATransform3D) -> Bool {
    guard let transition = node.transition, let progress = transition.progress(at: time) else { return false }
    let new = node.presented(at: time)
    // A layer without a plane has no picture to move.
    guard !new.state.keepsDepth else { return false }
    let space = CATransform3DConcat(new.state.toSuperlayer, superlayer)
    let old = transition.from?.presented(at: time)
    let change = PictureChange(
      old: old?.picture(in: new.state.bounds, transition: transition.from?.transition),
      new: new.picture(in: new.state.bounds, transition: nil), time: time, space: space,
      oldFilter: old?.state.compositingFilter ?? .sourceOver, newFilter: new.state.compositingFilter ?? .sourceOver)
    if transition.style == .fade {
      fade(change, progress: progress)
    } else {
      move(change, transition, progress: progress)
    }
    return true
  }

  /// Both pictures add up in a group of their own, so that what is opaque in both stays opaque and what is equal in both
  /// keeps its colour to the bit.
  private mutating func fade(_ change: PictureChange, progress: Double) {
    let share = UInt8((min(max(progress, 0), 1) * 255).rounded())
    guard change.hasOneFilter else {
      // Two ways to join the backdrop do not add up; one after the other comes near it.
      draw(change.old, change, alpha: 255 - share, filter: change.oldFilter)
      return draw(change.new, change, alpha: share, filter: change.newFilter)
    }
    let index = list.commands.count
    let group = GroupCommand(bounds: frame, filter: change.newFilter)
    list.commands.append(.pushGroup(group))
    draw(change.old, change, alpha: 255 - share, filter: .sourceOver)
    draw(change.new, change, alpha: share, filter: .plusL)
    close(group, from: index)
  }

  /// A layer that clips to its bounds clips the moving pictures too (reference 4.12).
  private mutating func move(_ change: PictureChange, _ transition: Transition, progress: Double) {
    let index = list.commands.count
    let state = change.new.state
    let clip = state.masksToBounds ? (shape: state.shape, transform: PlaneTransform(change.space.flattened)) : nil
    let group = GroupCommand(bounds: frame, clip: clip, filter: change.newFilter)
    let isGrouped = clip != nil || change.newFilter != .sourceOver
    if isGrouped { list.commands.append(.pushGroup(group)) }
    let offsets = transition.offsets(at: progress, size: state.bounds.size)
    let (old, new) = (change.old?.moved(by: offsets.old), change.new.moved(by: offsets.new))
    for picture in transition.style == .reveal ? [new, old] : [old, new] {
      if let picture { draw(picture, at: change.time, in: change.space) }
    }
    if isGrouped { close(group, from: index) }
  }

  private mutating func draw(_ picture: RenderNode?, _ change: PictureChange, alpha: UInt8, filter: CompositingFilter) {
    guard let picture, alpha > 0 else { return }
    let index = list.commands.count
    let group = GroupCommand(bounds: frame, alpha: alpha, filter: filter)
    list.commands.append(.pushGroup(group))
    draw(picture, at: change.time, in: change.space)
    close(group, from: index)
  }
}

/// The two pictures of a transition as layers in the plane of the layer that is in it.
private struct PictureChange {
  var old: RenderNode?
  var new: RenderNode
  var time: Double
  /// From that plane to device pixels.
  var space: CATransform3D
  var oldFilter: CompositingFilter
  var newFilter: CompositingFilter

  var hasOneFilter: Bool { old == nil || oldFilter == newFilter }
}

extension GroupCommand {
  fileprivate init(
    bounds: DeviceRect, alpha: UInt8 = 255, clip: (shape: RoundedRect, transform: PlaneTransform)? = nil,
    filter: CompositingFilter
  ) {
    self.init(bounds: bounds, alpha: alpha, clip: clip)
    self.filter = filter
  }
}

extension Transition {
  /// How far the pictures are from their places, points.
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
    case .fade: (.zero, .zero)
    case .moveIn: (.zero, missing)
    case .push: (gone, missing)
    case .reveal: (gone, .zero)
    }
  }
}

extension RenderNode {
  /// What the layer shows, animations applied, as a layer that fills `frame` of the space around and blends normally.
  fileprivate func picture(in frame: CGRect, transition: Transition?) -> RenderNode {
    var state = state
    let bounds = state.bounds
    let x = bounds.width > 0 && frame.width > 0 ? frame.width / bounds.width : 1
    let y = bounds.height > 0 && frame.height > 0 ? frame.height / bounds.height : 1
    // The anchor point stays, because the sublayer transform acts about it.
    state.transform = CATransform3DMakeScale(x, y, 1)
    state.position = CGPoint(
      x: frame.minX + state.anchorPoint.x * bounds.width * x, y: frame.minY + state.anchorPoint.y * bounds.height * y)
    state.zPosition = state.anchorPointZ
    (state.timing, state.compositingFilter) = (Timing(), nil)
    return with(state, transition: transition)
  }

  fileprivate func moved(by offset: CGSize) -> RenderNode {
    guard offset != .zero else { return self }
    var state = state
    state.position.x += offset.width
    state.position.y += offset.height
    return with(state, transition: transition)
  }

  private func with(_ state: LayerState, transition: Transition?) -> RenderNode {
    RenderNode(
      state: state, emission: emission, content: content, sublayers: sublayers, mask: mask, transition: transition)
  }
}
