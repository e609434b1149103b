import ExampleSupport
import Starmine

/// Two layers get the same new colour; the right one in a transaction of 0.25 s, whose actions a switch disables
/// (listing A7). With the switch off, both animate; with it on, the right one changes at once.
///
///     swift run -c release example-transactions [FILE]
@main
enum Transactions: ExampleProgram {
  static let name = "transactions"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 640, height: 320)
    let movie = Movie(window: window)
    movie.duration = 6
    let (press, toggle) = (
      PressView(frame: window.bounds), PressView(frame: CGRect(x: 260, y: 250, width: 120, height: 40))
    )
    let (left, right) = (CALayer(), CALayer())
    for (layer, x) in [(left, 180), (right, 460)] {
      layer.frame = CGRect(x: x - 60, y: 60, width: 120, height: 120)
      layer.backgroundColor = UIColor.systemBlue.cgColor
      press.layer.addSublayer(layer)
    }
    window.addSubview(press)
    window.addSubview(toggle)
    let label = window.addText("", x: 320, y: 215, width: 400)
    var disablesActions = false
    func showSwitch() {
      label.text = "setDisableActions(\(disablesActions)) on the right"
      toggle.backgroundColor = disablesActions ? .systemGreen : .lightGray
    }
    toggle.layer.cornerRadius = 20
    toggle.onPress = { _ in
      disablesActions.toggle()
      showSwitch()
    }
    press.onPress = makePress(left, right) { disablesActions }
    showSwitch()
    for time in [0.5, 1.25, 2, 3.5, 4.25, 5] { movie.at(time) { _ in window.tap(at: CGPoint(x: 20, y: 20)) } }
    movie.at(2.75) { _ in window.tap(at: CGPoint(x: 320, y: 270)) }
    return movie
  }

  /// Gives both layers the next colour.
  private static func makePress(
    _ left: CALayer, _ right: CALayer, disablesActions: @escaping () -> Bool
  ) -> (CGPoint) -> Void {
    var hue: CGFloat = 0
    return { _ in
      hue += 0.37
      let color = UIColor(hue: hue.truncatingRemainder(dividingBy: 1), saturation: 0.8, brightness: 0.9, alpha: 1)
      left.backgroundColor = color.cgColor
      CATransaction.begin()
      CATransaction.setAnimationDuration(0.25)
      CATransaction.setDisableActions(disablesActions())
      right.backgroundColor = color.cgColor
      CATransaction.commit()
    }
  }
}
