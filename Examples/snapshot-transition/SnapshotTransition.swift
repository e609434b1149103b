import ExampleSupport
import Starmine

/// A custom transition (listing B14): a snapshot covers the view while the view changes below; the snapshot shrinks,
/// rotates and fades in 1 s, and is then removed.
///
///     swift run -c release example-snapshot-transition [FILE]
@main
enum SnapshotTransition: ExampleProgram {
  static let name = "snapshot-transition"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 480, height: 360)
    let movie = Movie(window: window)
    movie.duration = 6
    let view = UIView(frame: window.bounds)
    view.backgroundColor = .systemBlue
    let card = UIView(frame: CGRect(x: 140, y: 110, width: 200, height: 140))
    card.backgroundColor = .white
    card.layer.cornerRadius = 20
    card.addText("one view", x: 100, y: 70, width: 180, size: 22)
    view.addSubview(card)
    window.addSubview(view)
    let colors: [UIColor] = [.systemOrange, .systemGreen, .systemPurple]
    for (index, color) in colors.enumerated() {
      movie.at(1 + Double(index) * 1.5) { _ in change(view, to: color) }
    }
    return movie
  }

  private static func change(_ view: UIView, to color: UIColor) {
    UIGraphicsBeginImageContextWithOptions(view.bounds.size, true, 0)
    guard let context = UIGraphicsGetCurrentContext() else { return }
    view.layer.render(in: context)
    let coverImage = UIGraphicsGetImageFromCurrentImageContext()
    UIGraphicsEndImageContext()
    let coverView = UIImageView(image: coverImage)
    coverView.frame = view.bounds
    view.addSubview(coverView)
    view.backgroundColor = color
    UIView.animate(withDuration: 1) {
      coverView.transform = CGAffineTransform(scaleX: 0.01, y: 0.01).rotated(by: .pi / 2)
      coverView.alpha = 0
    } completion: { _ in
      coverView.removeFromSuperview()
    }
  }
}
