/// An action of a control: a closure.
///
/// Create it as `UIAction { action in ... }`. For a method of an object, use `UIControl.addTarget(_:action:for:)`.
open class UIAction: NSObject {
  /// A closure that takes the action. Its `sender` is the control.
  public typealias Handler = (UIAction) -> Void

  /// Title for controls with a title. Default empty.
  open var title: String
  /// Image for controls with an image. Default nil.
  open var image: UIImage?
  /// Identifier. On a control, an action replaces one with the same identifier.
  public let identifier: String
  /// The control that is running the action.
  open internal(set) weak var sender: AnyObject?
  private let handler: Handler

  /// Creates an action from a closure. A nil `identifier` means a unique one.
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

/// A view that responds to touches with actions. Raw values are those of UIKit.
open class UIControl: UIView {
  /// States of a control. Several can apply at once.
  public struct State: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Creates a set from its raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// None of the other states.
    public static let normal: State = []
    /// A touch is pressing the control.
    public static let highlighted = State(rawValue: 1)
    /// The control ignores touches.
    public static let disabled = State(rawValue: 2)
    /// The control is selected.
    public static let selected = State(rawValue: 4)
    /// The control has the focus. Never set automatically.
    public static let focused = State(rawValue: 8)
  }

  /// Events of a control.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: UInt
    /// Creates a set from its raw bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A touch begins in the control.
    public static let touchDown = Event(rawValue: 1)
    /// A touch begins again, as in a double tap.
    public static let touchDownRepeat = Event(rawValue: 2)
    /// A touch moves inside the control.
    public static let touchDragInside = Event(rawValue: 4)
    /// A touch moves outside the control.
    public static let touchDragOutside = Event(rawValue: 8)
    /// A touch moves into the control.
    public static let touchDragEnter = Event(rawValue: 16)
    /// A touch moves out of the control.
    public static let touchDragExit = Event(rawValue: 32)
    /// A touch ends inside the control: a tap.
    public static let touchUpInside = Event(rawValue: 64)
    /// A touch ends outside the control.
    public static let touchUpOutside = Event(rawValue: 128)
    /// The system cancels the touch.
    public static let touchCancel = Event(rawValue: 256)
    /// The value of the control has changed.
    public static let valueChanged = Event(rawValue: 4096)
    /// The primary action of the control. Buttons send it with `touchUpInside`.
    public static let primaryActionTriggered = Event(rawValue: 8192)
    /// All touch events.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// All events.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// Horizontal alignment of content. Raw values are those of UIKit.
  public enum ContentHorizontalAlignment: Int, Sendable {
    /// The cases of UIKit. `leading` means left.
    case center, left, right, fill, leading, trailing
  }

  /// Vertical alignment of content. Raw values are those of UIKit.
  public enum ContentVerticalAlignment: Int, Sendable {
    /// The cases of UIKit. `fill` centres the content at its own height.
    case center, top, bottom, fill
  }

  /// Horizontal alignment of the content. Default center.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center { didSet { setNeedsLayout() } }
  /// Vertical alignment of the content. Default center.
  open var contentVerticalAlignment = ContentVerticalAlignment.center { didSet { setNeedsLayout() } }

  private var actions: [(action: UIAction, events: Event)] = []

  /// Whether the control responds to touches. Default true.
  open var isEnabled = true { didSet { stateDidChange() } }
  /// Whether the control is selected. Default false.
  open var isSelected = false { didSet { stateDidChange() } }
  /// Whether a touch is pressing the control. Default false.
  open var isHighlighted = false { didSet { stateDidChange() } }
  /// Whether the control is tracking a touch that began in it.
  open private(set) var isTracking = false
  /// Whether the tracked touch is inside the bounds, including a margin.
  open private(set) var isTouchInside = false

  /// All states that apply.
  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  func stateDidChange() { setNeedsLayout() }

  // MARK: Actions

  /// Adds an action for events. It replaces an action with the same identifier.
  open func addAction(_ action: UIAction, for events: Event) {
    actions.removeAll { $0.action.identifier == action.identifier && $0.events == events }
    actions.append((action, events))
  }

  /// Removes an action for these events.
  open func removeAction(_ action: UIAction, for events: Event) {
    actions.removeAll { $0.action.identifier == action.identifier && !$0.events.intersection(events).isEmpty }
  }

  /// Adds a method of an object for events. The object is not retained. The method replaces a selector, which Linux
  /// does not have: `addTarget(self, action: Game.press, for: .touchUpInside)`.
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void, for events: Event
  ) {
    addAction(UIAction { [weak target] _ in target.map { action($0)() } }, for: events)
  }

  /// Adds a method that takes the control.
  public func addTarget<Target: AnyObject, Control: UIControl>(
    _ target: Target, action: @escaping (Target) -> (Control) -> Void, for events: Event
  ) {
    addAction(
      UIAction { [weak target] done in
        guard let target, let control = done.sender as? Control else { return }
        action(target)(control)
      }, for: events)
  }

  /// Runs the actions for events.
  open func sendActions(for events: Event) {
    for (action, wanted) in actions where !wanted.intersection(events).isEmpty { action.run(from: self) }
  }

  // MARK: Touches

  /// Called when a touch begins. Returns whether to track it. Default true.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// Called when a tracked touch moves. Returns whether to continue tracking. Default true.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// Called when a tracked touch ends. The default does nothing.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  /// Called when a tracked touch is cancelled. The default does nothing.
  open func cancelTracking(with event: UIEvent?) {}

  /// Margin around the bounds that counts as inside, in points (assumed).
  private static let slip: CGFloat = 70

  private func isInside(_ touch: UITouch) -> Bool {
    bounds.insetBy(dx: -Self.slip, dy: -Self.slip).contains(touch.location(in: self))
  }

  /// Returns the topmost view at a point, or nil if the control is disabled.
  open override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    isEnabled ? super.hitTest(point, with: event) : nil
  }

  /// Starts tracking and sends `touchDown`.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, beginTracking(touch, with: event) else { return }
    (isTracking, isTouchInside, isHighlighted) = (true, true, true)
    sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown)
  }

  /// Continues tracking and sends drag events.
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

  /// Stops tracking and sends `touchUpInside` or `touchUpOutside`.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, isTracking else { return }
    isTouchInside = isInside(touch)
    (isTracking, isHighlighted) = (false, false)
    endTracking(touch, with: event)
    sendActions(for: isTouchInside ? [.touchUpInside, .primaryActionTriggered] : .touchUpOutside)
  }

  /// Stops tracking and sends `touchCancel`.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isTracking else { return }
    (isTracking, isTouchInside, isHighlighted) = (false, false, false)
    cancelTracking(with: event)
    sendActions(for: .touchCancel)
  }
}
