import ExampleSupport
import Starmine

/// Left: an image view shows four images, each with a fade transition (listing B11). Right: one fade transition
/// replaces the whole content of a container (B12).
///
///     swift run -c release example-picture-fades [FILE]
@main
enum PictureFades: ExampleProgram {
  static let name = "picture-fades"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 640, height: 320)
    let movie = Movie(window: window)
    movie.duration = 8
    let images = (0..<4).map { UIImage.sample($0, side: 160) }
    let imageView = UIImageView(image: images[0])
    imageView.center = CGPoint(x: 170, y: 150)
    window.addSubview(imageView)
    let container = UIView(frame: CGRect(x: 390, y: 70, width: 160, height: 160))
    container.backgroundColor = .white
    window.addSubview(container)
    fill(container, page: 0)
    window.addText("image view", x: 170, y: 265)
    window.addText("container", x: 470, y: 265)
    for step in 1..<5 {
      movie.at(Double(step) * 1.5) { _ in
        let transition = CATransition()
        transition.type = .fade
        imageView.layer.add(transition, forKey: nil)
        imageView.image = images[step % images.count]
        let exchange = CATransition()
        (exchange.type, exchange.duration) = (.fade, 0.75)
        container.layer.add(exchange, forKey: nil)
        fill(container, page: step)
      }
    }
    return movie
  }

  /// A page of a container that has tabs.
  private static func fill(_ container: UIView, page: Int) {
    for view in container.subviews { view.removeFromSuperview() }
    let colors: [UIColor] = [.systemTeal, .systemPink, .systemIndigo, .systemYellow]
    for row in 0...page % 3 {
      let bar = UIView(frame: CGRect(x: 16, y: 50 + 34 * CGFloat(row), width: 128 - 24 * CGFloat(row), height: 22))
      bar.backgroundColor = colors[page % colors.count]
      bar.layer.cornerRadius = 6
      container.addSubview(bar)
    }
    container.addText("page \(page + 1)", x: 80, y: 26, width: 140, size: 18)
  }
}
