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

  /// Does not read archives. Creates a cell with default values.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// Returns a plain `CAEmitterCell` with copies of the sub-cells.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAEmitterCell()
    copy.state = state
    copy.undefinedValues = undefinedValues
    copy.subcells = subcells?.map { $0.copy(with: zone) as? CAEmitterCell ?? $0 }
    return copy
  }

  /// The rows of this class.
  package class var properties: [Property<EmitterCellState>] { Property.emitterCell }

  /// Cells that each particle of this cell emits. Default nil.
  ///
  /// - Precondition: A cell does not contain itself.
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

  /// Behaviours of the particles of this cell. Reading returns copies. Private on Apple's system. Default nil.
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

  /// Name in key paths. Default nil.
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

  /// Particles per point that an animation moves `emitterPosition`, added to the birth rate. For top-level cells. A
  /// Starmine extension. Default 0.
  public final var birthsPerPoint: Float {
    get { state.birthsPerPoint }
    set { state.birthsPerPoint = newValue }
  }
  /// When a sub-cell emits: "life" (while the parent lives), "death" (when it dies) or "impact" (when it hits a floor
  /// or wall, away from the surface). The last two emit for the duration of the cell, or for 1/60 s. A Starmine
  /// extension. Default "life".
  public final var emissionMoment: String {
    get { state.emissionMoment.rawValue }
    set { state.emissionMoment = EmissionMoment(rawValue: newValue) ?? .life }
  }
  /// Factors of `birthRate` of a sub-cell, evenly spaced over the life of the parent, with linear interpolation.
  /// Negative factors count as 0. A Starmine extension. Default: none.
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
  /// Particles per second. For a sub-cell, per particle of the parent. Default 0.
  open var birthRate: Float {
    get { state.birthRate }
    set { state.birthRate = newValue }
  }
  /// Mean lifetime in seconds. Default 0: no particles.
  open var lifetime: Float {
    get { state.lifetime }
    set { state.lifetime = newValue }
  }
  /// Width of the spread of the lifetime in seconds. Default 0.
  open var lifetimeRange: Float {
    get { state.lifetimeRange }
    set { state.lifetimeRange = newValue }
  }
  /// Angle of the direction out of the plane in radians. Default 0.
  open var emissionLatitude: CGFloat {
    get { state.emissionLatitude }
    set { state.emissionLatitude = newValue }
  }
  /// Angle of the direction in the plane in radians, relative to the direction of the shape. Default 0.
  open var emissionLongitude: CGFloat {
    get { state.emissionLongitude }
    set { state.emissionLongitude = newValue }
  }
  /// Opening angle of the cone of directions in radians. Default 0.
  open var emissionRange: CGFloat {
    get { state.emissionRange }
    set { state.emissionRange = newValue }
  }
  /// Whether directions form a fan in the plane instead of a cone in space. A Starmine extension. Default false.
  public final var emissionIsFlat: Bool {
    get { state.emissionIsFlat }
    set { state.emissionIsFlat = newValue }
  }

  // MARK: Motion

  /// Mean initial speed in points per second. Negative values reverse the direction. Default 0.
  open var velocity: CGFloat {
    get { state.velocity }
    set { state.velocity = newValue }
  }
  /// Width of the spread of the speed in points per second. Default 0.
  open var velocityRange: CGFloat {
    get { state.velocityRange }
    set { state.velocityRange = newValue }
  }
  /// Acceleration in points per second squared. Default 0.
  open var xAcceleration: CGFloat {
    get { state.xAcceleration }
    set { state.xAcceleration = newValue }
  }
  /// Acceleration in points per second squared. Default 0.
  open var yAcceleration: CGFloat {
    get { state.yAcceleration }
    set { state.yAcceleration = newValue }
  }
  /// Acceleration in points per second squared. Default 0.
  open var zAcceleration: CGFloat {
    get { state.zAcceleration }
    set { state.zAcceleration = newValue }
  }

  // MARK: Appearance

  /// Mean scale of the image at birth. Default 1.
  open var scale: CGFloat {
    get { state.scale }
    set { state.scale = newValue }
  }
  /// Width of the spread of the scale. Default 0.
  open var scaleRange: CGFloat {
    get { state.scaleRange }
    set { state.scaleRange = newValue }
  }
  /// Change of scale per second. Default 0.
  open var scaleSpeed: CGFloat {
    get { state.scaleSpeed }
    set { state.scaleSpeed = newValue }
  }
  /// Mean rotation speed in radians per second. Default 0.
  open var spin: CGFloat {
    get { state.spin }
    set { state.spin = newValue }
  }
  /// Width of the spread of the rotation speed in radians per second. Default 0.
  open var spinRange: CGFloat {
    get { state.spinRange }
    set { state.spinRange = newValue }
  }
  /// Colour that multiplies the image. Default opaque white.
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

  /// Strength of the lighting of a particle that turns in space (`particleType` "plane"), 0...1. The back is darker,
  /// and the particle flashes like foil. A Starmine extension. Default 0.
  public final var shine: CGFloat {
    get { state.shine }
    set { state.shine = newValue }
  }

  // MARK: Contents

  /// A `CGImage` or a `VideoClip`. Nil: an invisible particle that still emits its sub-cells. Default nil.
  ///
  /// A video plays in the time of the emitter layer. All particles show the same frame (a Starmine extension).
  open var contents: Any? {
    get { state.contents?.keyValue }
    set { state.contents = newValue.flatMap { LayerContents(keyValue: $0) } }
  }
  /// Part of the image in units of its size. Default (0, 0, 1, 1).
  open var contentsRect: CGRect {
    get { state.contentsRect }
    set { state.contentsRect = newValue }
  }
  /// Image pixels per point. Default 1.
  open var contentsScale: CGFloat {
    get { state.contentsScale }
    set { state.contentsScale = newValue }
  }
  /// Raw value of a `CALayerContentsFilter` for smaller images. An unknown value means the default. Default linear.
  open var minificationFilter: String {
    get { state.minificationFilter.rawValue }
    set { state.minificationFilter = SamplingFilter(named: newValue) ?? .linear }
  }
  /// Raw value of a `CALayerContentsFilter` for larger images. An unknown value means the default. Default linear.
  open var magnificationFilter: String {
    get { state.magnificationFilter.rawValue }
    set { state.magnificationFilter = SamplingFilter(named: newValue) ?? .linear }
  }
  /// Bias of the level of detail of the trilinear filter. Above 0 is softer. Default 0.
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

  /// Returns the default of a property. Nil if it is zero, empty or unknown (measured).
  open class func defaultValue(forKey key: String) -> Any? {
    castable(propertyTable[key]?.listedDefault(in: EmitterCellState()))
  }

  /// Returns whether the value of a key differs from its default, so that an archive needs it.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let row = Self.propertyTable[key] else { return value(forKey: key) != nil }
    return !row.hasEqualValues(state, EmitterCellState())
  }
}
