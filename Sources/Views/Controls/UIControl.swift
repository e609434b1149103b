/// Something that a control does, as a closure.
///
/// `UIAction { action in ... }`; a method of an object is handed over by `UIControl.addTarget(_:action:for:)`.
open class UIAction: NSObject {
  /// Gets the action, whose `sender` is the control.
  public typealias Handler = (UIAction) -> Void

  /// Title for controls that show one. Default empty.
  open var title: String
  /// Image for controls that show one. Default nil.
  open var image: UIImage?
  /// Equal identifiers replace each other on a control.
  public let identifier: String
  /// The control that runs the action, while it runs.
  open internal(set) weak var sender: AnyObject?
  private let handler: Handler

  /// An action that calls a closure; `identifier` is nil for one of its own.
  public init(
    title: String = "", image: UIImage? = nil, identifier: String? = nil, handler: @escaping Handler
  ) {
    (self.title, self.image, self.handler) = (title, image, handler)
    self.identifier = identifier ?? UUID().uuidString
  }

  func run(from sender: AnyObject) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}

/// A view that touches press, with actions for what happens to it. Raw values are UIKit's.
open class UIControl: UIView {
  /// States of a control, several at once.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// None of the others.
    public static let normal: State = []
    /// A finger is on it.
    public static let highlighted = State(rawValue: 1)
    /// It takes no touches.
    public static let disabled = State(rawValue: 2)
    /// It is chosen.
    public static let selected = State(rawValue: 4)
    /// It has the focus; nothing here gives it.
    public static let focused = State(rawValue: 8)
  }

  /// Events of a control.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A finger is put on the control.
    public static let touchDown = Event(rawValue: 1)
    /// A finger is put on it again, as in a double tap.
    public static let touchDownRepeat = Event(rawValue: 2)
    /// A finger moves inside.
    public static let touchDragInside = Event(rawValue: 4)
    /// A finger moves outside.
    public static let touchDragOutside = Event(rawValue: 8)
    /// A finger comes back inside.
    public static let touchDragEnter = Event(rawValue: 16)
    /// A finger moves out.
    public static let touchDragExit = Event(rawValue: 32)
    /// A finger is lifted inside: a tap.
    public static let touchUpInside = Event(rawValue: 64)
    /// A finger is lifted outside.
    public static let touchUpOutside = Event(rawValue: 128)
    /// The system takes the touch away.
    public static let touchCancel = Event(rawValue: 256)
    /// A value has changed.
    public static let valueChanged = Event(rawValue: 4096)
    /// The control does what it is for; buttons send it with `touchUpInside`.
    public static let primaryActionTriggered = Event(rawValue: 8192)
    /// All events of touches.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// All events.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// Where content lies from left to right. Raw values are UIKit's.
  public enum ContentHorizontalAlignment: Int, Sendable {
    /// UIKit's names and numbers; leading is left here.
    case center, left, right, fill, leading, trailing
  }

  /// Where content lies from top to bottom. Raw values are UIKit's.
  public enum ContentVerticalAlignment: Int, Sendable {
    /// UIKit's names and numbers; filled content is as high as it is, in the middle.
    case center, top, bottom, fill
  }

  /// Where a control that has content lays it. Default center.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { setNeedsLayout() } }
  /// Where a control that has content lays it. Default center.
  open var contentVerticalAlignment = ContentVerticalAlignment.center { didSet { setNeedsLayout() } }

  private var actions: [(action: UIAction, events: Event)] = []

  /// Default true. A control that is not enabled takes no touches.
  open var isEnabled = true { didSet { stateDidChange() } }
  /// Default false.
  open var isSelected = false { didSet { stateDidChange() } }
  /// Whether a touch is pressing it. Default false.
  open var isHighlighted = false { didSet { stateDidChange() } }
  /// Whether a touch that began here goes on.
  open private(set) var isTracking = false
  /// Whether that touch is in the bounds, some way beyond included.
  open private(set) var isTouchInside = false

  /// All that the control is now.
  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// Called when `state` may have changed.
  func stateDidChange() { setNeedsLayout() }

  // MARK: Actions

  /// Runs an action at events. One of the same identifier is replaced.
  open func addAction(_ action: UIAction, for events: Event) {
    actions.removeAll { $0.action.identifier == action.identifier && $0.events == events }
    actions.append((action, events))
  }

  /// Forgets an action for these events.
  open func removeAction(_ action: UIAction, for events: Event) {
    actions.removeAll { $0.action.identifier == action.identifier && !$0.events.intersection(events).isEmpty }
  }

  /// Calls a method of an object, which is held weakly, instead of a selector, which Linux does not have:
  /// `addTarget(self, action: Game.press, for: .touchUpInside)`.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for events: Event
  ) {
    addAction(UIAction { [weak target] _ in target.map { action($0)() } }, for: events)
  }

  /// A method that takes the control.
  public func addTarget<Target: AnyObject, Control: UIControl>(
    _ target: Target, action: @escaping (Target) -> (Control) -> Void, for events: Event
  ) {
    addAction(
      UIAction { [weak target] done in
        guard let target, let control = done.sender as? Control else { return }
        action(target)(control)
      }, for: events)
  }

  /// Runs the actions of events.
  open func sendActions(for events: Event) {
    for (action, wanted) in actions where !wanted.intersection(events).isEmpty { action.run(from: self) }
  }

  // MARK: Touches

  /// Whether to follow a touch. Default true.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// Whether to go on following. Default true.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// The finger has been lifted. For subclasses; does nothing.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  /// The touch has been taken away. For subclasses; does nothing.
  open func cancelTracking(with event: UIEvent?) {}

  /// A finger may slip this far beyond the bounds and still count as inside, points (assumed).
  private static let slip: CGFloat = 70

  private func isInside(_ touch: UITouch) -> Bool {
    bounds.insetBy(dx: -Self.slip, dy: -Self.slip).contains(touch.location(in: self))
  }

  /// As of every view; nothing while the control is disabled.
  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    isEnabled ? super.hitTest(point, with: event) : nil
  }

  /// Begins tracking and sends `touchDown`.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, beginTracking(touch, with: event) else { return }
    (isTracking, isTouchInside, isHighlighted) = (true, true, true)
    sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown)
  }

  /// Goes on tracking and sends the events of dragging.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, isTracking else { return }
    let wasInside = isTouchInside
    isTouchInside = isInside(touch)
    guard continueTracking(touch, with: event) else {
      (isTracking, isHighlighted) = (false, false)
      return
    }
    isHighlighted = isTouchInside
    if wasInside != isTouchInside { sendActions(for: isTouchInside ? .touchDragEnter : .touchDragExit) }
    sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside)
  }

  /// Ends tracking and sends `touchUpInside` or `touchUpOutside`.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, isTracking else { return }
    isTouchInside = isInside(touch)
    (isTracking, isHighlighted) = (false, false)
    endTracking(touch, with: event)
    sendActions(for: isTouchInside ? [.touchUpInside, .primaryActionTriggered] : .touchUpOutside)
  }

  /// Ends tracking and sends `touchCancel`.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking else { return }
    (isTracking, isTouchInside, isHighlighted) = (false, false, false)
    cancelTracking(with: event)
    sendActions(for: .touchCancel)
  }
}
