import ExampleSupport
import Starmine

/// One touch gives four layers a new colour in a transaction of 1 s (listings A4 to A6). The standalone layer animates.
/// The layers of views change at once, because the view is their delegate and returns no action. A view's layer without
/// its view in the tree changes at once too; without its delegate it animates.
///
///     swift run -c release example-backing-layers [FILE]
@main
enum BackingLayers: ExampleProgram {
  static let name = "backing-layers"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 960, height: 320)
    let movie = Movie(window: window)
    movie.duration = 6
    let (press, alone) = (PressView(frame: window.bounds), CALayer())
    let (inTree, bare, orphan) = (UIView(), UIView(), UIView())
    window.addSubview(press)
    press.layer.addSublayer(alone)
    press.addSubview(inTree)
    // Layers of views, added as sublayers without their views.
    press.layer.addSublayer(bare.layer)
    press.layer.addSublayer(orphan.layer)
    orphan.layer.delegate = nil
    let layers = [alone, inTree.layer, bare.layer, orphan.layer]
    let titles = ["a layer", "a view", "a view's layer", "the same, delegate nil"]
    for (index, layer) in layers.enumerated() {
      let x = 120 + 240 * CGFloat(index)
      layer.frame = CGRect(x: x - 50, y: 80, width: 100, height: 100)
      layer.backgroundColor = UIColor.systemBlue.cgColor
      press.addText(titles[index], x: x, y: 215)
    }
    let colors: [UIColor] = [.systemRed, .systemGreen, .systemBlue]
    var presses = 0
    press.onPress = { _ in
      CATransaction.begin()
      CATransaction.setAnimationDuration(1)
      for layer in layers { layer.backgroundColor = colors[presses % colors.count].cgColor }
      CATransaction.commit()
      presses += 1
    }
    for time in [1.0, 2.5, 4] { movie.at(time) { _ in window.tap(at: CGPoint(x: 480, y: 300)) } }
    press.addText("in a block: \(answers(of: inTree))", x: 480, y: 275, width: 900)
    // A layer does not retain its view; the script does.
    movie.at(movie.duration) { _ in _ = (bare, orphan) }
    return movie
  }

  /// The actions that the view returns for its layer outside an animation block and inside one (A6).
  private static func answers(of view: UIView) -> String {
    func answer() -> String {
      let action = view.action(for: view.layer, forKey: "backgroundColor")
      return action is CABasicAnimation ? "a CABasicAnimation" : action.map { "\(type(of: $0))" } ?? "nil"
    }
    var inside = ""
    let outside = answer()
    UIView.animate(withDuration: 1) { inside = answer() }
    return "\(inside); outside: \(outside)"
  }
}
