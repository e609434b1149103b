/// Stored values for code that reads properties of a screen. You can change them.
public final class UIScreen: NSObject {
  /// The screen of the thread.
  public static var main: UIScreen { ViewThread.current.screen }

  /// Size of the screen in points. Default 390 x 844, a common phone.
  public var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
  /// Pixels per point of images drawn for the screen. Movies use their own scale. Default 2.
  public var scale: CGFloat = 2
  /// The same as `scale`.
  public var nativeScale: CGFloat { scale }
  /// The bounds in pixels.
  public var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale) }
  /// Frames per second. Default 60.
  public var maximumFramesPerSecond = 60

  override init() {}
}

/// Stored values for code that reads the application object. The application is always active. Its notifications are
/// never posted automatically, but scripts can post them.
public final class UIApplication: NSObject {
  /// State of the application. Raw values are those of UIKit.
  public enum State: Int, Sendable {
    /// The cases of UIKit.
    case active, inactive, background
  }

  /// The application of the thread.
  public static var shared: UIApplication { ViewThread.current.application }

  private var shown: [() -> UIWindow?] = []

  /// The windows in the order in which they were made visible.
  public var windows: [UIWindow] { shown.compactMap { $0() } }
  /// The window that was made visible last, or nil.
  public var keyWindow: UIWindow? { windows.last }

  func add(_ window: UIWindow) {
    shown = shown.filter { $0() != nil && $0() !== window } + [{ [weak window] in window }]
  }

  /// Always active.
  public var applicationState: State { .active }

  /// Never posted automatically. Scripts can post them.
  public static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification"),
    willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification"),
    didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackgroundNotification"),
    willEnterForegroundNotification = Notification.Name("UIApplicationWillEnterForegroundNotification"),
    willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification"),
    didReceiveMemoryWarningNotification = Notification.Name("UIApplicationDidReceiveMemoryWarningNotification")

  override init() {}
}

/// Traits for the selection of an image.
public final class UITraitCollection: NSObject {
  /// Pixels per point.
  public let displayScale: CGFloat

  /// Creates traits with a scale in pixels per point.
  public init(displayScale: CGFloat) { self.displayScale = displayScale }
}
