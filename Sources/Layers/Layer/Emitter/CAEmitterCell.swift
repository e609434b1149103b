public import Foundation
public import StarmineGraphics
package import StarmineScene

/// One kind of particle that an emitter layer, or each particle of another cell, emits.
///
/// Names, types and defaults are Core Animation's (behavior.md 5.2). Lengths are in points, times in seconds,
/// angles in radians from x toward y. A range is the whole width of the spread: `value - range/2 ... value + range/2`.
///
/// An emitter layer works on a copy of its cells, taken at the first commit after they were assigned. To change what
/// it emits afterwards, set key paths on the layer (`emitterCells.snow.birthRate`) or assign `emitterCells` again.
open class CAEmitterCell: CATimedObject, NSCopying {
  package private(set) var state = EmitterCellState()
  private var subcells: [CAEmitterCell]?
  /// Values for keys that no row has.
  private var undefinedValues: [String: Any] = [:]

  /// A cell that emits nothing yet: `birthRate` and `lifetime` are 0.
  public override init() {
    super.init()
  }

  /// Exists so that subclasses written for iOS compile; nothing is decoded, the cell has default values.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// A copy with copies of the sub-cells; always a plain `CAEmitterCell`.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAEmitterCell()
    copy.state = state
    copy.undefinedValues = undefinedValues
    copy.subcells = subcells?.map { $0.copy(with: zone) as? CAEmitterCell ?? $0 }
    return copy
  }

  /// The rows of this class.
  package class var properties: [Property<EmitterCellState>] { Property.emitterCell }

  /// The cells that each particle of this cell emits. Default nil.
  ///
  /// - Precondition: no cell is inside itself.
  open var emitterCells: [CAEmitterCell]? {
    get { subcells }
    set {
      demand(!(newValue ?? []).contains { $0.reaches(self) }, "CAEmitterCell: a cell cannot emit itself")
      subcells = newValue
    }
  }

  private func reaches(_ cell: CAEmitterCell) -> Bool {
    self === cell || (subcells ?? []).contains { $0.reaches(cell) }
  }

  /// Behaviours that act on the cell's particles; read as equal copies. Private on Apple's system. Default nil.
  public final var emitterBehaviors: [CAEmitterBehavior]? {
    get { state.behaviors.isEmpty ? nil : state.behaviors.map { CAEmitterBehavior($0) } }
    set { state.behaviors = (newValue ?? []).map(\.state) }
  }

  /// The values of this cell and the cells inside it.
  var tree: EmitterCellTree {
    EmitterCellTree(state, cells: (subcells ?? []).map(\.tree))
  }

  func setBehaviors(_ behaviors: [EmitterBehaviorState]) { state.behaviors = behaviors }

  func write(_ value: Any?, row: Property<EmitterCellState>) -> Bool {
    row.write(&state, value)
  }

  // MARK: Identity

  /// Name by which key paths find the cell. Default nil.
  open var name: String? {
    get { state.name }
    set { state.name = newValue }
  }
  /// Whether the cell emits. Default true.
  open var isEnabled: Bool {
    get { state.isEnabled }
    set { state.isEnabled = newValue }
  }
  /// Stored only. Default nil.
  open var style: [AnyHashable: Any]? {
    get { undefinedValues["style"] as? [AnyHashable: Any] }
    set { undefinedValues["style"] = newValue }
  }

  // MARK: Birth

  /// Births of a top-level cell for each point that an animation moves `emitterPosition`, besides those of the rate.
  /// Ours. Default 0.
  public final var birthsPerPoint: Float {
    get { state.birthsPerPoint }
    set { state.birthsPerPoint = newValue }
  }
  /// When a sub-cell emits: "life", while its parent lives; "death", when that dies; "impact", wherever it meets a
  /// floor or a wall, in the direction away from that. The last two emit for the cell's duration (a sixtieth of a
  /// second without one). Ours. Default "life".
  public final var emissionMoment: String {
    get { state.emissionMoment.rawValue }
    set { state.emissionMoment = EmissionMoment(rawValue: newValue) ?? .life }
  }
  /// Factors of a sub-cell's `birthRate` from its parent's birth to its death, evenly spread and straight between;
  /// those below 0 count as 0. It acts while the parent lives. Ours. Default none: the rate stays.
  public final var birthRateOverLife: [Double] {
    get { state.birthRateOverLife }
    set { state.birthRateOverLife = newValue }
  }
  /// Factor for the number of births. Unlike `birthRate`, a change adds or removes particles and keeps the others.
  /// Extension of this engine. Range 0 to 65536, default 1.
  public final var birthMultiplier: Float {
    get { state.birthMultiplier }
    set { state.birthMultiplier = newValue }
  }
  /// Particles per second; for a sub-cell, per particle of the parent cell. Default 0.
  open var birthRate: Float {
    get { state.birthRate }
    set { state.birthRate = newValue }
  }
  /// Mean seconds that a particle lives. Default 0: none is born.
  open var lifetime: Float {
    get { state.lifetime }
    set { state.lifetime = newValue }
  }
  /// Default 0.
  open var lifetimeRange: Float {
    get { state.lifetimeRange }
    set { state.lifetimeRange = newValue }
  }
  /// Tilt of the direction out of the plane. Default 0.
  open var emissionLatitude: CGFloat {
    get { state.emissionLatitude }
    set { state.emissionLatitude = newValue }
  }
  /// Direction in the plane, relative to the base direction of the shape. Default 0.
  open var emissionLongitude: CGFloat {
    get { state.emissionLongitude }
    set { state.emissionLongitude = newValue }
  }
  /// Opening angle of the cone around the direction. Default 0.
  open var emissionRange: CGFloat {
    get { state.emissionRange }
    set { state.emissionRange = newValue }
  }
  /// Whether directions spread evenly over `emissionRange` in the plane, a fan, instead of over a cone in space. Ours.
  /// Default false.
  public final var emissionIsFlat: Bool {
    get { state.emissionIsFlat }
    set { state.emissionIsFlat = newValue }
  }

  // MARK: Motion

  /// Mean initial speed, points per second; negative means backward. Default 0.
  open var velocity: CGFloat {
    get { state.velocity }
    set { state.velocity = newValue }
  }
  /// Default 0.
  open var velocityRange: CGFloat {
    get { state.velocityRange }
    set { state.velocityRange = newValue }
  }
  /// Points per second squared. Default 0.
  open var xAcceleration: CGFloat {
    get { state.xAcceleration }
    set { state.xAcceleration = newValue }
  }
  /// Points per second squared. Default 0.
  open var yAcceleration: CGFloat {
    get { state.yAcceleration }
    set { state.yAcceleration = newValue }
  }
  /// Points per second squared. Default 0.
  open var zAcceleration: CGFloat {
    get { state.zAcceleration }
    set { state.zAcceleration = newValue }
  }

  // MARK: Appearance

  /// Mean size of the image at birth, as a factor. Default 1.
  open var scale: CGFloat {
    get { state.scale }
    set { state.scale = newValue }
  }
  /// Default 0.
  open var scaleRange: CGFloat {
    get { state.scaleRange }
    set { state.scaleRange = newValue }
  }
  /// Change of scale per second. Default 0.
  open var scaleSpeed: CGFloat {
    get { state.scaleSpeed }
    set { state.scaleSpeed = newValue }
  }
  /// Mean rotation speed, radians per second. Default 0.
  open var spin: CGFloat {
    get { state.spin }
    set { state.spin = newValue }
  }
  /// Default 0.
  open var spinRange: CGFloat {
    get { state.spinRange }
    set { state.spinRange = newValue }
  }
  /// Multiplies the image. Default opaque white.
  open var color: CGColor? {
    get { state.color }
    set { state.color = newValue }
  }
  /// Width of the spread of the component at birth. Default 0.
  open var redRange: Float {
    get { state.redRange }
    set { state.redRange = newValue }
  }
  /// Width of the spread of the component at birth. Default 0.
  open var greenRange: Float {
    get { state.greenRange }
    set { state.greenRange = newValue }
  }
  /// Width of the spread of the component at birth. Default 0.
  open var blueRange: Float {
    get { state.blueRange }
    set { state.blueRange = newValue }
  }
  /// Width of the spread of the component at birth. Default 0.
  open var alphaRange: Float {
    get { state.alphaRange }
    set { state.alphaRange = newValue }
  }
  /// Change of the component per second. Default 0.
  open var redSpeed: Float {
    get { state.redSpeed }
    set { state.redSpeed = newValue }
  }
  /// Change of the component per second. Default 0.
  open var greenSpeed: Float {
    get { state.greenSpeed }
    set { state.greenSpeed = newValue }
  }
  /// Change of the component per second. Default 0.
  open var blueSpeed: Float {
    get { state.blueSpeed }
    set { state.blueSpeed = newValue }
  }
  /// Change of the component per second. Default 0.
  open var alphaSpeed: Float {
    get { state.alphaSpeed }
    set { state.alphaSpeed = newValue }
  }

  /// How far the light on a particle that turns in space (`particleType` "plane") follows its turn, 0...1: its back is
  /// darker, and it flashes where it mirrors the light, as foil does. Ours. Default 0.
  public final var shine: CGFloat {
    get { state.shine }
    set { state.shine = newValue }
  }

  // MARK: Contents

  /// A `CGImage`, a `VideoClip`, or nil (the default): an invisible particle that still emits its sub-cells.
  ///
  /// A clip runs in the emitter layer's own time, and all particles show the same frame of it. Ours.
  open var contents: Any? {
    get { state.contents?.keyValue }
    set { state.contents = newValue.flatMap { LayerContents(keyValue: $0) } }
  }
  /// Part of the image, in units of its size. Default (0, 0, 1, 1).
  open var contentsRect: CGRect {
    get { state.contentsRect }
    set { state.contentsRect = newValue }
  }
  /// Image pixels per point. Default 1.
  open var contentsScale: CGFloat {
    get { state.contentsScale }
    set { state.contentsScale = newValue }
  }
  /// A `CALayerContentsFilter`'s raw value; unknown ones mean the default. Default linear.
  open var minificationFilter: String {
    get { state.minificationFilter.rawValue }
    set { state.minificationFilter = SamplingFilter(named: newValue) ?? .linear }
  }
  /// A `CALayerContentsFilter`'s raw value; unknown ones mean the default. Default linear.
  open var magnificationFilter: String {
    get { state.magnificationFilter.rawValue }
    set { state.magnificationFilter = SamplingFilter(named: newValue) ?? .linear }
  }
  /// Added to the level of detail when drawn smaller, with `minificationFilter` trilinear; above 0 softer. Default 0.
  open var minificationFilterBias: Float {
    get { state.minificationFilterBias }
    set { state.minificationFilterBias = newValue }
  }

  // MARK: CAMediaTiming: the window of emission

  final override var timing: Timing { state.timing }
  final override func setTiming<Value: Equatable>(_ path: WritableKeyPath<Timing, Value>, _ value: Value) {
    state.timing[keyPath: path] = value
  }

  // MARK: Key-value coding

  /// The value for a key, numbers and booleans as `NSNumber`; nil for keys that were never set.
  open func value(forKey key: String) -> Any? { keyValue(forKeyPath: key) }

  /// Sets the value for a key; a key that no property has is stored as in any key-value container.
  ///
  /// - Precondition: the value is of the property's kind, or one that converts to it: numbers of any type and as texts,
  ///   nil for the default.
  open func setValue(_ value: Any?, forKey key: String) { setKeyValue(value, forKeyPath: key) }

  /// Like `value(forKey:)`, through components (`contentsRect.origin.x`) and named sub-cells.
  open func value(forKeyPath keyPath: String) -> Any? { keyValue(forKeyPath: keyPath) }

  /// Like `setValue(_:forKey:)`, through components and named sub-cells; names that nothing has are ignored.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyValue(value, forKeyPath: keyPath) }

  package final func readUndefined(_ key: String) -> Any? { undefinedValues[key] }
  package final func writeUndefined(_ value: Any?, _ key: String) { undefinedValues[key] = value }

  /// The default of a property, nil if it is zero, empty or unknown (measured).
  open class func defaultValue(forKey key: String) -> Any? {
    castable(propertyTable[key]?.listedDefault(in: EmitterCellState()))
  }

  /// Whether an archive of this cell needs the value of a key: what differs from the default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let row = Self.propertyTable[key] else { return value(forKey: key) != nil }
    return !row.hasEqualValues(state, EmitterCellState())
  }
}
