/// Answers for code that asks about a screen. There is none: set what it should hear.
public final class UIScreen: NSObject {
  /// The thread's screen.
  public static var main: UIScreen { ViewThread.current.screen }

  /// Points. Default 390 x 844, a common telephone's.
  public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  /// Pixels per point of pictures that are drawn for it. Default 2; movies are sharp at their own scale.
  public var scale: CGFloat = 2
  /// The same as `scale`.
  public var nativeScale: CGFloat { scale }
  /// The bounds in pixels.
  public var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }
  /// Default 60.
  public var maximumFramesPerSecond = 60

  override init() {}
}

/// Answers for code that asks about the program. It is always active here; notifications of its life are never posted
/// by themselves, so that code which waits for them compiles and a script can post them.
public final class UIApplication: NSObject {
  /// Raw values are UIKit's.
  public enum State: Int, Sendable {
    /// UIKit's names.
    case active, inactive, background
  }

  /// The thread's application.
  public static var shared: UIApplication { ViewThread.current.application }

  private var shown: [() -> UIWindow?] = []

  /// The windows that were made visible, in that order.
  public var windows: [UIWindow] { shown.compactMap { $0() } }
  /// The window that was made visible last; nil without one.
  public var keyWindow: UIWindow? { windows.last }

  func add(_ window: UIWindow) {
    shown = shown.filter { $0() != nil && $0() !== window } + [{ [weak window] in window }]
  }

  /// Always active.
  public var applicationState: State { .active }

  /// UIKit's name; post it yourself.
  public static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
  /// UIKit's name; post it yourself.
  public static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")
  /// UIKit's name; post it yourself.
  public static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification")
  /// UIKit's name; post it yourself.
  public static let willEnterForegroundNotification = Notification.Name("UIApplicationWillEnterForegroundNotification")
  /// UIKit's name; post it yourself.
  public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
  /// UIKit's name; post it yourself.
  public static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")

  override init() {}
}

/// Traits that a picture is looked up for.
public final class UITraitCollection: NSObject {
  /// Pixels per point.
  public let displayScale: CGFloat

  /// Traits with a scale in pixels per point.
  public init(displayScale: CGFloat) { self.displayScale = displayScale }
}
