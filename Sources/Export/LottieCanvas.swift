/// A layer of a movie over its frames.
final class LottieSlot {
  /// The state of a layer in a frame in which it is visible.
  struct Sample {
    var state: LayerState
    /// To the coordinates of the superlayer's slot.
    var matrix: LottieMatrix
    /// Whether the y axis is flipped so that pictures stay upright.
    var isFlipped: Bool
    /// Unpremultiplied colour factors.
    var tint: SIMD4<Float>
  }

  unowned let superslot: LottieSlot?
  let firstFrame: Int
  /// One per frame; nil if the layer is hidden.
  private(set) var samples: [Sample?] = []
  /// From back to front.
  private(set) var subslots: [LottieSlot] = []
  private var places: [String: LottieSlot] = [:]
  fileprivate(set) var mask: LottieSlot?
  fileprivate(set) var lives: LottieLifetimes?
  /// Whether the layer's transform changes relative to its superlayer.
  private(set) var isMoving = false

  init(in superslot: LottieSlot?, firstFrame: Int) {
    (self.superslot, self.firstFrame) = (superslot, firstFrame)
  }

  var endFrame: Int { firstFrame + samples.count }
  var frames: Range<Int> { firstFrame..<endFrame }

  func sample(_ frame: Int) -> Sample? {
    samples.indices.contains(frame - firstFrame) ? samples[frame - firstFrame] : nil
  }

  fileprivate func add(_ sample: Sample, frame: Int) {
    // Compared with the first frame rather than the previous one, because slow movements accumulate.
    if let first = samples.first(where: { $0 != nil }) ?? nil, !first.matrix.isNear(sample.matrix) { isMoving = true }
    while endFrame < frame { samples.append(nil) }
    samples.append(sample)
  }

  /// The slot of a sublayer. A new slot is inserted after `last`.
  fileprivate func subslot(_ name: String, after last: LottieSlot?, frame: Int) -> LottieSlot {
    if let known = places[name] { return known }
    let slot = LottieSlot(in: self, firstFrame: frame)
    places[name] = slot
    subslots.insert(slot, at: last.flatMap { last in subslots.lastIndex { $0 === last } }.map { $0 + 1 } ?? 0)
    return slot
  }
}

