import ExampleSupport
import Starmine

extension UIView {
  /// A custom block API (listing C4): values changed in the block animate quickly to the new value and slowly back.
  /// The views keep their old values.
  static func popAnimation(duration: TimeInterval, animations: () -> Void) {
    let easing: Float = 0.2
    for change in changes(in: animations) {
      let animation = CAKeyframeAnimation(keyPath: change.keyPath)
      animation.values = [change.oldValue, change.newValue, change.oldValue].compactMap { $0 }
      animation.keyTimes = [0, 0.35, 1]
      animation.timingFunctions = [
        CAMediaTimingFunction(controlPoints: 1, 0, 1 - easing, 1),
        CAMediaTimingFunction(controlPoints: easing, 0, 0, 1),
      ]
      animation.duration = duration
      change.undo()
      change.layer.add(animation, forKey: change.keyPath)
    }
  }
}

/// Position, size, colour and rotation of four views, animated by the block API in this file.
///
///     swift run -c release example-pop-block [FILE]
@main
enum PopBlock: ExampleProgram {
  static let name = "pop-block"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 880, height: 320)
    let movie = Movie(window: window)
    movie.duration = 5
    let changes: [(title: String, change: (UIView) -> Void)] = [
      ("position", { $0.center.y -= 60 }),
      ("size", { $0.bounds.size = CGSize(width: 150, height: 150) }),
      ("colour", { $0.backgroundColor = .systemPink }),
      ("rotation", { $0.transform = CGAffineTransform(rotationAngle: .pi / 4) }),
    ]
    for (index, entry) in changes.enumerated() {
      let view = UIView(frame: CGRect(x: 70 + 213 * CGFloat(index), y: 110, width: 100, height: 100))
      view.backgroundColor = .systemBlue
      window.addSubview(view)
      window.addText(entry.title, x: view.center.x, y: 285)
      for time in [0.5, 1.75, 3, 4.25] {
        movie.at(time) { _ in UIView.popAnimation(duration: 0.7) { entry.change(view) } }
      }
    }
    return movie
  }
}
