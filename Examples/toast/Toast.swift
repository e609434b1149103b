import ExampleSupport
import Starmine

/// Messages that slide in from below, wait, and slide out: the text is measured with its font, and insets add margins.
///
///     swift run -c release example-toast [FILE]
@main
enum Toast: ExampleProgram {
  static let name = "toast"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 320, height: 300)
    let movie = Movie(window: window)
    movie.duration = 6
    movie.at(0.4) { _ in window.show(toast: "Saved") }
    movie.at(3.0) { _ in window.show(toast: "No connection to the server") }
    return movie
  }
}

extension UIView {
  fileprivate func show(toast text: String) {
    let margins = UIEdgeInsets(top: 10, left: 18, bottom: 10, right: 18)
    let label = UILabel()
    (label.text, label.font, label.textColor) = (text, .systemFont(ofSize: 16), .white)
    label.sizeToFit()
    let toast = UIView()
    toast.bounds.size = CGSize(
      width: label.bounds.width + margins.left + margins.right,
      height: UIFont.systemFont(ofSize: 16).lineHeight + margins.top + margins.bottom)
    label.frame = toast.bounds.inset(by: margins)
    toast.addSubview(label)
    toast.backgroundColor = UIColor(white: 0.15, alpha: 0.92)
    toast.layer.cornerRadius = toast.bounds.height / 2
    toast.center = CGPoint(x: bounds.midX, y: bounds.maxY + 40)
    addSubview(toast)
    UIView.animate(withDuration: 0.5, delay: 0, usingSpringWithDamping: 0.7, initialSpringVelocity: 0) {
      toast.center.y = self.bounds.maxY - 50
    } completion: { _ in
      UIView.animate(withDuration: 0.4, delay: 1.2, options: .curveEaseIn) {
        (toast.alpha, toast.center.y) = (0, self.bounds.maxY + 40)
      } completion: { _ in
        toast.removeFromSuperview()
      }
    }
  }
}