package struct LottieCanvas {
  let root = LottieSlot(in: nil, firstFrame: 0)
  /// Lost features, one line each.
  private(set) var lost: [String] = []
  private var sampleCount = 0
  private var visitCount = 0
  private var lifeCount = 0

  /// The limit of layers times frames.
  package static let mostSamples = 300_000
  /// The same limit, including hidden layers.
  private static let mostVisits = 10 * mostSamples

  package init() {}

  /// Too much content: the limit and its name.
  package enum LimitError: Error {
    case particles(Int)
    case layers(Int)
  }

  /// State that is inherited by all sublayers in a frame.
  private struct Context {
    let tree: RenderTree
    let viewport: Viewport
    let frame: Int
    let seconds: Double
    var isFlipped = false
    var tint = SIMD4<Float>.one
    var world = CATransform3DIdentity
    /// To the coordinates of the containing slot.
    var carried = CATransform3DIdentity
  }

  /// Adds the next frame.
  /// - Parameters:
  ///   - time: Media time in seconds.
  ///   - seconds: Time since the first frame.
  package mutating func add(
    _ tree: RenderTree, at time: Double, in viewport: Viewport, frame: Int, seconds: Double
  ) throws(LimitError) {
    guard !tree.isTooDeep else { return lose("layers that are nested too deeply") }
    if tree.overlay != nil { lose("the cross-fade of a loop") }
    var last: LottieSlot?
    try visit(
      tree.root, at: tree.moment ?? time, in: root, "root", after: &last,
      Context(tree: tree, viewport: viewport, frame: frame, seconds: seconds))
  }

  private mutating func lose(_ text: String) {
    if !lost.contains(text) { lost.append(text) }
  }

  private mutating func visit(
    _ node: RenderNode, at superlayerTime: Double, in superslot: LottieSlot, _ name: String,
    after last: inout LottieSlot?, _ context: Context
  ) throws(LimitError) {
    visitCount += 1
    guard visitCount <= Self.mostVisits else { throw .layers(Self.mostVisits) }
    let time = node.state.timing.localTime(fromParent: superlayerTime)
    let state = node.presentedState(at: time)
    guard !state.isHidden, state.opacity > 0, state.shownPart != .nothing else { return }
    var inner = context
    let own = CATransform3DConcat(state.toSuperlayer, context.carried)
    inner.world = CATransform3DConcat(own, context.world)
    if node.transition != nil { lose("transitions") }
    guard !state.isTransformLayer else {
      // A transform layer is not flattened: its sublayers are placed in the surrounding space.
      lose("the drawing order by depth of layers in 3D")
      inner.carried = CATransform3DConcat(state.aroundAnchor(state.sublayerTransform), own)
      inner.world = context.world
      return try visitSublayers(of: node, state, at: time, in: superslot, name + "/", after: &last, inner)
    }
    guard state.isDoubleSided || LottieMatrix(inner.world).isUpright != context.isFlipped else { return }
    if !PlaneTransform(own).isAffine { lose("perspective, which is left out") }
    let slot = superslot.subslot(name, after: last, frame: context.frame)
    guard context.frame >= slot.endFrame else { return }
    sampleCount += 1
    guard sampleCount <= Self.mostSamples else { throw .layers(Self.mostSamples) }
    slot.add(
      LottieSlot.Sample(
        state: state, matrix: LottieMatrix(own), isFlipped: context.isFlipped, tint: context.tint),
      frame: context.frame)
    last = slot
    try visitInside(node, state, at: time, slot, inner)
  }

  /// Visits particles, mask and sublayers of a visible layer.
  private mutating func visitInside(
    _ node: RenderNode, _ state: LayerState, at time: Double, _ slot: LottieSlot, _ outer: Context
  ) throws(LimitError) {
    var context = outer
    if state.isGeometryFlipped { context.isFlipped.toggle() }
    context.carried = state.flipped(CATransform3DIdentity)
    if let emission = node.emission { try addParticles(emission, state, at: time, slot, outer) }
    if let mask = node.mask {
      let holder = slot.mask ?? LottieSlot(in: slot, firstFrame: context.frame)
      slot.mask = holder
      var last: LottieSlot?
      // A mask holder contains only the masked layer.
      while holder.endFrame < context.frame { holder.add(nil) }
      holder.add(LottieSlot.Sample(state: LayerState(), matrix: LottieMatrix(), isFlipped: false, tint: .one))
      try visit(mask, at: time, in: holder, "mask", after: &last, context)
    }
    context.carried = CATransform3DConcat(state.aroundAnchor(state.sublayerTransform), context.carried)
    var last: LottieSlot?
    try visitSublayers(of: node, state, at: state.sublayerTime ?? time, in: slot, "", after: &last, context)
  }

  /// Visits sublayers, including the copies of a replicator.
  private mutating func visitSublayers(
    of node: RenderNode, _ state: LayerState, at time: Double, in slot: LottieSlot, _ prefix: String,
    after last: inout LottieSlot?, _ context: Context
  ) throws(LimitError) {
    guard !node.sublayers.isEmpty else { return }
    if node.sublayersMoveInDepth { lose("a drawing order of layers that changes") }
    let replicator = state.replicator.value
    let (x, y) = (state.bounds.midX, state.bounds.midY)
    var power = CATransform3DIdentity
    for copy in 0..<min(replicator.count, Self.mostSamples) {
      var inner = context
      let aroundCenter = CATransform3DConcat(
        CATransform3DConcat(CATransform3DMakeTranslation(-x, -y, 0), power), CATransform3DMakeTranslation(x, y, 0))
      inner.carried = CATransform3DConcat(aroundCenter, context.carried)
      inner.tint = context.tint * replicator.color(ofInstance: copy)
      power = CATransform3DConcat(power, replicator.instanceTransform)
      var counts: [String: Int] = [:]
      for sublayer in node.sublayers {
        let name = sublayer.state.name ?? ""
        let number = counts[name, default: 0]
        counts[name] = number + 1
        // The length makes the key unambiguous if the name contains separators.
        let key = "\(prefix)\(copy)/\(name.utf8.count):\(name)#\(number)"
        try visit(sublayer, at: time - replicator.delay(ofInstance: copy), in: slot, key, after: &last, inner)
      }
    }
  }

  private mutating func addParticles(
    _ emission: Emission, _ state: LayerState, at time: Double, _ slot: LottieSlot, _ context: Context
  ) throws(LimitError) {
    var place = LayerState()
    place.plain.anchorPoint = .zero
    place.transform = state.flipped(context.world)
    var tree = RenderTree(root: RenderNode(state: place, emission: emission), seed: context.tree.seed)
    tree.loop = context.tree.loop
    let found = traceParticles(tree, at: time, in: context.viewport)
    guard let emitter = found.first else { return }
    var lives = slot.lives ?? LottieLifetimes()
    slot.lives = nil
    lifeCount -= lives.lives.count
    lives.add(emitter, frame: context.frame, time: context.seconds)
    slot.lives = lives
    lifeCount += lives.lives.count
    guard lifeCount <= LottieExport.mostLayers else { throw .particles(LottieExport.mostLayers) }
  }
}

extension LottieSlot {
  fileprivate func add(_ sample: Sample?) { samples.append(sample) }
}

extension LottieMatrix {
  /// The affine part of a transform; depth and perspective are dropped.
  package init(_ t: CATransform3D) {
    self.init(
      a: Double(t.m11), b: Double(t.m12), c: Double(t.m21), d: Double(t.m22), tx: Double(t.m41), ty: Double(t.m42))
  }

  var isUpright: Bool { a * d - b * c >= 0 }

  func isNear(_ other: LottieMatrix) -> Bool {
    abs(a - other.a) + abs(b - other.b) + abs(c - other.c) + abs(d - other.d) < 1e-5
      && abs(tx - other.tx) + abs(ty - other.ty) < 1e-3
  }
}
