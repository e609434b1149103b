/// Something that makes a view and knows it: what is needed of UIKit's controllers to show a screen in a movie. There
/// are no transitions, no children and no storyboards.
open class UIViewController: UIResponder {
  private var loaded: UIView?

  /// A controller without a view.
  public override init() {}

  /// As `init()`: there are no files of interfaces here, and the names are not used.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

  /// Archives are not read here: as `init()`.
  public required init?(coder: NSCoder) {}

  /// The view, made when it is first asked for: by `loadView()`, then `viewDidLoad()` is called.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loaded
    }
    set { loaded = newValue }
  }
  /// The view, if it has been made.
  open var viewIfLoaded: UIView? { loaded }
  /// Whether it has been made.
  open var isViewLoaded: Bool { loaded != nil }
  /// Title of the screen; nothing here shows it. Default nil.
  open var title: String?

  /// Makes the view now.
  open func loadViewIfNeeded() {
    guard loaded == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Makes the view: a plain one as large as the screen. What overrides it sets `view`.
  open func loadView() { loaded = UIView(frame: UIScreen.main.bounds) }

  /// Called once the view has been made. Does nothing.
  open func viewDidLoad() {}
  /// Called before a window with this controller is shown. Does nothing.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when it is shown. Does nothing.
  open func viewDidAppear(_ animated: Bool) {}
}
