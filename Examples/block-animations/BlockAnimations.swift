import ExampleSupport
import Starmine

/// Animation blocks that change the size of a view. Left: 1 s to the new size, 1 s back (listing C1). Middle: 3 s to
/// the new size, and after 1 s back within 1 s; the animations add up, so the view becomes smaller than at the start
/// (C2). Right: model and presentation values of a block of 3 s, directly after it, 0.1 s later and after its end (C3).
/// The numbers below are the widths on screen.
///
///     swift run -c release example-block-animations [FILE]
@main
enum BlockAnimations: ExampleProgram {
  static let name = "block-animations"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 900, height: 420)
    let movie = Movie(window: window)
    movie.duration = 6
    let views = [UIColor.systemBlue, .systemOrange, .systemGreen].enumerated().map { index, color in
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      view.center = CGPoint(x: 150 + 300 * CGFloat(index), y: 150)
      view.backgroundColor = color
      window.addSubview(view)
      return view
    }
    outAndBack(views[0], movie)
    overlapping(views[1], movie, note: window.addText("", x: 450, y: 340, width: 290))
    noting(views[2], movie, in: window)
    let labels = views.map { window.addText("", x: $0.center.x, y: 290, size: 18) }
    let link = CADisplayLink { _ in
      for (view, label) in zip(views, labels) {
        label.text = (view.layer.presentation()?.bounds.width).map { String(format: "%.1f", $0) }
      }
    }
    link.preferredFramesPerSecond = 10
    link.add(to: .main, forMode: .common)
    return movie
  }

  private static func resize(_ view: UIView, to side: CGFloat) { view.bounds.size = CGSize(width: side, height: side) }

  private static func outAndBack(_ view: UIView, _ movie: Movie) {
    for (time, side) in [(0.5, 200.0), (1.5, 100), (3, 200), (4, 100)] {
      movie.at(time) { _ in UIView.animate(withDuration: 1) { resize(view, to: side) } }
    }
  }

  private static func overlapping(_ view: UIView, _ movie: Movie, note: UILabel) {
    var lines: [String] = []
    func done(_ name: String) -> (Bool) -> Void {
      { finished in
        lines.append("\(name) \(finished)")
        note.text = lines.joined(separator: ", ")
      }
    }
    movie.at(0.5) { _ in
      UIView.animate(withDuration: 3) {
        resize(view, to: 200)
      } completion: {
        done("3 s:")($0)
      }
    }
    movie.at(1.5) { _ in
      UIView.animate(withDuration: 1) {
        resize(view, to: 100)
      } completion: {
        done("1 s:")($0)
      }
    }
  }

  private static func noting(_ view: UIView, _ movie: Movie, in window: UIWindow) {
    let start = view.center.x
    func note(_ row: Int, _ when: String) {
      let shown = view.layer.presentation()?.position.x ?? .nan
      let text = "\(when): model \(Int(view.center.x)), shown " + String(format: "%.1f", shown)
      print(text)
      window.addText(text, x: start, y: 330 + 24 * CGFloat(row), width: 296, size: 13)
    }
    movie.at(0.5) { _ in
      UIView.animate(withDuration: 3) { view.center.x = start + 50 }
      note(0, "right after")
    }
    movie.at(0.6) { _ in note(1, "after 0.1 s") }
    movie.at(3.6) { _ in note(2, "after the end") }
  }
}
