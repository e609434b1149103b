import Foundation
public import StarmineViews

extension Movie {
  /// A movie of a window, as large as it is. The movie keeps the window.
  public convenience init(window: UIWindow) {
    self.init(rootLayer: window.layer, size: window.bounds.size)
    self.window = window
  }
}
