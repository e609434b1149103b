import ExampleSupport
import Starmine

/// The transitions of UIView, 1 s each, between two images: flips from all sides, curls, a cross-dissolve (listing
/// B13).
///
///     swift run -c release example-view-transitions [FILE]
@main
enum ViewTransitions: ExampleProgram {
  static let name = "view-transitions"

  private static let kinds: [(title: String, options: UIView.AnimationOptions)] = [
    ("flipFromLeft", .transitionFlipFromLeft), ("flipFromRight", .transitionFlipFromRight),
    ("flipFromTop", .transitionFlipFromTop), ("flipFromBottom", .transitionFlipFromBottom),
    ("curlUp", .transitionCurlUp), ("curlDown", .transitionCurlDown), ("crossDissolve", .transitionCrossDissolve),
  ]

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 880, height: 440)
    let movie = Movie(window: window)
    movie.duration = 6
    let images = (0..<4).map { UIImage.sample($0, side: 140) }
    for (index, kind) in kinds.enumerated() {
      let imageView = UIImageView(image: images[0])
      imageView.center = CGPoint(x: 120 + 212 * CGFloat(index % 4), y: 110 + 210 * CGFloat(index / 4))
      window.addSubview(imageView)
      window.addText(kind.title, x: imageView.center.x, y: imageView.center.y + 90, width: 180)
      for step in 1..<4 {
        movie.at(Double(step) * 1.5 - 0.5) { _ in
          UIView.transition(with: imageView, duration: 1, options: kind.options) { imageView.image = images[step] }
        }
      }
    }
    return movie
  }
}
