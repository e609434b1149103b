/// A rectangle with contents in a tree of layers.
///
///     let card = CALayer()
///     card.frame = CGRect(x: 20, y: 20, width: 80, height: 50)
///     card.backgroundColor = CGColor(red: 0, green: 0.6, blue: 0.6, alpha: 1)
///     root.addSublayer(card)
///
/// Names, types and defaults are those of Core Animation (behavior.md 1.1). Lengths are in points, with y down. Use a
/// layer on one thread. Changes are visible after a commit (`CATransaction`).
open class CALayer: CATimedObject {
  // Unchecked, like some others below: large documents access each layer dozens of times, and each check takes as long
  // as the access. Code that changes these values makes no calls meanwhile.
  @exclusivity(unchecked) package private(set) final var state: LayerState
  @exclusivity(unchecked) final var children: [CALayer] = [] { didSet { changedChildren = nil } }
  /// Sublayers and mask that have changed since the last commit, or nil if the list has changed.
  @exclusivity(unchecked) final var changedChildren: [CALayer]?
  var drawingIndex = 0
  var maskLayer: CALayer?
  /// The layer that has this one as a sublayer or mask. It clears this reference when it is deallocated. Not weak: a
  /// weak reference makes every later reference count of the layer slower.
  unowned(unsafe) var container: CALayer?
  /// Values of undefined keys.
  private var undefinedValues: [String: Any] = [:] { didSet { mayBeHeard = true } }
  /// Whether the layer ever had a delegate, actions or a style that can provide actions.
  var mayBeHeard = false
  /// Objects that are stored without a visible effect.
  final var unseen = UnseenObjects()

  /// The delegate. Not part of the requests: a value with a weak reference is copied by slow runtime calls.
  weak var heldDelegate: (any CALayerDelegate)?
  var requests = LayerRequests()

  /// The node of the last commit. A changed layer's ancestors are changed too.
  var committedNode: RenderNode?
  /// Whether the layer was in its tree at the last commit and has not left since.
  var isShown = false
  var isChanged = true
  /// The last published tree of a root layer.
  var publishedTree: RenderTree?

  @exclusivity(unchecked) final var animations = AnimationList()
  /// Whether the only change to the committed node is that animations have ended.
  var hasQuietEnds = false
  /// Actions by property or event. `NSNull` disables an action. Default nil.
  open var actions: [String: any CAAction]? { didSet { mayBeHeard = true } }
  /// The model layer of a presentation object; nil for other layers.
  private(set) var modelLayer: CALayer?

  /// Creates a layer with the defaults of its class: empty bounds at (0, 0) and no contents.
  public override init() {
    state = Self.defaultState
    super.init()
  }

  /// Creates a new layer, like `init()`. On Apple's system, a call by a program has the same result (measured).
  /// Starmine sets the values of a presentation object later.
  ///
  /// - Parameter layer: the layer from which a subclass copies its own values.
  public init(layer: Any) {
    state = Self.defaultState
    super.init()
  }

  /// Does not read archives. Creates a layer with default values.
  public required init?(coder: NSCoder) {
    state = Self.defaultState
    super.init()
  }

  /// Animations of a deallocated layer are reported as not finished (behavior.md 3.7).
  deinit {
    for child in children { child.container = nil }
    maskLayer?.container = nil
    animations.entries.forEach { $0.end(finished: false) }
    guard !children.isEmpty || maskLayer != nil else { return }
    Self.release(&children, &maskLayer)
  }

  /// Releases layers and their descendants without recursion, because trees may be deep.
  private static func release(_ children: inout [CALayer], _ mask: inout CALayer?) {
    var released = children + [mask].compactMap { $0 }
    (children, mask) = ([], nil)
    while var layer = released.popLast() {
      guard isKnownUniquelyReferenced(&layer) else { continue }
      for child in layer.children { child.container = nil }
      layer.maskLayer?.container = nil
      released += layer.children + [layer.maskLayer].compactMap { $0 }
      (layer.children, layer.maskLayer) = ([], nil)
    }
  }

