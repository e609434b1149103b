public import Foundation
public import StarmineGraphics
package import StarmineScene

/// Moves and changes parts of a text: its characters, letters, words or lines. Ours.
///
/// A range of units is selected by `start`, `end` and `offset`; `shape` says how strongly it acts on each of them. A
/// unit that is acted on with 0.5 is half of the way to what the animator makes of it. A layer keeps the values that
/// its animators have when they are assigned; later changes go through key paths on the layer
/// (`animators.typing.start`), which can be animated. Several animators act one after the other, each on what those
/// before have made.
open class CATextAnimator: NSObject, NSCopying {
  package private(set) var state: TextAnimatorState
  /// Values for keys that no row has.
  private var undefinedValues: [String: Any] = [:]

  /// An animator of all characters that changes nothing yet.
  public override init() { state = TextAnimatorState() }

  init(_ state: TextAnimatorState) { self.state = state }

  /// An animator with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CATextAnimator(state)
    copy.undefinedValues = undefinedValues
    return copy
  }

  /// Gives every value its default again.
  open func setDefaults() {
    var fresh = TextAnimatorState()
    (fresh.name, fresh.isEnabled) = (state.name, state.isEnabled)
    state = fresh
  }

  /// Name by which key paths find the animator in its layer. Default nil.
  open var name: String? {
    get { state.name }
    set { state.name = newValue }
  }
  /// Whether the animator acts. Default true.
  open var isEnabled: Bool {
    get { state.isEnabled }
    set { state.isEnabled = newValue }
  }

  // MARK: What is selected

  /// What the animator takes as one thing; an unknown unit means the default. Default character.
  open var by: CATextAnimatorUnit {
    get { CATextAnimatorUnit(rawValue: state.by.rawValue) }
    set { state.by = TextUnit(rawValue: newValue.rawValue) ?? .character }
  }
  /// Where the range begins: a share of all units, or their number if `isIndexed`. Default 0.
  open var start: CGFloat {
    get { state.start }
    set { state.start = newValue }
  }
  /// Where the range ends. Default 1.
  open var end: CGFloat {
    get { state.end }
    set { state.end = newValue }
  }
  /// Added to start and end. Default 0.
  open var offset: CGFloat {
    get { state.offset }
    set { state.offset = newValue }
  }
  /// Whether start, end and offset count units instead of being shares of them; a start or an end below 0 counts from
  /// behind, so that -1 is before the last one. Default false.
  open var isIndexed: Bool {
    get { state.isIndexed }
    set { state.isIndexed = newValue }
  }
  /// How the animator acts along the range; an unknown shape means the default. Default square.
  open var shape: CATextAnimatorShape {
    get { CATextAnimatorShape(rawValue: state.shape.rawValue) }
    set { state.shape = TextRangeShape(rawValue: newValue.rawValue) ?? .square }
  }
  /// How much of the change units get, -1...1. Default 1.
  open var amount: CGFloat {
    get { state.amount }
    set { state.amount = newValue }
  }
  /// Bend of the shape near its top, -1...1; above 0 it arrives slowly. Default 0.
  open var easeHigh: CGFloat {
    get { state.easeHigh }
    set { state.easeHigh = newValue }
  }
  /// Bend of the shape near its foot, -1...1; above 0 it leaves slowly. Default 0.
  open var easeLow: CGFloat {
    get { state.easeLow }
    set { state.easeLow = newValue }
  }
  /// Whether units come in a random order instead of that of reading. Default false.
  open var randomOrder: Bool {
    get { state.isRandom }
    set { state.isRandom = newValue }
  }
  /// Seed of the random order. Default 0.
  open var seed: Int {
    get { state.seed }
    set { state.seed = newValue }
  }

  // MARK: What is changed

  /// How far a unit moves, points to the right and down. Default zero.
  open var position: CGPoint {
    get { state.position }
    set { state.position = newValue }
  }
  /// The point about which a unit turns and grows, in its box from the top left corner. Default (0.5, 0.5).
  open var anchorPoint: CGPoint {
    get { state.anchorPoint }
    set { state.anchorPoint = newValue }
  }
  /// Size of a unit. Default 1.
  open var scale: CGFloat {
    get { state.scale }
    set { state.scale = newValue }
  }
  /// Width of a unit besides its scale. Default 1.
  open var scaleX: CGFloat {
    get { state.scaleX }
    set { state.scaleX = newValue }
  }
  /// Height of a unit besides its scale. Default 1.
  open var scaleY: CGFloat {
    get { state.scaleY }
    set { state.scaleY = newValue }
  }
  /// Turn of a unit, radians, clockwise. Default 0.
  open var rotation: CGFloat {
    get { state.rotation }
    set { state.rotation = newValue }
  }
  /// Opacity of a unit, 0...1. Default 1.
  open var opacity: CGFloat {
    get { state.opacity }
    set { state.opacity = newValue }
  }
  /// Colour of a unit; nil leaves it its own. Default nil.
  open var foregroundColor: CGColor? {
    get { state.foregroundColor }
    set { state.foregroundColor = newValue }
  }
  /// Points added behind each character. Default 0.
  open var tracking: CGFloat {
    get { state.tracking }
    set { state.tracking = newValue }
  }
  /// Standard deviation of a unit's blur, points. Default 0.
  open var blur: CGFloat {
    get { state.blur }
    set { state.blur = newValue }
  }

  // MARK: Key-value coding

  /// The value for a key, numbers as `NSNumber`; nil for keys that were never set.
  open func value(forKey key: String) -> Any? { keyValue(forKeyPath: key) }
  /// Sets the value for a key; a key that no animator has is stored as in any key-value container.
  open func setValue(_ value: Any?, forKey key: String) { setKeyValue(value, forKeyPath: key) }
  /// Like `value(forKey:)`, through components (`position.x`).
  open func value(forKeyPath keyPath: String) -> Any? { keyValue(forKeyPath: keyPath) }
  /// Like `setValue(_:forKey:)`, through components.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyValue(value, forKeyPath: keyPath) }

  /// A value for a key that no property has.
  package final func readUndefined(_ key: String) -> Any? { undefinedValues[key] }
  /// Stores a value for a key that no property has.
  package final func writeUndefined(_ value: Any?, _ key: String) { undefinedValues[key] = value }

  /// Animators of equal values are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CATextAnimator)?.state == state }
  /// Equal animators have equal hashes.
  open override var hash: Int { state.hashValue }
}

