/// All values of one layer. Copying it is commit, presentation and `init(layer:)`.
///
/// Lengths are in points, with y down. See behavior.md 1.1 for the meaning and defaults of each property.
///
/// Values that most layers set are stored here as plain numbers, and the others in `RareValues`. A frame copies the
/// state of every animated layer, and each reference in it costs two atomic operations.
@dynamicMemberLookup @usableFromInline
package struct LayerState: Sendable, Equatable {
  /// The first field, so that writers of it also work on a `PlainState` alone.
  @usableFromInline package var plain = PlainState()
  package var transform = CATransform3DIdentity
  package var rare = Rare<RareValues>()

  package init() {}

  /// Whether the layer has only a background.
  var isPlain: Bool { rare.isUnset }

  package subscript<Value>(dynamicMember path: WritableKeyPath<PlainState, Value>) -> Value {
    @inlinable get { plain[keyPath: path] }
    @inlinable set { plain[keyPath: path] = newValue }
  }
}

/// Values of a layer with only a background, without effects.
@usableFromInline
package struct PlainState: Sendable, Equatable {
  package var bounds = CGRect.zero
  package var position = CGPoint.zero
  package var zPosition: CGFloat = 0
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var anchorPointZ: CGFloat = 0

  package var isHidden = false
  package var isDoubleSided = true
  /// For `CATransformLayer`: no plane, sublayers stay in space.
  package var isTransformLayer = false
  package var opacity: Float = 1
  package var masksToBounds = false
  /// Whether the contents are mirrored about the middle of the bounds.
  package var isGeometryFlipped = false
  /// Whether opacity applies to the layer and its sublayers as a group.
  package var allowsGroupOpacity = true
  package var backgroundColor: CGColor?
  package var cornerRadius: CGFloat = 0

  package init() {}
}

package struct RareValues: RareGroup {
  package var timing = Rare<Timing>()
  package var name: String?
  package var id: String?
  package var role: LayerRole?
  package var shownPart = DrawnExtent.whole
  package var sublayerTransform = Rare<CATransform3D>()
  package var sublayerTime: Double?
  package var contents: LayerContents?
  package var contentsFade = Rare<ContentsFade>()
  package var drawing: Drawing?
  package var border = Rare<BorderState>()
  package var shadow = Rare<ShadowState>()
  package var effects = Rare<EffectState>()
  package var compositingFilter: CompositingFilter?
  package var placement = Rare<ContentsPlacement>()
  package var emitter = Rare<EmitterState>()
  package var shapeLayer = Rare<ShapeState>()
  package var hints = Rare<LayerHints>()
  package var viewing = Rare<ViewingState>()
  package var gradient = Rare<GradientState>()
  package var replicator = Rare<ReplicatorState>()
  package var text = Rare<TextState>()

  package static let defaults = RareValues()
}

// Read through the box, because `rare.value` would copy and retain everything.
extension LayerState {
  package var hasClock: Bool { rare.box?.value.timing.isUnset == false }
  package var timing: Timing {
    get { (rare.box?.value.timing ?? Rare()).value }
    set { rare.value.timing.value = newValue }
  }
  package var name: String? {
    get { rare.box?.value.name }
    set { rare.value.name = newValue }
  }
  /// Alternative to the name in key paths, if no layer has it as its name.
  package var id: String? {
    get { rare.box?.value.id }
    set { rare.value.id = newValue }
  }
  /// Nil: the role of the superlayer.
  package var role: LayerRole? {
    get { rare.box?.value.role }
    set { rare.value.role = newValue }
  }
  /// How much of the layer is drawn. Set by the movie; not a property.
  package var shownPart: DrawnExtent {
    get { rare.box?.value.shownPart ?? .whole }
    set { rare.value.shownPart = newValue }
  }
  /// Time of the sublayers in seconds, instead of the layer's own.
  package var sublayerTime: Double? {
    get { rare.box?.value.sublayerTime }
    set { rare.value.sublayerTime = newValue }
  }
  package var sublayerTransform: CATransform3D {
    get { (rare.box?.value.sublayerTransform ?? Rare()).value }
    set { rare.value.sublayerTransform.value = newValue }
  }
  package var contents: LayerContents? {
    get { rare.box?.value.contents }
    set { rare.value.contents = newValue }
  }
  /// The cross-fade of animated contents.
  package var contentsFade: Rare<ContentsFade> {
    get { rare.box?.value.contentsFade ?? Rare() }
    set { rare.value.contentsFade = newValue }
  }
  /// The layer's drawing, visible without contents.
  package var drawing: Drawing? {
    get { rare.box?.value.drawing }
    set { rare.value.drawing = newValue }
  }
  package var border: Rare<BorderState> {
    get { rare.box?.value.border ?? Rare() }
    set { rare.value.border = newValue }
  }
  package var shadow: Rare<ShadowState> {
    get { rare.box?.value.shadow ?? Rare() }
    set { rare.value.shadow = newValue }
  }
  package var effects: Rare<EffectState> {
    get { rare.box?.value.effects ?? Rare() }
    set { rare.value.effects = newValue }
  }
  /// Nil: normal blending.
  package var compositingFilter: CompositingFilter? {
    get { rare.box?.value.compositingFilter }
    set { rare.value.compositingFilter = newValue }
  }
  package var placement: Rare<ContentsPlacement> {
    get { rare.box?.value.placement ?? Rare() }
    set { rare.value.placement = newValue }
  }
  /// Autoresizing, and hints that change no pixels.
  package var hints: Rare<LayerHints> {
    get { rare.box?.value.hints ?? Rare() }
    set { rare.value.hints = newValue }
  }
}

// Values of single classes. They have no cost for other layers.
extension LayerState {
  package var emitter: Rare<EmitterState> {
    get { rare.box?.value.emitter ?? Rare() }
    set { rare.value.emitter = newValue }
  }
  package var shapeLayer: Rare<ShapeState> {
    get { rare.box?.value.shapeLayer ?? Rare() }
    set { rare.value.shapeLayer = newValue }
  }
  package var viewing: Rare<ViewingState> {
    get { rare.box?.value.viewing ?? Rare() }
    set { rare.value.viewing = newValue }
  }
  package var gradient: Rare<GradientState> {
    get { rare.box?.value.gradient ?? Rare() }
    set { rare.value.gradient = newValue }
  }
  package var replicator: Rare<ReplicatorState> {
    get { rare.box?.value.replicator ?? Rare() }
    set { rare.value.replicator = newValue }
  }
  package var text: Rare<TextState> {
    get { rare.box?.value.text ?? Rare() }
    set { rare.value.text = newValue }
  }
}

extension CATransform3D: RareGroup {
  @usableFromInline package static var defaults: CATransform3D { CATransform3DIdentity }
}