  /// Values of a new layer of this class.
  package static var defaultState: LayerState {
    var state = LayerState()
    addTraits(to: &state)
    return state
  }

  /// Sets the defaults of this class that differ from `CALayer`.
  class func addTraits(to state: inout LayerState) {}

  /// The properties of the superclass, then those of this class.
  package class var properties: [Property<LayerState>] { Property.layer }

  /// Properties stored on the object instead of in its state: `frame`, `sublayers`.
  package class var objectProperties: [Property<CALayer>] { Property.layerObject }

  /// Key of the list whose elements have animatable properties; nil if the class has none.
  class var partsKey: String? { nil }

  /// The property of an element of that list at a key path, or nil.
  class func partInput(_ keyPath: String) -> Property<LayerState>? { nil }

  // MARK: Tree

  /// Adds a layer above the other sublayers and removes it from its former superlayer.
  ///
  /// - Precondition: `layer` is not this layer or one of its ancestors. Core Animation raises an exception.
  open func addSublayer(_ layer: CALayer) { place(layer) { children.count } }
  /// Inserts a layer at an index among the sublayers. An index past the end means the end (assumed).
  open func insertSublayer(_ layer: CALayer, at index: UInt32) { place(layer) { min(Int(index), children.count) } }
  /// Inserts a layer directly below a sublayer, or below all if `sibling` is nil (assumed).
  ///
  /// - Precondition: `sibling` is a sublayer of this layer.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    if layer !== sibling { place(layer) { sibling.map(index(of:)) ?? 0 } }
  }
  /// Inserts a layer directly above a sublayer, or above all if `sibling` is nil (assumed).
  ///
  /// - Precondition: `sibling` is a sublayer of this layer.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    if layer !== sibling { place(layer) { sibling.map { index(of: $0) + 1 } ?? children.count } }
  }
  /// Replaces a sublayer by another layer.
  ///
  /// - Precondition: `old` is a sublayer of this layer.
  open func replaceSublayer(_ old: CALayer, with new: CALayer) { replace(old, with: new) }
  /// Removes the layer from its superlayer, if it has one.
  open func removeFromSuperlayer() { leaveSuperlayer() }

  /// Stores a value and notes the change if the value differs.
  final func set<Value: Equatable>(_ path: WritableKeyPath<LayerState, Value>, _ value: Value) {
    guard state[keyPath: path] != value, modelLayer == nil else { return }
    change(forKey: actionKey(path, value)) { $0[keyPath: path] = value }
  }

  /// Changes values. The action for the key is found before the change and runs after it (behavior.md 3.3). The
  /// delegate that provides the action may change the layer too.
  final func change(forKey key: String?, _ body: (inout LayerState) -> Void) {
    let change = asksNoDelegate ? nil : ActionRun(key.map { (self, $0) })
    let (bounds, transform) = (state.plain.bounds, state.transform)
    body(&state)
    markChanged()
    geometryChanged(from: bounds, transform)
    if let key, Self.needsDisplay(forKey: key) { setNeedsDisplay() }
    change?.run()
  }

  /// Makes this new layer the presentation object of another.
  final func present(_ shown: LayerState, of layer: CALayer) {
    (state, modelLayer, unseen, undefinedValues) = (shown, layer, layer.unseen, layer.undefinedValues)
  }

  /// Sets a property. Returns false for a value of the wrong type.
  final func write(_ value: Any?, row: Property<LayerState>) -> Bool {
    if isChanged, asksNoDelegate, modelLayer == nil, !Self.needsDisplay(forKey: row.wholeKey),
      !CATransaction.isNoneOpen
    {
      return writeUnheard(value, row: row)
    }
    var changed = state
    guard row.write(&changed, value) else { return false }
    changed.plain.bounds = changed.plain.bounds.standardized
    guard changed != state, modelLayer == nil else { return true }
    let isAlone = asksNoDelegate
    change(forKey: row.wholeKey) { state in
      // The delegate may have changed other values.
      if isAlone {
        state = changed
      } else {
        _ = row.write(&state, value)
        state.plain.bounds = state.plain.bounds.standardized
      }
    }
    return true
  }

  /// Sets a property of a layer that the next commit updates anyway and that reports nothing. Most values of documents
  /// are set this way.
  private func writeUnheard(_ value: Any?, row: Property<LayerState>) -> Bool {
    guard row.wholeKey == "bounds" || row.wholeKey == "transform" else { return row.write(&state, value) }
    let (bounds, transform) = (state.plain.bounds, state.transform)
    guard row.write(&state, value) else { return false }
    state.plain.bounds = state.plain.bounds.standardized
    geometryChanged(from: bounds, transform)
    return true
  }

  /// Starts videos that were added since the last commit.
  /// - Parameter time: this layer's time.
  func beginClips(at time: Double) {
    guard !state.rare.isUnset, let contents = state.contents, contents.isWaitingClip else { return }
    state.contents = contents.begun(at: time)
  }

  final func beginEmitterImage(at time: Double) {
    guard let image = state.emitter.emitterImage, image.isWaitingClip else { return }
    state.emitter.emitterImage = image.begun(at: time)
  }

  /// The updated history of this layer's particles; nil for layers that do not emit.
  /// - Parameter time: now, in this layer's time.
  /// - Parameter tracks: tracks of the layer's animations.
  package func commitEmission(at time: Double, tracks: [Track]) -> Emission? { nil }

  /// Contents that are drawn for the scale at which the layer is visible; nil on most layers.
  var scalableContent: (any ScalableContent)? { nil }

  // MARK: Geometry

  /// Rectangle of the layer in its own coordinates. The origin scrolls the sublayers. Negative sizes are normalized
  /// (measured). Default zero.
  open var bounds: CGRect {
    get { state.bounds }
    set { set(\.plain.bounds, newValue.standardized) }
  }
  /// Position of the anchor point in the superlayer. Default zero.
  open var position: CGPoint {
    get { state.position }
    set { set(\.plain.position, newValue) }
  }
  /// Depth of the anchor point. Orders siblings; equal depths keep the array order. Default 0.
  open var zPosition: CGFloat {
    get { state.zPosition }
    set { set(\.plain.zPosition, newValue) }
  }
  /// Centre of transforms in units of the bounds. Default (0.5, 0.5).
  open var anchorPoint: CGPoint {
    get { state.anchorPoint }
    set { set(\.plain.anchorPoint, newValue) }
  }
  /// Depth of the centre of transforms in points. Default 0.
  open var anchorPointZ: CGFloat {
    get { state.anchorPointZ }
    set { set(\.plain.anchorPointZ, newValue) }
  }
  /// Transform about the anchor point. Default identity.
  open var transform: CATransform3D {
    get { state.transform }
    set { set(\.transform, newValue) }
  }
  /// Transform of the sublayers about the anchor point, for example a perspective. Default identity.
  open var sublayerTransform: CATransform3D {
    get { state.sublayerTransform }
    set { set(\.sublayerTransform, newValue) }
  }

  /// Time of the sublayers in seconds. Animate it to freeze, reverse or jump in time. Nil: the time of the layer.
  /// Animatable. A Starmine extension. Default nil.
  open var sublayerTime: CFTimeInterval? {
    get { state.sublayerTime }
    set { set(\.sublayerTime, newValue) }
  }

  // MARK: Appearance

  /// Whether the layer and its sublayers are hidden. Default false.
  open var isHidden: Bool {
    get { state.isHidden }
    set { set(\.plain.isHidden, newValue) }
  }
  /// Whether the layer is visible from behind. Default true.
  open var isDoubleSided: Bool {
    get { state.isDoubleSided }
    set { set(\.plain.isDoubleSided, newValue) }
  }
  /// Opacity of the layer with its sublayers, limited to 0...1 when drawn. Default 1.
  open var opacity: Float {
    get { state.opacity }
    set { set(\.plain.opacity, newValue) }
  }
  /// Whether contents and sublayers are clipped to the rounded bounds. Default false.
  open var masksToBounds: Bool {
    get { state.masksToBounds }
    set { set(\.plain.masksToBounds, newValue) }
  }
  /// Background colour of the rounded bounds. Default nil.
  open var backgroundColor: CGColor? {
    get { state.backgroundColor }
    set { set(\.plain.backgroundColor, newValue) }
  }
  /// Corner radius of background and clip in points. Default 0.
  open var cornerRadius: CGFloat {
    get { state.cornerRadius }
    set { set(\.plain.cornerRadius, newValue) }
  }
  /// A `CGImage`, a `VideoClip`, or the drawing of `draw(in:)`. Other objects show nothing, as on Apple's system.
  /// Default nil.
  open var contents: Any? {
    get { state.contents?.keyValue ?? state.drawing ?? unseen.contents }
    set {
      let (contents, drawing) = (LayerContents(keyValue: newValue), newValue as? Drawing)
      if modelLayer == nil { unseen.contents = contents == nil && drawing == nil ? newValue : nil }
      set(\.contents, contents)
      set(\.drawing, drawing)
    }
  }
  /// Whether the sublayers are mirrored vertically in the bounds. Images stay upright. Default false.
  open var isGeometryFlipped: Bool {
    get { state.isGeometryFlipped }
    set { set(\.plain.isGeometryFlipped, newValue) }
  }

  // MARK: Identity

  /// Name in key paths. Default nil.
  open var name: String? {
    get { state.name }
    set { set(\.name, newValue) }
  }
  /// Role of the layer and its sublayers in the scene. Nil: the role of the superlayer. A Starmine extension. Default
  /// nil.
  public final var role: LayerRole? {
    get { state.role }
    set { set(\.role, newValue) }
  }
  /// Values for properties that have their default, for undefined keys, and for `actions`. A style can contain another
  /// `style` (documented; a property that has its default counts as not set, which is our choice). Default nil.
  open var style: [AnyHashable: Any]? {
    get { undefinedValues["style"] as? [AnyHashable: Any] }
    set {
      undefinedValues["style"] = newValue
      applyStyle()
      if Self.needsDisplay(forKey: "style") { setNeedsDisplay() }
    }
  }

  // MARK: CAMediaTiming

  final override var timing: Timing { state.timing }
  final override func setTiming<Value: Equatable>(_ path: WritableKeyPath<Timing, Value>, _ value: Value) {
    let timing: WritableKeyPath<LayerState, Timing> = \.timing
    set(timing.appending(path: path), value)
  }

  // MARK: Hit testing

  /// Returns the topmost layer of this subtree at a point in the coordinates of the superlayer. Nil outside, and if the
  /// layer is hidden or fully transparent (measured). A layer that clips is hit only inside its bounds.
  open func hitTest(_ p: CGPoint) -> CALayer? { hitLayer(at: p) }

  /// Returns whether a point in the coordinates of the layer is inside the bounds. The far edges are outside
  /// (measured).
  open func contains(_ p: CGPoint) -> Bool {
    p.x >= bounds.minX && p.x < bounds.maxX && p.y >= bounds.minY && p.y < bounds.maxY
  }

  // MARK: Layout

  /// Lays out the sublayers by the delegate, or by the layout manager if there is no delegate (documented).
  open func layoutSublayers() {
    if let delegate { delegate.layoutSublayers(of: self) } else { layoutManager?.layoutSublayers(of: self) }
  }

  /// Returns the preferred size in the coordinates of the superlayer: of the layout manager, or of the frame
  /// (documented).
  open func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? frame.size }

  /// Resizes sublayers that have an autoresizing mask after the size of the layer has changed.
  open func resizeSublayers(withOldSize size: CGSize) {
    for child in children where !child.autoresizingMask.isEmpty { child.resize(withOldSuperlayerSize: size) }
  }

  /// Resizes the layer by its `autoresizingMask` after the size of the superlayer has changed.
  open func resize(withOldSuperlayerSize size: CGSize) {
    if let superlayer { followResize(of: superlayer, from: size) }
  }

  // MARK: Presentation

  /// Creates the object for `presentation()`. Override it in a subclass and return `Ring(layer: self)`, to get your
  /// class there. Apple's system calls `init(layer:)` of the class; plain Swift cannot.
  open func makePresentation() -> CALayer { makeOfOwnClass() }

  // MARK: Drawing

  /// Provides the contents by `display(_:)` of the delegate or by `draw(in:)` (documented).
  ///
  /// The request of `setNeedsDisplay()` ends with this call (measured).
  open func display() {
    requests.invalidRect = nil
    if let delegate { delegate.display(self) } else { displayByDrawing() }
  }

  /// Uses the result of `draw(in:)` as the contents.
  package func displayByDrawing() { displayAsWhole() }

  /// Draws the contents in the coordinates of the layer. The default calls the delegate.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

  // MARK: Key-value coding

  /// Returns the value for a key, with numbers and booleans as `NSNumber`. Nil for keys that were never set.
  open func value(forKey key: String) -> Any? { value(forKeyPath: key) }

  /// Sets the value for a key. A key that layers do not define is stored as in any key-value container.
  ///
  /// - Precondition: the property can be set, and the value has its type or one that converts to it: numbers of any
  ///   type and as strings, nil for the default.
  open func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }

  /// Like `value(forKey:)`, through components (`position.x`) and named elements (`emitterCells.snow.birthRate`).
  open func value(forKeyPath keyPath: String) -> Any? {
    if let key = LinkedKey.keeper(keyPath) { return key.read(self) }
    return keyValue(forKeyPath: keyPath)
  }

  /// Like `setValue(_:forKey:)`, through components and named elements. Unknown names are ignored.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    if let key = LinkedKey.keeper(keyPath) {
      key.write(value, to: self, named: keyPath)
    } else {
      setKeyValue(value, forKeyPath: keyPath)
    }
  }

  /// Returns the value of an undefined key, or that of the style or the class.
  package final func readUndefined(_ key: String) -> Any? {
    if let linked = LinkedKey.layer[key] { return linked.read(self) }
    return undefinedValues[key] ?? (key == "style" ? nil : styleValue(key)) ?? Self.defaultValue(forKey: key)
  }
  package final func writeUndefined(_ value: Any?, _ key: String) {
    if let linked = LinkedKey.layer[key] {
      linked.write(value, to: self, named: key)
      return
    }
    if key == "style" {
      style = value as? [AnyHashable: Any]
      return
    }
    if let meant = self.key(meantBy: key) {
      ThreadState.current.remarks.add("\(label): setValue(_:forKey: \"\(key)\") has no effect; use \"\(meant)\"")
    }
    let change = ActionRun((self, key))
    undefinedValues[key] = value
    if Self.needsDisplay(forKey: key) { setNeedsDisplay() }
    change.run()
  }

  /// The elements of the list at a key (`sublayers`); nil if there is no such list.
  package func elements(_ key: String) -> [any PropertyContainer]? { listElements(key) }

  /// Returns the default of a property. Nil if it is zero, empty or unknown (measured: switches such as `hidden` return
  /// false).
  open class func defaultValue(forKey key: String) -> Any? {
    castable(propertyTable[key]?.listedDefault(in: defaultState))
  }

  /// Returns the action for a change of a property or for an event: that of the delegate, of `actions`, of the style's
  /// `actions`, of the class, or the implicit animation. Only a layer that was committed in a visible tree has implicit
  /// animations. `NSNull` at any step ends the search, and the result is nil.
  ///
  /// If `defaultAction(forKey:)` of a class returns nil, the class has no implicit animations.
  open func action(forKey event: String) -> (any CAAction)? {
    if let action = searchAction(event) { return action is NSNull ? nil : action }
    return implicitAction(event)
  }

  /// Returns the action of the class for a property or an event. The default returns nil.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  /// Returns whether a change of the property requests a redraw. The default returns false for all properties
  /// (measured).
  open class func needsDisplay(forKey key: String) -> Bool { false }
}
