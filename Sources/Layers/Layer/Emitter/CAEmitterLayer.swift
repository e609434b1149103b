/// A layer that emits particles.
///
///     let spark = CAEmitterCell()
///     spark.birthRate = 200
///     spark.lifetime = 2
///     spark.contents = image
///     let emitter = CAEmitterLayer()
///     emitter.emitterCells = [spark]
///
/// Names, types and defaults are those of Core Animation (behavior.md 5.1). Lengths are in points of the bounds.
open class CAEmitterLayer: CALayer {
  private var givenCells: [CAEmitterCell]?
  /// The cells in use: a copy of the assigned cells, made at the first commit after the assignment.
  private(set) var committedCells: [EmitterCellTree]?
  private let outline = TextOutline()
  /// History of the cells' values. It remains while the layer is out of the tree.
  private var emission: Emission?

  /// Creates an emitter without cells at (0, 0).
  public override init() {
    super.init()
  }

  /// The same as `init()`; see `CALayer.init(layer:)`.
  public override init(layer: Any) {
    super.init(layer: layer)
  }

  /// Does not read archives. The same as `init()`.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  package override class var properties: [Property<LayerState>] { super.properties + Property.emitterLayer }
  package override class var objectProperties: [Property<CALayer>] { super.objectProperties + [cellsRow] }
  override class var partsKey: String? { Property<EmitterState>.behaviorsKey }
  override class func partInput(_ keyPath: String) -> Property<LayerState>? {
    Property<EmitterState>.behaviorInput(keyPath)?.lifted(toLayerBy: \.emitter)
  }

  private static let cellsRow = Property<CALayer>.list(
    "emitterCells", of: .cells, "Cells that the layer emits.", on: CAEmitterLayer.self, \.emitterCells)

  /// The cells of the emitter. Default nil.
  ///
  /// The layer copies the cells at the next commit. Assigning cells restarts the emission and removes all particles.
  open var emitterCells: [CAEmitterCell]? {
    get { givenCells }
    set {
      givenCells = newValue
      (committedCells, emission) = (nil, nil)
      animations.entries.forEach { $0.forgetTracks() }
      markChanged()
    }
  }

  package override func commitEmission(at time: Double, tracks: [Track]) -> Emission? {
    guard let cells = workingCells else { return nil }
    committedCells = cells
    var emitter = state.emitter.value
    emitter.textOutline = emitter.emitterShape == .text ? outline.path(of: emitter) : nil
    var history = emission ?? Emission()
    history.record(emitter, cells: cells, tracks: tracks, at: time)
    emission = history
    return history
  }

  override func beginClips(at time: Double) {
    super.beginClips(at: time)
    beginEmitterImage(at: time)
    guard let cells = workingCells else { return }
    committedCells = cells.haveWaitingClips ? cells.begun(at: time) : cells
  }

  /// The cells in use, or those in use after the next commit.
  var workingCells: [EmitterCellTree]? { committedCells ?? givenCells?.map(\.tree) }

  /// Sets the current cells of this presentation object.
  func present(cells: [EmitterCellTree], of layer: CAEmitterLayer) {
    (committedCells, givenCells) = (cells, layer.givenCells)
  }

  package override func elements(_ key: String) -> [any PropertyContainer]? {
    if key == Property<EmitterState>.behaviorsKey {
      return ListedPart.all({ self.state.emitter.behaviors }, { self.setBehaviors($0) })
    }
    guard key == Self.cellsRow.key, let committedCells else { return super.elements(key) }
    return committedCells.indices.map { index in
      CommittedCell(
        layer: self, path: [index], cell: committedCells[index],
        given: givenCells?.first { $0.name == committedCells[index].state.name })
    }
  }

  private func setBehaviors(_ behaviors: [EmitterBehaviorState]) {
    guard model() === self, behaviors != state.emitter.behaviors else { return }
    change(forKey: nil) { $0.emitter.behaviors = behaviors }
  }

