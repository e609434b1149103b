/// A controller that creates and owns a view, for showing a screen in a movie. It has no transitions, child controllers
/// or storyboards.
open class UIViewController: UIResponder {
  private var loaded: UIView?

  /// Creates a controller without a view.
  public override init() {}

  /// The same as `init()`. There are no interface files, so the names are ignored.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

  /// Does not read archives. The same as `init()`.
  public required init?(coder: NSCoder) {}

  /// The view. The first access creates it by `loadView()` and then calls `viewDidLoad()`.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loaded
    }
    set { loaded = newValue }
  }
  /// The view, or nil if it has not been created.
  open var viewIfLoaded: UIView? { loaded }
  /// Whether the view has been created.
  open var isViewLoaded: Bool { loaded != nil }
  /// Title of the screen. Stored only. Default nil.
  open var title: String?

  /// Creates the view now.
  open func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Creates a plain view with the size of the screen. An override must set `view`.
  open func loadView() { loaded = UIView(frame: UIScreen.main.bounds) }

  /// Called after the view has been created. The default does nothing.
  open func viewDidLoad() {}
  /// Called before the window of this controller is shown. The default does nothing.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the window of this controller is shown. The default does nothing.
  open func viewDidAppear(_ animated: Bool) {}
}