extension CATextAnimator: PartContainer {
  package var object: Any? { self }
  package func writeProperty(_ value: Any?, _ key: String) -> Bool { state.table[key]?.write(&state, value) ?? false }
}

/// What an animator of a text takes as one thing.
public struct CATextAnimatorUnit: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Each character, spaces too; the default.
  public static let character = Self(rawValue: "character")
  /// Each character that is not a space.
  public static let letter = Self(rawValue: "letter")
  /// What lies between spaces.
  public static let word = Self(rawValue: "word")
  /// Lines as they are set.
  public static let line = Self(rawValue: "line")
}

/// How an animator of a text acts along its range.
public struct CATextAnimatorShape: CAStringConstant {
  /// The text that documents and key-value coding have.
  public let rawValue: String
  /// A constant by its text; any text is kept.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Fully inside of the range, a unit that lies there in part by that part; the default.
  public static let square = Self(rawValue: "square")
  /// From nothing at the start, and before it, to fully at the end, and behind it.
  public static let rampUp = Self(rawValue: "rampUp")
  /// From fully at the start to nothing at the end.
  public static let rampDown = Self(rawValue: "rampDown")
  /// Up to the middle and down again.
  public static let triangle = Self(rawValue: "triangle")
  /// As a triangle, with the outline of half a circle.
  public static let round = Self(rawValue: "round")
  /// As a triangle, with the outline of a wave.
  public static let smooth = Self(rawValue: "smooth")
}