  /// Changes a cell in use.
  /// - Parameter path: indices from the top-level cells down.
  func updateCell(_ path: [Int], _ change: (inout EmitterCellState) -> Void) {
    guard var cells = committedCells, model() === self else { return }
    cells.update(path[...], change)
    committedCells = cells
    markChanged()
  }

  // MARK: Emission

  /// Factor of the birth rate of all top-level cells. Default 1.
  open var birthRate: Float {
    get { state.emitter.birthRate }
    set { set(\.emitter.birthRate, newValue) }
  }
  /// Factor of lifetimes at birth. Default 1.
  open var lifetime: Float {
    get { state.emitter.lifetime }
    set { set(\.emitter.lifetime, newValue) }
  }
  /// Factor of initial velocities. Default 1.
  open var velocity: Float {
    get { state.emitter.velocity }
    set { set(\.emitter.velocity, newValue) }
  }
  /// Factor of initial scales. Default 1.
  open var scale: Float {
    get { state.emitter.scale }
    set { set(\.emitter.scale, newValue) }
  }
  /// Factor of initial spins. Default 1.
  open var spin: Float {
    get { state.emitter.spin }
    set { set(\.emitter.spin, newValue) }
  }
  /// Seed of the random numbers. Default 0.
  open var seed: UInt32 {
    get { state.emitter.seed }
    set { set(\.emitter.seed, newValue) }
  }

  // MARK: Shape

  /// Centre of the shape. Default zero.
  open var emitterPosition: CGPoint {
    get { state.emitter.emitterPosition }
    set { set(\.emitter.emitterPosition, newValue) }
  }
  /// Depth of the centre of the shape. Default 0.
  open var emitterZPosition: CGFloat {
    get { state.emitter.emitterZPosition }
    set { set(\.emitter.emitterZPosition, newValue) }
  }
  /// Size of the shape. The width of a circle or sphere is its radius (documented). Default zero.
  open var emitterSize: CGSize {
    get { state.emitter.emitterSize }
    set { set(\.emitter.emitterSize, newValue) }
  }
  /// Depth of a cuboid. Default 0.
  open var emitterDepth: CGFloat {
    get { state.emitter.emitterDepth }
    set { set(\.emitter.emitterDepth, newValue) }
  }
  /// Shape in which particles are born. An unknown shape means the default. Default point.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { CAEmitterLayerEmitterShape(rawValue: state.emitter.emitterShape.rawValue) }
    set { set(\.emitter.emitterShape, EmitterShape(rawValue: newValue.rawValue) ?? EmitterState.defaults.emitterShape) }
  }
  /// Part of the shape that emits. An unknown mode means the default. Default volume.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { CAEmitterLayerEmitterMode(rawValue: state.emitter.emitterMode.rawValue) }
    set { set(\.emitter.emitterMode, EmitterMode(rawValue: newValue.rawValue) ?? EmitterState.defaults.emitterMode) }
  }
  /// Drawing order and blending of particles. An unknown mode means the default. Default unordered.
  open var renderMode: CAEmitterLayerRenderMode {
    get { CAEmitterLayerRenderMode(rawValue: state.emitter.renderMode.rawValue) }
    set {
      set(\.emitter.renderMode, EmitterRenderMode(rawValue: newValue.rawValue) ?? EmitterState.defaults.renderMode)
    }
  }
  /// Behaviours of all cells. Reading returns copies. Private on Apple's system. Default nil.
  public final var emitterBehaviors: [CAEmitterBehavior]? {
    get { state.emitter.behaviors.isEmpty ? nil : state.emitter.behaviors.map { CAEmitterBehavior($0) } }
    set { set(\.emitter.behaviors, (newValue ?? []).map(\.state)) }
  }
  /// Whether particles move in the 3D space of the superlayer. Default false.
  open var preservesDepth: Bool {
    get { state.emitter.preservesDepth }
    set { set(\.emitter.preservesDepth, newValue) }
  }
}
