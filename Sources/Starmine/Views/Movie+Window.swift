import Foundation
public import StarmineCore
public import StarmineViews

extension Movie {
  /// A movie of a window, as large as it is. The movie keeps the window.
  public convenience init(window: UIWindow) {
    self.init(rootLayer: window.layer, size: window.bounds.size)
    owner = window
  }

  /// The window whose layer the movie shows; nil for a movie of layers alone.
  public var window: UIWindow? { owner as? UIWindow }
}
