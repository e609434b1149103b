import Foundation
public import StarmineCore
public import StarmineViews

extension Movie {
  /// Creates a movie of a window with the size of the window. The movie retains the window.
  public convenience init(window: UIWindow) {
    self.init(rootLayer: window.layer, size: window.bounds.size)
    owner = window
  }

  /// The window of the movie. Nil for a movie of layers only.
  public var window: UIWindow? { owner as? UIWindow }
}
