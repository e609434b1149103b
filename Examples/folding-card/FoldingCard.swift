import ExampleSupport
import Starmine

/// A card that unfolds: its lower half turns about the fold, in perspective.
///
///     swift run -c release example-folding-card [FILE]
@main
enum FoldingCard: ExampleProgram {
  static let name = "folding-card"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 320, height: 360)
    let movie = Movie(window: window)
    movie.duration = 5
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 600
    window.layer.sublayerTransform = perspective
    let top = half(y: 60, color: .systemIndigo)
    let back = half(y: 60, color: .systemTeal)
    back.addText("unfolded", x: 120, y: 60, size: 22)
    top.addText("a card", x: 120, y: 60, size: 22).textColor = .white
    // The lower half is folded over the upper one.
    back.transform3D = CATransform3DMakeRotation(.pi, 1, 0, 0)
    back.center.y = 180
    back.layer.anchorPoint = CGPoint(x: 0.5, y: 0)
    back.layer.isDoubleSided = false
    window.addSubview(top)
    window.addSubview(back)
    for (time, angle) in [(0.6, 0.0), (3.0, CGFloat.pi)] {
      movie.at(time) { _ in
        UIView.animate(
          withDuration: 1.2, delay: 0, usingSpringWithDamping: 0.6, initialSpringVelocity: 0
        ) { back.transform3D = CATransform3DMakeRotation(angle * 0.999, 1, 0, 0) }
      }
    }
    return movie
  }

  private static func half(y: CGFloat, color: UIColor) -> UIView {
    let view = UIView(frame: CGRect(x: 40, y: y, width: 240, height: 120))
    view.backgroundColor = color
    return view
  }
}
