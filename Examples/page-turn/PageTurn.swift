import ExampleSupport
import Starmine

/// Pages of a book that turn about the spine, with shading.
///
///     swift run -c release example-page-turn [FILE]
@main
enum PageTurn: ExampleProgram {
  static let name = "page-turn"

  static func makeMovie() -> Movie {
    let window = UIWindow(width: 420, height: 320, color: UIColor(white: 0.8, alpha: 1))
    let movie = Movie(window: window)
    movie.duration = 5
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 900
    window.layer.sublayerTransform = perspective
    for index in (0..<3).reversed() {
      let page = makePage(index)
      window.layer.addSublayer(page)
      movie.at(0.4 + 1.4 * Double(index)) { _ in turn(page, above: Float(index)) }
    }
    return movie
  }

  private static func makePage(_ index: Int) -> CALayer {
    let page = CALayer()
    page.anchorPoint = CGPoint(x: 0, y: 0.5)
    (page.bounds, page.position) = (CGRect(x: 0, y: 0, width: 170, height: 240), CGPoint(x: 210, y: 160))
    page.backgroundColor = UIColor.white.cgColor
    (page.shadowOpacity, page.shadowRadius) = (0.25, 4)
    page.zPosition = -CGFloat(index)
    let number = CATextLayer()
    number.frame = CGRect(x: 0, y: 90, width: 170, height: 60)
    (number.string, number.fontSize, number.alignmentMode) = ("\(index + 1)", 44, .center)
    number.foregroundColor = UIColor.darkGray.cgColor
    // The back of the paper is blank.
    number.isDoubleSided = false
    page.addSublayer(number)
    return page
  }

  private static func turn(_ page: CALayer, above index: Float) {
    let turn = CABasicAnimation(keyPath: "transform.rotation.y")
    (turn.fromValue, turn.toValue) = (0, -CGFloat.pi * 0.98)
    let shade = CAKeyframeAnimation(keyPath: "backgroundColor")
    shade.values = [
      UIColor.white.cgColor, UIColor(white: 0.6, alpha: 1).cgColor, UIColor(white: 0.95, alpha: 1).cgColor,
    ]
    let both = CAAnimationGroup()
    (both.animations, both.duration) = ([turn, shade], 1.2)
    both.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    (both.fillMode, both.isRemovedOnCompletion) = (.forwards, false)
    page.add(both, forKey: "turn")
    page.zPosition = CGFloat(index)
  }
}
